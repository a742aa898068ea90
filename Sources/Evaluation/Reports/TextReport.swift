/// A report as text for people.
public struct TextReport: Sendable {
  /// The most confusions of a kind that are shown.
  private static let mostConfusions = 8
  /// The most groups of one dimension that are shown: the worst.
  private static let mostGroups = 12

  private let conditions: [ConditionReport]
  private let targets: [Target]

  /// Makes the text of some conditions, at least one, beside some targets.
  public init(conditions: [ConditionReport], targets: [Target]) {
    self.conditions = conditions
    self.targets = targets
  }

  /// The text, without a newline at its end.
  public var text: String {
    guard let first = conditions.first else { return "" }
    var blocks = conditions.count == 1 ? [TextReport.figures(first)] : [matrix, moreOfMatrix]
    blocks.append(verdicts)
    blocks.append(stages)
    blocks += [confusions(\.players, "players"), confusions(\.scores, "scores")]
    blocks.append(confusions(\.words, "words"))
    blocks += TextReport.groups(first)
    if !first.crowdedDimensions.isEmpty {
      blocks.append(
        "no groups by \(first.crowdedDimensions.joined(separator: ", ")): more than "
          + "\(ConditionTally.mostValues) values")
    }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  // MARK: - Figures

  private static func figures(_ report: ConditionReport) -> String {
    let counts = report.counts
    var rows: [(String, String)] = [("utterances", "\(counts.utterances)")]
    if counts.positives > 0 {
      rows += [
        ("exact", Figures.text(counts.exact)),
        ("pairs heard", Figures.text(counts.pairRecall)),
        ("pairs right", Figures.text(counts.pairPrecision)),
        ("pairs inserted", "\(counts.pairsInserted)"),
      ]
    }
    rows.append(("wrong commits", Figures.text(counts.wrongCommitShare)))
    if counts.positives > 0 {
      rows += [
        ("partial", "\(counts.partials) of \(counts.positives)"),
        ("rejected", "\(counts.rejections) of \(counts.positives)"),
      ]
    }
    if counts.negatives > 0 {
      rows.append(("false accepts", Figures.text(counts.falseAcceptShare)))
      if let perHour = counts.falseAcceptsPerHour {
        rows.append(
          (
            "",
            "\(counts.falseAcceptEvents) in \(Figures.fixed(counts.negativeSeconds / 3600, 2)) h"
              + " = \(Figures.fixed(perHour, 1)) an hour"
          ))
      }
    }
    if let rate = report.wordErrorRate { rows.append(("word error rate", Figures.text(rate))) }
    if counts.negatives > 0, counts.positives > 0, let equal = report.tradeOff.equalError {
      rows.append(
        (
          "equal error",
          "\(Figures.percent(equal.rate)) % at confidence \(Figures.fixed(equal.threshold, 2))"
        ))
    }
    if let limit = report.maximumFalseAccept {
      rows.append(("threshold", TextReport.threshold(report, limit)))
    }
    if let factor = counts.realTimeFactor {
      rows.append(("of real time", Figures.fixed(factor, 3)))
    }
    if let median = counts.latencies.quantile(0.5), let p95 = counts.latencies.quantile(0.95) {
      rows.append(
        (
          "latency",
          "median \(Figures.fixed(median * 1000, 0)) ms, p95 \(Figures.fixed(p95 * 1000, 0)) ms"
        ))
    }
    if report.unreadable > 0 { rows.append(("unreadable", "\(report.unreadable)")) }
    return TextTable.render(rows.map { [$0.0, $0.1] })
  }

  private static func threshold(_ report: ConditionReport, _ limit: Double) -> String {
    let share = "\(Figures.decimal(limit * 100)) %"
    guard report.counts.negatives > 0 else { return "none: there is no audio without a score" }
    return report.tradeOff.threshold(maximumFalseAcceptRate: limit).map {
      "\(Figures.fixed($0, 3)) keeps false accepts to \(share)"
    } ?? "none keeps false accepts to \(share)"
  }

  private var matrix: String {
    let header = [
      "condition", "utterances", "exact %", "pairs %", "right %", "wrong commits %",
      "false accepts %",
      "word errors %",
    ]
    let rows = conditions.map { report in
      let counts = report.counts
      return [
        report.condition.name, "\(counts.positives) + \(counts.negatives)",
        Figures.short(counts.exact), Figures.short(counts.pairRecall),
        counts.pairPrecision.rate.map(Figures.percent) ?? "-",
        Figures.short(counts.wrongCommitShare), Figures.short(counts.falseAcceptShare),
        report.wordErrorRate.map { Figures.percent($0.value) } ?? "-",
      ]
    }
    let unreadable = conditions.map(\.unreadable).max() ?? 0
    let title =
      "utterances with scores + without" + (unreadable > 0 ? ", \(unreadable) unreadable" : "")
      + "; 95 % intervals in brackets"
    return title + "\n" + TextTable.render([header] + rows)
  }

  /// What else there is of each condition, where there are several.
  private var moreOfMatrix: String {
    let limit = conditions.first?.maximumFalseAccept
    var header = [
      "condition", "partial", "rejected", "false accepts an hour", "equal error %",
    ]
    if let limit { header.append("threshold for \(Figures.decimal(limit * 100)) %") }
    header += ["of real time", "median ms", "p95 ms"]
    let rows = conditions.map { report in
      let counts = report.counts
      var row = [
        report.condition.name, "\(counts.partials)", "\(counts.rejections)",
        counts.falseAcceptsPerHour.map { Figures.fixed($0, 1) } ?? "-",
        report.tradeOff.equalError.map { Figures.percent($0.rate) } ?? "-",
      ]
      if let limit {
        let threshold = report.tradeOff.threshold(maximumFalseAcceptRate: limit)
        row.append(threshold.map { Figures.fixed($0, 3) } ?? "-")
      }
      return row + [
        counts.realTimeFactor.map { Figures.fixed($0, 3) } ?? "-",
        TextReport.milliseconds(counts.latencies.quantile(0.5)),
        TextReport.milliseconds(counts.latencies.quantile(0.95)),
      ]
    }
    return TextTable.render([header] + rows)
  }

  private static func milliseconds(_ seconds: Double?) -> String {
    seconds.map { Figures.fixed($0 * 1000, 0) } ?? "-"
  }

  private var verdicts: String {
    targets.compactMap { target in
      let judged = conditions.filter { target.isMet(by: $0) != nil }
      if judged.isEmpty, target == .floor { return nil }
      guard conditions.count > 1 else {
        return judged.first.flatMap { target.verdict(on: $0) }
          ?? "not measured: \(target.text)"
      }
      let missed = judged.filter { target.isMet(by: $0) == false }
      guard !judged.isEmpty else { return "not measured: \(target.text)" }
      if target.scope != .everywhere {
        return judged.compactMap { report in
          target.verdict(on: report).map { "\($0), \(report.condition.name)" }
        }.joined(separator: "\n")
      }
      guard !missed.isEmpty else { return "met: \(target.text), in every condition" }
      let names = missed.map(\.condition.name).joined(separator: ", ")
      return "MISSED: \(target.text), in \(missed.count) of \(judged.count) conditions: \(names)"
    }.joined(separator: "\n")
  }

  // MARK: - Blame

  private var stages: String {
    let used = FailureStage.allCases.filter { stage in
      conditions.contains { $0.stages[stage] != nil }
    }
    guard !used.isEmpty else { return "" }
    return "failures by stage\n"
      + TextTable.render(
        [["condition"] + used.map(\.rawValue)]
          + conditions.map { report in
            [report.condition.name] + used.map { "\(report.stages[$0] ?? 0)" }
          })
  }

  private func confusions(_ kind: KeyPath<Confusions, ConfusionMatrix>, _ title: String) -> String {
    var pooled: [ConfusionMatrix.Cell: Int] = [:]
    for report in conditions {
      for error in report.confusions[keyPath: kind].errors {
        pooled[error.cell, default: 0] += error.count
      }
    }
    guard !pooled.isEmpty else { return "" }
    let worst = pooled.map { (cell: $0.key, count: $0.value) }.sorted {
      ($1.count, $0.cell.said ?? "", $0.cell.heard ?? "")
        < ($0.count, $1.cell.said ?? "", $1.cell.heard ?? "")
    }.prefix(TextReport.mostConfusions)
    let items = worst.map {
      "\($0.cell.said ?? "nothing") as \($0.cell.heard ?? "nothing") \($0.count)"
    }
    return "\(title) confused: \(items.joined(separator: ", "))"
  }

  // MARK: - Groups

  private static func groups(_ report: ConditionReport) -> [String] {
    let byDimension = Dictionary(grouping: report.groups, by: \.dimension)
    return byDimension.keys.sorted().compactMap { dimension in
      guard let groups = byDimension[dimension], groups.count > 1 else { return nil }
      // Those with the worst share of exact utterances, or of false accepts, are worth a look.
      let worst =
        groups.count <= mostGroups
        ? groups
        : Array(
          groups.sorted { badness($0.counts) > badness($1.counts) }.prefix(mostGroups))
      let rows = worst.map { group in
        [
          group.value, "\(group.counts.utterances)", Figures.short(group.counts.exact),
          Figures.short(group.counts.pairRecall), "\(group.counts.wrongCommits)",
          Figures.short(group.counts.falseAcceptShare),
          group.counts.wordErrors.rate.map(Figures.percent) ?? "-",
        ]
      }
      let omitted = groups.count - worst.count
      return "by \(dimension)"
        + (omitted > 0 ? ", the worst \(worst.count) of \(groups.count)" : "")
        + "\n"
        + TextTable.render(
          [
            [
              dimension, "utterances", "exact %", "pairs %", "wrong commits", "false accepts %",
              "word errors %",
            ]
          ] + rows)
    }
  }

  private static func badness(_ counts: CorpusCounts) -> Double {
    max(1 - (counts.exact.rate ?? 1), counts.falseAcceptShare.rate ?? 0)
  }
}
