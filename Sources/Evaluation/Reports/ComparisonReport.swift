/// How an evaluation differs from an earlier one, condition by condition.
package struct ComparisonReport: Encodable, Sendable {
  /// The utterances of both evaluations side by side, under one condition.
  package struct Condition: Sendable {
    let condition: ListeningCondition
    let comparison: PairedComparison

    package init(condition: ListeningCondition, comparison: PairedComparison) {
      self.condition = condition
      self.comparison = comparison
    }
  }

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

  /// The difference of two rates with its 95 % interval; absent where it is undefined.
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

  package init(baseline: String, conditions: [Condition], caveats: [String] = []) {
    self.baseline = baseline
    self.caveats = caveats
    names = conditions.map(\.condition.name)
    self.conditions = conditions.map {
      let (condition, comparison) = ($0.condition, $0.comparison)
      return Row(
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
  package var text: String {
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
  package var sentence: String {
    let worse = zip(names, conditions).filter { $1.isWorse }.map(\.0)
    let verdict =
      worse.isEmpty
      ? "not worse than \(baseline) by more than chance"
      : "worse than \(baseline): \(worse.joined(separator: ", "))"
    return ([verdict] + caveats).joined(separator: "; ")
  }
}
