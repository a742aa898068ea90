internal import Foundation

/// Quantiles of durations to half a percent, in bounded memory.
///
/// Durations from 1e-5 to 1e4 seconds are counted in bins each of which ends 1 % above its beginning,
/// as in DDSketch (Masson, Rim and Lee, 2019). Those outside count in the first or last bin.
public struct QuantileSketch: Hashable, Sendable {
  private var counts = SparseCounts()
  /// Exact, as a sum of floating-point numbers would not be.
  private var time = Duration.zero
  /// The shortest duration, in seconds; nil without any.
  public private(set) var minimum: Double?
  /// The longest duration, in seconds; nil without any.
  public private(set) var maximum: Double?

  private static let shortest = 1e-5
  private static let growth = log(1.01)
  /// The last bin, in which the longest duration of 1e4 s lies.
  private static let lastBin = Int(log(1e4 / shortest) / growth)

  /// Nothing counted yet.
  public init() {}

  /// Counts a duration, in seconds, not negative.
  public mutating func add(_ seconds: Double) {
    precondition(seconds >= 0 && seconds.isFinite, "a duration is not a number of seconds")
    let position = log(max(seconds, Self.shortest) / Self.shortest) / Self.growth
    counts.add(bin: min(Int(position), Self.lastBin))
    time += .seconds(seconds)
    minimum = min(minimum ?? seconds, seconds)
    maximum = max(maximum ?? seconds, seconds)
  }

  /// How many durations were counted.
  public var count: Int { counts.total }

  /// The durations together, in seconds.
  public var sum: Double { time / .seconds(1) }

  /// Returns the duration below which a share of all lie, in seconds, by the nearest rank; nil
  /// without any.
  ///
  /// `quantile` goes from 0 to 1. The result is the geometric middle of the bin in which the duration
  /// of that rank lies, or the nearer of ``minimum`` and ``maximum`` where the middle is outside
  /// these; so within 0.5 % of that duration if this is within the range of the bins.
  public func quantile(_ quantile: Double) -> Double? {
    precondition(quantile >= 0 && quantile <= 1, "a quantile is not between 0 and 1")
    // The product may be one step above the whole number that is meant, as 0.07 * 100 is.
    let rank = (quantile * Double(count)).nextDown.rounded(.up)
    var seen = 0
    let bin = counts.bins.first { bin in
      seen += counts[bin]
      return Double(seen) >= rank
    }
    guard let bin, let minimum, let maximum else { return nil }
    let middle = Self.shortest * exp((Double(bin) + 0.5) * Self.growth)
    return min(max(middle, minimum), maximum)
  }
}
