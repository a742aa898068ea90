/// The outside of a chart: its size, its name, its description and its legend.
struct ChartFrame: Sendable {
  /// What is told apart in a chart.
  struct LegendEntry: Sendable {
    let label: String
    /// Draws the entry's sample, from a left end at a height, 28 units wide.
    let sample: @Sendable (_ x: Double, _ y: Double) -> Markup
  }

  /// Tells the chart from all others of a document.
  let name: String
  let width: Double
  let height: Double
  let title: String
  let description: String
  let legend: [LegendEntry]

  private static let rowHeight = 20.0
  private static let longestLabel = 26

  /// The height that the legend takes at the top.
  var legendHeight: Double {
    legend.isEmpty ? 0 : Double((placed.map(\.row).max() ?? 0) + 1) * ChartFrame.rowHeight + 6
  }

  private var placed: [(row: Int, x: Double, entry: LegendEntry)] {
    var (row, x) = (0, 0.0)
    return legend.map { entry in
      let label = ChartStyle.shortened(entry.label, to: ChartFrame.longestLabel)
      let width = 34 + ChartStyle.width(label) + 18
      if x > 0, x + width > self.width {
        row += 1
        x = 0
      }
      defer { x += width }
      return (row, x, entry)
    }
  }

  /// Puts the frame around the drawing; a chart that stands alone brings its own style and ground.
  func svg(_ drawing: [Markup], standsAlone: Bool = false, classes: String = "chart") -> Markup {
    let legend = placed.map { row, x, entry -> Markup in
      let y = 10 + Double(row) * ChartFrame.rowHeight
      let label = ChartStyle.shortened(entry.label, to: ChartFrame.longestLabel)
      return "\(entry.sample(x, y))\(ChartStyle.text("", x: x + 34, y: y + 4, label))\n"
    }
    let margin = standsAlone ? 16.0 : 0
    let box: Markup = "0 0 \(width + 2 * margin) \(height + 2 * margin)"
    let style: Markup =
      standsAlone ? "<style>\n\(Markup(stringLiteral: ChartStyle.rules))</style>\n" : ""
    let ground: Markup =
      standsAlone
      ? #"<rect class="ground" width="100%" height="100%" rx="6"/>\#n<g transform="translate(\#(margin) \#(margin))">\#n"#
      : ""
    let end: Markup = standsAlone ? "</g>\n" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="\(classes)" viewBox="\(box)" \
      width="\(width + 2 * margin)" height="\(height + 2 * margin)" role="img" \
      aria-labelledby="\(name)-title \(name)-about">
      <title id="\(name)-title">\(title)</title>
      <desc id="\(name)-about">\(description)</desc>
      \(style)\(ground)\(legend)\(Markup(drawing, separator: "\n"))
      \(end)</svg>

      """
  }
}
