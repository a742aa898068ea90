internal import DiscGolf
internal import ScoreLog

extension ScreenDrawing {
  /// Draws the scores of this hole and, where it has no place at the side, the leaderboard.
  mutating func drawTables(in area: Area) {
    var area = area
    let count = model.roster.players.count
    let isBeside = canvas.area.columns >= ScreenLayout.sideBySideColumns
    let isStacked = !isBeside && area.rows >= count + 1 + model.standings.lines.count + 2
    if area.rows > count + 1 { area.cut(.top, 1) }
    var players = isStacked ? area.cut(.top, count + 1) : area
    if players.rows > count { canvas.write("THIS HOLE", .heading, in: players.cut(.top, 1)) }
    drawPlayers(withStanding: !isBeside && !isStacked && area.columns >= 28, in: players)
    guard isStacked else { return }
    area.cut(.top, 1)
    drawLeaderboard(in: area)
  }

  private mutating func drawPlayers(withStanding: Bool, in area: Area) {
    var area = area
    let ids = model.roster.ids
    let selected = state.selectedPlayer(in: model)
    let isCut = ids.count > area.rows
    let shown = visible(
      ids.count, lines: isCut ? area.rows - 1 : area.rows,
      focus: selected.flatMap { ids.firstIndex(of: $0) })
    let standings = Dictionary(
      model.standings.lines.map { ($0.player, $0) }, uniquingKeysWith: { first, _ in first })
    let names = ids.map { canvas.cells(model.roster[$0].name) }.max() ?? 0
    let fixed = withStanding ? 2 + 3 + 4 + 4 + 5 + 4 : 2 + 3 + 4
    let nameColumns = min(names, max(4, area.columns - fixed))
    let pitch = pitch(ids.count, area, canvas.area)
    for id in ids[shown] {
      var line = area.cut(.top, pitch)
      let isSelected = id == selected
      let pointer = line.cut(.left, 2)
      if isSelected { canvas.write(glyphs.pointer, .selection, in: pointer) }
      canvas.write(
        model.roster[id].name, isSelected ? .selection : .plain, in: line.cut(.left, nameColumns))
      if let result = model.results[id] {
        let golf = GolfWord(result, par: model.par)
        canvas.write(
          result.strokes.map { String($0.count) } ?? glyphs.dash, .emphasis, in: line.cut(.left, 3),
          align: .right)
        canvas.write(golf.sign, golf.style, in: line.cut(.left, 4), align: .right)
        if !withStanding {
          line.cut(.left, 2)
          if canvas.cells(golf.word) <= line.columns {
            canvas.write(golf.word, golf.style, in: line)
          }
        }
      } else {
        canvas.write(glyphs.dash, .dim, in: line.cut(.left, 3), align: .right)
        line.cut(.left, 4)
      }
      if withStanding, let standing = standings[id] {
        var right = line.cut(.right, 4 + 5 + 4)
        drawMove(standing, in: right.cut(.right, 4))
        let total = right.cut(.right, 5)
        canvas.write(standing.placeLabel ?? glyphs.dash, .plain, in: right, align: .right)
        guard standing.holesPlayed > 0 else { continue }
        let golf = GolfWord(relative: standing.relativeToPar)
        canvas.write(golf.sign, golf.style, in: total, align: .right)
      }
    }
    if isCut { canvas.write("  and \(ids.count - shown.count) more", .dim, in: area) }
  }

  mutating func drawLeaderboard(in area: Area) {
    var area = area
    let columns = boardColumns(area.columns)
    var heading = area.cut(.top, 1)
    heading.cut(.right, 4)
    for (head, width) in [
      ("thru", columns.holes), ("tot", columns.strokes), ("par", columns.relative),
    ] {
      canvas.write(head, .dim, in: heading.cut(.right, width), align: .right)
    }
    canvas.write("LEADERBOARD", .heading, in: heading)
    let isCut = model.standings.lines.count > area.rows
    let shown = visible(
      model.standings.lines.count, lines: isCut ? area.rows - 1 : area.rows, focus: nil)
    let pitch = pitch(model.standings.lines.count, area, canvas.area)
    for standing in model.standings.lines[shown] {
      var line = area.cut(.top, pitch)
      canvas.write(
        standing.placeLabel ?? glyphs.dash, .emphasis, in: line.cut(.left, 3), align: .right)
      line.cut(.left, 1)
      drawMove(standing, in: line.cut(.right, 4))
      let hasScore = standing.holesPlayed > 0
      func figure(_ text: String, _ style: Style, _ width: Int) {
        canvas.write(
          hasScore ? text : glyphs.dash, hasScore ? style : .dim, in: line.cut(.right, width),
          align: .right)
      }
      figure(String(standing.holesPlayed), .dim, columns.holes)
      figure(String(standing.strokes), .plain, columns.strokes)
      let golf = GolfWord(relative: standing.relativeToPar)
      figure(golf.sign, golf.style, columns.relative)
      canvas.write(model.roster[standing.player].name, in: line)
    }
    if isCut {
      canvas.write("    and \(model.standings.lines.count - shown.count) more", .dim, in: area)
    }
  }

  /// The lines that each of some entries takes: two where there is room, which reads better from
  /// afar.
  ///
  /// Goes by the window as well, of which the stages and the news take eleven lines at the most, so
  /// that the tables do not jump with every line of news.
  private func pitch(_ count: Int, _ area: Area, _ window: Area) -> Int {
    let isBeside = window.columns >= ScreenLayout.sideBySideColumns
    return isBeside && window.rows >= 2 * count + 11 && area.rows >= 2 * count ? 2 : 1
  }

  /// What a width leaves room for: the strokes go first, then the holes.
  private func boardColumns(_ columns: Int) -> (relative: Int, strokes: Int, holes: Int) {
    switch columns {
    case 28...: (4, 4, 5)
    case 24...: (4, 0, 5)
    default: (4, 0, 0)
    }
  }

  private mutating func drawMove(_ standing: Standing, in area: Area) {
    guard let move = model.moves.first(where: { $0.player == standing.player }) else { return }
    canvas.write(
      "\(move.isUp ? glyphs.up : glyphs.down)\(abs(move.from - move.to))",
      move.isUp ? .rising : .falling, in: area, align: .right)
  }
}
