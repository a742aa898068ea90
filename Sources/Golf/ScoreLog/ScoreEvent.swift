/// What the score log keeps of one score: it is written once and never changed.
///
/// A correction is another event, which supersedes this one.
public struct ScoreEvent: Hashable, Sendable, Identifiable {
  /// How a score came in.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// Somebody said it.
    case voice
    /// Somebody typed or picked it.
    case typed
  }

  /// Tells the event from all others.
  public let id: EventID
  /// The round in which it happened.
  public let round: RoundID
  /// Whose score it is: the display name within the round.
  public let player: String
  /// The hole's number, from 1.
  public let hole: Int
  /// The score; nil where an earlier one is taken back and none stands.
  public let strokes: Strokes?
  /// The event that this one replaces; nil for the first of a player and hole.
  public let supersedes: EventID?
  /// The event that this one takes back, where it was made by undoing.
  ///
  /// That is not always the superseded one: undoing twice takes back the event before.
  public let takesBack: EventID?
  /// Who entered it.
  public let reportedBy: String
  /// On which device it was entered.
  public let device: String
  /// How it came in.
  public let input: Input
  /// What was said or typed, where anything was.
  public let transcript: String?
  /// How sure it was, from 0 to 1; nil where nothing was recognised.
  public let confidence: Double?
  /// When: ISO 8601, UTC, with milliseconds (`2026-05-01T09:30:00.000Z`), kept as it was given.
  public let at: String
  /// The name of the file in which the audio was kept, if it was.
  public let clip: String?
  /// What was heard, where that was kept.
  public let utterance: UtteranceID?

  /// Makes an event from its parts.
  public init(
    id: EventID, round: RoundID, player: String, hole: Int, strokes: Strokes?,
    supersedes: EventID? = nil, takesBack: EventID? = nil, reportedBy: String, device: String,
    input: Input, transcript: String? = nil, confidence: Double? = nil, at: String,
    clip: String? = nil, utterance: UtteranceID? = nil
  ) {
    self.id = id
    self.round = round
    self.player = player
    self.hole = hole
    self.strokes = strokes
    self.supersedes = supersedes
    self.takesBack = takesBack
    self.reportedBy = reportedBy
    self.device = device
    self.input = input
    self.transcript = transcript
    self.confidence = confidence
    self.at = at
    self.clip = clip
    self.utterance = utterance
  }
}
