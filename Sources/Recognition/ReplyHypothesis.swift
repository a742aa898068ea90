/// What the recogniser heard in an utterance when it listened for nothing but a reply.
public struct ReplyHypothesis: Hashable, Sendable, Codable {
  /// The words of the likeliest reply.
  public let hypothesis: Hypothesis
  /// By how much the reply explains the utterance better than any sequence of phones does: acoustic
  /// score per frame, over all frames.
  ///
  /// It is low where only a part of what was said sounds like a reply.
  public let coverage: Double
  /// By how much the reply explains the utterance better than the likeliest sentence does, in the
  /// same units; nil where no sentence can be laid against the audio.
  public let lead: Double?

  /// Makes a reply that was heard.
  public init(hypothesis: Hypothesis, coverage: Double, lead: Double?) {
    self.hypothesis = hypothesis
    self.coverage = coverage
    self.lead = lead
  }
}
