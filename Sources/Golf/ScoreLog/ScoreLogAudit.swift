/// Checks that every score of a log has one history, which leads to one score that counts.
package enum ScoreLogAudit {
  /// Returns all that is wrong, a line each; empty for a clean log.
  ///
  /// What is wrong with the rounds comes first, then with the events, each in their order. Takes all
  /// rounds and events, those of a round in the log's order.
  package static func findings(rounds: [RoundRecord], events: [ScoreEvent]) -> [String] {
    var findings: [String] = []
    var records: [RoundID: RoundRecord] = [:]
    for round in rounds {
      if records.updateValue(round, forKey: round.id) != nil {
        findings.append("two rounds are called \"\(round.id)\"")
      }
    }
    let counts = Dictionary(grouping: events, by: \.round).mapValues(\.count)
    for round in rounds {
      let found = counts[round.id] ?? 0
      for change in round.changes {
        func find(_ what: String) {
          findings.append("the \(change.kind.rawValue) of round \"\(round.id)\" \(what)")
        }
        if found < change.scoreCount {
          find("came after \(change.scoreCount) events, but there are \(found)")
        }
        if let player = change.player, round.player(called: player) == nil {
          find("is of somebody who does not play in it: \"\(player)\"")
        }
      }
    }
    return findings + membership(of: events, in: records) + chains(of: events)
  }

  private static func membership(
    of events: [ScoreEvent], in records: [RoundID: RoundRecord]
  ) -> [String] {
    var findings: [String] = []
    var seen: Set<EventID> = []
    var counts: [RoundID: Int] = [:]
    for event in events {
      if !seen.insert(event.id).inserted {
        findings.append("two events are called \"\(event.id)\"")
      }
      func find(_ what: String) { findings.append("event \"\(event.id)\" \(what)") }
      guard let record = records[event.round] else {
        find("is of a round that is not in the log: \"\(event.round)\"")
        continue
      }
      counts[event.round, default: 0] += 1
      if record.player(called: event.player) == nil {
        find("is of somebody who does not play in the round: \"\(event.player)\"")
      }
      if !record.holes.contains(event.hole) {
        find("is of a hole that the round does not have: \(event.hole)")
      }
      if !record.isLocked { find("is of a round that has not started") }
      let before = record.changes.filter { $0.scoreCount < counts[event.round, default: 0] }
      if before.last(where: { $0.kind == .finish || $0.kind == .reopen })?.kind == .finish {
        find("came after its round was finished")
      }
      if before.last(where: { $0.kind == .delete || $0.kind == .restore })?.kind == .delete {
        find("came after its round was deleted")
      }
    }
    return findings
  }

  /// Checks what the events say of each other.
  private static func chains(of events: [ScoreEvent]) -> [String] {
    let byID = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let successors = Dictionary(grouping: events.filter { $0.supersedes != nil }) { $0.supersedes }
    let takers = Dictionary(grouping: events.filter { $0.takesBack != nil }) { $0.takesBack }
    let roots = Dictionary(grouping: events.filter { $0.supersedes == nil }, by: Cell.init)
    var findings: [String] = []
    for event in events {
      for (verb, id) in [("supersedes", event.supersedes), ("takes back", event.takesBack)] {
        guard let id else { continue }
        if byID[id] == nil {
          findings.append("event \"\(event.id)\" \(verb) one that is not in the log: \"\(id)\"")
        } else if byID[id].map(Cell.init) != Cell(event) {
          findings.append(
            "event \"\(event.id)\" \(verb) one of another round, player or hole: \"\(id)\"")
        }
      }
      for (verb, others) in [
        ("superseded", successors[event.id]), ("taken back", takers[event.id]),
      ] {
        guard let others, others.count > 1 else { continue }
        findings.append("event \"\(event.id)\" is \(verb) by several: \(list(others.map(\.id)))")
      }
      if let cell = roots[Cell(event)], cell.count > 1, cell.first == event {
        findings.append(
          "several events of a player and hole supersede none: \(list(cell.map(\.id)))")
      }
    }
    return findings + cycles(in: events, byID: byID)
  }

  /// Follows every event back to its root; one that meets itself again has none.
  private static func cycles(in events: [ScoreEvent], byID: [EventID: ScoreEvent]) -> [String] {
    var findings: [String] = []
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
        findings.append("events supersede each other in a circle: \(list(Array(path[start...])))")
      }
      settled.formUnion(path)
    }
    return findings
  }

  private static func list(_ ids: [EventID]) -> String {
    ids.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// A player and hole of a round.
  private struct Cell: Hashable {
    let round: RoundID
    let player: String
    let hole: Int

    init(_ event: ScoreEvent) { (round, player, hole) = (event.round, event.player, event.hole) }
  }
}
