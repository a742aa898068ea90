/// The figures of a report, each worked out once for the text and for the page: of some conditions,
/// at least one, beside some targets.
struct ReportFigures: Sendable {
  typealias Cell = Table.Cell
  typealias Column = Table.Column

  private static let mostConfusions = 8
  /// The most groups that are shown in their own order.
  private static let fewGroups = 12

  let conditions: [ConditionTally]
  let targets: [Target]

  /// The report as text for people, without a newline at its end.
  var text: String {
    guard let first = conditions.first else { return "" }
    var blocks =
      conditions.count == 1
      ? [ReportFigures.list(first).text] : ["\(sharesTitle)\n\(shares.text)", details.text]
    blocks.append(targets.flatMap(verdicts).joined(separator: "\n"))
    blocks.append(stages.map { "failures by stage\n\($0.text)" } ?? "")
    for (kind, title) in [
      (\Confusions.players, "players"), (\.scores, "scores"), (\.words, "words"),
    ] {
      let items = confusions(kind).prefix(ReportFigures.mostConfusions).map {
        "\($0.said) as \($0.heard) \($0.count)"
      }
      blocks.append(items.isEmpty ? "" : "\(title) confused: \(items.joined(separator: ", "))")
    }
    blocks += groups(most: ReportFigures.fewGroups).map { "\($0)\n\($1.text)" }
    if !first.crowdedDimensions.isEmpty {
      blocks.append(
        "no groups by \(first.crowdedDimensions.sorted().joined(separator: ", ")): more than "
          + "\(ConditionTally.mostValues) values")
    }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  // MARK: - Conditions

  /// All figures of one condition, by name.
  static func list(_ report: ConditionTally) -> Table {
    let counts = report.counts
    var rows: [[Cell]] = [["utterances", "\(counts.utterances)"]]
    func add(_ name: Cell, _ value: String) { rows.append([name, Cell(value)]) }
    if counts.positives > 0 {
      add("exact", Figures.text(counts.exact))
      add("pairs heard", Figures.text(counts.pairRecall))
      add("pairs right", Figures.text(counts.pairPrecision))
      add("pairs inserted", "\(counts.pairsInserted)")
    }
    add("wrong commits", Figures.text(counts.wrongCommitShare))
    if counts.positives > 0 {
      add("partial", "\(counts.partials) of \(counts.positives)")
      add("rejected", "\(counts.rejections) of \(counts.positives)")
    }
    if counts.negatives > 0 {
      add("false accepts", Figures.text(counts.falseAcceptShare))
      if let perHour = counts.falseAcceptsPerHour {
        let hours = Figures.fixed(counts.negativeSeconds / 3600, 2)
        add("", "\(counts.falseAcceptEvents) in \(hours) h = \(Figures.fixed(perHour, 1)) an hour")
      }
    }
    if let rate = report.wordErrorRate { add("word error rate", Figures.text(rate)) }
    if counts.negatives > 0, counts.positives > 0, let equal = report.tradeOff.equalError {
      add(
        "equal error",
        "\(Figures.percent(equal.rate)) % at confidence \(Figures.fixed(equal.threshold, 2))")
    }
    if let limit = report.maximumFalseAccept {
      let share = "\(Figures.decimal(limit * 100)) %"
      add(
        "threshold",
        counts.negatives == 0
          ? "none: there is no audio without a score"
          : "\(report.limitedPoint.map { Figures.fixed($0.threshold, 3) } ?? "none") keeps "
            + "false accepts to \(share)")
    }
    if let factor = counts.realTimeFactor { add("of real time", Figures.fixed(factor, 3)) }
    if let median = counts.latencies.quantile(0.5), let p95 = counts.latencies.quantile(0.95) {
      add(
        "latency",
        "median \(Figures.fixed(median * 1000, 0)) ms, p95 \(Figures.fixed(p95 * 1000, 0)) ms")
    }
    if report.unreadable > 0 { add("unreadable", "\(report.unreadable)") }
    return Table(rows: rows)
  }

  var sharesTitle: String {
    let unreadable = conditions.map(\.unreadable).max() ?? 0
    return "utterances with scores + without"
      + (unreadable > 0 ? ", \(unreadable) unreadable" : "") + "; 95 % intervals in brackets"
  }

  /// The shares that can have a target, and word errors, of each condition.
  var shares: Table {
    func share(_ head: String, _ metric: Target.Metric, isBrief: Bool = false)
      -> Column<ConditionTally>
    {
      Column(head) { report in
        Cell(
          metric.proportion(of: report.counts), isBrief: isBrief,
          isMissed: targets.contains { $0.metric == metric && $0.isMet(by: report) == false })
      }
    }
    return Table(
      [
        Column("condition") { Cell($0.condition.name) },
        Column("utterances") { "\($0.counts.positives) + \($0.counts.negatives)" },
        share("exact %", .exact), share("pairs %", .pairs),
        share("right %", .precision, isBrief: true), share("wrong commits %", .wrongCommits),
        share("false accepts %", .falseAccepts),
        Column("word errors %") { Cell($0.wordErrorRate, isBrief: true) },
      ], of: conditions)
  }

  /// What else there is of each condition: thresholds and speed.
  var details: Table {
    var columns: [Column<ConditionTally>] = [
      Column("condition") { Cell($0.condition.name) },
      Column("partial") { "\($0.counts.partials)" },
      Column("rejected") { "\($0.counts.rejections)" },
      Column("rejected %", onPageOnly: true) { Cell($0.counts.rejectedShare) },
      Column("false accepts an hour") { Cell($0.counts.falseAcceptsPerHour, 1) },
      Column("equal error %") { Cell($0.tradeOff.equalError?.rate, 1, times: 100) },
      Column("at confidence", onPageOnly: true) { Cell($0.tradeOff.equalError?.threshold, 2) },
    ]
    if let limit = conditions.first?.maximumFalseAccept {
      columns += [
        Column("threshold for \(Figures.decimal(limit * 100)) %") {
          Cell($0.limitedPoint?.threshold, 3)
        },
        Column("false accepts there %", onPageOnly: true) {
          Cell($0.limitedPoint?.falseAccepts)
        },
        Column("false rejects there %", onPageOnly: true) {
          Cell($0.limitedPoint?.falseRejects)
        },
      ]
    }
    func milliseconds(_ head: String, _ quantile: Double, onPageOnly: Bool = false)
      -> Column<ConditionTally>
    {
      Column(head, onPageOnly: onPageOnly) {
        Cell($0.counts.latencies.quantile(quantile), 0, times: 1000)
      }
    }
    columns += [
      Column("of real time") { Cell($0.counts.realTimeFactor, 3) },
      milliseconds("median ms", 0.5), milliseconds("p95 ms", 0.95),
      milliseconds("p99 ms", 0.99, onPageOnly: true),
      milliseconds("longest ms", 1, onPageOnly: true),
      Column("audio min", onPageOnly: true) { Cell($0.counts.audioSeconds / 60, 1) },
    ]
    return Table(columns, of: conditions)
  }

  /// How the conditions compare with a target, in sentences; none where nothing measures the one
  /// that is always there.
  func verdicts(_ target: Target) -> [String] {
    let judged = conditions.filter { target.isMet(by: $0) != nil }
    guard !judged.isEmpty else {
      return target == .floor ? [] : ["not measured: \(target.text)"]
    }
    let verdicts = judged.compactMap(target.verdict)
    guard conditions.count > 1 else { return verdicts }
    guard target.scope == .everywhere else {
      return zip(verdicts, judged).map { "\($0), \($1.condition.name)" }
    }
    let missed = judged.filter { target.isMet(by: $0) == false }.map(\.condition.name)
    return [
      missed.isEmpty
        ? "met: \(target.text), in every condition"
        : "MISSED: \(target.text), in \(missed.count) of \(judged.count) conditions: "
          + missed.joined(separator: ", ")
    ]
  }

  // MARK: - Failures

  /// Failures by the stage they are put down to, shaded by their share of a condition's; nil
  /// without any.
  var stages: Table? {
    let used = FailureStage.allCases.filter { stage in
      conditions.contains { $0.stages[stage] != nil }
    }
    guard !used.isEmpty else { return nil }
    func sum(_ report: ConditionTally) -> Int { report.stages.values.reduce(0, +) }
    let columns = used.map { stage in
      Column<ConditionTally>(stage.rawValue) { report in
        let count = report.stages[stage] ?? 0
        return Cell("\(count)", style: PageStyle.shade("w", count, of: sum(report)))
      }
    }
    return Table(
      [Column("condition") { Cell($0.condition.name) }] + columns
        + [Column("together", onPageOnly: true) { "\(sum($0))" }], of: conditions)
  }

  /// How often each thing was heard as which, over all conditions.
  private func pooled(_ kind: KeyPath<Confusions, ConfusionMatrix>) -> ConfusionMatrix {
    conditions.reduce(into: ConfusionMatrix()) { $0 += $1.confusions[keyPath: kind] }
  }

  /// The confusions of all conditions, the most frequent first, then in alphabetical order.
  func confusions(
    _ kind: KeyPath<Confusions, ConfusionMatrix>
  ) -> [(said: String, heard: String, count: Int)] {
    pooled(kind).errors.map { ($0.said ?? "nothing", $0.heard ?? "nothing", $0.count) }
  }

  /// What was said, in rows, against what was heard, shaded by the share of the row.
  ///
  /// Shows as many of all labels as it says: those that were confused most. Nil where none was
  /// confused.
  func confusionTable(
    _ kind: KeyPath<Confusions, ConfusionMatrix>, most: Int = 20
  ) -> (table: Table, labels: Int, all: Int)? {
    let counts = pooled(kind).counts
    var weights: [String: (wrong: Int, all: Int)] = [:]
    for (pair, count) in counts {
      for label in Set([pair.said, pair.heard].compactMap { $0 }) {
        weights[label, default: (0, 0)].wrong += pair.said == pair.heard ? 0 : count
        weights[label, default: (0, 0)].all += count
      }
    }
    let labels = weights.sorted {
      ($1.value.wrong, $1.value.all, $0.key) < ($0.value.wrong, $0.value.all, $1.key)
    }.prefix(most).map(\.key).sorted { (Int($0) ?? .max, $0) < (Int($1) ?? .max, $1) }
    guard weights.values.contains(where: { $0.wrong > 0 }) else { return nil }
    let places: [String?] = labels + [nil]
    let columns = places.map { heard in
      Column<String?>(heard ?? "nothing") { said in
        guard let count = counts[.init(said: said, heard: heard)] else { return "" }
        let all = counts.reduce(0) { $0 + ($1.key.said == said ? $1.value : 0) }
        return Cell("\(count)", style: PageStyle.shade(said == heard ? "r" : "w", count, of: all))
      }
    }
    let table = Table(
      [Column("said ↓ heard →") { Cell($0 ?? "nothing") }] + columns, of: places)
    return (table, labels.count, weights.count)
  }

  // MARK: - Groups

  /// The groups of the first condition by what they share, at most so many of each; where there are
  /// more than a few, those that fare worst come first.
  func groups(most: Int = .max) -> [(title: String, table: Table)] {
    let dimensions = Dictionary(grouping: conditions.first?.sortedGroups ?? [], by: \.key.dimension)
    return dimensions.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map {
      dimension, groups in
      let sorted =
        groups.count <= ReportFigures.fewGroups
        ? groups : groups.sorted { $0.counts.badness > $1.counts.badness }
      func share(
        _ head: String, onPageOnly: Bool = false, _ part: KeyPath<CorpusCounts, Proportion>
      ) -> Column<(key: ConditionTally.Group, counts: CorpusCounts)> {
        Column(head, onPageOnly: onPageOnly) { Cell($0.counts[keyPath: part]) }
      }
      let table = Table(
        [
          Column(dimension) { Cell($0.key.value) },
          Column("utterances") { "\($0.counts.utterances)" },
          share("exact %", \.exact), share("pairs %", \.pairRecall),
          share("right %", onPageOnly: true, \.pairPrecision),
          Column("wrong commits") { "\($0.counts.wrongCommits)" },
          share("wrong commits %", onPageOnly: true, \.wrongCommitShare),
          share("false accepts %", \.falseAcceptShare),
          Column("word errors %") { Cell($0.counts.wordErrors.rate, 1, times: 100) },
        ], of: Array(sorted.prefix(most)))
      let part = groups.count > most ? ", the worst \(most) of \(groups.count)" : ""
      return ("by \(dimension)\(part)", table)
    }
  }
}

extension CorpusCounts {
  /// The worse of the shares of inexact utterances and of false accepts.
  fileprivate var badness: Double { max(1 - (exact.rate ?? 1), falseAcceptShare.rate ?? 0) }
}
