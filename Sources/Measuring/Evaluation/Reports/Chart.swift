internal import HyzerBase

/// A chart of lines and marks over two linear axes, as SVG.
///
/// Colours are classes of ``PageStyle``, so that one drawing serves light and dark ground.
struct Chart {
  struct Axis {
    let label: String
    let range: ClosedRange<Double>
    let ticks: [(value: Double, label: String)]

    /// Shares in per cent, up to the next round one that is not below the highest.
    static func percent(_ label: String, upTo highest: Double) -> Axis {
      let end = [0.05, 0.1, 0.2, 0.5].first { highest <= $0 } ?? 1
      let ticks = (0...5).map { Double($0) * end / 5 }
      return Axis(
        label: label, range: 0...end, ticks: ticks.map { ($0, Figures.decimal($0 * 100)) })
    }

    fileprivate func place(_ value: Double) -> Double {
      let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      return min(max(share, 0), 1)
    }
  }

  struct Point {
    let x: Double
    let y: Double
    var interval: ClosedRange<Double>?
    /// What is shown to those who point at it.
    let title: String
  }

  /// Points in order, of one colour: a line through them with its band of intervals, or marks, or
  /// both.
  struct Series {
    /// What the legend calls it; series of one label share an entry.
    let label: String
    /// The colour and dashes; nil is the colour of text.
    let style: Int?
    var shape = 0
    var hasMarks = true
    let points: [Point]

    fileprivate var name: String { style.map { "s\($0 % PageStyle.series)" } ?? "own" }
  }

  /// Distinguishes the chart from all others of a document.
  let name: String
  let title: String
  /// The figures in words, for those who cannot see them.
  let about: String
  let xAxis: Axis
  let yAxis: Axis
  let series: [Series]
  /// Dashed lines across the chart at values of the vertical axis.
  var goals: [(value: Double, label: String)] = []
  var width = 420.0
  var height = 300.0

  private static let legendWidth = 205.0
  private static let longestLabel = 25
  private static let shapes = [
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "m-4-4h8v8h-8z", "m0-5l5 9h-10z", "m0-6l6 6-6 6-6-6z",
    "m0 5l5-9h-10z", "m-5-5l10 10m0-10l-10 10",
  ]

  private typealias Place = (x: Double, y: Double)

  private var legend: [Series] {
    series.enumerated().filter { index, one in
      !series[..<index].contains { $0.label == one.label }
    }.map(\.element)
  }

  private var legendColumns: Int { max(1, Int(width / Chart.legendWidth)) }
  private var left: Double { 44 }
  private var right: Double { width - 12 }
  private var top: Double { Double((legend.count - 1) / legendColumns) * 20 + 56 }
  private var bottom: Double { height - 48 }

  private func x(_ value: Double) -> Double { left + (right - left) * xAxis.place(value) }
  private func y(_ value: Double) -> Double { bottom - (bottom - top) * yAxis.place(value) }

  /// The drawing, with a style of its own where it stands alone.
  func svg(style: String = "") -> Markup {
    let rules: Markup = style.isEmpty ? "" : "<style>\n\(Markup(stringLiteral: style))\n</style>\n"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" aria-labelledby="\(name)-title \(name)-about">
      <title id="\(name)-title">\(title)</title>
      <desc id="\(name)-about">\(about)</desc>
      \(rules)<rect class="ground" width="100%" height="100%"/>
      \(Markup(drawLegend() + drawAxes() + drawGoals() + series.flatMap(draw), separator: "\n"))
      </svg>

      """
  }

  private func drawLegend() -> [Markup] {
    legend.enumerated().map { index, one in
      let from = 8 + Double(index % legendColumns) * Chart.legendWidth
      let y = 18 + Double(index / legendColumns) * 20
      let label =
        one.label.count <= Chart.longestLabel
        ? one.label : one.label.prefix(Chart.longestLabel - 1) + "…"
      let line = one.points.count > 1 ? Chart.line(one.name, [(from, y), (from + 28, y)]) : ""
      let mark = one.hasMarks ? Chart.mark(one, (from + 14, y), title: one.label) : ""
      return "\(line)\(mark)\(Chart.text("ink", x: from + 34, y: y + 4, label))"
    }
  }

  private func drawAxes() -> [Markup] {
    var parts = [
      Chart.text("quiet", x: 8, y: top - 12, yAxis.label),
      Chart.text("quiet mid", x: (left + right) / 2, y: height - 10, xAxis.label),
    ]
    for tick in yAxis.ticks {
      let y = y(tick.value)
      let label = Chart.text("quiet end", x: left - 6, y: y + 4, tick.label)
      parts.append("\(Chart.rule("grid", (left, y), (right, y)))\(label)")
    }
    // From the right, where the label is that must not be missing.
    var last = Double.infinity
    for tick in xAxis.ticks.reversed() {
      let (x, half) = (x(tick.value), 4 * Double(tick.label.count))
      let hasRoom = x + half < last
      if hasRoom { last = x - half }
      let label = hasRoom ? Chart.text("quiet mid", x: x, y: bottom + 17, tick.label) : ""
      parts.append("\(Chart.rule("grid", (x, top), (x, bottom)))\(label)")
    }
    return parts
  }

  private func drawGoals() -> [Markup] {
    goals.map { goal in
      let y = y(goal.value)
      return """
        \(Chart.rule("goal", (left, y), (right, y)))\
        \(Chart.text("ink", x: left + 5, y: y - 4, goal.label))
        """
    }
  }

  private func draw(_ one: Series) -> [Markup] {
    var line: [Place] = []
    for point in one.points {
      let next = (x: x(point.x), y: y(point.y))
      // What would not be seen is left out, however long the curve.
      if let last = line.last, abs(last.x - next.x) < 0.5, abs(last.y - next.y) < 0.5 { continue }
      line.append(next)
    }
    let ranged = one.points.filter { $0.interval != nil }
    let highs = ranged.map { (x: x($0.x), y: y($0.interval?.upperBound ?? $0.y)) }
    let lows = ranged.map { (x: x($0.x), y: y($0.interval?.lowerBound ?? $0.y)) }
    var parts: [Markup] = []
    if !ranged.isEmpty {
      let corners = Chart.corners(highs + lows.reversed())
      parts.append(#"<polygon class="band \#(one.name)" points="\#(corners)"/>"#)
    }
    if line.count > 1 { parts.append(Chart.line(one.name, line, title: one.label)) }
    if one.hasMarks {
      parts += one.points.map { Chart.mark(one, (x($0.x), y($0.y)), title: $0.title) }
    }
    return parts
  }

  private static func corners(_ places: [Place]) -> Markup {
    Markup(places.map { "\($0.x),\($0.y)" }, separator: " ")
  }

  private static func line(_ name: String, _ places: [Place], title: String? = nil) -> Markup {
    let title = title.map { "<title>\($0)</title>" as Markup } ?? ""
    return #"<polyline class="line \#(name)" points="\#(corners(places))">\#(title)</polyline>"#
  }

  private static func mark(_ series: Series, _ place: Place, title: String) -> Markup {
    """
    <path class="mark \(series.name)" d="M\(place.x) \(place.y)\(shapes[series.shape % shapes.count])">\
    <title>\(title)</title></path>
    """
  }

  private static func rule(_ name: String, _ from: Place, _ to: Place) -> Markup {
    #"<path class="\#(name)" d="M\#(from.x) \#(from.y)L\#(to.x) \#(to.y)"/>"#
  }

  private static func text(_ classes: String, x: Double, y: Double, _ text: String) -> Markup {
    #"<text class="\#(classes)" x="\#(x)" y="\#(y)">\#(text)</text>"#
  }
}
