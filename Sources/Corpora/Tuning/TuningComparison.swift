public import Evaluation
internal import Randomness

/// The same utterances judged before and after a change, with what tells whether it is chance.
public struct TuningComparison: Hashable, Sendable {
  /// Exact utterances, wrong commits, false accepts and word errors side by side.
  public private(set) var paired: PairedComparison
  /// The counts before.
  public private(set) var before = CorpusCounts()
  /// The counts after.
  public private(set) var after = CorpusCounts()
  /// The pairs that were said and are accepted only after.
  public private(set) var pairsGained = 0
  /// The pairs that were said and are accepted only before.
  public private(set) var pairsLost = 0
  /// The share of utterances with a score in them that are not exact; speakers are drawn, not
  /// utterances, since what helps one sentence of a speaker is likely to help the next.
  public private(set) var inexact: BootstrapDifference

  /// Nothing compared yet; `seed` is that of the resampling.
  public init(seed: UInt64) {
    paired = PairedComparison(seed: seed)
    inexact = BootstrapDifference(seed: seed)
  }

  /// Adds an utterance as it was judged without and with the change.
  public mutating func add(before: UtteranceOutcome, after: UtteranceOutcome, speaker: String) {
    paired.add(before: before, after: after)
    self.before.add(before)
    self.after.add(after)
    let first = Set(before.accepted).intersection(before.reference)
    let second = Set(after.accepted).intersection(after.reference)
    pairsGained += second.subtracting(first).count
    pairsLost += first.subtracting(second).count
    if !after.isNegative {
      inexact.add(
        first: (before.isExact ? 0 : 1, 1), second: (after.isExact ? 0 : 1, 1),
        key: stableHash(speaker))
    }
  }

  /// The interval that holds the true gain in the share of exact utterances with 95 % confidence;
  /// nil where there are too few speakers.
  public var exactGainInterval: ClosedRange<Double>? {
    inexact.interval().map { (0 - $0.upperBound)...(0 - $0.lowerBound) }
  }

  /// Whether more utterances are exact, at the cost of no wrong commit and no false accept.
  public var isImprovement: Bool {
    paired.exact.difference > 0 && paired.wrongCommits.difference <= 0
      && paired.falseAccepts.difference <= 0
  }

  /// Whether more utterances are exact by more than chance would have it.
  public var isSignificant: Bool {
    paired.exact.difference > 0 && paired.exact.pValue < PairedComparison.significance
  }
}
