/// What was heard in an utterance, and what was made of it: enough to do it again.
public struct UtteranceEvidence: Hashable, Sendable, Identifiable {
  /// Tells the utterance from all others.
  public let id: UtteranceID
  /// The round in which it was said.
  public let round: RoundID
  /// The hole that was the current one.
  public let hole: Int
  /// Where it begins in the audio, in seconds.
  public let startSeconds: Double
  /// Where it ends in the audio, in seconds.
  public let endSeconds: Double
  /// The words that were heard.
  public let transcript: String
  /// How far it was understood.
  public let result: ParseStatus
  /// All else that is needed to decide again: a JSON object, which the log keeps as it is.
  public let details: String
  /// The name of the file in which the audio was kept, if it was.
  public let clip: String?
  /// When, in the form of ``ScoreEvent/at``.
  public let at: String

  /// Makes the evidence of an utterance from its parts.
  public init(
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
