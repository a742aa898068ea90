/// A score that one player can have on one hole: 1 to 10 strokes.
public struct Strokes: Hashable, Comparable, Sendable, Codable {
  /// The scores that can be kept.
  public static let range = 1...10

  /// The number of strokes, within ``range``.
  public let count: Int

  /// Makes a score, or nil where `count` is outside ``range``.
  public init?(_ count: Int) {
    guard Strokes.range.contains(count) else { return nil }
    self.count = count
  }

  /// Orders scores by their number of strokes.
  public static func < (left: Strokes, right: Strokes) -> Bool { left.count < right.count }

  /// Reads a bare number.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where it is outside ``range``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let count = try container.decode(Int.self)
    guard let strokes = Strokes(count) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(count) strokes are out of range; scores go from 1 to 10")
    }
    self = strokes
  }

  /// Writes a bare number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}

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

/// How strokes above par, or below it, are written.
public enum RelativeToPar {
  /// Returns "E", "-2" or "+1".
  public static func sign(_ strokes: Int) -> String {
    strokes == 0 ? "E" : strokes > 0 ? "+\(strokes)" : "\(strokes)"
  }
}
