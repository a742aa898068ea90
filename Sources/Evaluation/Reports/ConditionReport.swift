/// The figures of one listening condition, with their intervals.
public struct ConditionReport: Sendable {
  /// A share of something, with the interval that holds it with 95 % confidence.
  public struct Rate: Hashable, Sendable, Encodable {
    /// The share that was measured.
    public let value: Double
    /// The interval's lower end; nil where there is too little to tell.
    public let low: Double?
    /// The interval's upper end; nil where there is too little to tell.
    public let high: Double?

    init?(_ proportion: Proportion) {
      guard let rate = proportion.rate, let interval = proportion.interval else { return nil }
      value = rate
      low = interval.lowerBound
      high = interval.upperBound
    }

    init?(_ errors: WordErrors, _ bootstrap: BootstrapRate) {
      guard let rate = errors.rate else { return nil }
      let interval = bootstrap.interval()
      value = rate
      low = interval?.lowerBound
      high = interval?.upperBound
    }
  }

  /// The counts of utterances that have something in common.
  public struct Group: Sendable {
    /// What they are grouped by: a tag, `manifest`, or `pairs`.
    public let dimension: String
    /// What they share.
    public let value: String
    /// Their counts.
    public let counts: CorpusCounts
  }

  /// The condition.
  public let condition: ListeningCondition
  /// The counts.
  public let counts: CorpusCounts
  /// Errors per word that was said, by resampling utterances; nil where nothing is known of them.
  public let wordErrorRate: Rate?
  /// How many failures each stage is put down to; stages without one are absent.
  public let stages: [FailureStage: Int]
  /// What was taken for what.
  public let confusions: Confusions
  /// Groups of utterances, in the order of what they are grouped by and share.
  public let groups: [Group]
  /// Tags with so many values that there are no groups of them.
  public let crowdedDimensions: [String]
  /// Acceptance against rejection.
  public let tradeOff: TradeOff
  /// The highest share of false accepts that is allowed, if a limit was given.
  public let maximumFalseAccept: Double?
  /// The recordings that could not be read, and are in no other figure.
  public let unreadable: Int

  /// Derives the figures of a tally.
  ///
  /// `maximumFalseAccept` is a share from 0 to 1.
  public init(_ tally: ConditionTally, maximumFalseAccept: Double? = nil) {
    condition = tally.condition
    counts = tally.counts
    wordErrorRate = Rate(tally.counts.wordErrors, tally.wordErrorBootstrap)
    stages = tally.stages
    confusions = tally.confusions
    groups =
      tally.groups
      .map { Group(dimension: $0.key.dimension, value: $0.key.value, counts: $0.value) }
      .sorted {
        ($0.dimension, Int($0.value) ?? 0, $0.value) < ($1.dimension, Int($1.value) ?? 0, $1.value)
      }
    crowdedDimensions = tally.crowdedDimensions.sorted()
    tradeOff = tally.tradeOff
    self.maximumFalseAccept = maximumFalseAccept
    unreadable = tally.unreadable
  }
}
