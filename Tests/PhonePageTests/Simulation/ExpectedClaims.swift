import ScoreLog

/// Returns the events of a player and hole that claim a result, by the rules of `ScoreCell` one after the
/// other, without regard to time; `forked` are the devices with two histories.
func expectedClaims(of events: [ScoreEvent], forked: Set<DeviceID> = []) -> [ScoreEvent] {
  let byID = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  // Only what its own device takes back is as if it had not been made, and so is the taking back.
  var gone: Set<EventID> = []
  for event in events {
    guard let id = event.takesBack else { continue }
    if let taken = byID[id], taken.position.device != event.position.device { continue }
    gone.formUnion([id, event.id])
  }
  let live = events.filter { !gone.contains($0.id) }

  // What an event supersedes, and what that superseded.
  func superseded(by event: ScoreEvent) -> Set<EventID> {
    var superseded: Set<EventID> = []
    func supersede(by event: ScoreEvent) {
      for earlier in event.supersedes.compactMap({ byID[$0] })
      where earlier.position < event.position && superseded.insert(earlier.id).inserted {
        supersede(by: earlier)
      }
    }
    supersede(by: event)
    return superseded
  }
  let settled = live.filter { $0.kind == .resolution }.reduce(into: Set<EventID>()) {
    $0.formUnion(superseded(by: $1))
  }

  return live.filter { word in
    func isSince(_ other: ScoreEvent) -> Bool {
      other.position.device == word.position.device
        && other.position.number >= word.position.number
    }
    if forked.contains(word.position.device) {
      let own = live.filter { $0.position.device == word.position.device }
      return word.result != nil && !settled.contains(word.id)
        && !own.contains { superseded(by: $0).contains(word.id) }
    }
    let isLast = !live.contains { $0.id != word.id && isSince($0) }
    let isSettled = settled.compactMap { byID[$0] }.contains(where: isSince)
    return word.result != nil && isLast && !isSettled
  }
}
