internal import Foundation
package import Golf

/// A line of an exported score log: an event, and its round where it is the round's first line.
package struct EventLine {
  package let event: ScoreEvent
  /// The round, where the line tells of it.
  let round: RoundRecord?

  /// Returns the line's object, its keys always in the same order; `phase` is the round's.
  func json(phase: RoundPhase?) -> String {
    var members: [(key: String, value: String)] = [
      ("id", JSONText.quoted(event.id.rawValue)),
      ("round", JSONText.quoted(event.round.rawValue)),
      ("player", JSONText.quoted(event.player)),
      ("hole", "\(event.hole)"),
      ("strokes", event.strokes.map { "\($0.count)" } ?? "null"),
      ("supersedes", JSONText.quoted(event.supersedes?.rawValue)),
      ("reportedBy", JSONText.quoted(event.reportedBy)),
      ("device", JSONText.quoted(event.device)),
      ("input", JSONText.quoted(event.input.rawValue)),
      ("transcript", JSONText.quoted(event.transcript)),
      ("confidence", JSONText.number(event.confidence)),
      ("at", JSONText.quoted(event.at)),
    ]
    if let id = event.takesBack { members.append(("takesBack", JSONText.quoted(id.rawValue))) }
    if let clip = event.clip { members.append(("clip", JSONText.quoted(clip))) }
    if let id = event.utterance { members.append(("utterance", JSONText.quoted(id.rawValue))) }
    if let round { members.append(("roundInfo", Self.json(round, phase: phase))) }
    return JSONText.object(members)
  }

  private static func json(_ round: RoundRecord, phase: RoundPhase?) -> String {
    let players = round.entrants.map { entrant in
      JSONText.object([
        ("name", JSONText.quoted(entrant.player.name)),
        ("isGuest", "\(entrant.isGuest)"),
        ("aliases", JSONText.texts(entrant.player.aliases)),
        ("pronunciations", JSONText.texts(entrant.player.pronunciations)),
      ])
    }
    return JSONText.object([
      ("course", JSONText.quoted(round.course)),
      ("pars", JSONText.array(round.pars.map { "\($0)" })),
      ("players", JSONText.array(players)),
      ("organiser", JSONText.quoted(round.organiser)),
      ("createdAt", JSONText.quoted(round.createdAt)),
      ("startedAt", JSONText.quoted(round.startedAt)),
      ("finishedAt", JSONText.quoted(round.finish?.at)),
      ("phase", JSONText.quoted(phase?.rawValue)),
    ])
  }
}

extension EventLine: Decodable {
  private enum Key: String, CodingKey {
    case id, round, player, hole, strokes, supersedes, reportedBy, device, input, transcript
    case confidence, at, takesBack, clip, utterance, roundInfo
  }

  private enum RoundKey: String, CodingKey {
    case course, pars, players, organiser, createdAt, startedAt, finishedAt
  }

  private struct Entrant: Decodable {
    let entrant: RoundRecord.Entrant

    private enum Key: String, CodingKey { case isGuest }

    init(from decoder: any Decoder) throws {
      // A player may be a bare string.
      let object = try? decoder.container(keyedBy: Key.self)
      entrant = RoundRecord.Entrant(
        try Player(from: decoder),
        isGuest: try object?.decodeIfPresent(Bool.self, forKey: .isGuest) ?? false)
    }
  }

  /// Reads a line; identifiers may be numbers, and what may be null may be missing.
  ///
  /// - Throws: `DecodingError` or `RoundRecordError`.
  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String {
      if let number = try? object.decode(Int.self, forKey: key) { return "\(number)" }
      return try object.decode(String.self, forKey: key)
    }
    func optionalText(_ key: Key) throws -> String? {
      guard object.contains(key), try !object.decodeNil(forKey: key) else { return nil }
      return try text(key)
    }
    let transcript = try optionalText(.transcript)
    let inputName = try optionalText(.input) ?? (transcript == nil ? "typed" : "voice")
    guard let input = ScoreEvent.Input(rawValue: inputName) else {
      throw DecodingError.dataCorruptedError(
        forKey: .input, in: object,
        debugDescription: "\"\(inputName)\" is none; give \"voice\" or \"typed\"")
    }
    let confidence = try object.decodeIfPresent(Double.self, forKey: .confidence)
    if let confidence, !(0...1).contains(confidence) {
      throw DecodingError.dataCorruptedError(
        forKey: .confidence, in: object,
        debugDescription: "\(confidence) is out of range; give a number from 0 to 1")
    }
    let id = RoundID(try text(.round))
    event = ScoreEvent(
      id: EventID(try text(.id)), round: id,
      player: try object.decode(String.self, forKey: .player),
      hole: try object.decode(Int.self, forKey: .hole),
      strokes: try object.decodeIfPresent(Strokes.self, forKey: .strokes),
      supersedes: try optionalText(.supersedes).map { EventID($0) },
      takesBack: try optionalText(.takesBack).map { EventID($0) },
      reportedBy: try optionalText(.reportedBy) ?? "", device: try optionalText(.device) ?? "",
      input: input, transcript: transcript, confidence: confidence, at: try text(.at),
      clip: try optionalText(.clip), utterance: try optionalText(.utterance).map { UtteranceID($0) }
    )
    round = try object.contains(.roundInfo) ? Self.round(id, in: object) : nil
  }

  private static func round(
    _ id: RoundID, in line: KeyedDecodingContainer<Key>
  ) throws -> RoundRecord {
    let object = try line.nestedContainer(keyedBy: RoundKey.self, forKey: .roundInfo)
    // The log counts the events itself.
    let finish = try object.decodeIfPresent(String.self, forKey: .finishedAt).map {
      RoundRecord.Finish(at: $0, eventCount: 0)
    }
    return try RoundRecord(
      id: id, course: try object.decode(String.self, forKey: .course),
      pars: try object.decode([Int].self, forKey: .pars),
      entrants: try object.decode([Entrant].self, forKey: .players).map(\.entrant),
      organiser: try object.decode(String.self, forKey: .organiser),
      createdAt: try object.decode(String.self, forKey: .createdAt),
      startedAt: try object.decodeIfPresent(String.self, forKey: .startedAt), finish: finish)
  }
}
