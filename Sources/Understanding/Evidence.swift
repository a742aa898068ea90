public import Recognition

/// What an utterance was taken for and by which measures, as it is kept with the scores.
///
/// With the round in which it was said it tells again what it told then, whatever the settings are
/// by now: see ``Explanation``.
public struct Evidence: Hashable, Sendable, Codable {
  /// The sentence that was heard.
  public let hypothesis: Hypothesis
  /// What was heard of a reply, if one was listened for.
  public let reply: ReplyHypothesis?
  /// The thresholds for scores.
  public let confidence: DecoderSettings.Confidence
  /// The thresholds for replies.
  public let replies: DecoderSettings.Replies
  /// Where the utterance lies in the stream, in samples at 16 kHz from its start; nil where it was
  /// none of a stream.
  public let samples: Range<Int>?

  /// Makes evidence from its parts.
  public init(
    hypothesis: Hypothesis, reply: ReplyHypothesis?, confidence: DecoderSettings.Confidence,
    replies: DecoderSettings.Replies, samples: Range<Int>?
  ) {
    self.hypothesis = hypothesis
    self.reply = reply
    self.confidence = confidence
    self.replies = replies
    self.samples = samples
  }
}
