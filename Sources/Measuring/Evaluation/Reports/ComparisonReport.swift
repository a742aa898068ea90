internal import HyzerBase

/// How an evaluation differs from an earlier one, condition by condition.
package struct ComparisonReport: Encodable, Sendable {
  /// The earlier report's path.
  package let baseline: String
  private let conditions: [(condition: ListeningCondition, comparison: PairedComparison)]
  /// What the two evaluations do not share, each in a sentence.
  private let caveats: [String]
  /// Of which conditions the evaluation is worse by more than chance would have it.
  private let worse: [Bool]

  init(
    baseline: String, conditions: [(ListeningCondition, PairedComparison)], caveats: [String] = []
  ) {
    self.baseline = baseline
    self.caveats = caveats
    self.conditions = conditions.map { ($0, $1) }
    worse = conditions.map { $1.isWorse(tests: conditions.count) }
  }

  /// Whether any condition is worse by more than chance would have it.
  package var isWorse: Bool { worse.contains(true) }

  package func encode(to encoder: any Encoder) throws {
    let rows = zip(conditions, worse).map { row, isWorse -> JSONObject in
      let (condition, comparison) = row
      return [
        "noise": condition.noise, "snrDecibels": condition.snrDecibels,
        "utterances": comparison.utterances, "exact": comparison.exact.json,
        "exactRate": RateDifference(comparison.inexact, sign: -1),
        "wrongCommits": comparison.wrongCommits.json,
        "falseAccepts": comparison.falseAccepts.json,
        "wordErrorRate": RateDifference(comparison.wordErrors), "isWorse": isWorse,
      ]
    }
    let report: JSONObject = [
      "baseline": baseline, "conditions": rows, "isWorse": isWorse, "caveats": caveats,
    ]
    try report.encode(to: encoder)
  }

  /// The report as text for people: for each figure how many utterances gained and lost, and how
  /// likely that is by chance.
  var text: String {
    func text(_ change: PairedComparison.Change) -> String {
      let chance = change.pValue < 0.001 ? "<0.001" : Figures.fixed(change.pValue, 3)
      return "+\(change.gained) -\(change.lost) (p \(chance))"
    }
    func text(_ rates: BootstrapDifference, sign: Double = 1) -> String {
      RateDifference(rates, sign: sign).text { ($0 < 0 ? "-" : "+") + Figures.percent(abs($0)) }
        ?? "-"
    }
    let heads = [
      "condition", "utterances", "exact", "", "wrong commits", "false accepts", "word errors", "",
    ]
    let rows = zip(conditions, worse).map { row, isWorse in
      let (condition, comparison) = row
      return [
        condition.name, "\(comparison.utterances)", text(comparison.exact),
        text(comparison.inexact, sign: -1), text(comparison.wrongCommits),
        text(comparison.falseAccepts), text(comparison.wordErrors), isWorse ? "WORSE" : "",
      ]
    }
    return "compared with \(baseline): utterances gained and lost, with the chance of such a "
      + "difference where there is none\n"
      + TextColumns().lines([heads] + rows).joined(separator: "\n")
      + caveats.map { "\nnote: \($0)" }.joined()
  }

  /// The verdict in a sentence.
  var sentence: String {
    let names = zip(conditions, worse).filter(\.1).map(\.0.condition.name)
    let verdict =
      names.isEmpty
      ? "not worse than \(baseline) by more than chance"
      : "worse than \(baseline): \(names.joined(separator: ", "))"
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
