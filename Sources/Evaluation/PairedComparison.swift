internal import Randomness

/// Two evaluations of the same utterances, set side by side utterance by utterance.
public struct PairedComparison: Hashable, Sendable {
  /// A yes-or-no judgement of each utterance, and how often it came out differently.
  public struct Change: Hashable, Sendable {
    /// How many utterances only the first evaluation says yes of.
    public private(set) var onlyBefore = 0
    /// How many utterances only the second evaluation says yes of.
    public private(set) var onlyAfter = 0

    mutating func add(before: Bool, after: Bool) {
      onlyBefore += before && !after ? 1 : 0
      onlyAfter += after && !before ? 1 : 0
    }

    /// How many more utterances the second evaluation says yes of.
    public var difference: Int { onlyAfter - onlyBefore }

    /// How likely a difference this large is where there is none in truth: McNemar's exact test.
    public var pValue: Double { McNemar(onlyFirst: onlyBefore, onlySecond: onlyAfter).pValue }
  }

  /// A difference less likely than this by chance counts as one.
  public static let significance = 0.05

  /// The utterances that both evaluations have.
  public private(set) var utterances = 0
  /// Of utterances with a score in them: exact ones.
  public private(set) var exact = Change()
  /// Of utterances with a score in them: the share that is not exact.
  public private(set) var inexact: BootstrapDifference
  /// Wrong commits.
  public private(set) var wrongCommits = Change()
  /// Of negatives: false accepts.
  public private(set) var falseAccepts = Change()
  /// Errors per word.
  public private(set) var wordErrors: BootstrapDifference
  /// Utterances with more word errors in the evaluation named.
  public private(set) var moreWordErrors = Change()

  /// Nothing compared yet; `seed` is that of the resampling.
  public init(seed: UInt64) {
    wordErrors = BootstrapDifference(seed: seed)
    inexact = BootstrapDifference(seed: seed)
  }

  /// Adds an utterance as both evaluations judged it.
  public mutating func add(before: UtteranceOutcome, after: UtteranceOutcome) {
    utterances += 1
    wrongCommits.add(before: before.isWrongCommit, after: after.isWrongCommit)
    if after.isNegative {
      falseAccepts.add(before: !before.accepted.isEmpty, after: !after.accepted.isEmpty)
    } else {
      exact.add(before: before.isExact, after: after.isExact)
      inexact.add(
        first: (before.isExact ? 0 : 1, 1), second: (after.isExact ? 0 : 1, 1), key: after.key)
    }
    if let first = before.wordErrors, let second = after.wordErrors {
      moreWordErrors.add(
        before: first.total > second.total, after: second.total > first.total)
      wordErrors.add(
        first: (first.total, first.referenceWords), second: (second.total, second.referenceWords),
        key: after.key)
    }
  }

  /// Whether the second evaluation is worse in any figure, by more than chance would have it.
  ///
  /// `tests` is how many comparisons are looked at together: the more there are, the less likely by
  /// chance a difference has to be (Bonferroni). For word errors the bootstrap has to say so, and the
  /// number of utterances that got worse beside those that got better (the sign test): the bootstrap
  /// alone is too sure of few utterances.
  public func isWorse(tests: Int = 1) -> Bool {
    let level = PairedComparison.significance / Double(max(1, tests))
    func significant(_ change: Change) -> Bool { change.pValue < level }
    let hasMoreWordErrors =
      moreWordErrors.difference > 0 && significant(moreWordErrors)
      && (wordErrors.difference ?? 0) > 0 && (wordErrors.crossingShare ?? 1) < level
    return exact.difference < 0 && significant(exact)
      || wrongCommits.difference > 0 && significant(wrongCommits)
      || falseAccepts.difference > 0 && significant(falseAccepts) || hasMoreWordErrors
  }
}
