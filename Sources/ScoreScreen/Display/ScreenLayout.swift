internal import HyzerVoice
internal import Scorekeeping

/// Lays a round's screen out, for any size of window.
package struct ScreenLayout: Sendable {
  /// What a window must have for the screen to be of use.
  package static let minimumSize = ScreenSize(rows: 8, columns: 20)
  /// From this many columns on, the leaderboard has its place at the right.
  static let sideBySideColumns = 68

  let glyphs: Glyphs
  private let width: @Sendable (Unicode.Scalar) -> Int

  /// Makes a layout for a terminal, which gives a scalar value `width` cells: 0 for a mark, 2 for a
  /// wide one, negative for one that it cannot show.
  package init(glyphs: Glyphs, width: @escaping @Sendable (Unicode.Scalar) -> Int) {
    self.glyphs = glyphs
    self.width = width
  }

  /// Returns the screen: exactly as many lines and cells as the window has.
  package func frame(_ model: ScreenModel, _ state: ScreenState, size: ScreenSize) -> Frame {
    var drawing = ScreenDrawing(
      model: model, state: state, glyphs: glyphs,
      canvas: Canvas(size: size, ellipsis: glyphs.ellipsis, width: width))
    drawing.draw()
    return drawing.canvas.frame
  }
}

extension ScreenSize {
  /// Whether nothing of a round can be shown.
  var isTooSmall: Bool {
    let minimum = ScreenLayout.minimumSize
    return rows < minimum.rows || columns < minimum.columns
  }
}

/// A screen in the making: what it shows, and the canvas on which it is drawn.
struct ScreenDrawing {
  let model: ScreenModel
  let state: ScreenState
  let glyphs: Glyphs
  var canvas: Canvas

  mutating func draw() {
    let size = canvas.frame.size
    var body = canvas.area
    guard !size.isTooSmall else {
      body.cut(.top, body.rows / 2)
      canvas.write("window too small", .warning, in: body)
      return
    }
    drawHeader(in: body.cut(.top, 1))
    drawFooter(in: &body)
    if size.rows >= 14 { body.cut(.top, 1) }
    body.inset()
    if state.mode == .help {
      drawHelp(in: body)
      return
    }
    if size.columns >= ScreenLayout.sideBySideColumns {
      var board = body.cut(.right, min(44, size.columns * 9 / 20))
      for row in board.row..<board.row + board.rows {
        let cell = Area(row: row, column: board.column, rows: 1, columns: 1)
        canvas.write(glyphs.vertical, .dim, in: cell)
      }
      board.cut(.left, 2)
      drawLeaderboard(in: board)
      body.cut(.right, 1)
    }
    drawState(in: body)
  }

  private mutating func drawHeader(in area: Area) {
    canvas.fill(area, .header)
    var inner = area
    inner.inset()
    let long = "Hole \(model.hole) of \(model.holes)   Par \(model.par)"
    let short = "Hole \(model.hole)/\(model.holes) par \(model.par)"
    // All that anybody sees of a host that is away: scores are saved, and sent later.
    let sign = model.unsent.map { $0 > 0 ? "offline \($0)" : "offline" } ?? ""
    let signed = sign.isEmpty ? 0 : canvas.cells(sign) + 2
    var place =
      canvas.cells(model.course) + 3 + canvas.cells(long) + signed <= inner.columns ? long : short
    var badge = ""
    if !model.disputes.isEmpty {
      let count = RoundWords.count(model.disputes.count, "dispute")
      let tiny = "\(model.hole)/\(model.holes)"
      // The key goes first, and stands among the hints as well; then the words around the hole.
      let pairs = [(long, count + "  d"), (short, count + "  d"), (short, count), (tiny, count)]
      (place, badge) =
        pairs.first { canvas.cells($0) + 2 + canvas.cells($1) + signed <= inner.columns } ?? (
          tiny, count
        )
    }
    let right = inner.cut(.right, canvas.cells(place))
    canvas.write(place, .header, in: right)
    inner.cut(.right, 2)
    canvas.write(badge, .badge, in: inner.cut(.right, canvas.cells(badge)))
    if !badge.isEmpty { inner.cut(.right, 2) }
    canvas.write(sign, .header, in: inner.cut(.right, canvas.cells(sign)))
    if !sign.isEmpty { inner.cut(.right, 2) }
    if inner.columns >= 4 { canvas.write(model.course, .header, in: inner) }
  }

  // MARK: - What is going on

  private mutating func drawState(in area: Area) {
    var area = area
    let isResolving = state.mode == .resolving
    // What a dispute asks for needs no other invitation.
    if !isResolving || model.state != .idle {
      let title = self.title()
      canvas.write(title.text, title.style, in: area.cut(.top, 1))
    }
    switch model.state {
    case .confirming(let draft, let window):
      drawBar(window, in: area.cut(.bottom, 1))
      drawDraft(draft, in: area)
    case .partial(let draft):
      if model.hearing != nil { drawHearing(in: &area) }
      drawDraft(draft, in: area)
    case .unsaved(let draft, let reason):
      drawLines([reason], .warning, in: &area)
      drawDraft(draft, in: area)
    case .failed(let transcript, let problems):
      let reasons = problems.map { $0.text(roster: model.roster) }
      // The reasons mostly quote the words.
      if !transcript.isEmpty, !reasons.contains(where: { $0.contains(transcript) }) {
        drawLines(["\"\(transcript)\""], .plain, in: &area)
      }
      drawLines(reasons, .dim, in: &area)
      drawRest(in: area)
    case .idle, .listening, .committed, .dismissed:
      drawHearing(in: &area)
      drawRest(in: area)
    }
  }

  /// Draws what stands below where no draft does.
  private mutating func drawRest(in area: Area) {
    if state.mode == .resolving, let dispute = model.disputes.first {
      drawDispute(dispute, in: area)
    } else {
      drawTables(in: area)
    }
  }

  private func title() -> Canvas.Piece {
    switch model.state {
    case .idle:
      switch model.microphone {
      case .handsFree: Canvas.Piece("Say the scores", .emphasis)
      case .pushToTalk: Canvas.Piece("Press space and say the scores", .emphasis)
      case nil: Canvas.Piece("Press t and type the scores", .emphasis)
      }
    case .listening: Canvas.Piece(glyphs.dot + " Listening", .emphasis)
    case .confirming(let draft, _): Canvas.Piece("Hole \(draft.hole): right?", .emphasis)
    case .partial(let draft) where draft.isLeftover:
      Canvas.Piece("Hole \(draft.hole): left unsaved. Save it?", .warning)
    case .partial(let draft) where draft.asksToReplace:
      Canvas.Piece("Hole \(draft.hole) has scores. Replace them?", .warning)
    case .partial(let draft): Canvas.Piece("Hole \(draft.hole): not all is clear", .warning)
    case .failed: Canvas.Piece("Couldn't understand. Try again?", .warning)
    case .unsaved(let draft, _): Canvas.Piece("Hole \(draft.hole): NOT SAVED", .warning)
    case .committed(let draft): Canvas.Piece("Hole \(draft.hole): saved", .success)
    case .dismissed: Canvas.Piece("Dropped: nothing was saved", .emphasis)
    }
  }

  /// Draws texts, each on two lines at the most, and leaves room for what comes after them.
  private mutating func drawLines(_ texts: [String], _ style: Style, in area: inout Area) {
    for text in texts {
      let limit = min(2, area.rows - 3)
      guard limit > 0 else { return }
      for line in canvas.lines(text, columns: area.columns, limit: limit) {
        canvas.write(line, style, in: area.cut(.top, 1))
      }
    }
  }

  /// Draws how loud it is and the words so far; keeps their place where there is room for it, so
  /// that the tables do not jump.
  private mutating func drawHearing(in area: inout Area) {
    guard model.hearing != nil || area.rows > model.roster.players.count + 5 else { return }
    let isTall = area.rows >= 8
    let meter = area.cut(.top, 1)
    let words = isTall ? area.cut(.top, 1) : nil
    guard let hearing = model.hearing else { return }
    canvas.write(bar(hearing.level, columns: meter.columns), .meter, in: meter)
    if let words { canvas.write(hearing.words, in: words, keepsEnd: true) }
  }

  /// Draws the time that is left, or why it does not run.
  private mutating func drawBar(_ window: Confirmation.Window, in area: Area) {
    var area = area
    if window.holds.contains(.speaking), let hearing = model.hearing {
      area.cut(.left, canvas.write(glyphs.dot + " ", .emphasis, in: area))
      let meter = area.cut(.left, area.columns / 3)
      canvas.write(bar(hearing.level, columns: meter.columns), .meter, in: meter)
      area.cut(.left, 1)
      canvas.write(hearing.words, in: area, keepsEnd: true)
      return
    }
    let reasons: [(hold: Confirmation.Hold, text: String)] = [
      (.editing, "waits while you edit"), (.reviewing, "waits for the reviewer"),
      (.speaking, "waits while you speak"), (.unseen, "all are shown first"),
    ]
    if let reason = reasons.first(where: { window.holds.contains($0.hold) }) {
      canvas.write(reason.text, .warning, in: area)
      return
    }
    // All of the time is left while something holds the window.
    let left = max(.zero, min(window.length, window.closes.map { $0 - model.now } ?? window.length))
    let fraction = window.length > .zero ? left / window.length : 0
    let tenths = Int((left / .milliseconds(100)).rounded(.up))
    let seconds = "\(tenths / 10).\(tenths % 10) s"
    let text = area.columns >= 36 ? "saves in \(seconds) " : "\(seconds) "
    area.cut(.left, canvas.write(text, .emphasis, in: area))
    canvas.write(bar(fraction, columns: area.columns), .meter, in: area)
  }

  private func bar(_ fraction: Double, columns: Int) -> String {
    let filled = Int((max(0, min(1, fraction)) * Double(columns)).rounded())
    return String(repeating: glyphs.full, count: filled)
      + String(repeating: glyphs.empty, count: max(0, columns - filled))
  }

  // MARK: - Lists that may not fit

  /// Returns which lines of a list to show: those from `top` on or, without that, so that `focus` is
  /// among them.
  func visible(_ count: Int, lines: Int, focus: Int?, top: Int? = nil) -> Range<Int> {
    guard count > lines, lines > 0 else { return 0..<min(count, max(0, lines)) }
    let first = min(top ?? max(0, (focus ?? 0) - lines + 1), count - lines)
    return first..<first + lines
  }
}
