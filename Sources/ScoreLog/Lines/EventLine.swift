internal import FoundationEssentials
package import HyzerBase

/// What a line of an exported score log says: an event, and in a round's first line the round.
package struct EventLine {
  package let event: LogEvent
  package let round: RoundRecord?

  package init(_ event: LogEvent) { (self.event, round) = (event, nil) }

  /// The event as an object on one line, its keys always in the same order.
  package var json: String {
    var members: [(String, any JSONValue)]
    let position = event.position
    switch event {
    case .score(let event): members = Self.members(of: event)
    case .change(let change): members = Self.members(of: change)
    }
    members += [("number", position.number), ("clock", position.clock)]
    switch event {
    case .score(let event):
      members += [("deviceName", event.deviceName), ("kind", event.kind.rawValue)]
    case .change(let change):
      members += [("deviceName", change.stamp.deviceName), ("scoreCount", change.scoreCount)]
      if let entrant = change.entrant { members.append(("entrant", Self.object(entrant))) }
      if let device = change.organiserDevice {
        members.append((Self.organiserDeviceKey, device.rawValue))
      }
    }
    return OrderedObject(members: members).json
  }

  /// Returns an event's line with what there is to say of its round.
  static func line(_ line: String, describing round: RoundRecord, _ phase: RoundPhase) -> String {
    let now: [(String, any JSONValue)] = [
      ("finishedAt", round.finish?.at), ("phase", phase.rawValue),
    ]
    let info = OrderedObject(members: members(of: round, round.joinedEntrants) + now)
    return "\(line.dropLast()),\(roundKey.json):\(info.json)}"
  }

  /// Returns a line of a round that has no events yet, but for what there is to say of the round.
  static func line(ofRound id: RoundID) -> String {
    OrderedObject(members: [("round", id.rawValue)]).json
  }

  fileprivate static let roundKey = "roundInfo"
  private static let organiserDeviceKey = "organiserDevice"

  private static func members(of event: ScoreEvent) -> [(String, any JSONValue)] {
    let links = event.supersedes.map(\.rawValue)
    let superseded: any JSONValue = links.count > 1 ? links : links.first
    var members: [(String, any JSONValue)] = [
      ("id", event.id.rawValue), ("round", event.round.rawValue), ("player", event.player),
      ("hole", event.hole), ("strokes", event.result?.strokes?.count),
      ("supersedes", superseded),
      ("reportedBy", event.reportedBy), ("device", event.position.device.rawValue),
      ("input", event.input.rawValue),
      ("transcript", event.transcript), ("confidence", event.confidence), ("at", event.at),
    ]
    if let id = event.takesBack { members.append(("takesBack", id.rawValue)) }
    // Strokes are null as well where nothing stands after an undoing.
    if event.kind == .takeBack, event.result == .noScore { members.append(("noScore", true)) }
    if let clip = event.clip { members.append(("clip", clip)) }
    if let id = event.utterance { members.append(("utterance", id.rawValue)) }
    return members
  }

  /// Returns every key that a score has, too.
  ///
  /// Hole and strokes are null, also of who joins or leaves, so that nobody takes the line for a hole
  /// without a score.
  private static func members(of change: RoundChange) -> [(String, any JSONValue)] {
    let none: String? = nil
    return [
      ("id", change.id.rawValue), ("round", change.round.rawValue), ("player", change.player),
      ("hole", none), ("strokes", none), ("supersedes", none),
      ("reportedBy", change.stamp.reportedBy), ("device", change.position.device.rawValue),
      ("input", ScoreEvent.Input.typed.rawValue), ("transcript", none), ("confidence", none),
      ("at", change.at), ("kind", change.kind.rawValue),
    ] + (change.player == nil ? [] : [("away", change.away)])
  }

  package static func object(_ entrant: RoundRecord.Entrant) -> OrderedObject {
    OrderedObject(
      members: [
        ("name", entrant.player.name), ("isGuest", entrant.isGuest),
        ("aliases", entrant.player.aliases), ("pronunciations", entrant.player.pronunciations),
      ] + (entrant.identity.map { [("identity", $0.rawValue)] } ?? []))
  }

  /// Reads what ``object(_:)`` makes; nil for anything else.
  package static func entrant(_ json: String) -> RoundRecord.Entrant? {
    try? JSONDecoder().decode(Entrant.self, from: Data(json.utf8)).entrant
  }

  /// Returns what a round was made with, as an object on one line: what came after is in its events.
  package static func info(of round: RoundRecord) -> String {
    let base = round.joinedEntrants.filter { !round.lateEntrants.contains($0.player.name) }
    return OrderedObject(members: members(of: round, base)).json
  }

  private static func members(
    of round: RoundRecord, _ entrants: [RoundRecord.Entrant]
  ) -> [(String, any JSONValue)] {
    [
      ("course", round.course), ("pars", round.pars), ("players", entrants.map(object)),
      ("organiser", round.firstOrganiser.name), ("createdAt", round.createdAt),
      ("startedAt", round.startedAt),
    ] + (round.firstOrganiser.device.map { [(organiserDeviceKey, $0.rawValue)] } ?? [])
      + (round.courseIdentity.map { [("courseIdentity", $0.rawValue)] } ?? [])
  }

  /// Reads what ``info(of:)`` makes.
  ///
  /// - Throws: `DecodingError` or `RoundRecordError`.
  package static func round(_ id: RoundID, info: String) throws -> RoundRecord {
    try JSONDecoder().decode(RoundInfo.self, from: Data(info.utf8)).record(id)
  }

  /// Returns the round of a line that is of no event; nil for any other line.
  static func round(ofLine json: String) -> RoundRecord? {
    // Lines of events have the key first, as we write them, and to read each twice takes long.
    guard !json.hasPrefix("{\"id\"") else { return nil }
    return try? JSONDecoder().decode(RoundAlone.self, from: Data(json.utf8)).round
  }

  /// Reads a line.
  ///
  /// - Throws: `DecodingError` or `RoundRecordError`.
  package init(json: String) throws {
    self = try JSONDecoder().decode(EventLine.self, from: Data(json.utf8))
  }
}

// MARK: - Reading

extension EventLine: Decodable {
  /// In bytes; chosen: UUIDs with room to spare, so that nobody fills logs and phones by names of things.
  package static let longestIdentifier = 200

  private enum Key: CodingKey {
    case id, round, player, hole, strokes, supersedes, takesBack, reportedBy, device, input
    case noScore, transcript, confidence, at, clip, utterance, roundInfo, kind, away
    case number, clock, deviceName, scoreCount, entrant, organiserDevice
  }

  private struct RoundInfo: Decodable {
    let course, organiser, createdAt: String
    let startedAt: String?
    let organiserDevice, courseIdentity: String?
    let pars: [Int]
    let players: [Entrant]

    func record(_ id: RoundID) throws -> RoundRecord {
      try RoundRecord(
        id: id, course: course, pars: pars, entrants: players.map(\.entrant),
        organiser: organiser, organiserDevice: organiserDevice.map { DeviceID($0) },
        createdAt: createdAt, startedAt: startedAt,
        courseIdentity: courseIdentity.flatMap(EventLine.identity))
    }
  }

  /// Returns an identity of something; nil for what is too long to be one.
  private static func identity<Kind>(_ text: String) -> Identifier<Kind>? {
    text.utf8.count <= longestIdentifier ? Identifier(text) : nil
  }

  private struct RoundAlone: Decodable {
    let round: RoundRecord

    init(from decoder: any Decoder) throws {
      let line = try decoder.container(keyedBy: Key.self)
      guard !line.contains(.id) else {
        throw DecodingError.dataCorruptedError(
          forKey: .id, in: line, debugDescription: "it is of an event")
      }
      let id = RoundID(try line.decode(Label.self, forKey: .round).text)
      round = try line.decode(RoundInfo.self, forKey: .roundInfo).record(id)
    }
  }

  /// A text, or a number in its place.
  private struct Label: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      // Most are texts, and to throw takes longer than to read.
      text = try (try? value.decode(String.self)) ?? "\(value.decode(Int.self))"
    }
  }

  private struct Entrant: Decodable {
    let entrant: RoundRecord.Entrant

    private enum Key: CodingKey { case isGuest, identity }

    init(from decoder: any Decoder) throws {
      // A player may be a bare string.
      let object = try? decoder.container(keyedBy: Key.self)
      entrant = RoundRecord.Entrant(
        try Player(from: decoder),
        isGuest: try object?.decodeIfPresent(Bool.self, forKey: .isGuest) ?? false,
        identity: try object?.decodeIfPresent(String.self, forKey: .identity)
          .flatMap(EventLine.identity))
    }
  }

  /// Reads a line; identifiers may be numbers.
  ///
  /// - Throws: `DecodingError` or `RoundRecordError`.
  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    /// What may be null may be missing.
    func text(_ key: Key) throws -> String? {
      try line.decodeIfPresent(Label.self, forKey: key)?.text
    }
    func bad(_ key: Key, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: line, debugDescription: reason)
    }
    func short(_ text: String, _ key: Key) throws -> String {
      guard text.utf8.count <= Self.longestIdentifier else {
        throw bad(key, "an identifier has at most \(Self.longestIdentifier) bytes")
      }
      return text
    }
    let round = RoundID(try short(line.decode(Label.self, forKey: .round).text, .round))
    let info = try line.decodeIfPresent(RoundInfo.self, forKey: .roundInfo)
    self.round = try info?.record(round)
    let device = try short(text(.device) ?? "", .device)
    let position: LogPosition
    let name: String
    if let number = try line.decodeIfPresent(Int.self, forKey: .number) {
      let clock = try line.decode(Int.self, forKey: .clock)
      let range = LogPosition.range
      guard range.contains(number), range.contains(clock), !device.isEmpty else {
        throw bad(
          .number,
          "number and clock go from 1 to \(range.upperBound), and the device has an identifier")
      }
      position = LogPosition(clock: clock, device: DeviceID(device), number: number)
      name = try text(.deviceName) ?? device
    } else {
      position = .open
      name = device
    }
    let stamp = RoundChange.Stamp(
      id: ChangeID(try short(line.decode(Label.self, forKey: .id).text, .id)),
      reportedBy: try text(.reportedBy) ?? "", deviceName: name,
      at: try line.decode(Label.self, forKey: .at).text)
    let kindName = try text(.kind)
    if let kindName, ScoreEvent.Kind(rawValue: kindName) == nil {
      guard let kind = RoundChange.Kind(rawValue: kindName) else {
        throw bad(.kind, "\"\(kindName)\" is none that this program knows; install a later version")
      }
      let isOfPlayer = [.join, .leave, .organiser, .merge].contains(kind)
      let count = try line.decodeIfPresent(Int.self, forKey: .scoreCount) ?? 0
      guard 0...LogPosition.range.upperBound ~= count else {
        throw bad(.scoreCount, "\(count) is out of range; give how many scores there were")
      }
      let entrant = try line.decodeIfPresent(Entrant.self, forKey: .entrant)?.entrant
      guard entrant != nil || kind != .merge else { throw bad(.entrant, "it says nobody") }
      event = .change(
        RoundChange(
          stamp, position: position, round: round, kind: kind,
          player: isOfPlayer ? try line.decode(String.self, forKey: .player) : nil,
          entrant: entrant,
          away: isOfPlayer ? try line.decode([Int].self, forKey: .away) : [],
          organiserDevice: kind == .organiser
            ? DeviceID(
              try short(line.decode(String.self, forKey: .organiserDevice), .organiserDevice))
            : nil,
          scoreCount: count))
      return
    }
    let transcript = try text(.transcript)
    let inputName = try text(.input) ?? (transcript == nil ? "typed" : "voice")
    guard let input = ScoreEvent.Input(rawValue: inputName) else {
      let known = ScoreEvent.Input.allCases.map(\.rawValue).joined(separator: ", ")
      throw bad(.input, "\"\(inputName)\" is none; give one of \(known)")
    }
    let confidence = try line.decodeIfPresent(Double.self, forKey: .confidence)
    if let confidence, !(0...1).contains(confidence) {
      throw bad(.confidence, "\(confidence) is out of range; give a number from 0 to 1")
    }
    // A line without this key is more likely a slip than a hole without a score.
    let strokes = try line.decode(Strokes?.self, forKey: .strokes)
    let takesBack = try text(.takesBack).map { try short($0, .takesBack) }
    let kind =
      kindName.flatMap { ScoreEvent.Kind(rawValue: $0) }
      ?? (takesBack == nil ? .score : .takeBack)
    let isNoScore =
      try kind != .takeBack || line.decodeIfPresent(Bool.self, forKey: .noScore) ?? false
    let links: [String]
    do {
      links = try text(.supersedes).map { [$0] } ?? []
    } catch {
      links = try line.decode([Label].self, forKey: .supersedes).map(\.text)
    }
    event = .score(
      ScoreEvent(
        id: EventID(stamp.id.rawValue), position: position, round: round,
        player: try line.decode(String.self, forKey: .player),
        hole: try line.decode(Int.self, forKey: .hole),
        result: strokes.map { .strokes($0) } ?? (isNoScore ? .noScore : nil), kind: kind,
        supersedes: try links.map { EventID(try short($0, .supersedes)) },
        takesBack: takesBack.map { EventID($0) },
        reportedBy: stamp.reportedBy, deviceName: name, input: input, transcript: transcript,
        confidence: confidence, at: stamp.at, clip: try text(.clip),
        utterance: try text(.utterance).map { UtteranceID(try short($0, .utterance)) }))
  }
}

extension LoggedEvent {
  /// Keeps an event as its line was written, without what the line says of the round, and without an end.
  init(_ read: EventLine, writtenAs line: String) {
    // Between the parts of an object ends of lines are spaces, and within a text there are none; most lines have
    // none, and looking for them by characters takes longer than reading the event.
    if read.round == nil, line.utf8.first == UInt8(ascii: "{"),
      line.utf8.last == UInt8(ascii: "}"), !line.utf8.contains(UInt8(ascii: "\n"))
    {
      self.init(read.event, line: line)
      return
    }
    let object = line.trimmed.replacing("\n", with: " ")
    let bare = object.removingMember(EventLine.roundKey)
    // Where the key is written in another way than ours, it is still there.
    let isWhole = read.round != nil && bare == object
    self.init(read.event, line: isWhole ? EventLine(read.event).json : bare)
  }

  /// Reads a line.
  ///
  /// - Throws: `DecodingError` or `RoundRecordError`.
  package init(json line: String) throws { self.init(try EventLine(json: line), writtenAs: line) }
}
