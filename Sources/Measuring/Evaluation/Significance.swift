internal import Glibc
internal import HyzerBase

struct Proportion: Hashable, Sendable {
  let successes: Int
  let trials: Int

  init(_ successes: Int, of trials: Int) {
    precondition(successes >= 0 && successes <= trials, "more successes than trials")
    self.successes = successes
    self.trials = trials
  }

  /// Successes per trial; nil without a trial.
  var rate: Double? { trials == 0 ? nil : Double(successes) / Double(trials) }

  /// The interval that holds the true rate with 95 % confidence; nil without a trial.
  ///
  /// Wilson's score interval (Wilson, 1927), which stays within 0 to 1 and is sound near its ends.
  var interval: ClosedRange<Double>? {
    guard let rate else { return nil }
    let z = 1.959_963_984_540_054
    let n = Double(trials)
    let center = rate + z * z / (2 * n)
    let spread = z * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
    let scale = 1 + z * z / n
    let lower = successes == 0 ? 0 : max(0, (center - spread) / scale)
    let upper = successes == trials ? 1 : min(1, (center + spread) / scale)
    return lower...upper
  }
}

/// Two evaluations of the same utterances, set side by side utterance by utterance.
struct PairedComparison: Hashable, Sendable {
  /// A yes-or-no judgement of each utterance, and how often it came out differently.
  struct Change: Hashable, Sendable {
    fileprivate(set) var lost = 0
    fileprivate(set) var gained = 0

    fileprivate mutating func add(before: Bool, after: Bool) {
      lost += before && !after ? 1 : 0
      gained += after && !before ? 1 : 0
    }

    var difference: Int { gained - lost }

    var json: JSONObject { ["gained": gained, "lost": lost, "pValue": pValue] }

    /// The probability of counts at least as unequal if both evaluations were equally good,
    /// two-sided: McNemar's exact test (McNemar, 1947; for speech recognition, Gillick and Cox, 1989).
    ///
    /// Twice the binomial probability, at one half, of the smaller count or less, but at most 1; so 1
    /// where the evaluations never differ. The relative error stays below 2e-9 for counts up to
    /// 100,000, which is the rounding of the log-gamma function; below about 1e-308 the result is 0.
    var pValue: Double {
      let smaller = min(lost, gained)
      let trials = lost + gained
      // The first term is the largest; the others follow by their ratio, down to where none counts.
      var term = 1.0
      var sum = 1.0
      var count = smaller
      while count > 0 && term > sum * 0x1p-60 {
        term *= Double(count) / Double(trials - count + 1)
        sum += term
        count -= 1
      }
      func logFactorial(_ count: Int) -> Double { lgamma(Double(count) + 1).0 }
      let logLargest =
        logFactorial(trials) - logFactorial(smaller) - logFactorial(trials - smaller)
        - Double(trials) * log(2)
      return min(1, 2 * sum * exp(logLargest))
    }
  }

  /// A difference less likely than this by chance counts as one.
  static let significance = 0.05

  private(set) var utterances = 0
  /// Of utterances with a score in them: exact ones, and the share that is not.
  private(set) var exact = Change()
  private(set) var inexact: BootstrapDifference
  private(set) var wrongCommits = Change()
  private(set) var falseAccepts = Change()
  private(set) var wordErrors: BootstrapDifference
  /// Utterances with more word errors in the evaluation named.
  private var moreWordErrors = Change()

  init(seed: UInt64) {
    wordErrors = BootstrapDifference(seed: seed)
    inexact = BootstrapDifference(seed: seed)
  }

  mutating func add(before: UtteranceOutcome, after: UtteranceOutcome) {
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
  /// chance a difference has to be (Bonferroni). For word errors both the bootstrap and the
  /// number of utterances that got worse beside those that got better (the sign test) have to show
  /// it: the bootstrap alone is too sure of few utterances.
  func isWorse(tests: Int = 1) -> Bool {
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
