import HyzerBase
import ScoreLog

/// Scores, undoings and redoings that somebody might enter, drawn for a seed, with what they come to.
struct RandomLog {
  /// The scores that stand, 0 for no score, by player and hole: found by keeping every state.
  typealias State = [String: [Int: Int]]

  let record: RoundRecord
  private(set) var events: [ScoreEvent] = []
  private(set) var state: State = [:]
  private(set) var redone = 0

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = playerNames
    let players = Int.random(in: 1...6, using: &random)
    let pars = (0..<Int.random(in: 1...18, using: &random)).map { _ in
      Int.random(in: 2...6, using: &random)
    }
    record = try makeRecord(Array(names[..<players]), pars: pars)
    var history: [State] = []
    /// What was undone since something else was entered.
    var undone: [(state: State, events: ArraySlice<ScoreEvent>)] = []
    var commits: [ArraySlice<ScoreEvent>] = []
    for step in 1...Int.random(in: 1...60, using: &random) {
      let card = Scorecard(record, replaying: events)
      if Int.random(in: 0..<4, using: &random) == 0 {
        guard let undoing = Undoing(on: card, by: "A") else { continue }
        events += undoing.events(
          makeUndoing(CommitID("c\(step)")), on: card, from: events.next())
        undone.append((state, commits.popLast() ?? []))
        state = history.popLast() ?? [:]
        continue
      }
      if Int.random(in: 0..<6, using: &random) == 0 {
        let redoing = Redoing(on: card, by: "A")
        guard let next = undone.popLast(), let redoing else {
          // Only together there is nothing.
          if redoing != nil { preconditionFailure("nothing was undone") }
          continue
        }
        history.append(state)
        state = next.state
        events += try redoing.commit(
          CommitID("c\(step)"), in: "r", reportedBy: "Jake", deviceName: "watch",
          at: "2026-05-01T11:00:00.000Z"
        ).events(on: card, from: events.next())
        commits.append(events.suffix(next.events.count))
        redone += 1
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
      if !new.isEmpty {
        history.append(state)
        commits.append(new[...])
        // To enter the same scores is to bring them back.
        let isAgain = new.allSatisfy { event in
          undone.last?.events.contains {
            $0.player == event.player && $0.hole == event.hole && $0.result == event.result
          } == true
        }
        undone = isAgain ? Array(undone.dropLast()) : []
      }
      for (player, count) in scores { state[names[player], default: [:]][hole] = count }
      events += new
    }
  }
}
