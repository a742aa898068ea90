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

  /// Makes a round from checked parts.
  ///
  /// - Throws: ``RoundError`` where `hole` or `par` is out of its range.
  public init(course: String? = nil, hole: Int? = nil, par: Int = 3, roster: Roster)
    throws(RoundError)
  {
    if let hole, !Round.holeRange.contains(hole) { throw .holeOutOfRange(hole) }
    guard Round.parRange.contains(par) else { throw .parOutOfRange(par) }
    self.course = course
    self.hole = hole
    self.par = par
    self.roster = roster
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
