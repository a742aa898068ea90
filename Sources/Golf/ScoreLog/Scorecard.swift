/// The scores of a round that stand: a fold over its events.
///
/// The current score of a player and hole is the leaf of the chain of events that supersede each
/// other. Neither times nor the order of the events have a say, so that logs of the same events
/// give equal cards. Events of other rounds, of nobody on the roster and of holes that the round
/// does not have count for nothing; ``ScoreLogAudit`` reports them.
public struct Scorecard: Hashable, Sendable {
  /// The event that stands for a player and hole.
  package struct Entry: Hashable, Sendable {
    package let event: EventID
    /// Its score; nil where the score was taken back.
    package let strokes: Strokes?
  }

  private struct Cell: Hashable, Sendable {
    /// Events that none supersedes, by identifier; more than one only in a log that forks.
    var leaves: [Entry] = []
    var superseded: Set<EventID> = []
  }

  /// The round.
  public let round: RoundRecord
  private let indexes: [String: Int]
  private var cells: [Cell]

  /// Makes the card of a round from its events, in any order.
  package init(_ round: RoundRecord, replaying events: some Sequence<ScoreEvent> = [ScoreEvent]()) {
    self.round = round
    indexes = Dictionary(
      round.entrants.enumerated().map { ($1.player.name, $0) },
      uniquingKeysWith: { first, _ in first })
    cells = Array(repeating: Cell(), count: round.entrants.count * round.pars.count)
    for event in events { apply(event) }
  }

  /// Takes in one more event.
  package mutating func apply(_ event: ScoreEvent) {
    guard event.round == round.id, let player = indexes[event.player],
      let index = index(PlayerID(player), event.hole)
    else { return }
    if let superseded = event.supersedes {
      cells[index].superseded.insert(superseded)
      cells[index].leaves.removeAll { $0.event == superseded }
    }
    let leaf = Entry(event: event.id, strokes: event.strokes)
    guard !cells[index].superseded.contains(event.id), !cells[index].leaves.contains(leaf) else {
      return
    }
    cells[index].leaves.append(leaf)
    // Where a log forks, the same one of the leaves counts whatever the order.
    if cells[index].leaves.count > 1 {
      cells[index].leaves.sort {
        ($0.event, $0.strokes?.count ?? 0) < ($1.event, $1.strokes?.count ?? 0)
      }
    }
  }

  /// Returns the event that stands for a player and hole; nil where there is none.
  package func entry(of player: PlayerID, onHole hole: Int) -> Entry? {
    index(player, hole).flatMap { cells[$0].leaves.first }
  }

  /// Returns the current score of a player on a hole; nil where there is none.
  public func strokes(of player: PlayerID, onHole hole: Int) -> Strokes? {
    entry(of: player, onHole: hole)?.strokes
  }

  /// Returns the players without a score on a hole, in the roster's order.
  package func playersMissing(onHole hole: Int) -> [PlayerID] {
    round.players.filter { strokes(of: $0, onHole: hole) == nil }
  }

  /// Returns whether every player has a score on a hole, counting others as if they had one; false
  /// in a round without players.
  package func isComplete(hole: Int, counting others: Set<PlayerID> = []) -> Bool {
    !round.entrants.isEmpty && playersMissing(onHole: hole).allSatisfy(others.contains)
  }

  /// Whether every player has a score on every hole.
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

  /// Where the round stands.
  package var phase: RoundPhase {
    RoundPhase(
      isStarted: round.startedAt != nil, isFinished: round.finish != nil,
      hasEveryScore: isComplete)
  }

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

  /// Who leads.
  public var standings: Standings { Standings(of: round.players.map(total(of:))) }

  private func index(_ player: PlayerID, _ hole: Int) -> Int? {
    guard round.entrants.indices.contains(player.index), round.holes.contains(hole) else {
      return nil
    }
    return player.index * round.pars.count + hole - 1
  }
}

/// A hole on which scores are missing, and whose: names in the roster's order, at least one.
public struct MissingScores: Hashable, Sendable {
  package let hole: Int
  package let names: [String]

  package init(hole: Int, names: [String]) { (self.hole, self.names) = (hole, names) }
}

/// What a player has scored so far.
public struct PlayerTotal: Hashable, Sendable {
  /// Who.
  public let player: PlayerID
  /// The display name.
  public let name: String
  /// Strokes above (or, negative, below) the par of the holes played.
  public let relativeToPar: Int
  /// All strokes.
  public let strokes: Int
  /// How many holes have a score.
  public let holesPlayed: Int

  /// Makes a player's total.
  public init(
    player: PlayerID, name: String, relativeToPar: Int, strokes: Int, holesPlayed: Int
  ) {
    self.player = player
    self.name = name
    self.relativeToPar = relativeToPar
    self.strokes = strokes
    self.holesPlayed = holesPlayed
  }
}

/// A line of the leaderboard.
@dynamicMemberLookup
public struct Standing: Hashable, Sendable {
  /// The place, from 1; shared by players who are level.
  public let place: Int
  /// The place as leaderboards write it: "2", "T2" where it is shared; nil without a score.
  public let placeLabel: String?
  /// What the player has scored.
  public let total: PlayerTotal

  /// Returns a part of the player's total.
  public subscript<Value>(dynamicMember part: KeyPath<PlayerTotal, Value>) -> Value {
    total[keyPath: part]
  }
}

/// A round's leaderboard.
///
/// Fewer strokes relative to the par of the holes played are better. Players who are level share
/// a place, and as many places after it stay empty: 1, 2, 2, 4. Players without a score come last
/// and share the place after all others. Within a place the roster's order holds.
public struct Standings: Hashable, Sendable {
  /// The lines, the best first.
  public let lines: [Standing]

  /// Ranks players, given in the roster's order.
  public init(of totals: [PlayerTotal]) {
    let played = totals.filter { $0.holesPlayed > 0 }
    // Sorting is stable, so the roster's order stays within a place.
    let ranked = played.sorted { $0.relativeToPar < $1.relativeToPar }.map { total in
      let place = played.count { $0.relativeToPar < total.relativeToPar } + 1
      let isShared = played.count { $0.relativeToPar == total.relativeToPar } > 1
      return Standing(place: place, placeLabel: "\(isShared ? "T" : "")\(place)", total: total)
    }
    lines =
      ranked
      + totals.filter { $0.holesPlayed == 0 }
      .map { Standing(place: played.count + 1, placeLabel: nil, total: $0) }
  }

  /// Returns the place of a line as leaderboards write it; nil without a score.
  public func placeLabel(of line: Standing) -> String? { line.placeLabel }

  /// Returns a player's line.
  public subscript(player: PlayerID) -> Standing? { lines.first { $0.player == player } }
}
