/// What is being played now: the course, the hole, its par, and who plays.
public struct Round: Hashable, Sendable {
  /// The pars that a hole can have.
  public static let parRange = 2...6
  /// The numbers that a hole can have.
  public static let holeRange = 1...36

  /// The course's name, if it is known.
  public let course: String?
  /// The current hole's number, if it is known.
  public let hole: Int?
  /// The current hole's par, in strokes.
  public let par: Int
  /// The players.
  public let roster: Roster
  /// Who does not play this hole, and is not meant by "everybody".
  public let away: Set<PlayerID>

  /// Makes a round from checked parts.
  ///
  /// - Throws: ``RoundError`` where `hole` or `par` is out of its range.
  public init(
    course: String? = nil, hole: Int? = nil, par: Int = 3, roster: Roster,
    away: Set<PlayerID> = []
  ) throws(RoundError) {
    if let hole, !Round.holeRange.contains(hole) { throw .holeOutOfRange(hole) }
    guard Round.parRange.contains(par) else { throw .parOutOfRange(par) }
    (self.course, self.hole, self.par, self.roster) = (course, hole, par, roster)
    self.away = away
  }
}

extension Round: Decodable {
  private enum CodingKeys: String, CodingKey {
    case course, hole, par, players
  }

  /// Reads a round file's object, or a corpus line, which has the same keys.
  ///
  /// - Throws: `DecodingError`, ``RosterError`` or ``RoundError``.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      course: object.decodeIfPresent(String.self, forKey: .course),
      hole: object.decodeIfPresent(Int.self, forKey: .hole),
      par: object.decodeIfPresent(Int.self, forKey: .par) ?? 3,
      roster: Roster(object.decode([Player].self, forKey: .players)))
  }
}

/// What makes a round unusable.
public enum RoundError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The hole's number is out of range.
  case holeOutOfRange(Int)
  /// The par is out of range.
  case parOutOfRange(Int)

  /// One line: what is wrong and what to do.
  public var description: String {
    switch self {
    case .holeOutOfRange(let hole):
      "\"hole\" is \(hole); give a number from \(Round.holeRange.lowerBound) to \(Round.holeRange.upperBound)"
    case .parOutOfRange(let par):
      "\"par\" is \(par); give a number from \(Round.parRange.lowerBound) to \(Round.parRange.upperBound)"
    }
  }
}

// MARK: - Scores

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

/// What a player has on a hole that is over: strokes, or no score.
///
/// Where it is optional, nil means that nothing is known of the hole yet.
public enum HoleResult: Hashable, Sendable {
  /// The hole was played in so many strokes.
  case strokes(Strokes)
  /// The hole was not finished: it counts neither as strokes nor as par nor as a hole played, but
  /// nothing is missing on it.
  case noScore

  /// The strokes; nil where there is no score.
  public var strokes: Strokes? { if case .strokes(let strokes) = self { strokes } else { nil } }

  /// The number of strokes, or "no score".
  package var text: String { strokes.map { "\($0.count)" } ?? "no score" }
}

/// What a player scored on a hole.
package struct HoleScore: Hashable, Sendable {
  package let player: PlayerID
  package let strokes: Strokes

  package init(player: PlayerID, strokes: Strokes) {
    (self.player, self.strokes) = (player, strokes)
  }
}

/// How strokes above par, or below it, are written.
package enum RelativeToPar {
  /// Returns "E", "-2" or "+1".
  package static func sign(_ strokes: Int) -> String {
    strokes == 0 ? "E" : strokes > 0 ? "+\(strokes)" : "\(strokes)"
  }
}

/// How far an utterance was understood.
package enum ParseStatus: String, Hashable, Sendable, Codable, CaseIterable {
  /// Every content word is explained, and there is a score.
  case success
  /// Something stays open; nothing may be saved without a person.
  case partial
  /// Nothing that could be saved was understood.
  case failed
}
