extension HTMLReport {
  /// An utterance of which something else was accepted than was said.
  public struct Failure: Sendable {
    /// What was said and what the toolkit made of it.
    public let outcome: UtteranceOutcome
    /// What it was heard through.
    public let condition: ListeningCondition
    /// The audio as it was heard, a file of Ogg Opus; nil where it is not at hand.
    public let clip: [UInt8]?

    /// Makes a failure from its parts.
    public init(outcome: UtteranceOutcome, condition: ListeningCondition, clip: [UInt8]?) {
      self.outcome = outcome
      self.condition = condition
      self.clip = clip
    }
  }
}
