internal import HyzerBase
/// How an evaluation differs from an earlier one, condition by condition.
package struct ComparisonReport: Encodable, Sendable {
  /// The utterances that gained and lost a judgement, and how likely that is by chance.
  private struct Change: Encodable {
    let gained: Int
    let lost: Int
    let pValue: Double

    init(_ change: PairedComparison.Change) {
      gained = change.onlyAfter
      lost = change.onlyBefore
      pValue = change.pValue
    }

    var text: String {
      "+\(gained) -\(lost) (p \(pValue < 0.001 ? "<0.001" : Figures.fixed(pValue, 3)))"
    }
  }

  /// The difference of two rates with its 95 % interval; empty where it is undefined.
  private struct Difference: Encodable {
    let value: Double?
    let low: Double?
    let high: Double?

    /// `sign` is -1 for the difference of the shares that are not counted.
    init(_ rates: BootstrapDifference, sign: Double = 1) {
      let ends = rates.interval().map { [sign * $0.lowerBound, sign * $0.upperBound] }
      value = rates.difference.map { sign * $0 }
      low = ends?.min()
      high = ends?.max()
    }

    var text: String {
      guard let value else { return "-" }
      guard let low, let high else { return "\(signed(value)) points" }
      return "\(signed(value)) points (\(signed(low)) to \(signed(high)))"
    }

    private func signed(_ rate: Double) -> String {
      (rate < 0 ? "-" : "+") + Figures.percent(abs(rate))
    }
  }

  private struct Row: Encodable {
    let noise: Nullable<String>
    let snrDecibels: Nullable<Double>
    let utterances: Int
    let exact: Change
    let exactRate: Difference
    let wrongCommits: Change
    let falseAccepts: Change
    let wordErrorRate: Difference
    let isWorse: Bool
  }

  /// A value that is written as null where there is none, and not left out.
  private struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
    let value: Value?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case baseline, conditions, isWorse, caveats
  }

  /// The earlier report's path.
  package let baseline: String
  /// Whether any condition is worse by more than chance would have it.
  package let isWorse: Bool
  private let conditions: [Row]
  private let names: [String]
  /// What the two evaluations do not share, each in a sentence.
  private let caveats: [String]

  init(
    baseline: String, conditions: [(ListeningCondition, PairedComparison)], caveats: [String] = []
  ) {
    self.baseline = baseline
    self.caveats = caveats
    names = conditions.map(\.0.name)
    self.conditions = conditions.map { condition, comparison in
      Row(
        noise: Nullable(value: condition.noise),
        snrDecibels: Nullable(value: condition.snrDecibels), utterances: comparison.utterances,
        exact: Change(comparison.exact), exactRate: Difference(comparison.inexact, sign: -1),
        wrongCommits: Change(comparison.wrongCommits),
        falseAccepts: Change(comparison.falseAccepts),
        wordErrorRate: Difference(comparison.wordErrors),
        isWorse: comparison.isWorse(tests: conditions.count))
    }
    isWorse = self.conditions.contains(where: \.isWorse)
  }

  /// The report as text for people: for each figure how many utterances gained and lost, and how
  /// likely that is by chance.
  var text: String {
    let heads = [
      "condition", "utterances", "exact", "", "wrong commits", "false accepts", "word errors", "",
    ]
    let rows = zip(names, conditions).map { name, row in
      [
        name, "\(row.utterances)", row.exact.text, row.exactRate.text, row.wrongCommits.text,
        row.falseAccepts.text, row.wordErrorRate.text, row.isWorse ? "WORSE" : "",
      ]
    }
    return "compared with \(baseline): utterances gained and lost, with the chance of such a "
      + "difference where there is none\n" + Table.text([heads] + rows)
      + caveats.map { "\nnote: \($0)" }.joined()
  }

  /// The verdict in a sentence.
  var sentence: String {
    let worse = zip(names, conditions).filter { $1.isWorse }.map(\.0)
    let verdict =
      worse.isEmpty
      ? "not worse than \(baseline) by more than chance"
      : "worse than \(baseline): \(worse.joined(separator: ", "))"
    return ([verdict] + caveats).joined(separator: "; ")
  }
}

/// An earlier evaluation, to be set beside a new one.
package struct BaselineReport {
  /// Identifies an utterance under a condition.
  private struct Key: Hashable {
    /// The noise's hash and level: a noise is the same wherever its recording lies.
    let noise: String?
    let snrDecibels: Double?
    let corpus: Int
    let id: String
    /// Counts those that share all else.
    var occurrence = 0
  }

  private let path: String
  private let header: EvaluationHeader
  private let outcomes: [Key: UtteranceOutcome]

  /// Reads a report of `hyzer evaluate --json`.
  package init(path: String) throws {
    let report = try EvaluationReport.Printed(path: path)
    self.path = path
    header = report.evaluation
    outcomes = Dictionary(
      uniqueKeysWithValues: Self.keyed(report.outcomes, header).map { ($0.key, $0.outcome) })
  }

  /// Returns the comparison of the conditions that both evaluations have.
  ///
  /// - Throws: ``FileFailure`` where they have no utterance in common.
  func compared(with later: [UtteranceOutcome], _ laterHeader: EvaluationHeader)
    throws(FileFailure) -> ComparisonReport
  {
    var before = outcomes
    var comparisons = laterHeader.conditions.map { _ in PairedComparison(seed: laterHeader.seed) }
    var (added, changed) = (0, 0)
    for (key, outcome) in Self.keyed(later, laterHeader) {
      guard let earlier = before.removeValue(forKey: key) else {
        added += 1
        continue
      }
      guard earlier.reference == outcome.reference, earlier.said == outcome.said,
        earlier.audioSHA256 == outcome.audioSHA256
      else {
        changed += 1
        continue
      }
      comparisons[outcome.condition].add(before: earlier, after: outcome)
    }
    let shared = zip(laterHeader.conditions, comparisons).filter { $1.utterances > 0 }
    guard !shared.isEmpty else {
      throw FileFailure(
        .badData,
        "\"\(path)\" has no utterance and condition in common with this evaluation; compare "
          + "reports of the same corpus")
    }
    return ComparisonReport(
      baseline: path, conditions: shared,
      caveats: caveats(laterHeader, removed: before.count, added: added, changed: changed))
  }

  private func caveats(_ later: EvaluationHeader, removed: Int, added: Int, changed: Int)
    -> [String]
  {
    [
      (removed > 0, "\(removed) outcomes are in the earlier report only"),
      (added > 0, "\(added) outcomes are in this evaluation only"),
      (
        changed > 0,
        "\(changed) outcomes have another label, text or recording, and are left out"
      ),
      (header.seed != later.seed, "the earlier seed was \(header.seed): noise lies elsewhere"),
      (header.echo?.sha256 != later.echo?.sha256, "the echo differs"),
      (header.endpointing != later.endpointing, "only one of them finds utterances first"),
      (header.round?.sha256 != later.round?.sha256, "the round's players differ"),
      (header.settingsSHA256 != later.settingsSHA256, "the decoder's settings differ"),
    ].filter(\.0).map(\.1)
  }

  /// Returns the outcomes of conditions that the header has.
  private static func keyed(_ outcomes: [UtteranceOutcome], _ header: EvaluationHeader)
    -> [(key: Key, outcome: UtteranceOutcome)]
  {
    let conditions =
      [(nil, nil)]
      + header.noises.flatMap { noise in header.snrDecibels.map { (noise.sha256, $0) } }
    var seen: [Key: Int] = [:]
    return outcomes.filter { conditions.indices.contains($0.condition) }.map { outcome in
      let (noise, level) = conditions[outcome.condition]
      var key = Key(noise: noise, snrDecibels: level, corpus: outcome.corpus, id: outcome.id)
      let occurrence = seen[key, default: 0]
      seen[key] = occurrence + 1
      key.occurrence = occurrence
      return (key, outcome)
    }
  }
}
