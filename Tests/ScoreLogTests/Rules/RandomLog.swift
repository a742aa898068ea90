import DiscGolf
import HyzerBase
import ScoreLog

/// Scores and undoings that somebody might enter, drawn for a seed, with what they come to.
struct RandomLog {
  /// The scores that stand, 0 for no score, by player and hole: found by keeping every state.
  typealias State = [String: [Int: Int]]

  let record: RoundRecord
  private(set) var events: [ScoreEvent] = []
  private(set) var state: State = [:]

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = playerNames
    let players = Int.random(in: 1...6, using: &random)
    let pars = (0..<Int.random(in: 1...18, using: &random)).map { _ in
      Int.random(in: 2...6, using: &random)
    }
    record = try makeRecord(Array(names[..<players]), pars: pars)
    var history: [State] = []
    for step in 1...Int.random(in: 1...60, using: &random) {
      let card = Scorecard(record, replaying: events)
      if Int.random(in: 0..<4, using: &random) == 0 {
        guard let undoing = Undoing(on: card, by: "A") else { continue }
        events += undoing.events(
          makeUndoing(CommitID("c\(step)")), on: card, from: events.next())
        state = history.popLast() ?? [:]
        continue
      }
      let hole = Int.random(in: 1...pars.count, using: &random)
      let who = (0..<players).shuffled(using: &random).prefix(
        Int.random(in: 1...players, using: &random))
      let scores = who.map { ($0, Int.random(in: 0...10, using: &random)) }
      // Whether the clocks of the devices agree plays no part.
      let minute = 10 + Int.random(in: 0..<50, using: &random)
      let new = try makeCommit(
        CommitID("c\(step)"), hole, scores, at: "2026-05-01T10:\(minute):00.000Z"
      )
      .events(on: card, from: events.next())
      if !new.isEmpty { history.append(state) }
      for (player, count) in scores { state[names[player], default: [:]][hole] = count }
      events += new
    }
  }
}
