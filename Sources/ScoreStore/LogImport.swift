internal import Foundation
internal import Golf

/// The lines of an import, read and put together by round, before any is saved.
struct LogImport {
  /// A line that was read.
  struct Numbered {
    /// The line's number, from 1; empty lines count.
    let number: Int
    let event: ScoreEvent
  }

  /// A round as the lines tell of it.
  struct Round {
    /// The number of the line that tells most of it.
    let number: Int
    /// What it is to be.
    let record: RoundRecord
    /// Whether a line says so, rather than its events alone.
    let isTold: Bool
  }

  /// Every event, in the order of the lines.
  private(set) var events: [Numbered] = []
  /// Every round, in the order of its first line.
  private(set) var rounds: [Round] = []

  /// Reads lines; empty ones are passed over.
  ///
  /// - Throws: ``ScoreStoreError/badLine(number:reason:)``.
  init(_ lines: some Sequence<String>) throws(ScoreStoreError) {
    let decoder = JSONDecoder()
    var told: [RoundID: Round] = [:]
    for (index, line) in lines.enumerated() {
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      let number = index + 1
      let read = try Self.read(line, number, decoder)
      events.append(Numbered(number: number, event: read.event))
      guard let record = read.round else { continue }
      if let earlier = told[record.id], earlier.record != record {
        throw .badLine(
          number: number,
          reason: "\"roundInfo\" differs from that of line \(earlier.number)")
      }
      told[record.id] = Round(number: number, record: record, isTold: true)
    }
    for (id, members) in Self.grouped(events) {
      if let round = told[id] {
        rounds.append(round)
      } else {
        rounds.append(try Self.guess(id, members))
      }
    }
  }

  private static func read(
    _ line: String, _ number: Int, _ decoder: JSONDecoder
  ) throws(ScoreStoreError) -> EventLine {
    do {
      return try decoder.decode(EventLine.self, from: Data(line.utf8))
    } catch {
      throw .badLine(number: number, reason: reason(error))
    }
  }

  /// Groups events by round, in the order of the rounds' first events.
  private static func grouped(_ events: [Numbered]) -> [(RoundID, [Numbered])] {
    var order: [RoundID] = []
    let groups = Dictionary(grouping: events) { (line: Numbered) in line.event.round }
    var seen: Set<RoundID> = []
    for line in events where seen.insert(line.event.round).inserted {
      order.append(line.event.round)
    }
    return order.map { ($0, groups[$0, default: []]) }
  }

  /// Makes a round from its events: 18 holes of par 3, or more if they have more, and everybody
  /// in the order of appearance, as guests since nobody knows who they are.
  private static func guess(
    _ id: RoundID, _ events: [Numbered]
  ) throws(ScoreStoreError) -> Round {
    guard let first = events.first else { preconditionFailure("a group has events") }
    var names: [String] = []
    var holes = 18
    for line in events {
      if !names.contains(line.event.player) { names.append(line.event.player) }
      guard Golf.Round.holeRange.contains(line.event.hole) else {
        throw .badLine(
          number: line.number,
          reason:
            "\"hole\" is \(line.event.hole); give a number from 1 to \(Golf.Round.holeRange.upperBound)"
        )
      }
      holes = max(holes, line.event.hole)
    }
    do throws(RoundRecordError) {
      let record = try RoundRecord(
        id: id, course: "", pars: Array(repeating: 3, count: holes),
        entrants: names.map { RoundRecord.Entrant(Player(name: $0), isGuest: true) },
        organiser: first.event.reportedBy, createdAt: first.event.at, startedAt: first.event.at)
      return Round(number: first.number, record: record, isTold: false)
    } catch {
      throw .badLine(number: first.number, reason: "round \"\(id)\": \(error)")
    }
  }

  /// Says what is wrong with a line.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(place(context)) is not what is expected there"
    case DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "not valid JSON" : "\(place(context)): \(context.debugDescription)"
    default: "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    guard !context.codingPath.isEmpty else { return "the line" }
    let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    return "\"\(keys.joined().drop { $0 == "." })\""
  }
}
