public import Golf

/// A round as a picture for a group chat: who won, and every score, on a portrait card.
///
/// Scores have the signs of scorecards: a circle for under par, a square for over par, two of them
/// for two strokes or more. Colours say the same once more.
public struct RoundCard: Sendable {
  private static let width = 1080.0
  private static let margin = 56.0
  private static let holesPerBlock = 9
  /// More players than this stand in two columns.
  private static let longestColumn = 6

  private let card: Scorecard
  private let course: String
  private let date: String
  private let state: String

  /// Makes the card of a round.
  ///
  /// - Parameters:
  ///   - card: The scores.
  ///   - course: The course's name as it is to be shown.
  ///   - date: When the round was played.
  ///   - state: How far it is, such as "finished".
  public init(_ card: Scorecard, course: String, date: String, state: String) {
    self.card = card
    self.course = course
    self.date = date
    self.state = state
  }

  /// The picture as an SVG document.
  public var svg: String {
    var page = Page()
    drawHead(&page)
    drawStandings(&page)
    let holes = Array(card.round.holes)
    for start in stride(from: 0, to: holes.count, by: RoundCard.holesPerBlock) {
      drawBlock(Array(holes[start...].prefix(RoundCard.holesPerBlock)), &page)
    }
    drawLegend(&page)
    let height = page.y + 24
    let document: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(RoundCard.width) \(height)" \
      width="\(RoundCard.width)" height="\(height)" role="img" \
      aria-labelledby="card-title card-about">
      <title id="card-title">\(course), \(date)</title>
      <desc id="card-about">\(about)</desc>
      <style>
      \(Markup(stringLiteral: RoundCard.style))
      </style>
      <rect class="ground" width="100%" height="100%"/>
      \(Markup(page.marks, separator: "\n"))
      </svg>

      """
    return document.source
  }

  private var standings: Standings { card.standings }

  /// The result in words, for those who cannot see it.
  private var about: String {
    let lines = standings.lines.map { line in
      "\(place(line)) \(line.name)"
        + (line.holesPlayed > 0 ? " \(RoundCard.relative(line.relativeToPar))" : "")
    }
    return "\(state): \(lines.joined(separator: ", "))"
  }

  private func place(_ line: Standing) -> String {
    standings.placeLabel(of: line) ?? "–"
  }

  private static func relative(_ strokes: Int) -> String {
    RelativeToPar.sign(strokes).replacing("-", with: "\u{2212}")
  }
}

// MARK: - Parts of the picture

extension RoundCard {
  /// What is drawn so far, and where the next part begins.
  private struct Page {
    var marks: [Markup] = []
    var y = 0.0
  }

  private func drawHead(_ page: inout Page) {
    let limit = RoundCard.width - 2 * RoundCard.margin
    let lines = RoundCard.titleLines(course, limit: limit)
    let height = 108 + 56 * Double(lines.count) + (lines.count > 1 ? 0 : 20)
    page.marks.append(#"<rect class="band" width="\#(RoundCard.width)" height="\#(height)"/>"#)
    for (index, line) in lines.enumerated() {
      page.marks.append(
        RoundCard.text(
          "light bold", x: RoundCard.margin,
          y: height - 92 - 56 * Double(lines.count - 1 - index), size: line.size, line.text))
    }
    page.marks.append(
      RoundCard.text(
        "light", x: RoundCard.margin, y: height - 38, size: 32,
        SetType.fitted("\(date)  ·  \(state)", to: limit, size: 32)))
    page.y = height + 28
  }

  /// A long name is set smaller, and then in two lines, before any of it is cut.
  private static func titleLines(
    _ title: String, limit: Double
  ) -> [(text: String, size: Double)] {
    func width(_ text: String, _ size: Double) -> Double {
      SetType.width(text, size: size, isBold: true)
    }
    if let size = [64.0, 56, 48].first(where: { width(title, $0) <= limit }) {
      return [(title, size)]
    }
    var words = title.split(separator: " ")[...]
    var first = ""
    while let word = words.first, first.isEmpty || width("\(first) \(word)", 46) <= limit {
      first += (first.isEmpty ? "" : " ") + word
      words.removeFirst()
    }
    return [first, words.joined(separator: " ")].filter { !$0.isEmpty }.map {
      (SetType.fitted($0, to: limit, size: 46, isBold: true), 46)
    }
  }

  /// The leaderboard, large; in two columns where there are many players.
  private func drawStandings(_ page: inout Page) {
    let lines = standings.lines
    guard !lines.isEmpty else { return }
    let columns = lines.count > RoundCard.longestColumn ? 2 : 1
    let rows = (lines.count + columns - 1) / columns
    let height = rows <= 2 ? 92.0 : rows <= 4 ? 78 : 62
    let gap = 48.0
    let width =
      (RoundCard.width - 2 * RoundCard.margin - gap * Double(columns - 1)) / Double(columns)
    for (index, line) in lines.enumerated() {
      let left = RoundCard.margin + Double(index / rows) * (width + gap)
      let middle = page.y + (Double(index % rows) + 0.5) * height
      draw(line, left: left, width: width, middle: middle, isNarrow: columns > 1, &page)
      page.marks.append(
        RoundCard.rule(left, left + width, y: middle + height / 2))
    }
    page.y += Double(rows) * height + 34
  }

  private func draw(
    _ line: Standing, left: Double, width: Double, middle: Double, isNarrow: Bool,
    _ page: inout Page
  ) {
    let size = isNarrow ? 30.0 : 38
    let isFirst = line.place == 1 && line.holesPlayed > 0
    let badge = isNarrow ? 24.0 : 29
    let base = middle + size * 0.36
    if isFirst {
      page.marks.append(
        #"<circle class="band" cx="\#(left + badge)" cy="\#(middle)" r="\#(badge)"/>"#)
    }
    page.marks.append(
      RoundCard.text(
        isFirst ? "light bold mid" : "quiet mid", x: left + badge,
        y: middle + (size - 8) * 0.36, size: size - 8, place(line)))
    let right = left + width
    let hasScore = line.holesPlayed > 0
    let tone = line.relativeToPar < 0 ? " good" : line.relativeToPar > 0 ? " bad" : ""
    page.marks.append(
      RoundCard.text(
        "bold end" + (hasScore ? tone : ""), x: right, y: base, size: size,
        hasScore ? RoundCard.relative(line.relativeToPar) : "–"))
    let isWhole = line.holesPlayed == card.round.pars.count
    let detail =
      !hasScore
      ? ""
      : "\(line.strokes)"
        + (isWhole ? isNarrow ? "" : " strokes" : " thru \(line.holesPlayed)")
    let detailRight = right - (isNarrow ? 76 : 112)
    let detailSize = isNarrow ? 22.0 : 28
    page.marks.append(
      RoundCard.text("quiet end", x: detailRight, y: base - 1, size: detailSize, detail))
    let nameLeft = left + 2 * badge + 18
    let nameRight = detailRight - SetType.width(detail, size: detailSize) - 14
    let name = SetType.fitted(
      line.name, to: nameRight - nameLeft, sizes: [size, size * 0.88], isBold: isFirst)
    page.marks.append(
      RoundCard.text(isFirst ? "bold" : "", x: nameLeft, y: base, size: name.size, name.text))
  }

  /// The scores of up to nine holes.
  private func drawBlock(_ holes: [Int], _ page: inout Page) {
    let record = card.round
    let isOnly = record.pars.count <= RoundCard.holesPerBlock
    let row = record.entrants.count > 8 ? 45.0 : record.entrants.count > 2 ? 56 : 64
    let head = 44.0
    let cell = 68.0
    let first = RoundCard.margin + 246 + cell / 2
    let right = RoundCard.width - RoundCard.margin
    func x(_ index: Int) -> Double { first + Double(index) * cell }
    func line(
      _ classes: String, _ label: String, _ values: [String], sum: String, y: Double, size: Double
    ) {
      page.marks.append(
        RoundCard.text(classes, x: RoundCard.margin, y: y, size: size, label))
      for (index, value) in values.enumerated() {
        page.marks.append(
          RoundCard.text(classes + " mid", x: x(index), y: y, size: size, value))
      }
      page.marks.append(RoundCard.text(classes + " end", x: right, y: y, size: size, sum))
    }
    page.marks.append(
      #"<rect class="panel" x="\#(RoundCard.margin - 20)" y="\#(page.y)" width="\#(RoundCard.width - 2 * RoundCard.margin + 40)" height="\#(2 * head)" rx="10"/>"#
    )
    line(
      "quiet", "Hole", holes.map(String.init), sum: isOnly ? "total" : "sum", y: page.y + 31,
      size: 24)
    let pars = holes.map(record.par(ofHole:))
    line(
      "quiet", "Par", pars.map(String.init), sum: "\(pars.reduce(0, +))", y: page.y + head + 29,
      size: 24)
    page.y += 2 * head
    for standing in standings.lines {
      let player = standing.player
      let middle = page.y + row / 2
      let name = SetType.fitted(record.name(of: player), to: 238, sizes: [28, 24])
      page.marks.append(
        RoundCard.text("", x: RoundCard.margin, y: middle + 10, size: name.size, name.text))
      var sum: Int?
      for (index, hole) in holes.enumerated() {
        let strokes = card.strokes(of: player, onHole: hole)
        if let strokes { sum = (sum ?? 0) + strokes.count }
        page.marks += score(
          strokes, par: record.par(ofHole: hole), x: x(index), y: middle, radius: row * 0.41)
      }
      page.marks.append(
        RoundCard.text(
          sum == nil ? "quiet end" : "bold end", x: right, y: middle + 10, size: 28,
          sum.map(String.init) ?? "–"))
      page.y += row
      page.marks.append(RoundCard.rule(RoundCard.margin, right, y: page.y))
    }
    page.y += 30
  }

  /// A score within its sign.
  private func score(
    _ strokes: Strokes?, par: Int, x: Double, y: Double, radius: Double
  ) -> [Markup] {
    guard let strokes else {
      return [RoundCard.text("quiet mid", x: x, y: y + 9, size: 26, "–")]
    }
    let size = radius * (strokes.count > 9 ? 1.05 : 1.25)
    return RoundCard.sign(strokes.count - par, x: x, y: y, radius: radius)
      + [RoundCard.text("mid", x: x, y: y + size * 0.36, size: size, "\(strokes.count)")]
  }

  private static func sign(_ relative: Int, x: Double, y: Double, radius: Double) -> [Markup] {
    let radii = abs(relative) > 1 ? [radius, radius - 5.5] : relative == 0 ? [] : [radius - 2]
    return radii.map { r in
      relative < 0
        ? #"<circle class="under" cx="\#(x)" cy="\#(y)" r="\#(r)"/>"#
        : #"<rect class="over" x="\#(x - r)" y="\#(y - r)" width="\#(2 * r)" height="\#(2 * r)"/>"#
    }
  }

  private func drawLegend(_ page: inout Page) {
    let entries: [(relative: Int, label: String)] = [
      (-1, "1 under"), (-2, "2 or more under"), (1, "1 over"), (2, "2 or more over"),
    ]
    var x = RoundCard.margin + 14
    let y = page.y + 14
    for entry in entries {
      page.marks += RoundCard.sign(entry.relative, x: x, y: y, radius: 13)
      page.marks.append(
        RoundCard.text("quiet", x: x + 24, y: y + 8, size: 23, entry.label))
      x += 24 + SetType.width(entry.label, size: 23) + 44
    }
    page.marks.append(
      RoundCard.text("quiet", x: x - 12, y: y + 8, size: 23, "–  no score"))
    page.y += 40
  }

  private static func text(
    _ classes: String, x: Double, y: Double, size: Double, _ text: String
  ) -> Markup {
    let name: Markup = classes.isEmpty ? "" : #" class="\#(classes)""#
    return #"<text\#(name) x="\#(x)" y="\#(y)" font-size="\#(size)">\#(text)</text>"#
  }

  private static func rule(_ left: Double, _ right: Double, y: Double) -> Markup {
    #"<line class="rule" x1="\#(left)" y1="\#(y)" x2="\#(right)" y2="\#(y)"/>"#
  }

  private static let style = {
    let palette = Palette.light
    return """
      text{font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
      font-variant-numeric:tabular-nums;fill:\(palette.ink.css)}
      .ground{fill:\(palette.ground.css)}
      .band{fill:\(palette.good.css)}
      .panel{fill:\(palette.panel.css)}
      .rule{stroke:\(palette.rule.css);stroke-width:2}
      .bold{font-weight:700}
      .mid{text-anchor:middle}
      .end{text-anchor:end}
      .quiet{fill:\(palette.muted.css)}
      .light{fill:\(palette.ground.css)}
      .good{fill:\(palette.good.css)}
      .bad{fill:\(palette.bad.css)}
      .under{fill:none;stroke:\(palette.good.css);stroke-width:3}
      .over{fill:none;stroke:\(palette.bad.css);stroke-width:3}
      """
  }()
}
