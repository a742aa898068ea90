/// A player and a score: the unit in which meaning is measured.
public struct ScorePair: Hashable, Sendable, Codable, Comparable {
  /// Who, by display name.
  public let player: String
  /// How many strokes.
  public let strokes: Int

  /// Makes a pair.
  public init(player: String, strokes: Int) {
    self.player = player
    self.strokes = strokes
  }

  /// Orders by player, then by strokes, so that reports come out the same every time.
  public static func < (left: ScorePair, right: ScorePair) -> Bool {
    (left.player, left.strokes) < (right.player, right.strokes)
  }
}
