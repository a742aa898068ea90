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
  /// Wrong commits.
  public private(set) var wrongCommits = Change()
  /// Of negatives: false accepts.
  public private(set) var falseAccepts = Change()
  /// Errors per word.
  public private(set) var wordErrors: BootstrapDifference

  /// Nothing compared yet; `seed` is that of the resampling.
  public init(seed: UInt64) { wordErrors = BootstrapDifference(seed: seed) }

  /// Adds an utterance as both evaluations judged it.
  public mutating func add(before: UtteranceOutcome, after: UtteranceOutcome) {
    utterances += 1
    wrongCommits.add(before: before.isWrongCommit, after: after.isWrongCommit)
    if after.isNegative {
      falseAccepts.add(before: !before.accepted.isEmpty, after: !after.accepted.isEmpty)
    } else {
      exact.add(before: before.isExact, after: after.isExact)
    }
    if let said = after.said {
      let first = WordErrors(reference: said, hypothesis: before.heard)
      let second = WordErrors(reference: said, hypothesis: after.heard)
      wordErrors.add(
        first: (first.total, first.referenceWords), second: (second.total, second.referenceWords),
        key: after.key)
    }
  }

  /// Whether the second evaluation is worse in any figure by more than chance would have it.
  public var isWorse: Bool {
    func significant(_ change: Change) -> Bool { change.pValue < PairedComparison.significance }
    return exact.difference < 0 && significant(exact)
      || wrongCommits.difference > 0 && significant(wrongCommits)
      || falseAccepts.difference > 0 && significant(falseAccepts)
      || (wordErrors.interval().map { $0.lowerBound > 0 } ?? false)
  }
}
