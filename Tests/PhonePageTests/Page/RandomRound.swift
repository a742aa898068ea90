import HyzerBase
import ScoreLog

/// A round on several devices, as people may play it: what each wanted, knowing some of what the others
/// said, and what the Swift types made of it.
struct RandomRound {
  /// What somebody wanted on a device that had some of the events.
  struct Deed {
    let known: [Int]
    let request: Written
    let made: Result<[LogEvent], ScoreLogRefusal>
  }

  let base: RoundRecord
  private(set) var events: [LogEvent] = []
  private(set) var deeds: [Deed] = []
  private var logs: [[Int]]
  private var random: SeededGenerator
  private let devices: [DeviceID]
  /// Who holds each device: the first is the organiser's.
  private let holders: [String]

  private static let start = ["Mike", "José", "Sarah", "Player 1"]
  private static let late = ["Zoe", "ZOË", "Bob", "player one", "mike"]

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, name: "page")
    let count = Int.random(in: 1...5, using: &random)
    let pars = (0..<Int.random(in: 2...4, using: &random)).map { _ in
      Int.random(in: Round.parRange, using: &random)
    }
    devices = (0..<count).map { DeviceID("0000000\($0)-aaaa") }
    let names = Array(Self.start.prefix(Int.random(in: 0...4, using: &random)))
    holders = (0..<count).map { Self.start[$0 % max(1, names.count)] }
    logs = devices.map { _ in [] }
    let isStarted = Int.random(in: 0..<8, using: &random) > 0
    base = try RoundRecord(
      id: "r", course: "Home", pars: pars,
      entrants: names.map { RoundRecord.Entrant(Player(name: $0)) },
      organiser: ["Mike", "mike", ""].randomElement(using: &random) ?? "",
      organiserDevice: devices.first.flatMap { Bool.random(using: &random) ? $0 : nil },
      createdAt: "2026-05-01T09:00:00.000Z",
      startedAt: isStarted ? "2026-05-01T09:30:00.000Z" : nil)
    let steps = Int.random(in: 5...45, using: &random)
    self.random = random
    for step in 0..<steps { try act(step) }
  }

  func card(_ events: some Sequence<LogEvent>) throws -> Scorecard {
    Scorecard(
      try record(knowing: events),
      replaying: events.compactMap { if case .score(let event) = $0 { event } else { nil } })
  }

  private func record(knowing events: some Sequence<LogEvent>) throws -> RoundRecord {
    try RoundRecord(
      id: base.id, course: base.course, pars: base.pars, entrants: base.entrants,
      organiser: base.organiser, organiserDevice: base.firstOrganiser.device,
      createdAt: base.createdAt, startedAt: base.startedAt,
      changes: events.compactMap { if case .change(let change) = $0 { change } else { nil } })
  }

  private mutating func act(_ step: Int) throws {
    let place = Int.random(in: devices.indices, using: &random)
    let known = logs[place]
    let log = known.map { events[$0] }
    let card = try card(log)
    let own = log.map(\.position).filter { $0.device == devices[place] }
    let position = LogPosition(
      clock: (log.map(\.position.clock).max() ?? 0) + 1, device: devices[place],
      number: (own.map(\.number).max() ?? 0) + 1)
    let at = "2026-05-01T10:00:0\(Int.random(in: 0...9, using: &random)).000Z"
    let id = "c\(step)\(["", ".x", ".7"].randomElement(using: &random) ?? "")"
    let made: [LogEvent]
    switch Int.random(in: 0..<21, using: &random) {
    case 0..<8:
      made = commit(id, on: card, at: position, known: known, by: holders[place], time: at)
    case 8:
      made = redo(id, on: card, at: position, known: known, by: holders[place], time: at)
    case 9, 10:
      made = undo(id, on: card, at: position, known: known, by: holders[place], time: at)
    case 11...13:
      made = change(id, on: card, at: position, known: known, by: holders[place], time: at)
    case 14:
      made = roster(id, on: card, at: position, known: known, by: holders[place], time: at)
    default:
      // A whole disk is put back: the device forgets, and gives its numbers to others.
      if Int.random(in: 0..<12, using: &random) == 0 {
        logs[place] = Array(known.prefix(Int.random(in: 0...known.count, using: &random)))
        return
      }
      // Some of what another device has, in any order.
      let other = logs.indices.randomElement(using: &random) ?? 0
      let part = logs[other].shuffled(using: &random)
      logs[place] += part.prefix(Int.random(in: 0...part.count, using: &random))
        .filter { !known.contains($0) }
      return
    }
    logs[place] += events.count..<events.count + made.count
    events += made
  }

  // MARK: - What people do

  private mutating func commit(
    _ id: String, on card: Scorecard, at position: LogPosition, known: [Int], by reporter: String,
    time: String
  ) -> [LogEvent] {
    let isOdd = Int.random(in: 0..<15, using: &random) == 0
    let hole = Int.random(in: 1...card.round.pars.count + (isOdd ? 1 : 0), using: &random)
    let names = card.round.entrants.map(\.player.name) + (isOdd ? ["Nobody", "Mike"] : [])
    let count = Int.random(in: isOdd ? 0...2 : 1...2, using: &random)
    let scores = names.shuffled(using: &random).prefix(count).map { name in
      let strokes = Strokes([1, 3, 3, 4, 4, 5, 10].randomElement(using: &random) ?? 3)
      let isNone = Int.random(in: 0..<8, using: &random) == 0
      return ScoreCommit.Score(
        player: name, result: isNone ? .noScore : strokes.map { .strokes($0) } ?? .noScore,
        input: ScoreEvent.Input.allCases.randomElement(using: &random) ?? .dial,
        transcript: Bool.random(using: &random) ? "\(name) three \"\\" : nil,
        confidence: Bool.random(using: &random) ? 0.25 : nil)
    }
    var seen: [String: HoleResult]?
    if Bool.random(using: &random) {
      let shown: [(String, HoleResult)] = card.round.players.compactMap { player in
        let result = card.result(of: player, onHole: hole)
        let isStale = Int.random(in: 0..<10, using: &random) == 0
        return (isStale ? .noScore : result).map { (card.round.name(of: player), $0) }
      }
      seen = Dictionary(shown) { $1 }
    }
    let commit = ScoreCommit(
      id: CommitID(id), round: base.id, hole: hole, scores: scores, seen: seen,
      reportedBy: reporter, deviceName: "phone", at: time)
    let made: Result<[LogEvent], ScoreLogRefusal> = Self.result {
      () throws(ScoreLogRefusal) in
      try commit.events(on: card, from: position).map { .score($0) }
    }
    let request = object([
      "deed": "commit", "commit": id, "hole": hole,
      "scores": list(
        scores.map {
          object([
            "player": $0.player, "result": json($0.result), "input": $0.input.rawValue,
            "transcript": $0.transcript, "confidence": $0.confidence,
          ])
        }),
      "seen": seen.map { seen in
        OrderedObject(members: seen.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
      },
      "reportedBy": reporter, "device": position.device.rawValue, "deviceName": "phone",
      "at": time,
    ])
    deeds.append(Deed(known: known, request: request, made: made))
    return (try? made.get()) ?? []
  }

  private mutating func undo(
    _ id: String, on card: Scorecard, at position: LogPosition, known: [Int], by reporter: String,
    time: String
  ) -> [LogEvent] {
    let request = Undoing.Request(
      id: CommitID(id), round: base.id, reportedBy: reporter, deviceName: "phone", input: .voice,
      transcript: "undo", at: time)
    let made: Result<[LogEvent], ScoreLogRefusal> =
      if let undoing = Undoing(on: card, by: position.device) {
        .success(undoing.events(request, on: card, from: position).map { .score($0) })
      } else {
        .failure(.nothingToUndo(base.id))
      }
    let asked = object([
      "deed": "undo", "commit": id, "input": "voice", "transcript": "undo",
      "reportedBy": reporter, "device": position.device.rawValue, "deviceName": "phone",
      "at": time,
    ])
    deeds.append(Deed(known: known, request: asked, made: made))
    return (try? made.get()) ?? []
  }

  private mutating func redo(
    _ id: String, on card: Scorecard, at position: LogPosition, known: [Int], by reporter: String,
    time: String
  ) -> [LogEvent] {
    let made: Result<[LogEvent], ScoreLogRefusal> = Self.result {
      () throws(ScoreLogRefusal) in
      try card.round.requireOpen()
      guard let redoing = Redoing(on: card, by: position.device) else {
        throw .nothingToRedo(base.id)
      }
      return try redoing.commit(
        CommitID(id), in: base.id, reportedBy: reporter, deviceName: "phone", at: time
      ).events(on: card, from: position).map { .score($0) }
    }
    let asked = object([
      "deed": "redo", "commit": id, "reportedBy": reporter, "device": position.device.rawValue,
      "deviceName": "phone", "at": time,
    ])
    deeds.append(Deed(known: known, request: asked, made: made))
    return (try? made.get()) ?? []
  }

  private mutating func change(
    _ id: String, on card: Scorecard, at position: LogPosition, known: [Int], by reporter: String,
    time: String
  ) -> [LogEvent] {
    // Mostly one that makes sense, by the first device's holder.
    let fitting: RoundChange.Kind =
      card.round.isDeleted ? .restore : card.round.finish != nil ? .reopen : .finish
    let kind =
      [
        fitting, fitting, fitting, .finish, .reopen, .delete, .restore, .restore, .organiser,
        .organiser,
      ]
      .randomElement(using: &random) ?? fitting
    let reporter = Bool.random(using: &random) ? holders[0] : reporter
    let isEarly = Bool.random(using: &random)
    let heir =
      kind == .organiser
      ? card.round.entrants.map(\.player.name).randomElement(using: &random) ?? "" : nil
    let made: Result<[LogEvent], ScoreLogRefusal> = Self.result {
      () throws(ScoreLogRefusal) in
      try card.round.requireAllowed(kind, by: reporter)
      // As ScoreStore.finishRound has it.
      if kind == .finish, !card.isComplete, !isEarly {
        throw .scoresMissing(card.round.id, card.missing)
      }
      let change = stamped(
        kind, id, at: position, known: known, by: reporter, time: time, player: heir,
        organiserDevice: heir.map { card.lastDevice(of: $0) ?? position.device })
      return [.change(change)]
    }
    let request = object([
      "deed": "change", "id": id, "kind": kind.rawValue, "isEarly": isEarly,
      "player": heir, "reportedBy": reporter, "device": position.device.rawValue,
      "deviceName": "phone",
      "at": time,
    ])
    deeds.append(Deed(known: known, request: request, made: made))
    return (try? made.get()) ?? []
  }

  /// Lets somebody join or leave, as the host does it.
  private mutating func roster(
    _ id: String, on card: Scorecard, at position: LogPosition, known: [Int], by reporter: String,
    time: String
  ) -> [LogEvent] {
    if Int.random(in: 0..<4, using: &random) == 0,
      let player = card.round.players.randomElement(using: &random)
    {
      let name = (Self.late + Self.start).randomElement(using: &random) ?? ""
      let former = card.round.name(of: player)
      let whole = Player(name: name, aliases: [former])
      return [
        .change(
          stamped(
            .merge, id, at: position, known: known, by: reporter, time: time,
            player: former, entrant: RoundRecord.Entrant(whole)))
      ]
    }
    let joins = Bool.random(using: &random)
    let name =
      (joins ? Self.late : card.round.entrants.map(\.player.name)).randomElement(using: &random)
      ?? ""
    let player = card.round.player(named: name)
    if let player, joins != card.round.hasLeft(player) { return [] }
    guard joins || player != nil, card.round.finish == nil else { return [] }
    let away =
      joins
      ? card.holesOver(for: player, current: 1) : player.map { card.holesLeft(by: $0) } ?? []
    // Another device may let the same person join.
    let entrant =
      player == nil || joins && Bool.random(using: &random)
      ? RoundRecord.Entrant(Player(name: name), isGuest: true) : nil
    let kind: RoundChange.Kind = joins ? .join : .leave
    let change = LogEvent.change(
      stamped(
        kind, id, at: position, known: known, by: reporter, time: time,
        player: player.map { card.round.name(of: $0) } ?? name, entrant: entrant, away: away))
    if (player == nil) == (entrant != nil), !card.round.isDeleted {
      let request = object([
        "deed": "change", "id": id, "kind": kind.rawValue, "player": name,
        "entrant": entrant.map(EventLine.object), "current": 1, "reportedBy": reporter,
        "device": position.device.rawValue, "deviceName": "phone", "at": time,
      ])
      deeds.append(Deed(known: known, request: request, made: .success([change])))
    }
    return [change]
  }

  private func stamped(
    _ kind: RoundChange.Kind, _ id: String, at position: LogPosition, known: [Int],
    by reporter: String, time: String, player: String? = nil, entrant: RoundRecord.Entrant? = nil,
    away: [Int] = [], organiserDevice: DeviceID? = nil
  ) -> RoundChange {
    let scores = known.count { if case .score = events[$0] { true } else { false } }
    return RoundChange(
      RoundChange.Stamp(id: ChangeID(id), reportedBy: reporter, deviceName: "phone", at: time),
      position: position, round: base.id, kind: kind, player: player, entrant: entrant, away: away,
      organiserDevice: organiserDevice, scoreCount: scores)
  }

  private static func result(
    _ make: () throws(ScoreLogRefusal) -> [LogEvent]
  ) -> Result<[LogEvent], ScoreLogRefusal> {
    do throws(ScoreLogRefusal) { return .success(try make()) } catch { return .failure(error) }
  }
}
