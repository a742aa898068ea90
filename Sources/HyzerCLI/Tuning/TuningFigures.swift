internal import Corpora
internal import Evaluation
internal import Foundation

/// A comparison as JSON, the same for names and for decoder settings.
struct ComparisonFigures: Encodable {
  struct Change: Encodable {
    let before: Int
    let after: Int
    let gained: Int
    let lost: Int
    let pValue: Double

    init(_ before: Int, _ after: Int, _ change: PairedComparison.Change) {
      self.before = before
      self.after = after
      gained = change.onlyAfter
      lost = change.onlyBefore
      pValue = change.pValue
    }
  }

  struct Difference: Encodable {
    let value: Double?
    let low: Double?
    let high: Double?
  }

  let utterances: Int
  let positives: Int
  let negatives: Int
  let exact: Change
  let exactShare: Difference
  let wrongCommits: Change
  let falseAccepts: Change
  let pairsGained: Int
  let pairsLost: Int
  let wordErrorRate: Difference

  init(_ comparison: TuningComparison) {
    let (before, after, paired) = (comparison.before, comparison.after, comparison.paired)
    utterances = before.utterances
    positives = before.positives
    negatives = before.negatives
    exact = Change(before.exact.successes, after.exact.successes, paired.exact)
    let gain = comparison.exactGainInterval
    exactShare = Difference(
      value: comparison.inexact.difference.map { 0 - $0 }, low: gain?.lowerBound,
      high: gain?.upperBound)
    wrongCommits = Change(before.wrongCommits, after.wrongCommits, paired.wrongCommits)
    falseAccepts = Change(before.falseAccepts, after.falseAccepts, paired.falseAccepts)
    pairsGained = comparison.pairsGained
    pairsLost = comparison.pairsLost
    let words = paired.wordErrors.interval()
    wordErrorRate = Difference(
      value: paired.wordErrors.difference, low: words?.lowerBound, high: words?.upperBound)
  }

  /// Lines for people: each figure before and after, and what tells whether it is chance.
  var lines: [String] {
    func share(_ value: Double) -> String { String(format: "%+.1f", value * 100) }
    func range(_ difference: Difference) -> String {
      guard let value = difference.value else { return "undefined" }
      guard let low = difference.low, let high = difference.high else {
        return "\(share(value)) points"
      }
      return "\(share(value)) points (\(share(low)) to \(share(high)))"
    }
    func line(_ name: String, _ change: Change, of total: Int) -> String {
      "  \(name) \(change.before) -> \(change.after) of \(total), "
        + "+\(change.gained) -\(change.lost), p \(ComparisonFigures.p(change.pValue))"
    }
    return [
      line("exact          ", exact, of: positives) + ", \(range(exactShare))",
      "  pairs           +\(pairsGained) -\(pairsLost)",
      line("wrong commits  ", wrongCommits, of: utterances),
      line("false accepts  ", falseAccepts, of: negatives),
      "  word error rate \(range(wordErrorRate))",
    ]
  }

  /// Returns a probability with as many digits as matter.
  static func p(_ value: Double) -> String {
    value < 0.0001 ? "below 0.0001" : String(format: value < 0.1 ? "%.4f" : "%.2f", value)
  }
}
