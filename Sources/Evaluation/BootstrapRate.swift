/// A rate over a corpus, such as errors per word, with a confidence interval by the bootstrap.
///
/// The Poisson bootstrap (Chamandy, Muralidharan, Najmi and Naidu, 2012): instead of drawing as many
/// items as there are, with replacement, each replicate takes each item a Poisson number of times,
/// which needs to know neither how many items there are nor which come later. The numbers are a
/// hash of the seed, the replicate and the item's key. All sums are whole numbers, so the order of
/// the items does not change the result.
public struct BootstrapRate: Hashable, Sendable {
  /// The sum of the numerators.
  public private(set) var numerator = 0
  /// The sum of the denominators.
  public private(set) var denominator = 0
  let poisson: PoissonWeights
  private var numerators: [Int]
  private var denominators: [Int]
  private var keys = Keys.none

  /// How many keys with a denominator were seen.
  private enum Keys: Hashable {
    case none
    case one(UInt64)
    case several

    mutating func note(_ key: UInt64) {
      switch self {
      case .none: self = .one(key)
      case .one(key), .several: break
      case .one: self = .several
      }
    }
  }

  /// Makes a rate of nothing yet.
  ///
  /// 1000 replicates serve for an interval at 95 %; their number must be above 0.
  public init(seed: UInt64, replicates: Int = 1000) {
    precondition(replicates > 0, "a bootstrap needs a replicate")
    poisson = PoissonWeights(seed: seed, replicates: replicates)
    numerators = Array(repeating: 0, count: replicates)
    denominators = numerators
  }

  /// Adds an item, such as the errors and the reference words of one utterance; neither may be
  /// negative.
  ///
  /// Items with the same key are drawn together. So each utterance has a key of its own, such as the
  /// stable hash of its name; or all of one speaker have the speaker's, which gives the wider interval
  /// that is due where a speaker's utterances resemble each other (Liu and Peng, 2020).
  public mutating func add(numerator: Int, denominator: Int, key: UInt64) {
    add(
      numerator: numerator, denominator: denominator, key: key, weights: poisson.weights(key: key))
  }

  /// Adds an item whose weights are drawn already, by the same seed and number of replicates.
  mutating func add(numerator: Int, denominator: Int, key: UInt64, weights: [Int]) {
    precondition(numerator >= 0 && denominator >= 0, "a part of a rate is negative")
    self.numerator += numerator
    self.denominator += denominator
    if denominator > 0 { keys.note(key) }
    for replicate in weights.indices {
      numerators[replicate] += weights[replicate] * numerator
      denominators[replicate] += weights[replicate] * denominator
    }
  }

  /// The rate of all items together; nil without a denominator.
  public var rate: Double? {
    denominator == 0 ? nil : Double(numerator) / Double(denominator)
  }

  /// Returns the interval that holds the true rate with a confidence, by the percentile method
  /// (Efron, 1979).
  ///
  /// `level` lies between 0 and 1. The ends are quantiles of the replicates' rates, interpolated
  /// linearly; a replicate that drew no denominator has no rate and is left out. Nil where fewer than
  /// two keys have a denominator, since one item says nothing about how items vary. Nil too where the
  /// numerator is 0: every replicate would be 0, as if the true rate were known to be, while the
  /// bootstrap knows nothing of errors that it never saw.
  public func interval(level: Double = 0.95) -> ClosedRange<Double>? {
    guard hasSpread && numerator > 0 else { return nil }
    return replicateRates.compactMap { $0 }.interval(level: level)
  }

  /// Whether there are items enough to vary.
  var hasSpread: Bool { keys == .several }

  /// The rate of each replicate; nil where it drew no denominator.
  var replicateRates: [Double?] {
    zip(numerators, denominators).map { $1 == 0 ? nil : Double($0) / Double($1) }
  }
}
