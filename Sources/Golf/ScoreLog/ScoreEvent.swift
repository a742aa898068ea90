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
  package let round: RoundID
  /// Whose score it is: the display name within the round.
  package let player: String
  /// The hole's number, from 1.
  package let hole: Int
  /// The score; nil where an earlier one is taken back and none stands.
  package let strokes: Strokes?
  /// The event that this one replaces; nil for the first of a player and hole.
  package let supersedes: EventID?
  /// The event that this one takes back, where it was made by undoing.
  ///
  /// That is not always the superseded one: undoing twice takes back the event before.
  package let takesBack: EventID?
  /// Who entered it.
  package let reportedBy: String
  /// On which device it was entered.
  package let device: String
  /// How it came in.
  package let input: Input
  /// What was said or typed, where anything was.
  package let transcript: String?
  /// How sure it was, from 0 to 1; nil where nothing was recognised.
  package let confidence: Double?
  /// When: ISO 8601, UTC, with milliseconds (`2026-05-01T09:30:00.000Z`), kept as it was given.
  package let at: String
  /// The name of the file in which the audio was kept, if it was.
  package let clip: String?
  /// What was heard, where that was kept.
  package let utterance: UtteranceID?

  package init(
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

/// What was heard in an utterance, and what was made of it: enough to do it again.
public struct UtteranceEvidence: Hashable, Sendable {
  package let id: UtteranceID
  package let round: RoundID
  /// The hole that was the current one.
  package let hole: Int
  /// Where it begins in the audio.
  package let startSeconds: Double
  /// Where it ends in the audio.
  package let endSeconds: Double
  package let transcript: String
  package let result: ParseStatus
  /// All else that is needed to decide again: a JSON object, which the log keeps as it is.
  package let details: String
  /// The name of the file in which the audio was kept, if it was.
  package let clip: String?
  /// When, in the form of ``ScoreEvent/at``.
  package let at: String

  package init(
    id: UtteranceID, round: RoundID, hole: Int, startSeconds: Double, endSeconds: Double,
    transcript: String, result: ParseStatus, details: String = "{}", clip: String? = nil, at: String
  ) {
    self.id = id
    self.round = round
    self.hole = hole
    self.startSeconds = startSeconds
    self.endSeconds = endSeconds
    self.transcript = transcript
    self.result = result
    self.details = details
    self.clip = clip
    self.at = at
  }
}
