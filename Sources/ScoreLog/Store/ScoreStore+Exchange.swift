internal import DiscGolf
internal import Foundation
internal import HyzerBase

/// What an import added, how many of its events the log had already, and how many it left out since their
/// devices are revoked.
package struct ImportSummary: Hashable, Sendable {
  package let roundsAdded, eventsAdded, eventsKnown, eventsRevoked: Int
}

extension ScoreStore {
  /// Returns the log as JSON Lines: one score, or change of a round, a line; round by round in the
  /// order in which they were made, and each round's events in the order of their positions.
  ///
  /// The first line of each round describes the round as well, under `roundInfo`. Rounds without a
  /// score, and what was heard, are no part of the log. Equal logs give equal bytes. The lines, of
  /// one round or of all, are without their ends.
  package func exportLines(round: RoundID? = nil) throws(ScoreStoreError) -> [String] {
    try read { database in
      let rounds: [RoundID] =
        try round.map { [try database.round($0).id] }
        ?? database.rows("SELECT id FROM rounds ORDER BY created_at, id") { try $0[0] }
      return try rounds.flatMap { id in
        let scores = try database.events(of: id)
        guard !scores.isEmpty else { return [String]() }
        let record = try database.round(id)
        let events = record.changes.map { LogEvent.change($0) } + scores.map { .score($0) }
        let phase = Scorecard(record, replaying: scores).phase
        return events.sorted { $0.position < $1.position }.enumerated().map { index, event in
          index == 0
            ? EventLine(event, round: record).json(phase: phase) : EventLine(event).json()
        }
      }
    }
  }

  /// Adds the events of an exported log: all that are new, or none where it throws.
  ///
  /// The lines come in any order, but for those of before logs knew devices, each of which has to come
  /// after what it supersedes. What is there already, the same, is passed over, so importing twice
  /// changes nothing; what is new of revoked devices is left out. A round of which no line has `roundInfo` is made from its events: 18 holes of
  /// par 3, its players guests in the order of appearance. Empty lines are passed over.
  ///
  /// - Throws: ``ScoreStoreError/badLine(number:reason:)`` for a line that is no event, or that
  ///   contradicts the log or a rule.
  @discardableResult
  package func importLines(_ lines: some Sequence<String>) throws(ScoreStoreError) -> ImportSummary
  {
    let new = try once { _ in try ImportedLog(lines) }
    return try write { database in
      var roundsAdded = 0
      for round in new.rounds {
        try Self.atLine(round.number) {
          let isNew = try database.take(
            round.record, isDescribed: round.isDescribed, except: round.joined)
          if isNew { roundsAdded += 1 }
        }
      }
      let clocks = try database.greatestClocks(with: new.lines.map(\.event))
      var (added, known, revoked) = (0, 0, 0)
      for (number, event) in new.lines {
        try Self.atLine(number) {
          try event.requireClock(within: clocks)
          do {
            if try database.take(event) { added += 1 } else { known += 1 }
          } catch ScoreLogRefusal.deviceRevoked {
            revoked += 1
          }
        }
      }
      for round in new.rounds {
        guard let time = round.finishedAt else { continue }
        try Self.atLine(round.number) { try database.takeFinish(of: round.record.id, at: time) }
      }
      return ImportSummary(
        roundsAdded: roundsAdded, eventsAdded: added, eventsKnown: known, eventsRevoked: revoked)
    }
  }

  /// Puts what a line cannot be down to its number.
  fileprivate static func atLine<Value>(_ number: Int, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch ScoreStoreError.ruleBroken(_, let reason) {
      throw ScoreStoreError.badLine(number: number, reason: reason)
    } catch let error as ScoreStoreError {
      throw error
    } catch {
      throw ScoreStoreError.badLine(number: number, reason: Self.reason(error))
    }
  }

  /// Says what is wrong with a line.
  static func reason(_ error: any Error) -> String {
    if case ScoreStoreError.ruleBroken(_, let reason) = error {
      reason
    } else {
      decodingFault(error)
    }
  }
}

/// Why a line cannot be taken.
private struct BadLine: Error, CustomStringConvertible {
  let description: String
}

/// The lines of an import, read and put together by round, before any is saved.
private struct ImportedLog {
  struct Round {
    /// The number of the line that says most of it.
    let number: Int
    let record: RoundRecord
    /// Whether a line says so, rather than its events alone.
    let isDescribed: Bool
    /// When it was finished, where no line of its own says so.
    var finishedAt: String?
    /// Who joined after the start, as lines say.
    var joined: Set<String> = []
  }

  /// What every line says, in their order; they count from 1 with the empty ones.
  private(set) var lines: [(number: Int, event: LogEvent)] = []
  /// Every round, in the order of its first line.
  private(set) var rounds: [Round] = []

  init(_ lines: some Sequence<String>) throws {
    let decoder = JSONDecoder()
    var described: [RoundID: Round] = [:]
    for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
      let number = index + 1
      try ScoreStore.atLine(number) {
        let read = try decoder.decode(EventLine.self, from: Data(line.utf8))
        self.lines.append((number, read.event))
        guard let record = read.round else { return }
        if let earlier = described[record.id],
          (earlier.record, earlier.finishedAt) != (record, read.finishedAt)
        {
          throw BadLine(
            description: "\"roundInfo\" differs from that of line \(earlier.number)")
        }
        described[record.id] = Round(
          number: number, record: record, isDescribed: true, finishedAt: read.finishedAt)
      }
    }
    nameEntrants(described)
    let groups = Dictionary(grouping: self.lines) { $0.event.round }
    var seen: Set<RoundID> = []
    for (number, event) in self.lines where seen.insert(event.round).inserted {
      let group = groups[event.round, default: []]
      var round = try described[event.round] ?? Self.guess(number, event.round, group)
      let changes = group.compactMap {
        if case .change(let change) = $0.event { change } else { nil }
      }
      if !changes.isEmpty { round.finishedAt = nil }
      round.joined = Set(changes.compactMap(\.entrant?.player.name))
      rounds.append(round)
    }
  }

  /// Completes the lines of before in which somebody joins by what the rounds say of them.
  private mutating func nameEntrants(_ rounds: [RoundID: Round]) {
    var seen: [RoundID: Set<String>] = [:]
    for index in lines.indices {
      guard case .change(let change) = lines[index].event, let name = change.player,
        // Who left first was there from the start.
        seen[change.round, default: []].insert(name).inserted, change.kind == .join,
        change.entrant == nil, change.position.device == .beforeDevices,
        let entrant = rounds[change.round]?.record.entrants.first(where: { $0.player.name == name })
      else { continue }
      lines[index].event = .change(
        RoundChange(
          change.stamp, position: change.position, round: change.round, kind: change.kind,
          player: name, entrant: entrant, away: change.away, scoreCount: change.scoreCount))
    }
  }

  /// Makes a round from its events: 18 holes of par 3, or more if they have more, and everybody
  /// in the order of appearance, as guests since nobody knows who they are.
  private static func guess(
    _ number: Int, _ id: RoundID, _ lines: [(number: Int, event: LogEvent)]
  ) throws -> Round {
    var names: [String] = []
    let events = lines.compactMap { line -> (number: Int, event: ScoreEvent)? in
      if case .score(let event) = line.event { (line.number, event) } else { nil }
    }.sorted { $0.event.position < $1.event.position }
    for (number, event) in events {
      if !names.contains(event.player) { names.append(event.player) }
      guard DiscGolf.Round.holeRange.contains(event.hole) else {
        throw ScoreStoreError.badLine(
          number: number, reason: RoundError.holeOutOfRange(event.hole).description)
      }
    }
    let holes = max(18, events.map(\.event.hole).max() ?? 0)
    do {
      let record = try RoundRecord(
        id: id, course: "", pars: Array(repeating: 3, count: holes),
        entrants: names.map { RoundRecord.Entrant(Player(name: $0), isGuest: true) },
        organiser: events.first?.event.reportedBy ?? "", createdAt: events.first?.event.at ?? "",
        startedAt: events.first?.event.at)
      return Round(number: number, record: record, isDescribed: false)
    } catch {
      throw ScoreStoreError.badLine(number: number, reason: "round \"\(id)\": \(error)")
    }
  }
}

extension RoundRecord {
  /// Checks that a round is what the log has already, or an earlier or later state of it: one in which
  /// fewer or more had joined, or others of those in `late`.
  fileprivate func requireAgreement(with known: RoundRecord, except late: Set<String>) throws {
    let isSameStart =
      startedAt == nil || known.startedAt == nil || startedAt == known.startedAt
    func base(_ record: RoundRecord) -> [Entrant] {
      record.entrants.filter { !late.contains($0.player.name) }
    }
    guard course == known.course, pars == known.pars, isSameStart,
      zip(base(self), base(known)).allSatisfy({ $0 == $1 }),
      organiser == known.organiser, createdAt == known.createdAt
    else { throw BadLine(description: "round \"\(known.id)\" is another in the log") }
  }
}

extension Database {
  /// Returns the greatest clock that is no forged one of each round of some events, which are judged
  /// together with those that are there.
  func greatestClocks(with events: [LogEvent]) throws -> [RoundID: Int] {
    let clocks = Dictionary(grouping: events, by: \.round).mapValues { $0.map(\.position.clock) }
    var greatest: [RoundID: Int] = [:]
    for (round, clocks) in clocks {
      let known: Int? = try value(
        "SELECT coalesce(max(clock), 0) FROM events WHERE round_id = ?", [round])
      greatest[round] = LogPosition.greatestClock(from: known ?? 0, among: clocks)
    }
    return greatest
  }

  /// Takes in a round, and returns whether the log did not have it; `late` names whom events let join.
  ///
  /// Who is no guest is found among the registered players by display name, or registered.
  func take(
    _ record: RoundRecord, isDescribed: Bool = true, except late: Set<String>
  ) throws -> Bool {
    let known = try knownRound(record.id)
    let late = late.union(known?.lateEntrants ?? []).union(record.lateEntrants)
    let entrants = record.entrants.filter { !late.contains($0.player.name) }
    if let known {
      guard isDescribed else { return false }
      try record.requireAgreement(with: known, except: late)
      let names = Set(known.entrants.map(\.player.name))
      for entrant in entrants where !names.contains(entrant.player.name) {
        try insert(entrant, into: known.id)
      }
    } else {
      try insertRound(
        record.id, course: record.course, pars: record.pars, organiser: record.organiser,
        createdAt: record.createdAt)
      for entrant in entrants { try insert(entrant, into: record.id) }
    }
    // A round that has events started elsewhere.
    let now = try round(record.id)
    if now.finish == nil, !now.isDeleted {
      try start(now, at: record.startedAt ?? record.createdAt)
    }
    return known == nil
  }

  private func insert(_ entrant: RoundRecord.Entrant, into round: RoundID) throws {
    var row: Int?
    if !entrant.isGuest {
      let key = NameKey(entrant.player.name).letters
      row = try registered("WHERE name_key = ?", [key]).first?.id ?? register(entrant.player)
    }
    try insert(entrant, playerRow: row, round: round)
  }

  /// Takes in an event, and returns whether the log did not have it.
  ///
  /// What says where it stands was made elsewhere, or here before: the rules of what is made here and
  /// now are not for it.
  func take(_ event: LogEvent) throws -> Bool {
    func add(_ body: () throws -> Void) throws {
      if event.position.isOpen { try body() } else { try receiving(body) }
    }
    switch event {
    case .score(let event):
      if let known = try self.event(event.id) {
        guard known == event.placed(likeIn: known) else {
          throw BadLine(description: "event \"\(event.id)\" is another in the log")
        }
        return false
      }
      let placed = event.placed(
        at: try place(of: event.position, id: event.id.rawValue, in: event.round))
      try keep(event.id.commit, of: event.round)
      try add { try append(placed, of: event.id.commit) }
    case .change(let change):
      if let entrant = change.entrant { try Self.requireSpeakable(entrant.player) }
      if let known = try changes("WHERE id = ? AND hole IS NULL", [change.id]).first {
        guard known == change.placed(likeIn: known) else {
          throw BadLine(description: "event \"\(change.id)\" is another in the log")
        }
        return false
      }
      let place = try place(of: change.position, id: change.id.rawValue, in: change.round)
      let count: Int? =
        change.position.isOpen
        ? try value(
          "SELECT count(*) FROM events WHERE round_id = ? AND hole IS NOT NULL", [change.round])
        : nil
      try add { try append(change.placed(at: place, scoreCount: count ?? change.scoreCount)) }
      if let entrant = change.entrant,
        try !exists(
          "SELECT 1 FROM round_players WHERE round_id = ? AND name_key = ?",
          [change.round, NameKey(entrant.player.name).letters])
      {
        try insert(entrant, into: change.round)
      }
    }
    return true
  }

  /// Returns where a new event stands, which is next where the event does not say; one of a revoked
  /// device stands nowhere.
  private func place(of position: LogPosition, id: String, in round: RoundID) throws -> LogPosition
  {
    guard !position.isOpen else { return try nextPosition(in: round, of: .beforeDevices) }
    let other: String? = try value(
      "SELECT id FROM events WHERE round_id = ? AND device = ? AND number = ?",
      [round, position.device, position.number])
    if let other { throw NumberTaken(id: id, other: other, position: position) }
    guard try !exists("SELECT 1 FROM revoked_devices WHERE id = ?", [position.device]) else {
      throw ScoreLogRefusal.deviceRevoked(position.device)
    }
    return position
  }

  /// Takes in that a round was finished, of which no line of its own says so, as a file of that time
  /// is brought up to date.
  fileprivate func takeFinish(of id: RoundID, at time: String) throws {
    let finish = ChangeID("\(id).finish")
    let record = try round(id)
    if let known = record.finish ?? record.changes.first(where: { $0.id == finish }) {
      guard known.at == time else {
        throw BadLine(description: "round \"\(id)\" is another in the log than in \"roundInfo\"")
      }
      return
    }
    _ = try take(
      .change(
        RoundChange(
          RoundChange.Stamp(id: finish, reportedBy: "", deviceName: "", at: time),
          position: .open, round: id, kind: .finish, scoreCount: 0)))
  }
}

extension LogEvent {
  /// Checks that an event's clock is no forged one.
  func requireClock(within greatest: [RoundID: Int]) throws {
    guard position.clock <= greatest[round] ?? 0 else {
      throw BadLine(description: "event \"\(id)\": its clock is far ahead of the round's")
    }
  }
}

/// A device has given one number to two events.
struct NumberTaken: Error, CustomStringConvertible {
  let id, other: String
  let position: LogPosition

  var description: String {
    "event \"\(id)\" has the number \(position.number) of device \"\(position.device)\", as \"\(other)\" has in the log; two copies of one log were written to"
  }
}

// MARK: - Lines of before logs knew devices

extension LogPosition {
  /// That of an event which does not say where it stands.
  static let open = LogPosition(clock: 0, device: .beforeDevices, number: 0)

  fileprivate var isOpen: Bool { self == .open }
}

extension ScoreEvent {
  /// Returns the event where another stands, if it does not say where it does.
  fileprivate func placed(likeIn known: ScoreEvent) -> ScoreEvent {
    position.isOpen && known.position.device == .beforeDevices ? placed(at: known.position) : self
  }
}

extension RoundChange {
  fileprivate func placed(
    at position: LogPosition, scoreCount: Int, entrant: RoundRecord.Entrant? = nil
  ) -> RoundChange {
    RoundChange(
      stamp, position: position, round: round, kind: kind, player: player,
      entrant: self.entrant ?? entrant, away: away, scoreCount: scoreCount)
  }

  /// Returns the change where another stands, if it does not say where it does.
  fileprivate func placed(likeIn known: RoundChange) -> RoundChange {
    position.isOpen && known.position.device == .beforeDevices
      ? placed(at: known.position, scoreCount: known.scoreCount, entrant: known.entrant) : self
  }
}
