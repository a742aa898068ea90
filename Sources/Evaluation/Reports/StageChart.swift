/// Failures by the stage they are put down to: a bar for each condition.
struct StageChart: Sendable {
  let conditions: [ConditionReport]
  /// Tells the chart from all others of a document.
  let name: String
  let width: Double
  /// Whether the conditions' names stand above their bars, where there is no room beside them.
  let isNarrow: Bool

  private static let barHeight = 18.0
  private static let labelWidth = 190.0
  /// Room for the sum at a bar's end.
  private static let sumWidth = 48.0

  /// The stages that any failure is put down to, each with its place among all.
  static func used(in conditions: [ConditionReport]) -> [(place: Int, stage: FailureStage)] {
    FailureStage.allCases.enumerated().map { (place: $0, stage: $1) }.filter { _, stage in
      conditions.contains { $0.stages[stage] != nil }
    }
  }

  func svg(classes: String) -> Markup {
    let rowHeight = isNarrow ? 44.0 : 28.0
    let legend = StageChart.used(in: conditions).map { place, stage in
      ChartFrame.LegendEntry(label: stage.rawValue) { [name] x, y in
        StageChart.segment(place, x: x, y: y - 7, width: 28, height: 14, chart: name)
      }
    }
    let frame = { (height: Double) in
      ChartFrame(
        name: name, width: width, height: height, title: "Failures by stage",
        description: description, legend: legend)
    }
    let top = frame(0).legendHeight + 8
    let rows = conditions.enumerated().map { index, report in
      row(report, top: top + Double(index) * rowHeight)
    }
    return frame(top + Double(conditions.count) * rowHeight)
      .svg([patterns] + rows, classes: classes)
  }

  private var description: String {
    conditions.map { report in
      let counts = StageChart.used(in: conditions).map { _, stage in
        "\(stage.rawValue) \(report.stages[stage] ?? 0)"
      }
      return "\(report.condition.name): \(counts.joined(separator: ", "))."
    }.joined(separator: " ")
  }

  // MARK: - Drawing

  /// Hatches by which the stages differ without their colours.
  private var patterns: Markup {
    let lines = [nil, nil, "M0 6L6 0", "M0 0L6 6", "M0 3H6"]
    let patterns = lines.enumerated().compactMap { place, line in
      line.map { line -> Markup in
        """
        <pattern id="\(name)-p\(place)" width="6" height="6" patternUnits="userSpaceOnUse">\
        <path class="hatch" d="\(line)"/></pattern>
        """
      }
    }
    return "<defs>\(patterns)</defs>"
  }

  private static func segment(
    _ place: Int, x: Double, y: Double, width: Double, height: Double, chart: String
  ) -> Markup {
    let box: Markup = #"x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)""#
    let hatch: Markup =
      place < 2 ? "" : #"<rect \#(box) fill="url(#\#(chart)-p\#(place))"/>"#
    return #"<rect class="p\#(place)" \#(box)/>\#(hatch)"#
  }

  private func row(_ report: ConditionReport, top: Double) -> Markup {
    let left = isNarrow ? 0 : StageChart.labelWidth
    let y = isNarrow ? top + 20 : top
    let most = conditions.map { $0.stages.values.reduce(0, +) }.max() ?? 0
    let scale = (width - left - StageChart.sumWidth) / Double(max(most, 1))
    let label = ChartStyle.shortened(report.condition.name, to: isNarrow ? 48 : 28)
    var parts = [
      isNarrow
        ? ChartStyle.text("", x: 0, y: top + 14, label)
        : ChartStyle.text("end", x: left - 10, y: y + 13, label)
    ]
    var x = left
    for (place, stage) in StageChart.used(in: conditions) {
      guard let count = report.stages[stage] else { continue }
      let width = Double(count) * scale
      let segment = StageChart.segment(
        place, x: x, y: y, width: max(width - 1, 0.5), height: StageChart.barHeight, chart: name)
      parts.append("<g><title>\(stage.rawValue): \(count)</title>\(segment)</g>")
      x += width
    }
    let sum = report.stages.values.reduce(0, +)
    parts.append(ChartStyle.text("quiet", x: x + 6, y: y + 13, "\(sum)"))
    return Markup(parts, separator: "\n")
  }
}
