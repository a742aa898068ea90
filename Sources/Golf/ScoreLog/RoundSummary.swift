/// A round in a list: where, when, how far, and who leads; not its holes.
public struct RoundSummary: Hashable, Sendable, Identifiable {
  /// Tells the round from all others.
  public let id: RoundID
  /// The course's name when the round was made.
  public let course: String
  /// How many holes the round has.
  public let holeCount: Int
  /// Who made the round.
  public let organiser: String
  /// When it was made, in the form of ``ScoreEvent/at``.
  public let createdAt: String
  /// When it started; nil before.
  public let startedAt: String?
  /// When it was finished; nil before.
  public let finishedAt: String?
  /// Who leads, or led at the end.
  public let standings: Standings

  /// Makes a summary.
  public init(
    id: RoundID, course: String, holeCount: Int, organiser: String, createdAt: String,
    startedAt: String?, finishedAt: String?, standings: Standings
  ) {
    self.id = id
    self.course = course
    self.holeCount = holeCount
    self.organiser = organiser
    self.createdAt = createdAt
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.standings = standings
  }

  /// Where the round stands.
  public var phase: RoundPhase {
    RoundPhase(
      isStarted: startedAt != nil, isFinished: finishedAt != nil,
      hasEveryScore: !standings.lines.isEmpty
        && standings.lines.allSatisfy { $0.holesPlayed == holeCount })
  }
}
