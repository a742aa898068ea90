internal import HyzerBase
package import ScoreLog

/// A round as a picture for a group chat: who won, and every score, on a portrait card.
///
/// Scores have the signs of scorecards: a circle for under par, a square for over par, two of them
/// for two strokes or more. Colours say the same once more, on light or on dark ground.
package struct RoundCard {
  package enum Theme { case light, dark }

  private static let width = 1080.0
  private static let left = 56.0
  private static let right = width - left
  private static let holesPerBlock = 9
  /// More players than this stand in two columns.
  private static let longestColumn = 6

  private let card: Scorecard
  private let course: String
  private let date: String
  private let state: String
  private let theme: Theme
  private var page = SVGDrawing()
  private var standings: Standings { card.standings }

  /// Makes the card of a round: `state` says how far it is, such as "finished"; `course` and `date` are
  /// shown as they are.
  package init(
    _ card: Scorecard, course: String, date: String, state: String, theme: Theme = .light
  ) {
    self.card = card
    self.course = course
    self.date = date
    self.state = state
    self.theme = theme
    drawHead()
    drawStandings()
    let holes = Array(card.round.holes)
    for start in stride(from: 0, to: holes.count, by: RoundCard.holesPerBlock) {
      drawBlock(holes[start...].prefix(RoundCard.holesPerBlock))
    }
    drawLegend()
  }

  package var svg: String {
    let (width, height) = (RoundCard.width, page.y + 24)
    let picture: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" aria-labelledby="card-title card-about">
      <title id="card-title">\(course), \(date)</title>
      <desc id="card-about">\(about)</desc>
      <style>
      \(Markup(stringLiteral: RoundCard.style(theme)))
      </style>
      <rect class="ground" width="100%" height="100%"/>
      \(Markup(page.elements, separator: "\n"))
      </svg>

      """
    return picture.source
  }

  /// The result in words, for those who cannot see it.
  private var about: String {
    let lines = standings.lines.map { line in
      "\(place(line)) \(line.name)"
        + (line.holesPlayed > 0 ? " \(relative(line.relativeToPar))" : "")
    }
    return "\(state): \(lines.joined(separator: ", "))"
  }

  private func place(_ line: Standing) -> String { line.placeLabel ?? "–" }

  private func relative(_ strokes: Int) -> String {
    RelativeToPar.sign(strokes).replacing("-", with: "\u{2212}")
  }

  // MARK: - Head

  private mutating func drawHead() {
    let limit = RoundCard.right - RoundCard.left
    let lines = titleLines(limit: limit)
    let height = lines.count > 1 ? 220.0 : 184
    page.add("rect", "band", ["width": RoundCard.width, "height": height])
    for (index, line) in lines.enumerated() {
      page.text(
        "light bold", x: RoundCard.left, y: height - 92 - 56 * Double(lines.count - 1 - index),
        size: line.size, line.text)
    }
    let state = SVGDrawing.fitted("\(date)  ·  \(state)", to: limit, sizes: [32])
    page.text("light", x: RoundCard.left, y: height - 38, size: 32, state.text)
    page.y = height + 28
  }

  /// A long name is set smaller, and then in two lines, before any of it is cut.
  private func titleLines(limit: Double) -> [(text: String, size: Double)] {
    func fits(_ text: String, _ size: Double) -> Bool {
      SVGDrawing.width(text, size: size, isBold: true) <= limit
    }
    if let size = [64.0, 56, 48].first(where: { fits(course, $0) }) { return [(course, size)] }
    var words = course.split(separator: " ")[...]
    var first = ""
    while let word = words.first, first.isEmpty || fits("\(first) \(word)", 46) {
      first += (first.isEmpty ? "" : " ") + word
      words.removeFirst()
    }
    return [first, words.joined(separator: " ")].filter { !$0.isEmpty }.map {
      SVGDrawing.fitted($0, to: limit, sizes: [46], isBold: true)
    }
  }

  // MARK: - Leaderboard

  /// The leaderboard, large; in two columns where there are many players.
  private mutating func drawStandings() {
    let lines = standings.lines
    guard !lines.isEmpty else { return }
    let columns = lines.count > RoundCard.longestColumn ? 2 : 1
    let rows = (lines.count + columns - 1) / columns
    let height = rows <= 2 ? 92.0 : rows <= 4 ? 78 : 62
    let gap = 48.0
    let width = (RoundCard.right - RoundCard.left - gap * Double(columns - 1)) / Double(columns)
    for (index, line) in lines.enumerated() {
      let left = RoundCard.left + Double(index / rows) * (width + gap)
      let middle = page.y + (Double(index % rows) + 0.5) * height
      draw(line, left: left, right: left + width, middle: middle, isNarrow: columns > 1)
      page.rule(left, left + width, y: middle + height / 2)
    }
    page.y += Double(rows) * height + 34
  }

  private mutating func draw(
    _ line: Standing, left: Double, right: Double, middle: Double, isNarrow: Bool
  ) {
    let size = isNarrow ? 30.0 : 38
    let hasScore = line.holesPlayed > 0
    let isFirst = line.place == 1 && hasScore
    let badge = isNarrow ? 24.0 : 29
    let base = middle + size * 0.36
    if isFirst { page.add("circle", "band", ["cx": left + badge, "cy": middle, "r": badge]) }
    page.text(
      isFirst ? "light bold mid" : "quiet mid", x: left + badge, y: middle + (size - 8) * 0.36,
      size: size - 8, place(line))
    let tone = Self.tone(line.relativeToPar.signum()).map { " is-\($0)" } ?? ""
    page.text(
      "bold end" + (hasScore ? tone : ""), x: right, y: base, size: size,
      hasScore ? relative(line.relativeToPar) : "–")
    let isWhole = line.holesPlayed == card.round.pars.count
    let unit = isWhole ? isNarrow ? "" : " strokes" : " thru \(line.holesPlayed)"
    let detail = hasScore ? "\(line.strokes)\(unit)" : ""
    let detailRight = right - (isNarrow ? 76 : 112)
    let detailSize = isNarrow ? 22.0 : 28
    page.text("quiet end", x: detailRight, y: base - 1, size: detailSize, detail)
    let nameLeft = left + 2 * badge + 18
    let nameRight = detailRight - SVGDrawing.width(detail, size: detailSize) - 14
    let name = SVGDrawing.fitted(
      line.name, to: nameRight - nameLeft, sizes: [size, size * 0.88], isBold: isFirst)
    page.text(isFirst ? "bold" : "", x: nameLeft, y: base, size: name.size, name.text)
  }

  // MARK: - Scores

  private mutating func drawBlock(_ holes: some BidirectionalCollection<Int>) {
    let record = card.round
    let isLast = holes.last == record.pars.count
    let row = record.entrants.count > 8 ? 45.0 : record.entrants.count > 2 ? 56 : 64
    let pars = holes.map(record.par(ofHole:))
    page.add(
      "rect", "panel",
      [
        "x": RoundCard.left - 20, "y": page.y, "width": RoundCard.right - RoundCard.left + 40,
        "height": 88, "rx": 10,
      ])
    let sums = [sumHead(ofBlockWith: holes), "\(pars.reduce(0, +))"]
    let totals = hasTotals && isLast ? ["total", "\(record.pars.reduce(0, +))"] : ["", ""]
    drawHeading("Hole", holes.map(String.init), sum: sums[0], total: totals[0], y: page.y + 31)
    drawHeading("Par", pars.map(String.init), sum: sums[1], total: totals[1], y: page.y + 73)
    page.y += 88
    for player in standings.lines.map(\.player) {
      let middle = page.y + row / 2
      let name = SVGDrawing.fitted(record.name(of: player), to: 238, sizes: [28, 24])
      page.text("", x: RoundCard.left, y: middle + 10, size: name.size, name.text)
      let scores = holes.map { card.strokes(of: player, onHole: $0) }
      for (index, (strokes, par)) in zip(scores, pars).enumerated() {
        draw(strokes, par: par, x: x(ofHole: index), y: middle, radius: row * 0.41)
      }
      let counts = scores.compactMap { $0?.count }
      drawSum(
        counts.isEmpty ? nil : counts.reduce(0, +), isBold: !hasTotals, x: sumRight, y: middle + 10)
      if hasTotals, isLast {
        let total = card.total(of: player)
        drawSum(
          total.holesPlayed > 0 ? total.strokes : nil, isBold: true, x: RoundCard.right,
          y: middle + 10)
      }
      page.y += row
      page.rule(RoundCard.left, RoundCard.right, y: page.y)
    }
    page.y += 30
  }

  /// What stands above the sum of a block: on 18 holes "out" and "in", as on a printed card.
  private func sumHead(ofBlockWith holes: some Collection<Int>) -> String {
    switch card.round.pars.count {
    case ...RoundCard.holesPerBlock: "total"
    case 2 * RoundCard.holesPerBlock: holes.first == 1 ? "out" : "in"
    default: "sum"
    }
  }

  private mutating func drawSum(_ sum: Int?, isBold: Bool, x: Double, y: Double) {
    page.text(
      sum == nil ? "quiet end" : isBold ? "bold end" : "end", x: x, y: y, size: 28,
      sum.map { "\($0)" } ?? "–")
  }

  /// Whether there are several blocks, with a total behind the sum of the last.
  private var hasTotals: Bool { card.round.pars.count > RoundCard.holesPerBlock }

  private var sumRight: Double { RoundCard.right - (hasTotals ? 74 : 0) }

  private func x(ofHole index: Int) -> Double {
    RoundCard.left + 280 + (hasTotals ? 65 : 68) * Double(index)
  }

  private mutating func drawHeading(
    _ label: String, _ values: [String], sum: String, total: String, y: Double
  ) {
    page.text("quiet", x: RoundCard.left, y: y, size: 24, label)
    for (index, value) in values.enumerated() {
      page.text("quiet mid", x: x(ofHole: index), y: y, size: 24, value)
    }
    page.text("quiet end", x: sumRight, y: y, size: 24, sum)
    if !total.isEmpty { page.text("quiet end", x: RoundCard.right, y: y, size: 24, total) }
  }

  private mutating func draw(_ strokes: Strokes?, par: Int, x: Double, y: Double, radius: Double) {
    guard let strokes else { return page.text("quiet mid", x: x, y: y + 9, size: 26, "–") }
    let size = radius * (strokes.count > 9 ? 1.05 : 1.25)
    drawSign(strokes.count - par, x: x, y: y, radius: radius)
    page.text("mid", x: x, y: y + size * 0.36, size: size, "\(strokes.count)")
  }

  private mutating func drawSign(_ relative: Int, x: Double, y: Double, radius: Double) {
    guard let tone = Self.tone(relative) else { return }
    for r in abs(relative) > 1 ? [radius, radius - 5.5] : [radius - 2] {
      if relative < 0 {
        page.add("circle", tone, ["cx": x, "cy": y, "r": r])
      } else {
        page.add("rect", tone, ["x": x - r, "y": y - r, "width": 2 * r, "height": 2 * r])
      }
    }
  }

  /// The colour of strokes against par; nil for par, which has none.
  private static func tone(_ relative: Int) -> String? {
    relative == 0 ? nil : relative < 0 ? "under" : relative == 1 ? "over" : "two-over"
  }

  private mutating func drawLegend() {
    var x = RoundCard.left + 14
    let y = page.y + 14
    for (relative, label) in [
      (-1, "1 under"), (-2, "2 or more under"), (1, "1 over"), (2, "2 or more over"),
    ] {
      drawSign(relative, x: x, y: y, radius: 13)
      page.text("quiet", x: x + 24, y: y + 8, size: 23, label)
      x += 24 + SVGDrawing.width(label, size: 23) + 44
    }
    page.text("quiet", x: x - 12, y: y + 8, size: 23, "–  no score")
    page.y += 40
  }

  private static func style(_ theme: Theme) -> String {
    // The band at the top is the same on either ground.
    let band = Palette.resolve("fill:var(--under)", isDark: false)
    let light = Palette.resolve("fill:var(--ground)", isDark: false)
    return Palette.resolve(
      """
      text{font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
      font-variant-numeric:tabular-nums;fill:var(--ink)}
      .ground{fill:var(--ground)}
      .band{\(band)}
      .panel{fill:var(--panel)}
      .rule{stroke:var(--rule);stroke-width:2}
      .bold{font-weight:700}
      .mid{text-anchor:middle}
      .end{text-anchor:end}
      .quiet{fill:var(--muted)}
      .light{\(light)}
      .is-under{fill:var(--under)}
      .is-over{fill:var(--over)}
      .is-two-over{fill:var(--two-over)}
      .under,.over,.two-over{fill:none;stroke-width:3}
      .under{stroke:var(--under)}
      .over{stroke:var(--over)}
      .two-over{stroke:var(--two-over)}
      """, isDark: theme == .dark)
  }
}
