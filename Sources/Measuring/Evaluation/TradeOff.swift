internal import Glibc

/// False accepts against false rejects as the threshold on an utterance's confidence moves.
///
/// A threshold accepts the utterances whose confidence is at least as high.
struct TradeOff: Hashable, Sendable {
  struct Point: Hashable, Sendable {
    /// The lowest of ``TradeOff/thresholds`` with these counts.
    let threshold: Double
    let falseAccepts: Proportion
    let falseRejects: Proportion
  }

  /// The confidences; nil where no threshold would accept anything.
  private var positives: [Double?] = []
  private var negatives: [Double?] = []

  /// The thresholds that are looked at, in ascending order: 0, the confidences whose log-odds are
  /// -10, -9.98 and so on to 10, and 1.
  static let thresholds: [Double] = {
    let inner = (-500...500).map { step -> Double in 1 / (1 + exp(Double(-step) / 50)) }
    return [0] + inner + [1]
  }()

  /// Counts an utterance; of a negative nothing is to be accepted.
  ///
  /// `confidence` goes from 0 to 1; nil where no threshold would accept anything.
  mutating func add(confidence: Double?, isNegative: Bool) {
    precondition((0...1).contains(confidence ?? 0), "a confidence is not between 0 and 1")
    if isNegative { negatives.append(confidence) } else { positives.append(confidence) }
  }

  /// The curve, from threshold 0 upwards: its first point, and one for each threshold at which a
  /// count changes.
  ///
  /// Utterances of confidence 1 are accepted by every threshold, so the curve need not end at no
  /// false accepts.
  var points: [Point] { crossings.map(\.point) }

  /// The rate at which false accepts and false rejects are equally frequent, and its threshold.
  ///
  /// The rates are taken to change linearly between the two thresholds where they cross. Nil without
  /// positives or without negatives, and where one rate is above the other at every threshold.
  var equalError: (rate: Double, threshold: Double)? {
    var last: (accepts: Double, rejects: Double)?
    for (below, point) in crossings {
      guard let accepts = point.falseAccepts.rate, let rejects = point.falseRejects.rate
      else { return nil }
      if accepts == rejects { return (accepts, point.threshold) }
      if rejects > accepts {
        guard let last else { return nil }
        let before = last.accepts - last.rejects
        let share = before / (before + rejects - accepts)
        return (
          last.accepts + share * (accepts - last.accepts),
          below + share * (point.threshold - below)
        )
      }
      last = (accepts, rejects)
    }
    return nil
  }

  /// Returns the point of the lowest threshold at which the share of accepted negatives is at most
  /// the given one; nil without negatives, and where even threshold 1 accepts more.
  func point(maximumFalseAccept: Double) -> Point? {
    points.first { point in point.falseAccepts.rate.map { $0 <= maximumFalseAccept } ?? false }
  }

  /// The points, each with the threshold just below its own.
  private var crossings: [(below: Double, point: Point)] {
    var accepted = positives.compactMap(\.self).sorted()[...]
    var falselyAccepted = negatives.compactMap(\.self).sorted()[...]
    var crossings: [(below: Double, point: Point)] = []
    var counts: (Int, Int)?
    for (below, threshold) in zip([0] + TradeOff.thresholds, TradeOff.thresholds) {
      accepted = accepted.drop { $0 < threshold }
      falselyAccepted = falselyAccepted.drop { $0 < threshold }
      if let counts, counts == (accepted.count, falselyAccepted.count) { continue }
      counts = (accepted.count, falselyAccepted.count)
      let point = Point(
        threshold: threshold, falseAccepts: Proportion(falselyAccepted.count, of: negatives.count),
        falseRejects: Proportion(positives.count - accepted.count, of: positives.count))
      crossings.append((below, point))
    }
    return crossings
  }
}
