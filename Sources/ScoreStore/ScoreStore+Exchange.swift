internal import Foundation
package import Golf

/// What an import added, and how many of its events the log had already.
package struct ImportSummary: Hashable, Sendable {
  package let roundsAdded, eventsAdded, eventsKnown: Int
}

extension ScoreStore {
  /// Returns the log as JSON Lines: one event a line, in the log's order.
  ///
  /// The first line of each round describes the round as well, under `roundInfo`. Rounds without a
  /// score, and what was heard, are no part of the log. Equal logs give equal bytes. The lines, of
  /// one round or of all, are without their ends.
  package func exportLines(round: RoundID? = nil) throws(ScoreStoreError) -> [String] {
    try read { database in
      if let round { _ = try database.round(round) }
      let events =
        try round.map(database.events(of:)) ?? database.events("ORDER BY e.sequence")
      let groups = Dictionary(grouping: events, by: \.round)
      var described: Set<RoundID> = []
      return try events.map { event in
        guard described.insert(event.round).inserted else { return EventLine(event).json() }
        let record = try database.round(event.round)
        let card = Scorecard(record, replaying: groups[event.round, default: []])
        return EventLine(event, round: record).json(phase: card.phase)
      }
    }
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
      for round in new.rounds {
        try Self.atLine(round.number) {
          let known = try database.knownRound(round.record.id)
          if let known {
            if round.isDescribed { try round.record.requireAgreement(with: known) }
          } else {
            try database.insert(round.record)
            roundsAdded += 1
          }
          records[round.record.id] = known ?? round.record
          // A round that has events started elsewhere.
          let record = try database.round(round.record.id)
          if record.finish == nil {
            try database.start(record, at: round.record.startedAt ?? round.record.createdAt)
          }
        }
      }
      var added = 0
      for (number, event) in new.events {
        try Self.atLine(number) {
          guard let record = records[event.round] else {
            throw ScoreLogRefusal.unknownRound(event.round)
          }
          if let known = try database.event(event.id) {
            guard known == event else {
              throw BadLine(description: "event \"\(event.id)\" is another in the log")
            }
          } else {
            try database.append([event], of: event.id.commit, in: record)
            added += 1
          }
        }
      }
      for round in new.rounds {
        guard let finish = round.record.finish,
          try database.round(round.record.id).finish == nil
        else { continue }
        try database.finish(round.record.id, at: finish.at)
      }
      return ImportSummary(
        roundsAdded: roundsAdded, eventsAdded: added, eventsKnown: new.events.count - added)
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
  }

  /// Every event, in the order of the lines, which count from 1 with the empty ones.
  private(set) var events: [(number: Int, event: ScoreEvent)] = []
  /// Every round, in the order of its first line.
  private(set) var rounds: [Round] = []

  init(_ lines: some Sequence<String>) throws {
    let decoder = JSONDecoder()
    var described: [RoundID: Round] = [:]
    for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
      let number = index + 1
      try ScoreStore.atLine(number) {
        let read = try decoder.decode(EventLine.self, from: Data(line.utf8))
        events.append((number, read.event))
        guard let record = read.round else { return }
        if let earlier = described[record.id], earlier.record != record {
          throw BadLine(
            description: "\"roundInfo\" differs from that of line \(earlier.number)")
        }
        described[record.id] = Round(number: number, record: record, isDescribed: true)
      }
    }
    let groups = Dictionary(grouping: events) { $0.event.round }
    var seen: Set<RoundID> = []
    for (number, event) in events where seen.insert(event.round).inserted {
      rounds.append(
        try described[event.round] ?? Self.guess(number, event, groups[event.round, default: []]))
    }
  }

  /// Makes a round from its events: 18 holes of par 3, or more if they have more, and everybody
  /// in the order of appearance, as guests since nobody knows who they are.
  private static func guess(
    _ number: Int, _ first: ScoreEvent, _ events: [(number: Int, event: ScoreEvent)]
  ) throws -> Round {
    var names: [String] = []
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
        id: first.round, course: "", pars: Array(repeating: 3, count: holes),
        entrants: names.map { RoundRecord.Entrant(Player(name: $0), isGuest: true) },
        organiser: first.reportedBy, createdAt: first.at, startedAt: first.at)
      return Round(number: number, record: record, isDescribed: false)
    } catch {
      throw ScoreStoreError.badLine(
        number: number, reason: "round \"\(first.round)\": \(error)")
    }
  }
}

extension RoundRecord {
  /// Checks that a round is what the log has already, or an earlier or later state of it.
  fileprivate func requireAgreement(with known: RoundRecord) throws {
    func agree(_ left: String?, _ right: String?) -> Bool {
      left == nil || right == nil || left == right
    }
    guard course == known.course, pars == known.pars, entrants == known.entrants,
      organiser == known.organiser, createdAt == known.createdAt,
      agree(startedAt, known.startedAt), agree(finish?.at, known.finish?.at)
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
    for entrant in record.entrants {
      var row: Int?
      if !entrant.isGuest {
        let key = NameKey(entrant.player.name).letters
        row = try registered("WHERE name_key = ?", [key]).first?.id ?? register(entrant.player)
      }
      try insert(entrant, playerRow: row, round: record.id)
    }
  }
}
