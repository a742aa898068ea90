/// The scores of a round that stand: a fold over its events, of which `ScoreCell` has the rules.
///
/// Neither times nor the order of the events have a say, so that logs of the same events give equal
/// cards. Events of other rounds, of nobody on the roster and of holes that the round does not have
/// count for nothing; `ScoreLogAudit` reports them.
public struct Scorecard: Hashable, Sendable {
  /// The round, with who plays.
  public let round: RoundRecord
  private var cells: [ScoreCell]
  /// The devices that have two histories among what counts.
  package private(set) var forks: [DeviceFork] = []

  package init(_ round: RoundRecord, replaying events: some Sequence<ScoreEvent> = [ScoreEvent]()) {
    self.round = round
    cells = []
    var said = Array(repeating: [ScoreEvent](), count: round.entrants.count * round.pars.count)
    for event in events { if let index = index(event) { said[index].append(event) } }
    cells = said.map { ScoreCell($0) }
    findForks()
  }

  package mutating func apply(_ event: ScoreEvent) {
    guard let index = index(event) else { return }
    cells[index].insert(event)
    let isSecond =
      cells.contains { $0.events.contains { $0.isOther(thanAtPlaceOf: event) } }
      || round.changes.contains {
        $0.position.device == event.position.device && $0.position.number == event.position.number
      }
    if isSecond { findForks() }
  }

  /// Folds anew what devices with two histories said, where there are some.
  private mutating func findForks() {
    let places =
      cells.lazy.flatMap(\.events).map { ($0.id.rawValue, $0.position) }
      + round.changes.map { ($0.id.rawValue, $0.position) }
    forks = DeviceFork.found(among: places, of: round.id)
    let devices = Set(forks.map(\.device))
    if !devices.isEmpty { cells = cells.map { ScoreCell($0.events, forked: devices) } }
  }

  private func index(_ event: ScoreEvent) -> Int? {
    guard event.round == round.id, let player = round.player(called: event.player) else {
      return nil
    }
    return index(player, event.hole)
  }

  /// All events that count for something, player by player and hole by hole.
  package var events: [ScoreEvent] { cells.flatMap(\.events) }

  /// Returns what was said of a player and hole; nothing where the round does not have them.
  package func cell(of player: PlayerID, onHole hole: Int) -> ScoreCell {
    index(player, hole).map { cells[$0] } ?? ScoreCell()
  }

  /// Returns the event that stands for a player and hole; nil where there is none.
  public func event(of player: PlayerID, onHole hole: Int) -> ScoreEvent? {
    index(player, hole).flatMap { cells[$0].standing }
  }

  /// The scores over which devices differ, hole by hole and in the roster's order.
  public var disputes: [Dispute] {
    round.holes.flatMap { hole in
      round.players.compactMap { player in
        let cell = cell(of: player, onHole: hole)
        return cell.isDisputed
          ? Dispute(player: player, hole: hole, claims: cell.claims) : nil
      }
    }
  }

  /// Returns what a player has on a hole; nil where the hole is open.
  ///
  /// On holes that the player does not play that is no score, where there is none.
  public func result(of player: PlayerID, onHole hole: Int) -> HoleResult? {
    event(of: player, onHole: hole)?.result
      ?? (round.away(player).contains(hole) ? .noScore : nil)
  }

  /// Returns the current score of a player on a hole; nil where there is none, whether or not the
  /// hole is open.
  public func strokes(of player: PlayerID, onHole hole: Int) -> Strokes? {
    result(of: player, onHole: hole)?.strokes
  }

  /// Returns the players for whom a hole is open, in the roster's order.
  public func playersMissing(onHole hole: Int) -> [PlayerID] {
    round.players.filter { result(of: $0, onHole: hole) == nil }
  }

  /// Returns whether a hole is open for nobody, counting others as if they had a score; false in a
  /// round without players.
  package func isComplete(hole: Int, counting others: Set<PlayerID> = []) -> Bool {
    !round.entrants.isEmpty && playersMissing(onHole: hole).allSatisfy(others.contains)
  }

  /// Whether every player has every hole.
  public var isComplete: Bool { round.holes.allSatisfy { isComplete(hole: $0) } }

  /// The holes on which scores are missing, with the players who miss them.
  public var missing: [MissingScores] {
    round.holes.compactMap { hole in
      let players = playersMissing(onHole: hole)
      return players.isEmpty
        ? nil : MissingScores(hole: hole, names: players.map(round.name(of:)))
    }
  }

  /// Returns the hole to play after one: the next that is not complete, going on from the last
  /// hole to the first; nil where every other hole is complete.
  ///
  /// `others` are the players of each hole who count as if they had a score on it.
  package func nextHole(after hole: Int, counting others: [Int: Set<PlayerID>] = [:]) -> Int? {
    let holes = round.holes.filter { $0 > hole } + round.holes.filter { $0 < hole }
    return holes.first { !isComplete(hole: $0, counting: others[$0] ?? []) }
  }

  /// How many scores came after the finish that counts, from who did not know of it; 0 where the round
  /// is not finished.
  package var lateScoreCount: Int {
    guard let finish = round.finish else { return 0 }
    // Who finished may have had more than is here yet.
    return max(0, cells.reduce(0) { $0 + $1.events.count } - finish.scoreCount)
  }

  /// Where the round stands.
  public var phase: RoundPhase {
    if round.finish != nil { return isComplete ? .completed : .finishedEarly }
    return round.startedAt == nil ? .setup : isComplete ? .awaitingFinalisation : .active
  }

  /// Returns what a player has scored so far.
  public func total(of player: PlayerID) -> PlayerTotal { total(of: player, beside: playedHoles) }

  /// The holes on which somebody has a score.
  private var playedHoles: Set<Int> {
    Set(
      round.holes.filter { hole in round.players.contains { strokes(of: $0, onHole: hole) != nil } }
    )
  }

  private func total(of player: PlayerID, beside playedHoles: Set<Int>) -> PlayerTotal {
    var (strokes, par, played, missed) = (0, 0, 0, 0)
    for hole in round.holes {
      let result = self.result(of: player, onHole: hole)
      guard let score = result?.strokes else {
        // While the round goes on, what is open may still come.
        if playedHoles.contains(hole), result != nil || round.finish != nil { missed += 1 }
        continue
      }
      strokes += score.count
      par += round.par(ofHole: hole)
      played += 1
    }
    return PlayerTotal(
      player: player, name: round.name(of: player), relativeToPar: strokes - par,
      strokes: strokes, holesPlayed: played, holesMissed: missed)
  }

  /// The leaderboard.
  public var standings: Standings {
    let played = playedHoles
    return Standings(of: round.players.map { total(of: $0, beside: played) })
  }

  private func index(_ player: PlayerID, _ hole: Int) -> Int? {
    guard round.entrants.indices.contains(player.index), round.holes.contains(hole) else {
      return nil
    }
    return player.index * round.pars.count + hole - 1
  }
}

/// A hole on which scores are missing, and whose: names in the roster's order, at least one.
public struct MissingScores: Hashable, Sendable {
  /// The number of the hole, from 1.
  public let hole: Int
  /// The display names of the players.
  public let names: [String]
}
