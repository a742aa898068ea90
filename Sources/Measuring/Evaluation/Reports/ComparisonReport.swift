internal import HyzerBase

/// How an evaluation differs from an earlier one, condition by condition.
package struct ComparisonReport: Encodable, Sendable {
  package let baseline: String
  /// The conditions, and whether each is worse by more than chance would have it.
  private let rows: [(condition: ListeningCondition, comparison: PairedComparison, isWorse: Bool)]
  private let caveats: [String]

  init(
    baseline: String, conditions: [(ListeningCondition, PairedComparison)], caveats: [String] = []
  ) {
    self.baseline = baseline
    self.caveats = caveats
    rows = conditions.map { ($0, $1, $1.isWorse(tests: conditions.count)) }
  }

  package var isWorse: Bool { rows.contains(where: \.isWorse) }

  package func encode(to encoder: any Encoder) throws {
    let conditions = rows.map { condition, comparison, isWorse -> JSONObject in
      [
        "noise": condition.noise, "snrDecibels": condition.snrDecibels,
        "utterances": comparison.utterances, "exact": comparison.exact.json,
        "exactRate": RateDifference(comparison.inexact, sign: -1),
        "wrongCommits": comparison.wrongCommits.json,
        "falseAccepts": comparison.falseAccepts.json,
        "wordErrorRate": RateDifference(comparison.wordErrors), "isWorse": isWorse,
      ]
    }
    let report: JSONObject = [
      "baseline": baseline, "conditions": conditions, "isWorse": isWorse, "caveats": caveats,
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
    let lines = rows.map { condition, comparison, isWorse in
      [
        condition.name, "\(comparison.utterances)", text(comparison.exact),
        text(comparison.inexact, sign: -1), text(comparison.wrongCommits),
        text(comparison.falseAccepts), text(comparison.wordErrors), isWorse ? "WORSE" : "",
      ]
    }
    return "compared with \(baseline): utterances gained and lost, with the chance of such a "
      + "difference where there is none\n"
      + TextColumns().lines([heads] + lines).joined(separator: "\n")
      + caveats.map { "\nnote: \($0)" }.joined()
  }

  var sentence: String {
    let names = rows.filter(\.isWorse).map(\.condition.name)
    let verdict =
      names.isEmpty
      ? "not worse than \(baseline) by more than chance"
      : "worse than \(baseline): \(names.joined(separator: ", "))"
    return ([verdict] + caveats).joined(separator: "; ")
  }
}

extension ComparisonReport {
  private struct Key: Hashable {
    /// The noise's hash and level: a noise is the same wherever its recording lies.
    let noise: String?
    let snrDecibels: Double?
    let corpus: Int
    let id: String
    /// Counts those that share all else.
    var occurrence = 0
  }

  /// Compares the conditions that an evaluation and an earlier one at a path have both.
  ///
  /// - Throws: ``FileFailure`` where they have no utterance in common.
  init(
    of later: [UtteranceOutcome], _ header: EvaluationHeader,
    with earlier: EvaluationReport.Printed, at path: String
  ) throws(FileFailure) {
    var before = Dictionary(
      uniqueKeysWithValues: Self.keyed(earlier.outcomes, earlier.evaluation).map {
        ($0.key, $0.outcome)
      })
    var comparisons = header.conditions.map { _ in PairedComparison(seed: header.seed) }
    var (added, changed) = (0, 0)
    for (key, outcome) in Self.keyed(later, header) {
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
    let shared = zip(header.conditions, comparisons).filter { $1.utterances > 0 }
    guard !shared.isEmpty else {
      throw FileFailure(
        .badData,
        "\"\(path)\" has no utterance and condition in common with this evaluation; compare "
          + "reports of the same corpus")
    }
    let first = earlier.evaluation
    let caveats = [
      (!before.isEmpty, "\(before.count) outcomes are in the earlier report only"),
      (added > 0, "\(added) outcomes are in this evaluation only"),
      (
        changed > 0,
        "\(changed) outcomes have another label, text or recording, and are left out"
      ),
      (first.seed != header.seed, "the earlier seed was \(first.seed): noise lies elsewhere"),
      (first.echo?.sha256 != header.echo?.sha256, "the echo differs"),
      (first.endpointing != header.endpointing, "only one of them finds utterances first"),
      (first.round?.sha256 != header.round?.sha256, "the round's players differ"),
      (first.settingsSHA256 != header.settingsSHA256, "the decoder's settings differ"),
    ].filter(\.0).map(\.1)
    self.init(baseline: path, conditions: shared, caveats: caveats)
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
