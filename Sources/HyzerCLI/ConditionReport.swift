internal import Evaluation
internal import Foundation

/// The figures of one listening condition, as `evaluate` prints them.
struct ConditionReport: Encodable {
  struct Latency: Encodable {
    let median: Double?
    let p95: Double?
  }

  let noise: String?
  let snrDecibels: Double?
  let utterances: Int
  let utterancesExact: Int
  let pairsReference: Int
  let pairsCorrect: Int
  let pairsInserted: Int
  let falseAccepts: Int
  let negatives: Int
  let negativeSeconds: Double
  let wrongCommits: Int
  let wordErrors: WordErrors
  let realTimeFactor: Double?
  let latencySeconds: Latency

  init(_ counts: CorpusCounts) {
    noise = nil
    snrDecibels = nil
    utterances = counts.utterances
    utterancesExact = counts.utterancesExact
    pairsReference = counts.pairsReference
    pairsCorrect = counts.pairsCorrect
    pairsInserted = counts.pairsInserted
    falseAccepts = counts.falseAccepts
    negatives = counts.negatives
    negativeSeconds = counts.negativeSeconds
    wrongCommits = counts.wrongCommits
    wordErrors = counts.wordErrors
    realTimeFactor = counts.realTimeFactor
    latencySeconds = Latency(
      median: counts.latency(quantile: 0.5), p95: counts.latency(quantile: 0.95))
  }

  private enum CodingKeys: String, CodingKey {
    case noise, snrDecibels, utterances, utterancesExact, pairsReference, pairsCorrect
    case pairsInserted, falseAccepts, negatives, negativeSeconds, wrongCommits, wordErrors
    case realTimeFactor, latencySeconds
  }

  /// Writes every key; what is undefined or does not apply is null.
  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(noise, forKey: .noise)
    try object.encode(snrDecibels, forKey: .snrDecibels)
    try object.encode(utterances, forKey: .utterances)
    try object.encode(utterancesExact, forKey: .utterancesExact)
    try object.encode(pairsReference, forKey: .pairsReference)
    try object.encode(pairsCorrect, forKey: .pairsCorrect)
    try object.encode(pairsInserted, forKey: .pairsInserted)
    try object.encode(falseAccepts, forKey: .falseAccepts)
    try object.encode(negatives, forKey: .negatives)
    try object.encode(negativeSeconds, forKey: .negativeSeconds)
    try object.encode(wrongCommits, forKey: .wrongCommits)
    try object.encode(wordErrors, forKey: .wordErrors)
    try object.encode(realTimeFactor, forKey: .realTimeFactor)
    try object.encode(latencySeconds, forKey: .latencySeconds)
  }

  /// The same as a table for people, with 95 % intervals.
  func table(_ counts: CorpusCounts) -> String {
    let positives = utterances - negatives
    let exactPositives = utterancesExact - (negatives - falseAccepts)
    var rows: [(String, String)] = [("utterances", "\(utterances)")]
    if positives > 0 {
      rows += [
        ("exact", ConditionReport.text(Proportion(exactPositives, of: positives))),
        ("pairs heard", ConditionReport.text(Proportion(pairsCorrect, of: pairsReference))),
        ("pairs inserted", "\(pairsInserted)"),
      ]
    }
    rows.append(("wrong commits", ConditionReport.text(Proportion(wrongCommits, of: utterances))))
    if negatives > 0 {
      rows.append(("false accepts", ConditionReport.text(Proportion(falseAccepts, of: negatives))))
    }
    if let rate = wordErrors.rate {
      rows.append(("word error rate", String(format: "%.1f %%", rate * 100)))
    }
    if let realTimeFactor {
      rows.append(("of real time", String(format: "%.3f", realTimeFactor)))
    }
    if let median = latencySeconds.median, let p95 = latencySeconds.p95 {
      rows.append(
        ("latency", String(format: "median %.0f ms, p95 %.0f ms", median * 1000, p95 * 1000)))
    }
    return rows.map { $0.0.padding(toLength: 16, withPad: " ", startingAt: 0) + $0.1 }
      .joined(separator: "\n")
  }

  private static func text(_ proportion: Proportion) -> String {
    guard let rate = proportion.rate, let interval = proportion.interval else { return "none" }
    return String(
      format: "%d of %d = %.1f %% (%.1f to %.1f)", proportion.successes, proportion.trials,
      rate * 100, interval.lowerBound * 100, interval.upperBound * 100)
  }
}
