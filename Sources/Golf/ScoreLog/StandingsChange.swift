/// What events did to the leaderboard: why it changed, and who moved.
public struct StandingsChange: Hashable, Sendable {
  /// What became of a player's score on a hole.
  public enum Kind: String, Hashable, Sendable {
    /// There was none before.
    case scored
    /// Another one stood before.
    case corrected
    /// The one before was taken back, and what stood before it counts again.
    case takenBack
  }

  /// One event that changed a score.
  public struct Trigger: Hashable, Sendable {
    /// The event.
    public let event: EventID
    /// What became of the score.
    public let kind: Kind
    /// Whose score.
    public let player: PlayerID
    /// On which hole.
    public let hole: Int
    /// The score before; nil where there was none.
    public let from: Strokes?
    /// The score since; nil where there is none.
    public let to: Strokes?

    /// Makes a trigger.
    public init(
      event: EventID, kind: Kind, player: PlayerID, hole: Int, from: Strokes?, to: Strokes?
    ) {
      self.event = event
      self.kind = kind
      self.player = player
      self.hole = hole
      self.from = from
      self.to = to
    }
  }

  /// A player who came to another place.
  public struct Move: Hashable, Sendable {
    /// Who.
    public let player: PlayerID
    /// The place before.
    public let from: Int
    /// The place since; a smaller number is a better place.
    public let to: Int

    /// Makes a move.
    public init(player: PlayerID, from: Int, to: Int) {
      self.player = player
      self.from = from
      self.to = to
    }

    /// Whether the place is better than before.
    public var isUp: Bool { to < from }
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

  /// Applies events to a card and tells what they change.
  public init(from card: Scorecard, trigger events: some Sequence<ScoreEvent>) {
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
