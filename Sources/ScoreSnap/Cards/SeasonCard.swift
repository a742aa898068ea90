internal import HyzerBase

/// A team's season as a picture for a group chat: the record, a chart of all games and the last of them.
///
/// Each game is a bar from the middle line: up by as many points as the team won by, down where it lost; a tie is a
/// ring on the line. Colours say the same once more.
package struct SeasonCard {
  private static let width = 1080.0
  private static let left = 56.0
  private static let right = width - left
  /// Of the games in words, the latest first.
  private static let mostRows = 8
  private static let chartHeight = 320.0
  /// So many points at least fill the chart, so that a win by two looks like one.
  private static let leastMargin = 10

  private let title: String
  private let player: String
  private let games: [SnapGame]
  private let isDark: Bool
  private var page = SVGDrawing()

  /// Makes the card of a team; `games` are all of its season, the latest first.
  package init(player: String, team: String, games: [SnapGame], isDark: Bool = false) {
    (self.title, self.player, self.games, self.isDark) = (team, player, games, isDark)
    drawHead()
    if !games.isEmpty {
      drawChart()
      for game in games.prefix(Self.mostRows) { drawRow(game) }
      if games.count > Self.mostRows { drawRest(games.count - Self.mostRows) }
    }
  }

  package var svg: String {
    let (width, height) = (Self.width, page.y + 32)
    let picture: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" aria-labelledby="card-title card-about">
      <title id="card-title">\(title), \(player)</title>
      <desc id="card-about">\(about)</desc>
      <style>
      \(Markup(stringLiteral: style))
      </style>
      <rect class="ground" width="100%" height="100%"/>
      \(Markup(page.elements, separator: "\n"))
      </svg>

      """
    return picture.source
  }

  private var record: TeamRecord { TeamRecord(games) }

  /// The season in words, for those who cannot see it.
  private var about: String {
    let last = games.first.map { "; last \($0.result.outcome.rawValue) \($0.result.text)" } ?? ""
    return "wins, losses, ties: \(record)\(last)"
  }

  private mutating func drawHead() {
    page.add("rect", "band", ["width": Self.width, "height": 216])
    let limit = Self.right - Self.left - 380
    let name = SVGDrawing.fitted(title, to: limit, sizes: [64, 52, 44], isBold: true)
    page.text("light bold", x: Self.left, y: 108, size: name.size, name.text)
    let whose = SVGDrawing.fitted(player, to: limit, sizes: [34])
    page.text("light", x: Self.left, y: 164, size: 34, whose.text)
    page.text("light bold end", x: Self.right, y: 122, size: 76, "\(record)")
    page.text("light end", x: Self.right, y: 168, size: 28, "wins - losses - ties")
    page.y = 244
  }

  private mutating func drawChart() {
    let most = max(games.map { abs($0.result.margin) }.max() ?? 0, Self.leastMargin)
    let middle = page.y + Self.chartHeight / 2
    let step = (Self.right - Self.left) / Double(games.count)
    let width = min(step * 0.7, 56)
    page.rule(Self.left, Self.right, y: middle)
    // In order of time.
    for (index, game) in games.reversed().enumerated() {
      let x = Self.left + (Double(index) + 0.5) * step
      let height = Double(abs(game.result.margin)) / Double(most) * (Self.chartHeight / 2 - 30)
      switch game.result.outcome {
      case .tie: page.add("circle", "tie", ["cx": x, "cy": middle, "r": min(width / 3, 12)])
      case .win: drawBar("won", x - width / 2, middle - height, width, height)
      case .loss: drawBar("lost", x - width / 2, middle, width, height)
      }
      guard step >= 44 else { continue }
      let isBelow = game.result.outcome == .loss
      page.text(
        "quiet mid", x: x, y: isBelow ? middle + height + 26 : middle - height - 10, size: 22,
        game.result.margin == 0 ? "" : "\(abs(game.result.margin))")
    }
    page.y += Self.chartHeight + 24
  }

  private mutating func drawBar(
    _ kind: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) {
    page.add("rect", kind, ["x": x, "y": y, "width": width, "height": height, "rx": 4])
  }

  private mutating func drawRow(_ game: SnapGame) {
    let base = page.y + 42
    page.rule(Self.left, Self.right, y: page.y)
    page.text("quiet", x: Self.left, y: base, size: 30, game.date)
    page.text("bold mid", x: Self.left + 214, y: base, size: 32, game.result.outcome.letter)
    let own = game.result.outcome == .tie ? "end" : "bold end"
    page.text(own, x: Self.left + 330, y: base, size: 32, "\(game.result.team)")
    page.text("", x: Self.left + 342, y: base, size: 32, "- \(game.result.opponent)")
    let place = SVGDrawing.fitted(game.city, to: 220, sizes: [28, 24])
    page.text("quiet end", x: Self.right, y: base, size: place.size, place.text)
    let left = Self.left + 452
    let limit = Self.right - left - SVGDrawing.width(place.text, size: place.size) - 20
    let opponent = SVGDrawing.fitted(game.opponent, to: limit, sizes: [32, 28])
    page.text("", x: left, y: base, size: opponent.size, opponent.text)
    page.y += 62
  }

  private mutating func drawRest(_ count: Int) {
    page.rule(Self.left, Self.right, y: page.y)
    page.text(
      "quiet", x: Self.left, y: page.y + 42, size: 28,
      "and \(count) earlier game\(count == 1 ? "" : "s")")
    page.y += 62
  }

  private var style: String {
    let band = Palette.resolve("fill:var(--accent)", isDark: false)
    let light = Palette.resolve("fill:var(--ground)", isDark: false)
    return Palette.resolve(
      """
      text{font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
      font-variant-numeric:tabular-nums;fill:var(--ink)}
      .ground{fill:var(--ground)}
      .band{\(band)}
      .rule{stroke:var(--rule);stroke-width:2}
      .bold{font-weight:700}
      .mid{text-anchor:middle}
      .end{text-anchor:end}
      .quiet{fill:var(--muted)}
      .light{\(light)}
      .won{fill:var(--good)}
      .lost{fill:var(--bad)}
      .tie{fill:none;stroke:var(--muted);stroke-width:4}
      """, isDark: isDark)
  }
}
