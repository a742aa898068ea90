/// Checks that a log has every event that its events speak of, and that they fit together.
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
    let log = Dictionary(grouping: events, by: \.round)
    for round in rounds {
      let found = log[round.id, default: []]
      for change in round.changes {
        func find(_ what: String) {
          findings.append("the \(change.kind.rawValue) of round \"\(round.id)\" \(what)")
        }
        if found.count < change.scoreCount {
          find("came after \(change.scoreCount) events, but there are \(found.count)")
        }
        if let player = change.player, round.player(called: player) == nil {
          find("is of somebody who does not play in it: \"\(player)\"")
        }
      }
      findings += numbering(
        of: round,
        found.map { ($0.id.rawValue, $0.position) }
          + round.changes.map { ($0.id.rawValue, $0.position) })
    }
    let forked = log.mapValues { events in
      let changes = events.first.flatMap { records[$0.round]?.changes } ?? []
      let places =
        events.map { ($0.id.rawValue, $0.position) }
        + changes.map { ($0.id.rawValue, $0.position) }
      return Set(DeviceFork.found(among: places, of: "").map(\.device))
    }
    return findings + membership(of: events, in: records, forked)
      + links(of: events, in: records)
  }

  /// Checks that every device's events have the numbers from 1 without a gap.
  private static func numbering(
    of round: RoundRecord, _ events: [(id: String, position: LogPosition)]
  ) -> [String] {
    let devices = Dictionary(grouping: events, by: \.position.device)
    return devices.sorted { $0.key < $1.key }.flatMap { (device, events) -> [String] in
      let found = Set(events.map(\.position.number)).sorted()
      let lacking = zip([0] + found, found).filter { $0 + 1 < $1 }
      guard !lacking.isEmpty else { return [] }
      let numbers = lacking.map { last, next in
        last + 2 < next ? "\(last + 1)-\(next - 1)" : "\(last + 1)"
      }
      return [
        "round \"\(round.id)\" lacks events of device \"\(device)\": \(numbers.joined(separator: ", "))"
      ]
    }
  }

  private static func membership(
    of events: [ScoreEvent], in records: [RoundID: RoundRecord],
    _ forked: [RoundID: Set<DeviceID>]
  ) -> [String] {
    var findings: [String] = []
    var seen: Set<EventID> = []
    for event in events {
      if !seen.insert(event.id).inserted {
        findings.append("two events are called \"\(event.id)\"")
      }
      func find(_ what: String) { findings.append("event \"\(event.id)\" \(what)") }
      guard let record = records[event.round] else {
        find("is of a round that is not in the log: \"\(event.round)\"")
        continue
      }
      if record.player(called: event.player) == nil {
        find("is of somebody who does not play in the round: \"\(event.player)\"")
      }
      if !record.holes.contains(event.hole) {
        find("is of a hole that the round does not have: \(event.hole)")
      }
      if !record.isLocked { find("is of a round that has not started") }
      // Another device may not have known, nor another history of the same.
      if forked[event.round]?.contains(event.position.device) == true { continue }
      let before = record.changes.filter { $0.position < event.position }
      func last(_ kinds: RoundChange.Kind...) -> RoundChange? {
        before.last { kinds.contains($0.kind) }
          .flatMap { $0.position.device == event.position.device ? $0 : nil }
      }
      if last(.finish, .reopen)?.kind == .finish { find("came after its round was finished") }
      if last(.delete, .restore)?.kind == .delete { find("came after its round was deleted") }
    }
    return findings
  }

  private static func links(
    of events: [ScoreEvent], in records: [RoundID: RoundRecord]
  ) -> [String] {
    /// Whose score it is: of who joined under several names, one.
    func player(_ event: ScoreEvent) -> String {
      guard let record = records[event.round], let player = record.player(called: event.player)
      else { return event.player }
      return record.name(of: player)
    }
    let byID = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return events.flatMap { event in
      let links =
        event.supersedes.map { ("supersedes", $0) }
        + (event.takesBack.map { [("takes back", $0)] } ?? [])
      return links.compactMap { verb, id in
        func finding(_ what: String) -> String {
          "event \"\(event.id)\" \(verb) \(what): \"\(id)\""
        }
        guard let other = byID[id] else { return finding("one that is not in the log") }
        guard (other.round, player(other), other.hole) == (event.round, player(event), event.hole)
        else { return finding("one of another round, player or hole") }
        return other.position < event.position ? nil : finding("one that was made later")
      }
    }
  }
}
