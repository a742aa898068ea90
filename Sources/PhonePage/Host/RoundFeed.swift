internal import ScoreLog

/// The events of a round as its followers get them: each once, in the order in which they came into the log
/// while the host looked.
struct RoundFeed {
  /// What the round was made with, and who plays; its changes are those of when it was last read.
  private(set) var round: RoundRecord
  private(set) var lines: [(position: LogPosition, json: String)] = []
  /// Up to which number nothing is missing.
  private(set) var vector = VersionVector()
  /// The identifiers of its events by device and number.
  private var known: [DeviceID: [Int: Set<String>]] = [:]
  /// The devices with two histories, of which vectors do not say what is held.
  private var forked: Set<DeviceID> = []

  /// The greatest clock of its events; 0 where there are none.
  var greatestClock: Int { lines.map(\.position.clock).max() ?? 0 }

  init(of id: RoundID, in store: ScoreStore) throws(ScoreStoreError) {
    round = try store.round(id)
    append(try store.loggedEvents(of: round.id))
  }

  /// Reads what the round says of itself, and returns whether that is something else now: players come and go
  /// without events before the start.
  mutating func readRound(in store: ScoreStore) throws(ScoreStoreError) -> Bool {
    let before = EventLine.info(of: round)
    round = try store.round(round.id)
    return EventLine.info(of: round) != before
  }

  /// Adds those events that are of the round and new.
  mutating func append(_ events: [LoggedEvent]) {
    for one in events where one.event.round == round.id {
      let (position, id) = (one.event.position, one.event.id)
      let others = known[position.device]?[position.number]
      guard others?.contains(id) != true else { continue }
      if others != nil { forked.insert(position.device) }
      known[position.device, default: [:]][position.number, default: []].insert(id)
      lines.append((position, one.line))
      while known[position.device]?[vector[position.device] + 1] != nil {
        vector[position.device] += 1
      }
    }
  }

  /// Whether an event has its place there already: it need not come again, whatever is said of it now.
  func holds(_ event: LogEvent) -> Bool {
    known[event.position.device]?[event.position.number]?.contains(event.id) == true
  }

  /// Whether another event has the place of one.
  func holdsOther(than event: LogEvent) -> Bool {
    known[event.position.device]?[event.position.number].map { !$0.contains(event.id) } ?? false
  }

  /// Whether a vector says that an event at a position is held.
  func isSaid(_ position: LogPosition, by vector: VersionVector) -> Bool {
    vector.contains(position) && !forked.contains(position.device)
  }
}
