/// The scores of a round that stand: a fold over its events.
///
/// The current score of a player and hole is the leaf of the chain of events that supersede each
/// other. Neither times nor the order of the events have a say, so that logs of the same events
/// give equal cards. Events of other rounds, of nobody on the roster and of holes that the round
/// does not have count for nothing; ``ScoreLogAudit`` reports them.
package struct Scorecard: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let event: EventID
    /// What stands with it; nil where that was taken back.
    package let result: HoleResult?

    /// Orders what an event may say in a log in which it says several things.
    fileprivate var rank: Int {
      switch result {
      case nil: 0
      case .noScore: 1
      case .strokes(let strokes): 1 + strokes.count
      }
    }
  }

  private struct Cell: Hashable, Sendable {
    /// Events that none supersedes, by identifier; more than one only in a log that forks.
    var leaves: [Entry] = []
    var superseded: Set<EventID> = []
  }

  package let round: RoundRecord
  private var cells: [Cell]

  package init(_ round: RoundRecord, replaying events: some Sequence<ScoreEvent> = [ScoreEvent]()) {
    self.round = round
    cells = Array(repeating: Cell(), count: round.entrants.count * round.pars.count)
    for event in events { apply(event) }
  }

  package mutating func apply(_ event: ScoreEvent) {
    guard event.round == round.id, let player = round.player(called: event.player),
      let index = index(player, event.hole)
    else { return }
    if let superseded = event.supersedes {
      cells[index].superseded.insert(superseded)
      cells[index].leaves.removeAll { $0.event == superseded }
    }
    let leaf = Entry(event: event.id, result: event.result)
    guard !cells[index].superseded.contains(event.id), !cells[index].leaves.contains(leaf) else {
      return
    }
    cells[index].leaves.append(leaf)
    // Where a log forks, the same one of the leaves counts whatever the order.
    if cells[index].leaves.count > 1 {
      cells[index].leaves.sort { ($0.event, $0.rank) < ($1.event, $1.rank) }
    }
  }

  /// Returns the event that stands for a player and hole; nil where there is none.
  package func entry(of player: PlayerID, onHole hole: Int) -> Entry? {
    index(player, hole).flatMap { cells[$0].leaves.first }
  }

  /// Returns what a player has on a hole; nil where the hole is open.
  ///
  /// On holes that the player does not play that is no score, where there is none.
  package func result(of player: PlayerID, onHole hole: Int) -> HoleResult? {
    entry(of: player, onHole: hole)?.result
      ?? (round.away(player).contains(hole) ? .noScore : nil)
  }

  /// Returns the current score of a player on a hole; nil where there is none, whether or not the
  /// hole is open.
  package func strokes(of player: PlayerID, onHole hole: Int) -> Strokes? {
    result(of: player, onHole: hole)?.strokes
  }

  /// Returns the players for whom a hole is open, in the roster's order.
  package func playersMissing(onHole hole: Int) -> [PlayerID] {
    round.players.filter { result(of: $0, onHole: hole) == nil }
  }

  /// Returns whether a hole is open for nobody, counting others as if they had a score; false in a
  /// round without players.
  package func isComplete(hole: Int, counting others: Set<PlayerID> = []) -> Bool {
    !round.entrants.isEmpty && playersMissing(onHole: hole).allSatisfy(others.contains)
  }

  package var isComplete: Bool { round.holes.allSatisfy { isComplete(hole: $0) } }

  /// The holes on which scores are missing, with the players who miss them.
  package var missing: [MissingScores] {
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

  package var phase: RoundPhase { RoundPhase(of: round, hasEveryScore: isComplete) }

  /// Returns what a player has scored so far.
  package func total(of player: PlayerID) -> PlayerTotal {
    var (strokes, par, played) = (0, 0, 0)
    for hole in round.holes {
      guard let score = self.strokes(of: player, onHole: hole) else { continue }
      strokes += score.count
      par += round.par(ofHole: hole)
      played += 1
    }
    return PlayerTotal(
      player: player, name: round.name(of: player), relativeToPar: strokes - par,
      strokes: strokes, holesPlayed: played)
  }

  package var standings: Standings { Standings(of: round.players.map(total(of:))) }

  private func index(_ player: PlayerID, _ hole: Int) -> Int? {
    guard round.entrants.indices.contains(player.index), round.holes.contains(hole) else {
      return nil
    }
    return player.index * round.pars.count + hole - 1
  }
}

/// A hole on which scores are missing, and whose: names in the roster's order, at least one.
package struct MissingScores: Hashable, Sendable {
  package let hole: Int
  package let names: [String]

  package init(hole: Int, names: [String]) { (self.hole, self.names) = (hole, names) }
}
