import DiscGolf
import ScoreLog

/// Returns the events of a player and hole that claim a result, by the rules of `ScoreCell` one after the
/// other, without regard to time.
func expectedClaims(of events: [ScoreEvent]) -> [ScoreEvent] {
  let byID = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  // Only what its own device takes back is as if it had not been made, and so is the taking back.
  var gone: Set<EventID> = []
  for event in events {
    guard let id = event.takesBack else { continue }
    if let taken = byID[id], taken.position.device != event.position.device { continue }
    gone.formUnion([id, event.id])
  }
  let live = events.filter { !gone.contains($0.id) }

  // What a resolution supersedes, and what that superseded.
  var settled: Set<EventID> = []
  func settle(by event: ScoreEvent) {
    for earlier in event.supersedes.compactMap({ byID[$0] })
    where earlier.position < event.position && settled.insert(earlier.id).inserted {
      settle(by: earlier)
    }
  }
  for event in live where event.kind == .resolution { settle(by: event) }

  return live.filter { word in
    func isSince(_ other: ScoreEvent) -> Bool {
      other.position.device == word.position.device
        && other.position.number >= word.position.number
    }
    let isLast = !live.contains { $0.id != word.id && isSince($0) }
    let isSettled = settled.compactMap { byID[$0] }.contains(where: isSince)
    return word.result != nil && isLast && !isSettled
  }
}
