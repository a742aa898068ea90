internal import Foundation
package import Golf

/// What an import added, and how many of its events the log had already.
package struct ImportSummary: Hashable, Sendable {
  package let roundsAdded, eventsAdded, eventsKnown: Int
}

extension ScoreStore {
  /// Returns the log as JSON Lines: one score, or change of a round, a line, in the log's order.
  ///
  /// The first line of each round describes the round as well, under `roundInfo`. Rounds without a
  /// score, and what was heard, are no part of the log. Equal logs give equal bytes. The lines, of
  /// one round or of all, are without their ends.
  package func exportLines(round: RoundID? = nil) throws(ScoreStoreError) -> [String] {
    try read { database in
      if let round { _ = try database.round(round) }
      let events =
        try round.map(database.events(of:)) ?? database.events("ORDER BY e.sequence")
      let changes =
        try round.map { try database.changes("WHERE c.round_id = ?", [$0]) }
        ?? database.changes("", [])
      let groups = Dictionary(grouping: events, by: \.round)
      var described: Set<RoundID> = []
      return try Self.inOrder(events, changes).map { content in
        guard described.insert(content.round).inserted else { return EventLine(content).json() }
        let record = try database.round(content.round)
        let card = Scorecard(record, replaying: groups[content.round, default: []])
        return EventLine(content, round: record).json(phase: card.phase)
      }
    }
  }

  /// Puts each change of a round after the scores that the round had then; rounds without a score have
  /// none.
  private static func inOrder(
    _ events: [ScoreEvent], _ changes: [RoundChange]
  ) -> [EventLine.Content] {
    var waiting = Dictionary(grouping: changes, by: \.round).mapValues { $0[...] }
    var counts: [RoundID: Int] = [:]
    var contents: [EventLine.Content] = []
    func takeChanges(of round: RoundID) {
      while let next = waiting[round]?.first, next.scoreCount <= counts[round, default: 0] {
        contents.append(.change(next))
        waiting[round]?.removeFirst()
      }
    }
    for event in events {
      takeChanges(of: event.round)
      contents.append(.score(event))
      counts[event.round, default: 0] += 1
      takeChanges(of: event.round)
    }
    return contents
  }

  /// Adds the events of an exported log: all that are new, or none where it throws.
  ///
  /// What is there already, the same, is passed over, so importing twice changes nothing. A round
  /// of which no line has `roundInfo` is made from its events: 18 holes of par 3, its players
  /// guests in the order of appearance. Empty lines are passed over.
  ///
  /// - Throws: ``ScoreStoreError/badLine(number:reason:)`` for a line that is no event, or that
  ///   contradicts the log or a rule.
  @discardableResult
  package func importLines(_ lines: some Sequence<String>) throws(ScoreStoreError) -> ImportSummary
  {
    let new = try once { _ in try ImportedLog(lines) }
    return try write { database in
      var roundsAdded = 0
      var records: [RoundID: RoundRecord] = [:]
      let joins = Set(
        new.lines.compactMap { line -> Joined? in
          guard case .change(let change) = line.content, change.kind == .join,
            let player = change.player
          else { return nil }
          return Joined(round: change.round, player: player)
        })
      var late: [Joined: RoundRecord.Entrant] = [:]
      for round in new.rounds {
        try Self.atLine(round.number) {
          let known = try database.knownRound(round.record.id)
          if let known {
            if round.isDescribed {
              try round.record.requireAgreement(with: known)
              // Who joined late does so at the line that says it: the round may be finished until then.
              for entrant in round.record.entrants.dropFirst(known.entrants.count) {
                let joined = Joined(round: known.id, player: entrant.player.name)
                if joins.contains(joined) {
                  late[joined] = entrant
                } else {
                  try database.insert([entrant], in: known)
                }
              }
            }
          } else {
            try database.insert(round.record)
            roundsAdded += 1
          }
          // A round that has events started elsewhere.
          let record = try database.round(round.record.id)
          if record.finish == nil, !record.isDeleted {
            try database.start(record, at: round.record.startedAt ?? round.record.createdAt)
          }
          records[record.id] = record
        }
      }
      var added = 0
      for (number, content) in new.lines {
        try Self.atLine(number) {
          guard var record = records[content.round] else {
            throw ScoreLogRefusal.unknownRound(content.round)
          }
          if case .change(let change) = content, change.kind == .join, let player = change.player,
            let entrant = late.removeValue(forKey: Joined(round: record.id, player: player))
          {
            try database.insert([entrant], in: record)
            record = try database.round(record.id)
            records[record.id] = record
          }
          let isNew =
            switch content {
            case .score(let event): try database.take(event, in: record)
            case .change(let change): try database.take(change, in: record)
            }
          if isNew { added += 1 }
        }
      }
      for round in new.rounds {
        guard let time = round.finishedAt else { continue }
        try Self.atLine(round.number) { try database.takeFinish(of: round.record.id, at: time) }
      }
      return ImportSummary(
        roundsAdded: roundsAdded, eventsAdded: added, eventsKnown: new.lines.count - added)
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
  private static func reason(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context) -> String {
      guard !context.codingPath.isEmpty else { return "the line" }
      let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
      return "\"\(keys.joined().drop { $0 == "." })\""
    }
    return switch error {
    case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(place(context)) is not what is expected there"
    case DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "not valid JSON" : "\(place(context)): \(context.debugDescription)"
    default: "\(error)"
    }
  }
}

/// Somebody who joined a round.
private struct Joined: Hashable {
  let round: RoundID
  let player: String
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
  }

  /// What every line says, in their order; they count from 1 with the empty ones.
  private(set) var lines: [(number: Int, content: EventLine.Content)] = []
  /// Every round, in the order of its first line.
  private(set) var rounds: [Round] = []

  init(_ lines: some Sequence<String>) throws {
    let decoder = JSONDecoder()
    var described: [RoundID: Round] = [:]
    for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
      let number = index + 1
      try ScoreStore.atLine(number) {
        let read = try decoder.decode(EventLine.self, from: Data(line.utf8))
        self.lines.append((number, read.content))
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
    let groups = Dictionary(grouping: self.lines) { $0.content.round }
    var seen: Set<RoundID> = []
    for (number, content) in self.lines where seen.insert(content.round).inserted {
      let group = groups[content.round, default: []]
      var round = try described[content.round] ?? Self.guess(number, content.round, group)
      let hasChange = group.contains { if case .change = $0.content { true } else { false } }
      if hasChange { round.finishedAt = nil }
      rounds.append(round)
    }
  }

  /// Makes a round from its events: 18 holes of par 3, or more if they have more, and everybody
  /// in the order of appearance, as guests since nobody knows who they are.
  private static func guess(
    _ number: Int, _ id: RoundID, _ lines: [(number: Int, content: EventLine.Content)]
  ) throws -> Round {
    var names: [String] = []
    let events = lines.compactMap { line -> (number: Int, event: ScoreEvent)? in
      if case .score(let event) = line.content { (line.number, event) } else { nil }
    }
    for (number, event) in events {
      if !names.contains(event.player) { names.append(event.player) }
      guard Golf.Round.holeRange.contains(event.hole) else {
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
  /// fewer or more had joined.
  fileprivate func requireAgreement(with known: RoundRecord) throws {
    let isSameStart =
      startedAt == nil || known.startedAt == nil || startedAt == known.startedAt
    let isSameRoster = zip(entrants, known.entrants).allSatisfy { $0 == $1 }
    guard course == known.course, pars == known.pars, isSameRoster, isSameStart,
      organiser == known.organiser, createdAt == known.createdAt
    else {
      throw BadLine(
        description: "round \"\(known.id)\" is another in the log than in \"roundInfo\"")
    }
  }
}

extension Database {
  /// Makes a round with its players; who is no guest is found among the registered players by
  /// display name, or registered.
  fileprivate func insert(_ record: RoundRecord) throws {
    try insertRound(
      record.id, course: record.course, pars: record.pars, organiser: record.organiser,
      createdAt: record.createdAt)
    try insert(record.entrants[...], in: record)
  }

  /// Appends players to a round.
  fileprivate func insert(_ entrants: ArraySlice<RoundRecord.Entrant>, in record: RoundRecord)
    throws
  {
    for entrant in entrants {
      var row: Int?
      if !entrant.isGuest {
        let key = NameKey(entrant.player.name).letters
        row = try registered("WHERE name_key = ?", [key]).first?.id ?? register(entrant.player)
      }
      try insert(entrant, playerRow: row, round: record.id)
    }
  }

  /// Takes in an event, and returns whether the log did not have it.
  fileprivate func take(_ event: ScoreEvent, in record: RoundRecord) throws -> Bool {
    guard let known = try self.event(event.id) else {
      try append([event], of: event.id.commit, in: record)
      return true
    }
    guard known == event else {
      throw BadLine(description: "event \"\(event.id)\" is another in the log")
    }
    return false
  }

  /// Takes in a change of a round, and returns whether the log did not have it.
  fileprivate func take(_ change: RoundChange, in record: RoundRecord) throws -> Bool {
    let player = change.player.flatMap(record.player(called:))
    if let name = change.player, player == nil {
      throw ScoreLogRefusal.unknownPlayer(name, record.id)
    }
    guard let known = try changes("WHERE c.id = ?", [change.id]).first else {
      try append(change.kind, change.stamp, in: record.id, player: player, away: change.away)
      return true
    }
    guard
      (known.stamp, known.round, known.kind) == (change.stamp, change.round, change.kind),
      (known.player, known.away) == (change.player, change.away)
    else { throw BadLine(description: "event \"\(change.id)\" is another in the log") }
    return false
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
    try append(
      .finish, RoundChange.Stamp(id: finish, reportedBy: "", device: "", at: time), in: id)
  }
}
