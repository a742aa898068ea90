internal import DiscGolf
internal import HyzerBase
internal import ScoreLog

/// The events of a round as those get them who follow it: each once, in the order in which they came
/// into the log while somebody looked.
struct RoundFeed {
  /// What the round was made with, and who plays.
  private(set) var card: Scorecard
  private(set) var lines: [(position: LogPosition, json: String)] = []
  /// Up to which number nothing is missing.
  private(set) var vector = VersionVector()
  /// The identifiers of its events by device and number.
  private var known: [DeviceID: [Int: String]] = [:]

  init(of round: RoundID, in store: ScoreStore) throws(ScoreStoreError) {
    card = try store.scorecard(of: round)
    add()
  }

  /// Reads the log again.
  mutating func refresh(from store: ScoreStore) throws(ScoreStoreError) {
    card = try store.scorecard(of: card.round.id)
    add()
  }

  var events: [LogEvent] {
    card.events.map { LogEvent.score($0) } + card.round.changes.map { .change($0) }
  }

  /// Whether an event has its place there already: it need not come again, whatever is said of it now.
  func holds(_ event: LogEvent) -> Bool {
    known[event.position.device]?[event.position.number] == event.id
  }

  private mutating func add() {
    let new = events.filter { known[$0.position.device]?[$0.position.number] == nil }
    for event in new.sorted(by: { $0.position < $1.position }) {
      lines.append((event.position, EventLine(event).json(withPlace: true)))
      known[event.position.device, default: [:]][event.position.number] = event.id
    }
    for device in Set(new.map(\.position.device)) {
      while known[device]?[vector[device] + 1] != nil { vector[device] += 1 }
    }
  }
}
