/// What events did to the leaderboard: why it changed, and who moved.
public struct StandingsChange: Hashable, Sendable {
  /// What became of a player's score on a hole.
  package enum Kind: String, Hashable, Sendable {
    /// There was none before.
    case scored
    /// Another one stood before.
    case corrected
    /// The one before was taken back, and what stood before it counts again.
    case takenBack
  }

  /// One event that changed a score.
  public struct Trigger: Hashable, Sendable {
    package let event: EventID
    package let kind: Kind
    package let player: PlayerID
    package let hole: Int
    /// The score before; nil where there was none.
    package let from: Strokes?
    /// The score since; nil where there is none.
    package let to: Strokes?
  }

  /// A player who came to another place; a smaller number is a better place.
  public struct Move: Hashable, Sendable {
    package let player: PlayerID
    package let from: Int
    package let to: Int

    package init(player: PlayerID, from: Int, to: Int) {
      (self.player, self.from, self.to) = (player, from, to)
    }

    /// Whether the place is better than before.
    package var isUp: Bool { to < from }
  }

  /// What changed, in the order of the events; empty where none changed a score.
  public let triggers: [Trigger]
  /// Who had a score before, has one since and moved, the best since first.
  public let moves: [Move]
  /// The leaderboard since.
  public let standings: Standings

  /// The scores since of those whose score changed; nil for who has none any more.
  public var scores: [PlayerID: Strokes?] {
    Dictionary(triggers.map { ($0.player, $0.to) }, uniquingKeysWith: { _, last in last })
  }

  /// Applies events to a card to find what they change.
  package init(from card: Scorecard, trigger events: some Sequence<ScoreEvent>) {
    var since = card
    var triggers: [Trigger] = []
    for event in events {
      guard let player = card.round.player(called: event.player) else { continue }
      let from = since.entry(of: player, onHole: event.hole)
      since.apply(event)
      let to = since.entry(of: player, onHole: event.hole)
      guard from != to else { continue }
      let kind: Kind =
        if event.takesBack != nil || to?.strokes == nil {
          .takenBack
        } else {
          from?.strokes == nil ? .scored : .corrected
        }
      triggers.append(
        Trigger(
          event: event.id, kind: kind, player: player, hole: event.hole, from: from?.strokes,
          to: to?.strokes))
    }
    let before = card.standings
    standings = since.standings
    self.triggers = triggers
    moves = standings.lines.compactMap { line in
      // Who has no score is nowhere yet, and comes from nowhere.
      guard let earlier = before[line.player], earlier.holesPlayed > 0, line.holesPlayed > 0,
        earlier.place != line.place
      else { return nil }
      return Move(player: line.player, from: earlier.place, to: line.place)
    }
  }
}
