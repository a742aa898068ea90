internal import HyzerBase

/// A rate over a corpus, such as errors per word, with a confidence interval by the bootstrap.
///
/// The Poisson bootstrap (Chamandy, Muralidharan, Najmi and Naidu, 2012): each replicate takes each
/// item a Poisson number of times. The numbers are a hash of the seed, the replicate and the item's
/// key, and all sums are whole numbers, so the order of the items does not change the result.
struct BootstrapRate: Hashable, Sendable {
  private(set) var numerator = 0
  private(set) var denominator = 0
  private let seed: UInt64
  private var numerators: [Int]
  private var denominators: [Int]
  /// The keys with a denominator.
  private var keys: Set<UInt64> = []

  /// 1000 replicates serve for an interval at 95 %.
  init(seed: UInt64, replicates: Int = 1000) {
    precondition(replicates > 0, "a bootstrap needs a replicate")
    self.seed = seed
    numerators = Array(repeating: 0, count: replicates)
    denominators = numerators
  }

  /// Adds an item, such as the errors and the reference words of one utterance; neither may be
  /// negative.
  ///
  /// Items with the same key are drawn together. So each utterance has a key of its own, or all of one
  /// speaker have the speaker's, which gives the wider interval that is due where a speaker's
  /// utterances resemble each other (Liu and Peng, 2020).
  mutating func add(numerator: Int, denominator: Int, key: UInt64) {
    precondition(numerator >= 0 && denominator >= 0, "a part of a rate is negative")
    self.numerator += numerator
    self.denominator += denominator
    if denominator > 0 { keys.insert(key) }
    let weights = poissonWeights(numerators.count, seed: seed, key: key)
    for (replicate, weight) in weights.enumerated() {
      numerators[replicate] += weight * numerator
      denominators[replicate] += weight * denominator
    }
  }

  /// The rate of all items together; nil without a denominator.
  var rate: Double? {
    denominator == 0 ? nil : Double(numerator) / Double(denominator)
  }

  /// Returns the interval that holds the true rate with a confidence, by the percentile method
  /// (Efron, 1979).
  ///
  /// `level` lies between 0 and 1. A replicate that drew no denominator has no rate and is left out.
  /// Nil where fewer than two keys have a denominator, since one item says nothing about how items
  /// vary. Nil too where the numerator is 0: every replicate would be 0, as if the true rate were
  /// known to be, while the bootstrap knows nothing of errors that it never saw.
  func interval(level: Double = 0.95) -> ClosedRange<Double>? {
    guard hasSpread && numerator > 0 else { return nil }
    return replicateRates.compactMap { $0 }.percentileInterval(level: level)
  }

  fileprivate var hasSpread: Bool { keys.count > 1 }

  /// The rate of each replicate; nil where it drew no denominator.
  fileprivate var replicateRates: [Double?] {
    zip(numerators, denominators).map { $1 == 0 ? nil : Double($0) / Double($1) }
  }
}

/// The difference of two systems' error rates on the same utterances, by the paired bootstrap.
///
/// Each replicate draws the same utterances for both systems, so what makes an utterance hard for
/// both cancels out (Bisani and Ney, 2004). The draws are those of ``BootstrapRate``.
struct BootstrapDifference: Hashable, Sendable {
  private(set) var first: BootstrapRate
  private(set) var second: BootstrapRate

  init(seed: UInt64, replicates: Int = 1000) {
    first = BootstrapRate(seed: seed, replicates: replicates)
    second = first
  }

  /// Adds an utterance as both systems heard it, as to ``BootstrapRate``.
  mutating func add(
    first: (errors: Int, words: Int), second: (errors: Int, words: Int), key: UInt64
  ) {
    self.first.add(numerator: first.errors, denominator: first.words, key: key)
    self.second.add(numerator: second.errors, denominator: second.words, key: key)
  }

  /// The second system's rate less the first's, so negative where the second is better; nil where
  /// one of them is undefined.
  var difference: Double? {
    guard let first = first.rate, let second = second.rate else { return nil }
    return second - first
  }

  /// Returns the interval that holds the true difference with a confidence, by the percentile
  /// method.
  ///
  /// `level` lies between 0 and 1. Nil where one of the systems has fewer than two keys with a word.
  /// A system without an error has no interval of its own, yet the difference may have one: 0...0
  /// says no more than that the systems made as many errors in each utterance.
  func interval(level: Double = 0.95) -> ClosedRange<Double>? {
    replicateDifferences?.percentileInterval(level: level)
  }

  /// How much of the differences crosses zero, as a two-sided significance level; nil where the
  /// interval would be.
  ///
  /// Twice the share of the replicates at or above zero or of those at or below it, whichever is
  /// smaller, but at most 1: the significance level that belongs to the percentile interval (Efron and
  /// Tibshirani, 1993, chapter 15). A 0 says no more than "below 2 / replicates".
  var crossingShare: Double? {
    replicateDifferences.map { differences in
      let above = differences.count { $0 >= 0 }
      let below = differences.count { $0 <= 0 }
      return min(1, 2 * (Double(min(above, below)) / Double(differences.count)))
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
}

/// The difference of two rates with its 95 % interval, in JSON and for people; empty where it is
/// undefined.
struct RateDifference: Encodable, Hashable, Sendable {
  let value: Double?
  let low: Double?
  let high: Double?

  /// `sign` is -1 for the difference of the shares that are not counted.
  init(_ rates: BootstrapDifference, sign: Double = 1) {
    // Plus zero, since minus zero is written with its sign.
    let ends = rates.interval().map { [sign * $0.lowerBound + 0, sign * $0.upperBound + 0] }
    value = rates.difference.map { sign * $0 + 0 }
    low = ends?.min()
    high = ends?.max()
  }

  /// Returns `+1.5 points (-0.5 to +3.5)`; nil where it is undefined.
  func text(_ signed: (Double) -> String) -> String? {
    value.map { value in
      guard let low, let high else { return "\(signed(value)) points" }
      return "\(signed(value)) points (\(signed(low)) to \(signed(high)))"
    }
  }
}

/// Returns how often each of `count` replicates draws an item: Poisson numbers of mean 1.
///
/// They depend neither on the other items nor on how many replicates there are.
func poissonWeights(_ count: Int, seed: UInt64, key: UInt64) -> [Int] {
  // The seed is mixed first: close seeds must not give each other's keys their numbers.
  var seeding = SeededGenerator(seed: seed)
  var random = SeededGenerator(seed: seeding.next() ^ key)
  let tails = poissonTails
  return (0..<count).map { _ in
    let uniform = random.next()
    var weight = 0
    while uniform < tails[weight] { weight += 1 }
    return weight
  }
}

/// The probabilities of a weight above 0, above 1 and so on, in units of 2⁻⁶⁴; the last is 0.
private let poissonTails: [UInt64] = {
  var probability = 0.367_879_441_171_442_32  // Of a weight of 0: 1/e.
  var probabilities = (1...32).map { weight in
    probability /= Double(weight)
    return probability
  }
  var tails: [UInt64] = []
  var tail = 0.0
  // From the least, so that nothing is lost beside larger numbers.
  while let last = probabilities.popLast() {
    tail += last
    tails.append(UInt64(tail * 0x1p64))
  }
  return tails.reversed()
}()

extension [Double] {
  /// Returns the interval that leaves out equal shares of the values at both ends, `1 - level`
  /// together; nil without a value.
  fileprivate func percentileInterval(level: Double) -> ClosedRange<Double>? {
    precondition(level > 0 && level < 1, "a confidence level lies between 0 and 1")
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return sorted.interpolated((1 - level) / 2)...sorted.interpolated((1 + level) / 2)
  }

  /// Returns the quantile of sorted values: definition 7 of Hyndman and Fan (1996), which puts the
  /// first value at 0 and the last at 1 and is linear between neighbours.
  private func interpolated(_ quantile: Double) -> Double {
    let position = quantile * Double(count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, count - 1)
    return self[lower] + (position - Double(lower)) * (self[upper] - self[lower])
  }
}
