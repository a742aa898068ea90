internal import Foundation

/// False accepts against false rejects as the threshold on an utterance's confidence moves.
///
/// A threshold accepts the utterances whose confidence is at least as high.
public struct TradeOff: Hashable, Sendable {
  /// What a threshold accepts and rejects.
  package struct Point: Hashable, Sendable {
    /// The lowest of ``TradeOff/thresholds`` with these counts.
    package let threshold: Double
    /// The negatives that are accepted, of all negatives.
    package let falseAccepts: Proportion
    /// The positives that are not accepted, of all positives.
    package let falseRejects: Proportion
  }

  /// The confidences; nil where no threshold would accept anything.
  private var positives: [Double?] = []
  private var negatives: [Double?] = []

  /// The thresholds that are looked at, in ascending order: 0, the confidences whose log-odds are
  /// -10, -9.98 and so on to 10, and 1.
  package static let thresholds: [Double] = {
    let inner = (-500...500).map { step -> Double in 1 / (1 + exp(Double(-step) / 50)) }
    return [0] + inner + [1]
  }()

  package init() {}

  /// Counts an utterance that is to be accepted.
  ///
  /// `confidence` goes from 0 to 1; nil where no threshold would accept anything.
  package mutating func addPositive(confidence: Double?) {
    positives.append(Self.checked(confidence))
  }

  /// Counts an utterance of which nothing is to be accepted.
  ///
  /// `confidence` goes from 0 to 1; nil where no threshold would accept anything.
  package mutating func addNegative(confidence: Double?) {
    negatives.append(Self.checked(confidence))
  }

  private static func checked(_ confidence: Double?) -> Double? {
    precondition((0...1).contains(confidence ?? 0), "a confidence is not between 0 and 1")
    return confidence
  }

  /// The curve, from threshold 0 upwards: its first point, and one for each threshold at which a
  /// count changes.
  ///
  /// Utterances of confidence 1 are accepted by every threshold, so the curve need not end at no
  /// false accepts.
  package var points: [Point] { crossings.map(\.point) }

  /// The rate at which false accepts and false rejects are equally frequent, and its threshold.
  ///
  /// The rates are taken to change linearly between the two thresholds where they cross. Nil without
  /// positives or without negatives, and where one rate is above the other at every threshold.
  package var equalError: (rate: Double, threshold: Double)? {
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
  package func threshold(maximumFalseAcceptRate: Double) -> Double? {
    points.first { point in
      point.falseAccepts.rate.map { $0 <= maximumFalseAcceptRate } ?? false
    }?.threshold
  }

  /// The points, each with the threshold below its own.
  private var crossings: [(edge: Double, point: Point)] {
    let (positive, negative) = (
      positives.compactMap(\.self).sorted(), negatives.compactMap(\.self).sorted()
    )
    // How many confidences lie below the threshold.
    var (rejectedPositives, rejectedNegatives) = (0, 0)
    var crossings: [(edge: Double, point: Point)] = []
    var edge = 0.0
    for threshold in Self.thresholds {
      let before = (rejectedPositives, rejectedNegatives)
      while rejectedPositives < positive.count, positive[rejectedPositives] < threshold {
        rejectedPositives += 1
      }
      while rejectedNegatives < negative.count, negative[rejectedNegatives] < threshold {
        rejectedNegatives += 1
      }
      if crossings.isEmpty || before != (rejectedPositives, rejectedNegatives) {
        let point = Point(
          threshold: threshold,
          falseAccepts: Proportion(negative.count - rejectedNegatives, of: negatives.count),
          falseRejects: Proportion(
            positives.count - positive.count + rejectedPositives, of: positives.count))
        crossings.append((edge, point))
      }
      edge = threshold
    }
    return crossings
  }
}
