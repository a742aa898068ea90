public import Golf

/// What a hole is like, and what is known of its scores.
public struct HoleContext: Hashable, Sendable {
  /// The hole's number.
  public let hole: Int
  /// Its par, in strokes.
  public let par: Int
  /// Everybody who is scored in the round, in the roster's order.
  public let players: [PlayerID]
  /// The scores that the log has for this hole.
  public internal(set) var scores: [PlayerID: Strokes]

  /// Makes a hole's context from its parts.
  public init(hole: Int, par: Int, players: [PlayerID], scores: [PlayerID: Strokes] = [:]) {
    self.hole = hole
    self.par = par
    self.players = players
    self.scores = scores
  }
}
