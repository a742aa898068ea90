/// Checks that every score of a log has one history, which leads to one score that counts.
public enum ScoreLogAudit {
  /// Returns all that is wrong; empty for a clean log.
  ///
  /// - Parameters:
  ///   - rounds: All rounds of the log.
  ///   - events: All its events, those of a round in the log's order.
  /// - Returns: What is wrong with the rounds, and then with the events, each in their order.
  public static func findings(
    rounds: [RoundRecord], events: [ScoreEvent]
  ) -> [ScoreLogFinding] {
    var findings: [ScoreLogFinding] = []
    var records: [RoundID: RoundRecord] = [:]
    for round in rounds {
      if records.updateValue(round, forKey: round.id) != nil {
        findings.append(.duplicateRound(round.id))
      }
    }
    let perRound = Dictionary(grouping: events, by: \.round)
    for round in rounds {
      guard let finish = round.finish else { continue }
      let count = perRound[round.id, default: []].count
      if count < finish.eventCount {
        findings.append(.eventsLost(round.id, expected: finish.eventCount, found: count))
      }
    }
    findings += membership(of: events, in: records)
    findings += chains(of: events)
    return findings
  }

  /// Checks each event against its round.
  private static func membership(
    of events: [ScoreEvent], in records: [RoundID: RoundRecord]
  ) -> [ScoreLogFinding] {
    var findings: [ScoreLogFinding] = []
    var seen: Set<EventID> = []
    var counts: [RoundID: Int] = [:]
    for event in events {
      if !seen.insert(event.id).inserted { findings.append(.duplicateEvent(event.id)) }
      guard let record = records[event.round] else {
        findings.append(.unknownRound(event.id, event.round))
        continue
      }
      counts[event.round, default: 0] += 1
      if record.player(called: event.player) == nil {
        findings.append(.unknownPlayer(event.id, event.player))
      }
      if !record.holes.contains(event.hole) {
        findings.append(.unknownHole(event.id, event.hole))
      }
      if !record.isLocked { findings.append(.beforeStart(event.id)) }
      if let finish = record.finish, counts[event.round, default: 0] > finish.eventCount {
        findings.append(.afterFinish(event.id))
      }
    }
    return findings
  }

  /// Checks what the events say of each other.
  private static func chains(of events: [ScoreEvent]) -> [ScoreLogFinding] {
    let byID = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let successors = Dictionary(grouping: events.filter { $0.supersedes != nil }) { $0.supersedes }
    let takers = Dictionary(grouping: events.filter { $0.takesBack != nil }) { $0.takesBack }
    let roots = Dictionary(grouping: events.filter { $0.supersedes == nil }, by: Cell.init)
    var findings: [ScoreLogFinding] = []
    for event in events {
      if let id = event.supersedes {
        if let other = byID[id] {
          if Cell(other) != Cell(event) { findings.append(.supersedesElsewhere(event.id, id)) }
        } else {
          findings.append(.unknownSuperseded(event.id, id))
        }
      }
      if let id = event.takesBack {
        if let other = byID[id] {
          if Cell(other) != Cell(event) { findings.append(.takesBackElsewhere(event.id, id)) }
        } else {
          findings.append(.unknownTakenBack(event.id, id))
        }
      }
      if let next = successors[event.id], next.count > 1 {
        findings.append(.fork(event.id, by: next.map(\.id)))
      }
      if let takers = takers[event.id], takers.count > 1 {
        findings.append(.takenBackTwice(event.id, by: takers.map(\.id)))
      }
      if let cell = roots[Cell(event)], cell.count > 1, cell.first == event {
        findings.append(.severalRoots(cell.map(\.id)))
      }
    }
    return findings + cycles(in: events, byID: byID)
  }

  /// Follows every event back to its root; one that meets itself again has none.
  private static func cycles(
    in events: [ScoreEvent], byID: [EventID: ScoreEvent]
  ) -> [ScoreLogFinding] {
    var findings: [ScoreLogFinding] = []
    var settled: Set<EventID> = []
    for event in events {
      var path: [EventID] = []
      var onPath: Set<EventID> = []
      var next: EventID? = event.id
      while let id = next, !settled.contains(id), onPath.insert(id).inserted {
        path.append(id)
        next = byID[id]?.supersedes
      }
      if let id = next, let start = path.firstIndex(of: id) {
        findings.append(.cycle(Array(path[start...])))
      }
      settled.formUnion(path)
    }
    return findings
  }

  /// A player and hole of a round.
  private struct Cell: Hashable {
    let round: RoundID
    let player: String
    let hole: Int

    init(_ event: ScoreEvent) {
      round = event.round
      player = event.player
      hole = event.hole
    }
  }
}
