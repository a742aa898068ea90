internal import Golf
internal import LogLines
internal import ScoreStore

/// The events of a round as those get them who follow it: each once, in the order in which they came
/// into the log while somebody looked.
struct RoundFeed {
  /// What the round was made with, and who plays.
  private(set) var card: Scorecard
  private(set) var lines: [(position: LogPosition, json: String)] = []
  /// Up to which number nothing is missing.
  private(set) var vector = VersionVector()
  private var known: Set<LogPosition> = []

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

  private mutating func add() {
    let new = events.filter { !known.contains($0.position) }.sorted { $0.position < $1.position }
    for event in new {
      lines.append((event.position, EventLine(event).json(withPlace: true)))
      known.insert(event.position)
    }
    // Not in the order of their numbers, since clocks go before.
    for position in known.sorted(by: { $0.number < $1.number })
    where position.number == vector[position.device] + 1 {
      vector[position.device] = position.number
    }
  }
}
