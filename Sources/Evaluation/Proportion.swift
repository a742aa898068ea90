/// A count of successes among trials.
public struct Proportion: Hashable, Sendable {
  /// The number of successes, from 0 to ``trials``.
  public let successes: Int
  /// The number of trials.
  public let trials: Int

  /// Makes a proportion of two counts.
  public init(_ successes: Int, of trials: Int) {
    precondition(successes >= 0 && successes <= trials, "more successes than trials")
    self.successes = successes
    self.trials = trials
  }

  /// Successes per trial; nil without a trial.
  public var rate: Double? { trials == 0 ? nil : Double(successes) / Double(trials) }

  /// The interval that holds the true rate with 95 % confidence; nil without a trial.
  ///
  /// Wilson's score interval (Wilson, 1927), which stays within 0 to 1 and is sound near its ends.
  public var interval: ClosedRange<Double>? {
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
