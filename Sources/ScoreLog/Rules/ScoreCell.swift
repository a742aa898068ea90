public import DiscGolf

/// What devices have said of a player's score on a hole, and what follows from it.
///
/// All that follows is a function of the set of events, so that logs of the same events agree,
/// whatever the order in which they came. An event that its device took back counts as if it had not
/// been made. A device's word is the last of its other events. A word claims its result unless a
/// resolution supersedes it: by its links, by those of the events to which they lead, or by being
/// said before one of these by the same device. The claims are in dispute where
/// they differ; the last resolution among them stands, or else the last of them.
package struct ScoreCell: Hashable, Sendable {
  /// In the order of their positions.
  package private(set) var events: [ScoreEvent] = []
  /// The words that claim a result, one a device at most; the one that stands comes first.
  package private(set) var claims: [ScoreEvent] = []

  package init() {}

  init(_ events: [ScoreEvent]) {
    var seen: Set<EventID> = []
    self.events = events.filter { seen.insert($0.id).inserted }.sorted { $0.position < $1.position }
    claims = claims(without: nil)
  }

  /// What counts; nil where nobody claims a result.
  package var standing: ScoreEvent? { claims.first }
  package var isDisputed: Bool { claims.contains { $0.result != standing?.result } }

  /// The events that no later one supersedes, in the order of their positions.
  ///
  /// Their links lead to all others, whatever the links say.
  package var heads: [EventID] {
    var superseded: Set<EventID> = []
    var heads: [EventID] = []
    for event in events.reversed() {
      if !superseded.contains(event.id) { heads.append(event.id) }
      superseded.formUnion(event.supersedes)
    }
    return heads.reversed()
  }

  /// Takes in an event of the player and hole; one that is there already changes nothing.
  package mutating func insert(_ event: ScoreEvent) {
    guard !events.contains(where: { $0.id == event.id }) else { return }
    let place = events.firstIndex { event.position < $0.position } ?? events.endIndex
    events.insert(event, at: place)
    claims = claims(without: nil)
  }

  /// Returns what would count if an event had not been made; nil where nothing would.
  package func standing(without id: EventID) -> ScoreEvent? { claims(without: id).first }

  private func claims(without id: EventID?) -> [ScoreEvent] {
    let takenBack = withdrawn.union(id.map { [$0] } ?? [])
    var words: [DeviceID: ScoreEvent] = [:]
    let live = events.filter { !takenBack.contains($0.id) }
    for event in live {
      let earlier = words[event.position.device]?.position.number ?? 0
      if earlier < event.position.number { words[event.position.device] = event }
    }
    let settled = settled(by: live.filter { $0.kind == .resolution })
    return words.values.filter {
      $0.result != nil && $0.position.number > settled[$0.position.device] ?? 0
    }.sorted { $1.rank < $0.rank }
  }

  /// The events that their devices took back, and those by which they did.
  private var withdrawn: Set<EventID> {
    var withdrawn: Set<EventID> = []
    for event in events {
      guard let id = event.takesBack else { continue }
      let author = events.first { $0.id == id }?.position.device
      // What is taken back may still be on its way.
      guard author == nil || author == event.position.device else { continue }
      withdrawn.formUnion([id, event.id])
    }
    return withdrawn
  }

  /// Returns the number up to which some events supersede what a device said.
  private func settled(by superseding: [ScoreEvent]) -> [DeviceID: Int] {
    guard !superseding.isEmpty else { return [:] }
    let byID = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var settled: [DeviceID: Int] = [:]
    var reached: Set<EventID> = []
    var next = superseding
    while let event = next.popLast() {
      for id in event.supersedes {
        // A link to what was made later is none, so that nothing supersedes itself in a circle.
        guard let earlier = byID[id], earlier.position < event.position,
          reached.insert(id).inserted
        else { continue }
        settled[earlier.position.device] = max(
          settled[earlier.position.device] ?? 0, earlier.position.number)
        next.append(earlier)
      }
    }
    return settled
  }
}

extension ScoreEvent {
  /// Orders claims: the greatest stands.
  fileprivate var rank: (Int, LogPosition) { (kind == .resolution ? 1 : 0, position) }
}

/// A score over which devices differ.
public struct Dispute: Hashable, Sendable {
  /// Whose score it is.
  public let player: PlayerID
  /// The number of the hole, from 1.
  public let hole: Int
  /// What each device says, at least two; the one that stands meanwhile comes first.
  public let claims: [ScoreEvent]
}
