/// The style of all charts: colours by class, so that one drawing serves light and dark ground.
enum ChartStyle {
  /// How many styles of line and mark there are before they repeat.
  static let lines = Palette.light.series.count
  private static let dashes = ["", "7 3", "2 3", "9 3 2 3", "5 5", "12 3", "3 2 8 2", "1 4"]

  /// The rules that hold on any ground, then those of the light and of the dark one.
  static let rules = """
    .chart text{font:12px ui-sans-serif,system-ui,sans-serif;font-variant-numeric:tabular-nums}
    .chart .end{text-anchor:end}
    .chart .mid{text-anchor:middle}
    .chart .line{fill:none;stroke-width:2;stroke-linejoin:round}
    .chart .thin{stroke-width:1.1;stroke-opacity:.65}
    .chart .bar{fill:none;stroke-width:1.3}
    .chart .mark{stroke-width:1.6}
    .chart .grid,.chart .axis{fill:none;stroke-width:1}
    .chart .goal{fill:none;stroke-width:1.4;stroke-dasharray:6 4}
    .chart .halo{paint-order:stroke;stroke-width:4;stroke-linejoin:round}
    \(dashes.enumerated().filter { !$1.isEmpty }.map {
      ".chart .s\($0).line{stroke-dasharray:\($1)}"
    }.joined(separator: "\n"))
    \(colours(.light))
    @media (prefers-color-scheme:dark){
    \(colours(.dark))
    }

    """

  private static func colours(_ palette: Palette) -> String {
    let ground = palette.ground.css
    var rules = [
      ".chart .ground{fill:\(ground)}",
      ".chart text{fill:\(palette.ink.css)}",
      ".chart .quiet{fill:\(palette.muted.css)}",
      ".chart .grid{stroke:\(palette.rule.css)}",
      ".chart .axis{stroke:\(palette.muted.css)}",
      ".chart .goal{stroke:\(palette.ink.css)}",
      ".chart .halo{stroke:\(ground)}",
      ".chart .own{stroke:\(palette.ink.css)}",
      ".chart .own.mark{fill:\(palette.ink.css)}",
      ".chart .hollow.mark{fill:\(ground)}",
    ]
    rules += palette.series.enumerated().map { place, colour in
      ".chart .s\(place){stroke:\(colour.css)}"
    }
    // Every other mark is hollow, so that neighbours differ even where shapes are hard to make out.
    rules += palette.series.enumerated().map { place, colour in
      ".chart .s\(place).mark{fill:\(place.isMultiple(of: 2) ? colour.css : ground)}"
    }
    rules += palette.stages.enumerated().map { place, colour in
      ".chart .p\(place){fill:\(colour.css)}"
    }
    rules += [".chart .hatch{stroke:\(ground)}"]
    return rules.joined(separator: "\n")
  }

  /// The class of a series' line and marks.
  static func name(_ place: Int) -> String { "s\(place % lines)" }

  /// A series' mark around a point.
  static func mark(_ place: Int, x: Double, y: Double) -> Markup {
    let name = name(place)
    let r = 4.5
    switch place % 6 {
    case 0: return #"<circle class="mark \#(name)" cx="\#(x)" cy="\#(y)" r="4"/>"#
    case 1:
      return #"<rect class="mark \#(name)" x="\#(x - 4)" y="\#(y - 4)" width="8" height="8"/>"#
    case 2: return polygon(name, [(x, y - r), (x + r, y + 4), (x - r, y + 4)])
    case 3: return polygon(name, [(x, y - 5.5), (x + 5.5, y), (x, y + 5.5), (x - 5.5, y)])
    case 4: return polygon(name, [(x, y + r), (x + r, y - 4), (x - r, y - 4)])
    default:
      return polygon(
        name,
        [
          (x - 5, y), (x - 2.5, y - 4.5), (x + 2.5, y - 4.5), (x + 5, y), (x + 2.5, y + 4.5),
          (x - 2.5, y + 4.5),
        ])
    }
  }

  private static func polygon(_ name: String, _ points: [(x: Double, y: Double)]) -> Markup {
    let corners = Markup(points.map { "\($0.x),\($0.y)" as Markup }, separator: " ")
    return #"<polygon class="mark \#(name)" points="\#(corners)"/>"#
  }

  /// A line through some points, in a class of its own.
  static func line(_ classes: String, through points: [(x: Double, y: Double)]) -> Markup {
    let corners = Markup(points.map { "\($0.x),\($0.y)" as Markup }, separator: " ")
    return #"<polyline class="\#(classes)" points="\#(corners)"/>"#
  }

  /// A line between two points.
  static func line(
    _ classes: String, from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) -> Markup {
    #"<line class="\#(classes)" x1="\#(from.x)" y1="\#(from.y)" x2="\#(to.x)" y2="\#(to.y)"/>"#
  }

  /// A text at a point.
  static func text(_ classes: String, x: Double, y: Double, _ text: String) -> Markup {
    #"<text class="\#(classes)" x="\#(x)" y="\#(y)">\#(text)</text>"#
  }

  /// Roughly how wide a text is drawn, in units.
  static func width(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 6.6 : 12.5) }
  }

  /// A text of at most so many characters, with an ellipsis for what was cut.
  static func shortened(_ text: String, to length: Int) -> String {
    text.count <= length ? text : text.prefix(length - 1) + "…"
  }
}
