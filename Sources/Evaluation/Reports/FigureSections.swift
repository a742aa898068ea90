/// The figures of the page, section by section.
struct FigureSections: Sendable {
  let conditions: [ConditionReport]
  let targets: [Target]

  /// The most confusions of words that are listed.
  private static let mostWords = 30
  /// The most groups of one dimension that are shown at once.
  private static let mostGroups = 12

  /// The sections, in their order on the page.
  var all: [Markup] {
    [
      section("conditions", "Conditions", conditionsTable), section("noise", "Noise", noise),
      section("trade-off", "Trade-off", tradeOff),
      section("confusions", "Confusions", confusions), section("stages", "Stages", stages),
      section("groups", "Groups", groups), section("speed", "Speed", speed),
    ]
  }

  private func section(_ id: String, _ heading: String, _ content: Markup) -> Markup {
    """
    <section id="\(id)">
    <h2>\(heading)</h2>
    \(content)</section>

    """
  }

  // MARK: - Parts

  /// A table that scrolls within the page where it is too wide.
  private func table(
    _ id: String, caption: Markup, head: [String], rows: [(name: String, cells: [Markup])]
  ) -> Markup {
    let heads = head.map { #"<th scope="col">\#($0)</th>"# as Markup }
    let lines = rows.map { name, cells -> Markup in
      let cells = cells.map { "<td>\($0)</td>" as Markup }
      return #"<tr><th scope="row"><bdi>\#(name)</bdi></th>\#(cells)</tr>\#n"#
    }
    return """
      <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)">
      <table><caption id="\(id)"><div>\(caption)</div></caption>
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(lines)</tbody></table></div>

      """
  }

  /// A share with its interval, marked where a target for it is missed.
  private func share(_ metric: Target.Metric, _ report: ConditionReport) -> Markup {
    let figure = share(metric.proportion(of: report.counts))
    let isMissed = targets.contains { $0.metric == metric && $0.isMet(by: report) == false }
    return isMissed
      ? """
      <span class="miss"><span class="flag" role="img" aria-label="target missed">✗</span> \
      \(figure)</span>
      """
      : figure
  }

  /// The same, never marked.
  private func share(_ metric: Target.Metric, of counts: CorpusCounts) -> Markup {
    share(metric.proportion(of: counts))
  }

  /// A share with its interval.
  private func share(_ proportion: Proportion) -> Markup {
    guard let rate = proportion.rate, let interval = proportion.interval else { return "–" }
    return """
      \(Figures.percent(rate)) <span class="ci">\(Figures.percent(interval.lowerBound)) to \
      \(Figures.percent(interval.upperBound))</span>
      """
  }

  private func number(_ value: Double?, _ decimals: Int, times factor: Double = 1) -> Markup {
    value.map { "\(Figures.fixed($0 * factor, decimals))" } ?? "–"
  }

  private func wordErrors(_ rate: ConditionReport.Rate?) -> Markup {
    guard let rate else { return "–" }
    guard let low = rate.low, let high = rate.high else { return "\(Figures.percent(rate.value))" }
    return """
      \(Figures.percent(rate.value)) <span class="ci">\(Figures.percent(low)) to \
      \(Figures.percent(high))</span>
      """
  }

  /// The drawings of a chart, for wide and narrow pages; the page shows the one for which there is room.
  private func figure(_ caption: Markup, _ drawings: [Markup]) -> Markup {
    "<figure>\n\(drawings)<figcaption>\(caption)</figcaption>\n</figure>\n"
  }

  // MARK: - Conditions

  private var conditionsTable: Markup {
    let counts = conditions.map(\.counts)
    let unreadable = conditions.map(\.unreadable).max() ?? 0
    let misses: Markup =
      targets.isEmpty ? "" : #" <span class="flag">✗</span> marks a missed target."#
    return table(
      "conditions-caption",
      caption: """
        \(counts.map(\.positives).max() ?? 0) utterances with scores, \
        \(counts.map(\.negatives).max() ?? 0) without\
        \(unreadable > 0 ? "; \(unreadable) unreadable" : ""). \
        <span class="note">Per cent, with 95 % intervals.\(misses)</span>
        """,
      head: [
        "condition", "utterances", "exact", "pairs heard", "pairs right", "wrong commits",
        "false accepts", "false accepts an hour", "word errors", "partial", "rejected",
      ],
      rows: conditions.map { report in
        let counts = report.counts
        return (
          report.condition.name,
          ["\(counts.utterances)"]
            + [.exact, .pairs, .precision, .wrongCommits, .falseAccepts].map { share($0, report) }
            + [
              number(counts.falseAcceptsPerHour, 1), wordErrors(report.wordErrorRate),
              "\(counts.partials)", "\(counts.rejections)",
            ]
        )
      })
  }

  // MARK: - Noise

  private var noise: Markup {
    guard conditions.contains(where: { $0.condition.noise != nil }) else {
      return "<p>No noise was added to the recordings.</p>\n"
    }
    func chart(_ metric: Target.Metric, _ name: String, _ width: Double, _ height: Double)
      -> SNRChart
    {
      SNRChart(
        metric: metric, conditions: conditions, targets: targets, name: name, width: width,
        height: height, hasLegend: metric == .exact)
    }
    let rest = Target.Metric.allCases.filter { metric in
      metric != .exact && conditions.contains { metric.proportion(of: $0.counts).rate != nil }
    }
    let small = rest.map { metric in
      "<figure>\n\(chart(metric, "noise-\(metric.rawValue)", 360, 280).svg())</figure>\n" as Markup
    }
    let exact = figure(
      """
      Exact utterances by the ratio of signal to noise. Bars are 95 % intervals; the figures are \
      in the <a href="#conditions">table of conditions</a>.
      """,
      [
        chart(.exact, "noise-wide", 768, 418).svg(classes: "chart wide"),
        chart(.exact, "noise-narrow", 360, 330).svg(classes: "chart narrow"),
      ])
    return """
      \(exact)<div class="multiples">
      \(small)</div>

      """
  }

  // MARK: - Trade-off

  private var tradeOff: Markup {
    let both = conditions.filter { $0.counts.negatives > 0 && $0.counts.positives > 0 }
    guard !both.isEmpty else {
      return "<p>It takes utterances with scores and without to draw it.</p>\n"
    }
    func chart(_ name: String, _ width: Double, _ height: Double, _ classes: String) -> Markup {
      TradeOffChart(
        conditions: both, series: NoiseSeries.all(in: conditions), name: name, width: width,
        height: height
      ).svg(classes: "chart \(classes)")
    }
    let curves = figure(
      """
      Each threshold on the confidence accepts some utterances without a score and rejects some \
      with one; a curve holds all of them, and lower left is better. Scales are those of the normal \
      distribution (DET). As things are decided now, rejected are those of which nothing was made.
      """,
      [
        chart("trade-off-wide", 640, 520, "wide"), chart("trade-off-narrow", 360, 380, "narrow"),
      ])
    var head = ["condition", "accepts now", "rejects now", "equal error", "at confidence"]
    if let limit = both.compactMap(\.maximumFalseAccept).first {
      head += [
        "threshold for \(Figures.decimal(limit * 100)) % accepts", "then accepts", "then rejects",
      ]
    }
    let figures = table(
      "trade-off-caption", caption: "False accepts and false rejects, per cent", head: head,
      rows: both.map { ($0.condition.name, tradeOffCells($0)) })
    return "\(curves)\(figures)"
  }

  private func tradeOffCells(_ report: ConditionReport) -> [Markup] {
    let tradeOff = report.tradeOff
    let equal = tradeOff.equalError
    let cells: [Markup] = [
      share(report.counts.falseAcceptShare),
      share(TradeOffChart.operatingRejects(report.counts)),
      number(equal?.rate, 1, times: 100), number(equal?.threshold, 2),
    ]
    guard let limit = report.maximumFalseAccept else { return cells }
    guard let threshold = tradeOff.threshold(maximumFalseAcceptRate: limit),
      let point = tradeOff.points.first(where: { $0.threshold == threshold })
    else { return cells + ["none", "–", "–"] }
    return cells + [
      "\(Figures.fixed(threshold, 3))", share(point.falseAccepts),
      share(point.falseRejects),
    ]
  }

  // MARK: - Confusions

  private var confusions: Markup {
    let maps = [
      HeatMap(conditions, \.players).table(id: "players-caption", caption: "Players."),
      HeatMap(conditions, \.scores).table(id: "scores-caption", caption: "Scores, in strokes."),
    ].compactMap { $0 }
    let words = HeatMap(conditions, \.words).errors
    let items = words.prefix(FigureSections.mostWords).map { pair, count -> Markup in
      """
      <li><bdi>\(pair.said ?? "nothing")</bdi> <span class="quiet">as</span> \
      <bdi>\(pair.heard ?? "nothing")</bdi> <b>\(count)</b></li>

      """
    }
    let list: Markup =
      items.isEmpty
      ? ""
      : """
      <h3>Words heard as others</h3>
      <ol class="confused">
      \(items)</ol>

      """
    guard !maps.isEmpty || !items.isEmpty else { return "<p>Nothing was confused.</p>\n" }
    return """
      <p>All conditions together. Each cell is a count; the deeper its shade, the larger its share of \
      the row. Blue cells, on the diagonal, are right.</p>
      <div class="maps">
      \(maps)</div>
      \(list)
      """
  }

  // MARK: - Stages

  private var stages: Markup {
    let used = StageChart.used(in: conditions)
    guard !used.isEmpty else { return "<p>There were no failures.</p>\n" }
    func chart(_ name: String, _ width: Double, isNarrow: Bool) -> Markup {
      StageChart(conditions: conditions, name: name, width: width, isNarrow: isNarrow)
        .svg(classes: isNarrow ? "chart narrow" : "chart wide")
    }
    let bars = figure(
      "Failures by the first stage that went wrong.",
      [chart("stages-wide", 768, isNarrow: false), chart("stages-narrow", 360, isNarrow: true)])
    let counts = table(
      "stages-caption", caption: "Failures by stage",
      head: ["condition"] + used.map(\.stage.rawValue),
      rows: conditions.map { report in
        (report.condition.name, used.map { "\(report.stages[$0.stage] ?? 0)" })
      })
    return """
      \(bars)<details><summary>The same as a table</summary>
      \(counts)</details>

      """
  }

  // MARK: - Groups

  private var groups: Markup {
    guard let first = conditions.first else { return "" }
    let dimensions = Dictionary(grouping: first.groups, by: \.dimension)
      .filter { $0.value.count > 1 }
      .sorted { $0.key < $1.key }
    guard !dimensions.isEmpty else { return "<p>Nothing tells groups of utterances apart.</p>\n" }
    let tables = dimensions.enumerated().map { place, dimension -> Markup in
      let (name, groups) = dimension
      let isShort = groups.count <= FigureSections.mostGroups
      // Those that fare worst are worth the first look; numbers keep their order.
      let sorted = isShort ? groups : groups.sorted { badness($0.counts) > badness($1.counts) }
      let rows = table(
        "groups-\(place)", caption: #"By <bdi>\#(name)</bdi>"#,
        head: [
          name, "utterances", "exact", "pairs heard", "pairs right", "wrong commits",
          "false accepts", "word errors",
        ],
        rows: sorted.map { group in
          (
            group.value,
            ["\(group.counts.utterances)"]
              + [.exact, .pairs, .precision, .wrongCommits, .falseAccepts].map {
                share($0, of: group.counts)
              } + [number(group.counts.wordErrors.rate, 1, times: 100)]
          )
        })
      return isShort
        ? rows
        : """
        <details><summary>By <bdi>\(name)</bdi>, \(groups.count) groups, the worst first</summary>
        \(rows)</details>

        """
    }
    return """
      <p>\(first.condition.name.prefix(1).uppercased() + first.condition.name.dropFirst()); per cent, \
      with 95 % intervals.</p>
      \(tables)
      """
  }

  private func badness(_ counts: CorpusCounts) -> Double {
    max(1 - (counts.exact.rate ?? 1), counts.falseAcceptShare.rate ?? 0)
  }

  // MARK: - Speed

  private var speed: Markup {
    table(
      "speed-caption",
      caption: """
        How long recognition and parsing took. <span class="note">Milliseconds an utterance; of real \
        time is the share of the audio's own length.</span>
        """,
      head: ["condition", "median", "p95", "p99", "longest", "of real time", "audio, min"],
      rows: conditions.map { report in
        let latencies = report.counts.latencies
        return (
          report.condition.name,
          [0.5, 0.95, 0.99].map { number(latencies.quantile($0), 0, times: 1000) } + [
            number(latencies.max(), 0, times: 1000), number(report.counts.realTimeFactor, 3),
            number(report.counts.audioSeconds, 1, times: 1 / 60),
          ]
        )
      })
  }
}
