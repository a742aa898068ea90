/// The difference of two systems' error rates on the same utterances, by the paired bootstrap.
///
/// Each replicate draws the same utterances for both systems, so what makes an utterance hard for
/// both cancels out (Bisani and Ney, 2004). The draws are those of ``BootstrapRate``.
public struct BootstrapDifference: Hashable, Sendable {
  /// The rate of the first system.
  public private(set) var first: BootstrapRate
  /// The rate of the second system.
  public private(set) var second: BootstrapRate

  /// Makes a difference of nothing yet; `replicates` must be above 0.
  public init(seed: UInt64, replicates: Int = 1000) {
    first = BootstrapRate(seed: seed, replicates: replicates)
    second = first
  }

  /// Adds an utterance as both systems heard it; no count may be negative.
  ///
  /// Utterances with the same key are drawn together, as by ``BootstrapRate``.
  public mutating func add(
    first: (errors: Int, words: Int), second: (errors: Int, words: Int), key: UInt64
  ) {
    let weights = self.first.poisson.weights(key: key)
    self.first.add(
      numerator: first.errors, denominator: first.words, key: key, weights: weights)
    self.second.add(
      numerator: second.errors, denominator: second.words, key: key, weights: weights)
  }

  /// The second system's rate less the first's, so negative where the second is better; nil where
  /// one of them is undefined.
  public var difference: Double? {
    guard let first = first.rate, let second = second.rate else { return nil }
    return second - first
  }

  /// Returns the interval that holds the true difference with a confidence, by the percentile
  /// method.
  ///
  /// `level` lies between 0 and 1. Nil where one of the systems has fewer than two keys with a word.
  /// A system without an error has no interval of its own, yet the difference may have one: 0...0
  /// says no more than that the systems made as many errors in each utterance.
  public func interval(level: Double = 0.95) -> ClosedRange<Double>? {
    replicateDifferences?.interval(level: level)
  }

  /// How much of the differences crosses zero, as a two-sided significance level; nil where the
  /// interval would be.
  ///
  /// Twice the share of the replicates at or above zero or of those at or below it, whichever is
  /// smaller, but at most 1: the significance level that belongs to the percentile interval (Efron and
  /// Tibshirani, 1993, chapter 15). So 1 for two systems that err alike, and about α where an end of
  /// the interval at level 1 - α is zero. A 0 says no more than "below 2 / replicates".
  public var crossingShare: Double? {
    replicateDifferences.map { differences in
      let above = Self.share(differences) { $0 >= 0 }
      let below = Self.share(differences) { $0 <= 0 }
      return min(1, 2 * min(above, below))
    }
  }

  /// The difference in each replicate in which both rates are defined; nil where there are too few
  /// items to vary, or none such.
  private var replicateDifferences: [Double]? {
    guard first.hasSpread && second.hasSpread else { return nil }
    let differences = zip(first.replicateRates, second.replicateRates).compactMap { first, second in
      first.flatMap { first in second.map { $0 - first } }
    }
    return differences.isEmpty ? nil : differences
  }

  private static func share(_ values: [Double], where isMeant: (Double) -> Bool) -> Double {
    Double(values.count(where: isMeant)) / Double(values.count)
  }
}
