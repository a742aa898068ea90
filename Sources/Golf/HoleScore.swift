/// What a player scored on a hole.
public struct HoleScore: Hashable, Sendable {
  /// Who.
  public let player: PlayerID
  /// How many strokes.
  public let strokes: Strokes

  /// Makes a score.
  public init(player: PlayerID, strokes: Strokes) {
    self.player = player
    self.strokes = strokes
  }
}
