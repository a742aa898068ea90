/// What devices have said of a player's score on a hole, and what follows from it.
///
/// All that follows is a function of the set of events, so that logs of the same events agree,
/// whatever the order in which they came. An event that its device took back counts as if it had not
/// been made. A device's word is the last of its other events. A word claims its result unless a
/// resolution supersedes it: by its links, by those of the events to which they lead, or by being
/// said before one of these by the same device. The claims are in dispute where
/// they differ; the last resolution among them stands, or else the last of them.
///
/// Of a device with two histories (``DeviceFork``) numbers do not say what came before what, and links
/// alone count: each of its events to which no other of its own leads is a word.
package struct ScoreCell: Hashable, Sendable {
  /// In the order of their positions.
  package private(set) var events: [ScoreEvent] = []
  /// The words that claim a result, one a device at most, or more of one with two histories; the one that stands
  /// comes first.
  package private(set) var claims: [ScoreEvent] = []
  /// The devices that have two histories in the round.
  private var forked: Set<DeviceID> = []

  package init() {}

  init(_ events: [ScoreEvent], forked: Set<DeviceID> = []) {
    var seen: Set<EventID> = []
    self.events = events.filter { seen.insert($0.id).inserted }.sorted { $0.isBefore($1) }
    self.forked = forked
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
    let place = events.firstIndex { event.isBefore($0) } ?? events.endIndex
    events.insert(event, at: place)
    claims = claims(without: nil)
  }

  /// Returns what would count if an event had not been made; nil where nothing would.
  package func standing(without id: EventID) -> ScoreEvent? { claims(without: id).first }

  private func claims(without id: EventID?) -> [ScoreEvent] {
    let takenBack = withdrawn.union(id.map { [$0] } ?? [])
    let live = events.filter { !takenBack.contains($0.id) }
    let settled = reached(from: live.filter { $0.kind == .resolution })
    let last = numbers(of: live)
    let settledUpTo = numbers(of: settled)
    var claims = live.filter { event in
      let (device, number) = (event.position.device, event.position.number)
      return event.result != nil && !forked.contains(device) && number == last[device]
        && number > settledUpTo[device] ?? 0
    }
    for device in forked {
      let own = live.filter { $0.position.device == device }
      let superseded = Set((settled + reached(from: own)).map(\.id))
      claims += own.filter { $0.result != nil && !superseded.contains($0.id) }
    }
    return claims.sorted { $1.isOutranked(by: $0) }
  }

  /// Returns the greatest number of each device among some events.
  private func numbers(of events: [ScoreEvent]) -> [DeviceID: Int] {
    Dictionary(events.map { ($0.position.device, $0.position.number) }, uniquingKeysWith: max)
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

  /// Returns the events to which the links of some lead, and those of the events to which they lead.
  private func reached(from superseding: [ScoreEvent]) -> [ScoreEvent] {
    guard !superseding.isEmpty else { return [] }
    let byID = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var reached: [ScoreEvent] = []
    var known: Set<EventID> = []
    var next = superseding
    while let event = next.popLast() {
      for id in event.supersedes {
        // A link to what was made later is none, so that nothing supersedes itself in a circle.
        guard let earlier = byID[id], earlier.isBefore(event), known.insert(id).inserted else {
          continue
        }
        reached.append(earlier)
        next.append(earlier)
      }
    }
    return reached
  }
}

extension ScoreEvent {
  /// Orders claims: the one that none outranks stands.
  fileprivate func isOutranked(by other: ScoreEvent) -> Bool {
    let (resolves, otherResolves) = (kind == .resolution, other.kind == .resolution)
    return resolves == otherResolves ? isBefore(other) : otherResolves
  }

  /// Whether it is another event of the same device and number.
  func isOther(thanAtPlaceOf event: ScoreEvent) -> Bool {
    id != event.id && position.device == event.position.device
      && position.number == event.position.number
  }

  /// Whether it comes before another in the log's order.
  package func isBefore(_ other: ScoreEvent) -> Bool {
    (position, id.rawValue) < (other.position, other.id.rawValue)
  }
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
