/// How an evaluation differs from an earlier one, condition by condition.
public struct ComparisonReport: Sendable {
  /// The comparison under one condition.
  public struct Condition: Sendable {
    /// The condition.
    public let condition: ListeningCondition
    /// The utterances of both evaluations side by side.
    public let comparison: PairedComparison

    /// Names a comparison.
    public init(condition: ListeningCondition, comparison: PairedComparison) {
      self.condition = condition
      self.comparison = comparison
    }
  }

  /// The earlier report's path.
  public let baseline: String
  /// The comparisons.
  public let conditions: [Condition]
  /// What the two evaluations do not share, each in a sentence.
  public let caveats: [String]

  /// Makes a report of some comparisons.
  public init(baseline: String, conditions: [Condition], caveats: [String] = []) {
    self.baseline = baseline
    self.conditions = conditions
    self.caveats = caveats
  }

  /// Whether any condition is worse by more than chance would have it.
  public var isWorse: Bool { conditions.contains(where: isWorse) }

  private func isWorse(_ condition: Condition) -> Bool {
    condition.comparison.isWorse(tests: conditions.count)
  }

  /// The report as text for people: for each figure how many utterances gained and lost, and how
  /// likely that is by chance.
  public var text: String {
    let rows = conditions.map { condition in
      let comparison = condition.comparison
      return [
        condition.condition.name, "\(comparison.utterances)",
        ComparisonReport.text(comparison.exact),
        ComparisonReport.text(comparison.inexact, sign: -1),
        ComparisonReport.text(comparison.wrongCommits),
        ComparisonReport.text(comparison.falseAccepts),
        ComparisonReport.text(comparison.wordErrors), isWorse(condition) ? "WORSE" : "",
      ]
    }
    return "compared with \(baseline): utterances gained and lost, with the chance of such a "
      + "difference where there is none\n"
      + TextTable.render(
        [
          [
            "condition", "utterances", "exact", "", "wrong commits", "false accepts", "word errors",
            "",
          ]
        ] + rows) + caveats.map { "\nnote: \($0)" }.joined()
  }

  /// The verdict in a sentence.
  public var sentence: String {
    let worse = conditions.filter(isWorse).map(\.condition.name)
    let verdict =
      worse.isEmpty
      ? "not worse than \(baseline) by more than chance"
      : "worse than \(baseline): \(worse.joined(separator: ", "))"
    return ([verdict] + caveats).joined(separator: "; ")
  }

  private static func text(_ change: PairedComparison.Change) -> String {
    let chance = change.pValue < 0.001 ? "<0.001" : Figures.fixed(change.pValue, 3)
    return "+\(change.onlyAfter) -\(change.onlyBefore) (p \(chance))"
  }

  /// The difference with its 95 % interval; `sign` is -1 to tell of what is not counted.
  private static func text(_ rates: BootstrapDifference, sign: Double = 1) -> String {
    guard let difference = rates.difference else { return "-" }
    let points = signed(sign * difference)
    guard let interval = rates.interval() else { return "\(points) points" }
    let ends = [sign * interval.lowerBound, sign * interval.upperBound].sorted()
    return "\(points) points (\(signed(ends[0])) to \(signed(ends[1])))"
  }

  private static func signed(_ rate: Double) -> String {
    (rate < 0 ? "-" : "+") + Figures.percent(abs(rate))
  }
}

extension ComparisonReport: Encodable {
  private enum Keys: String, CodingKey {
    case baseline, conditions, isWorse, caveats
  }

  private enum ConditionKeys: String, CodingKey {
    case noise, snrDecibels, utterances, exact, exactRate, wrongCommits, falseAccepts,
      wordErrorRate, isWorse
  }

  private struct ChangeReport: Encodable {
    let gained: Int
    let lost: Int
    let pValue: Double

    init(_ change: PairedComparison.Change) {
      gained = change.onlyAfter
      lost = change.onlyBefore
      pValue = change.pValue
    }
  }

  private struct DifferenceReport: Encodable {
    let value: Double?
    let low: Double?
    let high: Double?
  }

  /// Writes the differences of each condition; those that are undefined are absent.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Keys.self)
    try object.encode(baseline, forKey: .baseline)
    try object.encode(isWorse, forKey: .isWorse)
    try object.encode(caveats, forKey: .caveats)
    var list = object.nestedUnkeyedContainer(forKey: .conditions)
    for condition in conditions {
      let comparison = condition.comparison
      var item = list.nestedContainer(keyedBy: ConditionKeys.self)
      try item.encode(condition.condition.noise, forKey: .noise)
      try item.encode(condition.condition.snrDecibels, forKey: .snrDecibels)
      try item.encode(comparison.utterances, forKey: .utterances)
      try item.encode(ChangeReport(comparison.exact), forKey: .exact)
      let inexact = comparison.inexact.interval()
      try item.encode(
        DifferenceReport(
          value: comparison.inexact.difference.map { -$0 }, low: inexact.map { -$0.upperBound },
          high: inexact.map { -$0.lowerBound }), forKey: .exactRate)
      try item.encode(ChangeReport(comparison.wrongCommits), forKey: .wrongCommits)
      try item.encode(ChangeReport(comparison.falseAccepts), forKey: .falseAccepts)
      let interval = comparison.wordErrors.interval()
      try item.encode(
        DifferenceReport(
          value: comparison.wordErrors.difference, low: interval?.lowerBound,
          high: interval?.upperBound), forKey: .wordErrorRate)
      try item.encode(isWorse(condition), forKey: .isWorse)
    }
  }
}
