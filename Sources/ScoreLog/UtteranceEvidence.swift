/// What was heard in an utterance, and what was made of it: enough to do it again.
public struct UtteranceEvidence: Hashable, Sendable, Identifiable {
  /// A word of the hypothesis.
  public struct Word: Hashable, Sendable {
    /// The word as it is written in the transcript.
    public let text: String
    /// How clearly it was heard, from 0 to 1.
    public let confidence: Double

    /// Makes a word.
    public init(text: String, confidence: Double) {
      self.text = text
      self.confidence = confidence
    }
  }

  /// How far an utterance was understood.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    /// Every content word is explained.
    case success
    /// Something stayed open.
    case partial
    /// Nothing that could be saved was understood.
    case failed
  }

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
  /// The same words, with how clearly each was heard.
  public let words: [Word]
  /// How clearly all words together were heard, from 0 to 1.
  public let confidence: Double
  /// Whether another sentence explained the audio nearly as well.
  public let isContested: Bool
  /// How far it was understood.
  public let result: Result
  /// Tells the recogniser's settings from others, where that is known.
  public let settings: String?
  /// The name of the file in which the audio was kept, if it was.
  public let clip: String?
  /// When, in the form of ``ScoreEvent/at``.
  public let at: String

  /// Makes the evidence of an utterance from its parts.
  public init(
    id: UtteranceID, round: RoundID, hole: Int, startSeconds: Double, endSeconds: Double,
    transcript: String, words: [Word], confidence: Double, isContested: Bool, result: Result,
    settings: String? = nil, clip: String? = nil, at: String
  ) {
    self.id = id
    self.round = round
    self.hole = hole
    self.startSeconds = startSeconds
    self.endSeconds = endSeconds
    self.transcript = transcript
    self.words = words
    self.confidence = confidence
    self.isContested = isContested
    self.result = result
    self.settings = settings
    self.clip = clip
    self.at = at
  }
}
