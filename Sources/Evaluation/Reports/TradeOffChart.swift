/// False accepts against false rejects on normal-deviate axes: the DET curve of each condition
/// (Martin et al., 1997).
struct TradeOffChart: Sendable {
  /// The conditions that have both kinds of utterance, in the report's order.
  let conditions: [ConditionReport]
  /// All conditions, by which noises have their colours.
  let series: [NoiseSeries]
  /// Tells the chart from all others of a document.
  let name: String
  let width: Double
  let height: Double

  private static let ticks = [
    0.0001, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99,
    0.999, 0.9999,
  ]

  /// One axis: shares that cannot be told from none or all are drawn at its ends.
  private struct Axis {
    let lowest: Double
    let highest: Double
    private let from: Double
    private let scale: Double

    init(_ shares: [Proportion]) {
      // A curve tells nothing finer than half an utterance.
      let finest = shares.map(\.trials).max().map { 0.5 / Double($0) } ?? 0.5
      let most = shares.compactMap(\.rate).filter { $0 < 1 }.max() ?? 0.5
      let ticks = TradeOffChart.ticks
      lowest = ticks.last { $0 <= min(finest, 0.1) } ?? ticks[0]
      highest = ticks.first { $0 >= max(most, 0.2) } ?? ticks[ticks.count - 1]
      from = Probit.value(lowest)
      scale = 1 / (Probit.value(highest) - from)
    }

    /// Where a share lies between the ends, from 0 to 1.
    func place(_ share: Double) -> Double {
      (Probit.value(min(max(share, lowest), highest)) - from) * scale
    }

    var ticks: [Double] { TradeOffChart.ticks.filter { $0 >= lowest && $0 <= highest } }
  }

  private struct Plot {
    let left = 44.0
    let right: Double
    let top: Double
    let bottom: Double
    let accepts: Axis
    let rejects: Axis

    func point(_ accepts: Double, _ rejects: Double) -> (x: Double, y: Double) {
      (
        left + (right - left) * self.accepts.place(accepts),
        bottom - (bottom - top) * self.rejects.place(rejects)
      )
    }
  }

  func svg(classes: String) -> Markup {
    let frame = ChartFrame(
      name: name, width: width, height: height, title: "False accepts against false rejects",
      description: description, legend: legend)
    let points = conditions.flatMap(TradeOffChart.points)
    let plot = Plot(
      right: width - 8, top: frame.legendHeight + 28, bottom: height - 44,
      accepts: Axis(points.map(\.falseAccepts)), rejects: Axis(points.map(\.falseRejects)))
    var parts = grid(plot)
    parts += conditions.dropFirst().map { curve($0, plot) }
    if let first = conditions.first {
      parts.append(curve(first, plot))
      parts += marks(first, plot)
    }
    return frame.svg(parts, classes: classes)
  }

  /// The points of a curve, without those that only reject more once nothing is accepted wrongly, or
  /// accept more while nothing is rejected wrongly.
  private static func points(_ report: ConditionReport) -> ArraySlice<TradeOff.Point> {
    let points = report.tradeOff.points
    let from = points.lastIndex { $0.falseRejects.successes == 0 } ?? 0
    let to = points.firstIndex { $0.falseAccepts.successes == 0 } ?? points.count - 1
    return points[min(from, to)...max(from, to)]
  }

  /// How utterances with scores fare as things are decided: false rejects are those taken for none.
  static func operatingRejects(_ counts: CorpusCounts) -> Proportion {
    Proportion(counts.rejections, of: counts.positives)
  }

  // MARK: - Words

  private var description: String {
    "Shares in per cent on normal-deviate scales. "
      + conditions.map { report in
        let equal = report.tradeOff.equalError.map { "\(Figures.percent($0.rate)) %" } ?? "none"
        return "\(report.condition.name): equal error \(equal)."
      }.joined(separator: " ")
  }

  private var legend: [ChartFrame.LegendEntry] {
    guard let first = conditions.first else { return [] }
    var entries = [
      ChartFrame.LegendEntry(label: first.condition.name) { [self] x, y in
        ChartStyle.line("line \(style(first))", from: (x, y), to: (x + 28, y))
      }
    ]
    let others = Set(conditions.dropFirst().compactMap(\.condition.noise))
    entries += series.filter { others.contains($0.noise) }.map { series in
      .init(label: series.label) { x, y in
        ChartStyle.line(
          "line thin \(ChartStyle.name(series.place))", from: (x, y), to: (x + 28, y))
      }
    }
    entries.append(.init(label: "as decided now") { x, y in Self.decided((x + 14, y)) })
    if first.tradeOff.equalError != nil {
      entries.append(.init(label: "equal error") { x, y in Self.equal((x + 14, y)) })
    }
    if let limit = first.maximumFalseAccept {
      entries.append(
        .init(label: "at most \(Figures.decimal(limit * 100)) % accepted") { x, y in
          Self.limited((x + 14, y))
        })
    }
    return entries
  }

  private static func decided(_ point: (x: Double, y: Double)) -> Markup {
    #"<path class="mark own" d="M\#(point.x - 5) \#(point.y - 5)l10 10m0 -10l-10 10"/>"#
  }

  private static func equal(_ point: (x: Double, y: Double)) -> Markup {
    #"<circle class="mark own hollow" cx="\#(point.x)" cy="\#(point.y)" r="5"/>"#
  }

  private static func limited(_ point: (x: Double, y: Double)) -> Markup {
    let (x, y) = point
    return
      #"<polygon class="mark own" points="\#(x),\#(y - 6) \#(x + 6),\#(y + 5) \#(x - 6),\#(y + 5)"/>"#
  }

  // MARK: - Drawing

  private func grid(_ plot: Plot) -> [Markup] {
    var parts = [
      ChartStyle.text("quiet", x: 0, y: plot.top - 14, "false rejects, %"),
      ChartStyle.text(
        "quiet mid", x: (plot.left + plot.right) / 2, y: plot.bottom + 38, "false accepts, %"),
    ]
    var last = -Double.infinity
    for tick in plot.accepts.ticks {
      let x = plot.point(tick, 0).x
      parts.append(ChartStyle.line("grid", from: (x, plot.top), to: (x, plot.bottom)))
      guard x - last >= 30 else { continue }
      last = x
      parts.append(
        ChartStyle.text("quiet mid", x: x, y: plot.bottom + 18, Figures.decimal(tick * 100)))
    }
    last = .infinity
    for tick in plot.rejects.ticks {
      let y = plot.point(0, tick).y
      parts.append(ChartStyle.line("grid", from: (plot.left, y), to: (plot.right, y)))
      guard last - y >= 15 else { continue }
      last = y
      parts.append(
        ChartStyle.text("quiet end", x: plot.left - 8, y: y + 4, Figures.decimal(tick * 100)))
    }
    let low = max(plot.accepts.lowest, plot.rejects.lowest)
    let high = min(plot.accepts.highest, plot.rejects.highest)
    if low < high {
      parts.append(
        ChartStyle.line("axis", from: plot.point(low, low), to: plot.point(high, high)))
    }
    return parts
  }

  private func style(_ report: ConditionReport) -> String {
    series.first { $0.noise == report.condition.noise }.map { ChartStyle.name($0.place) } ?? "own"
  }

  private func curve(_ report: ConditionReport, _ plot: Plot) -> Markup {
    var line: [(x: Double, y: Double)] = []
    for point in TradeOffChart.points(report) {
      guard let accepts = point.falseAccepts.rate, let rejects = point.falseRejects.rate
      else { continue }
      let next = plot.point(accepts, rejects)
      // What would not be seen is left out, however long the curve.
      if let last = line.last, abs(last.x - next.x) < 0.5, abs(last.y - next.y) < 0.5 { continue }
      line.append(next)
    }
    let isFirst = report.condition == conditions.first?.condition
    return """
      <g><title>\(report.condition.name)</title>\
      \(ChartStyle.line("line \(isFirst ? "" : "thin ")\(style(report))", through: line))</g>
      """
  }

  private func marks(_ report: ConditionReport, _ plot: Plot) -> [Markup] {
    var parts: [Markup] = []
    let counts = report.counts
    if let limit = report.maximumFalseAccept {
      let x = plot.point(limit, 0).x
      parts.append(ChartStyle.line("goal", from: (x, plot.top), to: (x, plot.bottom)))
      if let threshold = report.tradeOff.threshold(maximumFalseAcceptRate: limit),
        let point = report.tradeOff.points.first(where: { $0.threshold == threshold }),
        let accepts = point.falseAccepts.rate, let rejects = point.falseRejects.rate
      {
        parts.append(
          """
          <g><title>threshold \(Figures.fixed(threshold, 3))</title>\
          \(Self.limited(plot.point(accepts, rejects)))</g>
          """)
      }
    }
    if let equal = report.tradeOff.equalError {
      parts.append(
        """
        <g><title>equal error \(Figures.percent(equal.rate)) %</title>\
        \(Self.equal(plot.point(equal.rate, equal.rate)))</g>
        """)
    }
    if let accepts = counts.falseAcceptShare.rate,
      let rejects = TradeOffChart.operatingRejects(counts).rate
    {
      parts.append(
        "<g><title>as decided now</title>\(Self.decided(plot.point(accepts, rejects)))</g>")
    }
    return parts
  }
}
