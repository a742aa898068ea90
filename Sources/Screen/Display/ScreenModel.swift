public import Golf

/// All that the screen of a round shows; the screen knows nothing else.
public struct ScreenModel: Hashable, Sendable {
  /// The course's name; may be empty.
  public var course: String
  /// The number of the hole that is played or looked at.
  public var hole: Int
  /// How many holes the course has.
  public var holes: Int
  /// The hole's par, in strokes.
  public var par: Int
  /// The players.
  public var roster: Roster
  /// The scores on this hole, of those who have one.
  public var scores: [PlayerID: Strokes]
  /// What is going on.
  public var stage: Stage
  /// What the microphone hears; nil while nobody is listened to.
  public var hearing: Hearing?
  /// The leaderboard, best first.
  public var standings: [Standing]
  /// The latest news; nil where there is none.
  public var notice: Notice?
  /// How many commits the log has refused and the program still keeps.
  public var unsaved: Int
  /// How long the stages of the last utterance took; nil where that is not wanted.
  public var timings: String?

  /// Makes a model; what is not given is absent.
  public init(
    course: String, hole: Int, holes: Int, par: Int, roster: Roster,
    scores: [PlayerID: Strokes] = [:], stage: Stage = .idle, hearing: Hearing? = nil,
    standings: [Standing] = [], notice: Notice? = nil, unsaved: Int = 0, timings: String? = nil
  ) {
    self.course = course
    self.hole = hole
    self.holes = holes
    self.par = par
    self.roster = roster
    self.scores = scores
    self.stage = stage
    self.hearing = hearing
    self.standings = standings
    self.notice = notice
    self.unsaved = unsaved
    self.timings = timings
  }

  /// What the microphone hears.
  public struct Hearing: Hashable, Sendable {
    /// How loud it is, from 0 to 1.
    public var level: Double
    /// The words so far; may be empty.
    public var words: String

    /// Makes it from its parts; a level outside 0...1 is shown as the nearer end.
    public init(level: Double, words: String = "") {
      self.level = level
      self.words = words
    }
  }

  /// The latest news, in one line.
  public struct Notice: Hashable, Sendable {
    /// The line.
    public var text: String
    /// Whether it tells of something that went wrong.
    public var isWarning: Bool

    /// Makes a notice.
    public init(_ text: String, isWarning: Bool = false) {
      self.text = text
      self.isWarning = isWarning
    }
  }
}
