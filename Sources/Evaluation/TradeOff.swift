internal import Foundation

/// False accepts against false rejects as the threshold on an utterance's confidence moves.
///
/// A threshold accepts the utterances whose confidence is at least as high. Confidences are counted
/// in bins, so memory is bounded however large the corpus. The thresholds are the bins' edges
/// (``thresholds``), and at these every count is exact.
public struct TradeOff: Hashable, Sendable {
  /// What a threshold accepts and rejects.
  public struct Point: Hashable, Sendable {
    /// The lowest of ``TradeOff/thresholds`` with these counts.
    public let threshold: Double
    /// The negatives that are accepted, of all negatives.
    public let falseAccepts: Proportion
    /// The positives that are not accepted, of all positives.
    public let falseRejects: Proportion
  }

  /// The utterances by how many of ``thresholds`` accept them.
  private var positives = SparseCounts()
  private var negatives = SparseCounts()

  /// The thresholds that are told apart, in ascending order: 0, the confidences whose log-odds are
  /// -10, -9.98 and so on to 10, and 1.
  public static let thresholds: [Double] = {
    let inner = (-500...500).map { step -> Double in 1 / (1 + exp(Double(-step) / 50)) }
    return [0] + inner + [1]
  }()

  /// Nothing counted yet.
  public init() {}

  /// Counts an utterance that is to be accepted.
  ///
  /// `confidence` goes from 0 to 1; nil where no threshold would accept anything.
  public mutating func addPositive(confidence: Double?) {
    positives.add(bin: confidence.map(Self.thresholdCount) ?? 0)
  }

  /// Counts an utterance of which nothing is to be accepted.
  ///
  /// `confidence` goes from 0 to 1; nil where no threshold would accept anything.
  public mutating func addNegative(confidence: Double?) {
    negatives.add(bin: confidence.map(Self.thresholdCount) ?? 0)
  }

  /// The curve, from threshold 0 upwards: its first point, and one for each threshold at which a
  /// count changes.
  ///
  /// Utterances of confidence 1 are accepted by every threshold, so the curve need not end at no
  /// false accepts.
  public var points: [Point] { crossings.map(\.point) }

  /// The rate at which false accepts and false rejects are equally frequent, and its threshold.
  ///
  /// The rates are taken to change linearly with the threshold across the bin in which they cross.
  /// Nil without positives or without negatives, and where one rate is above the other at every
  /// threshold.
  public var equalError: (rate: Double, threshold: Double)? {
    var last: (accepts: Double, rejects: Double)?
    for (edge, point) in crossings {
      guard let accepts = point.falseAccepts.rate, let rejects = point.falseRejects.rate
      else { return nil }
      if accepts == rejects { return (accepts, point.threshold) }
      if rejects > accepts {
        guard let last else { return nil }
        let before = last.accepts - last.rejects
        let share = before / (before + rejects - accepts)
        return (
          last.accepts + share * (accepts - last.accepts),
          edge + share * (point.threshold - edge)
        )
      }
      last = (accepts, rejects)
    }
    return nil
  }

  /// Returns the lowest of ``thresholds`` at which the share of accepted negatives is at most the
  /// given one; nil without negatives, and where even threshold 1 accepts more.
  public func threshold(maximumFalseAcceptRate: Double) -> Double? {
    points.first { point in
      point.falseAccepts.rate.map { $0 <= maximumFalseAcceptRate } ?? false
    }?.threshold
  }

  /// The points, each with the highest threshold that still has the counts of the point before.
  private var crossings: [(edge: Double, point: Point)] {
    var accepted = negatives.total - negatives[0]
    var rejected = positives[0]
    func point(_ threshold: Double) -> Point {
      Point(
        threshold: threshold, falseAccepts: Proportion(accepted, of: negatives.total),
        falseRejects: Proportion(rejected, of: positives.total))
    }
    var crossings = [(edge: 0.0, point: point(0))]
    let bins = Set(positives.bins).union(negatives.bins).sorted()
    // What no threshold accepts is counted above; what all accept is never rejected.
    for bin in bins where bin > 0 && bin < Self.thresholds.count {
      accepted -= negatives[bin]
      rejected += positives[bin]
      crossings.append((Self.thresholds[bin - 1], point(Self.thresholds[bin])))
    }
    return crossings
  }

  /// Returns how many thresholds accept a confidence.
  ///
  /// Found by comparing with the thresholds themselves, since a logarithm would round some of them
  /// to the wrong side.
  private static func thresholdCount(upTo confidence: Double) -> Int {
    precondition(confidence >= 0 && confidence <= 1, "a confidence is not between 0 and 1")
    let thresholds = thresholds
    var (low, high) = (0, thresholds.count)
    while low < high {
      let middle = (low + high) / 2
      if thresholds[middle] <= confidence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
