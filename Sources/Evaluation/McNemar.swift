internal import Foundation

/// McNemar's exact test of whether two systems, judged on the same trials, are equally often right.
///
/// Only the trials on which just one of them is right tell anything (McNemar, 1947; for speech
/// recognition, Gillick and Cox, 1989).
public struct McNemar: Hashable, Sendable {
  /// The trials on which only the first system was right.
  public let onlyFirst: Int
  /// The trials on which only the second system was right.
  public let onlySecond: Int

  /// Makes a test of the two counts, neither of which may be negative.
  public init(onlyFirst: Int, onlySecond: Int) {
    precondition(onlyFirst >= 0 && onlySecond >= 0, "a count is negative")
    self.onlyFirst = onlyFirst
    self.onlySecond = onlySecond
  }

  /// The probability of counts at least as unequal if both systems were equally good, two-sided.
  ///
  /// Twice the binomial probability, at one half, of the smaller count or less, but at most 1; so 1
  /// where the systems never differ. The relative error stays below 2e-9 for counts up to 100,000,
  /// which is the rounding of the log-gamma function; below about 1e-308 the result is 0.
  public var pValue: Double {
    let smaller = min(onlyFirst, onlySecond)
    let trials = onlyFirst + onlySecond
    // The first term is the largest; the others follow by their ratio, down to where none counts.
    var term = 1.0
    var sum = 1.0
    var count = smaller
    while count > 0 && term > sum * 0x1p-60 {
      term *= Double(count) / Double(trials - count + 1)
      sum += term
      count -= 1
    }
    let logLargest =
      Self.logFactorial(trials) - Self.logFactorial(smaller)
      - Self.logFactorial(trials - smaller) - Double(trials) * log(2)
    return min(1, 2 * sum * exp(logLargest))
  }

  private static func logFactorial(_ count: Int) -> Double { lgamma(Double(count) + 1).0 }
}
