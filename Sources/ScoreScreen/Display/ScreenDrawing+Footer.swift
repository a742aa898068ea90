internal import ScoreLog
internal import Scorekeeping

extension ScreenDrawing {
  struct Hint: Hashable {
    var key: String
    var meaning: String

    init(_ key: String, _ meaning: String) {
      self.key = key
      self.meaning = meaning
    }
  }

  /// Draws the news and the hints at the bottom of an area, and cuts them off it.
  mutating func drawFooter(in area: inout Area) {
    drawHints(hints(), in: area.cut(.bottom, 1))
    var line = area.cut(.bottom, 1)
    line.inset()
    switch state.mode {
    case .typing(let text, let reason):
      if let reason { drawReason(reason, in: &area) }
      drawPastedLines(in: &line)
      let other = state.typingHole.flatMap { $0 == model.hole ? nil : $0 }
      let heading = other.map { "scores of hole \($0): " } ?? "scores: "
      line.cut(.left, canvas.write(heading, .heading, in: line))
      canvas.writeInput(text, in: line)
    case .quitting: canvas.write("Quit? Not everything is saved.", .warning, in: line)
    case .undoing(let step):
      let scores = step.changes.map { "\($0.name) \(RoundWords.result($0.from))" }
      drawText(
        "Take back hole \(step.hole): \(scores.joined(separator: ", "))?", .warning, in: line,
        above: &area)
    case .redoing(let step):
      let scores = step.changes.map { "\($0.name) \(RoundWords.result($0.to))" }
      drawText(
        "Bring back hole \(step.hole): \(scores.joined(separator: ", "))?", .warning, in: line,
        above: &area)
    case .finishing:
      drawText(model.finish?.question ?? "", .warning, in: line, above: &area)
      drawReason(model.finish?.details ?? "", in: &area)
    case .normal, .resolving, .help: drawNotice(in: line, above: &area)
    }
    if let timings = model.timings, canvas.area.rows >= 16 {
      var line = area.cut(.bottom, 1)
      line.inset()
      canvas.write(timings, .dim, in: line)
    }
  }

  /// Draws why a line was not understood, or what a question is about, above it, on two lines at the most.
  private mutating func drawReason(_ reason: String, in area: inout Area) {
    let limit = canvas.area.rows >= 12 ? 2 : 1
    for text in canvas.lines(reason, columns: area.columns - 2, limit: limit).reversed() {
      var line = area.cut(.bottom, 1)
      line.cut(.left, 1)
      canvas.write(text, .warning, in: line)
    }
  }

  /// Draws how many pasted lines are to come.
  private mutating func drawPastedLines(in line: inout Area) {
    let count = state.pastedLines.count
    guard count > 0 else { return }
    let text = line.columns >= 36 ? "+\(RoundWords.count(count, "pasted line"))" : "+\(count)"
    canvas.write(text, .warning, in: line.cut(.right, canvas.cells(text)))
    line.cut(.right, 2)
  }

  private mutating func drawNotice(in line: Area, above area: inout Area) {
    var line = line
    drawPastedLines(in: &line)
    if model.unsaved > 0 {
      let text = "\(model.unsaved) unsaved"
      canvas.write(text, .warning, in: line.cut(.right, canvas.cells(text)))
      line.cut(.right, 2)
    }
    if state.isReviewing {
      canvas.write("review", .warning, in: line.cut(.right, 6))
      line.cut(.right, 2)
    }
    guard let notice = model.notice else { return }
    drawText(notice.text, notice.isWarning ? .warning : .plain, in: line, above: &area)
  }

  /// Draws a text in a line, and where it is longer and the window tall enough the line above it too.
  private mutating func drawText(
    _ text: String, _ style: Style, in line: Area, above area: inout Area
  ) {
    let limit = canvas.area.rows >= 16 ? 2 : 1
    let lines = canvas.lines(text, columns: line.columns, limit: limit)
    if lines.count == 2 {
      var first = area.cut(.bottom, 1)
      first.cut(.left, 1)
      canvas.write(lines[0], style, in: first)
    }
    canvas.write(lines.last ?? "", style, in: line)
  }

  /// Draws as many hints as there is room for, the most useful first.
  private mutating func drawHints(_ hints: [Hint], in area: Area) {
    var line = area
    line.inset()
    for hint in hints {
      let needed = canvas.cells(hint.key) + 1 + canvas.cells(hint.meaning)
      guard needed <= line.columns else { continue }
      canvas.write(
        [Canvas.Piece(hint.key, .key), Canvas.Piece(" " + hint.meaning, .dim)],
        in: line.cut(.left, needed))
      line.cut(.left, 2)
    }
  }

  private func hints() -> [Hint] {
    let keys = glyphs.arrowKeys
    switch state.mode {
    case .typing: return [Hint("Enter", "read"), Hint("Esc", "leave")]
    case .help: return [Hint("any key", "back")]
    case .quitting: return [Hint("q", "quit"), Hint("any other key", "stay")]
    case .undoing, .redoing, .finishing: return [Hint("Enter", "yes"), Hint("any other key", "no")]
    case .normal, .resolving: break
    }
    let help = Hint("?", "help")
    let type = Hint("t", "type")
    let cancel = Hint("Esc", "cancel")
    let quit = Hint("q", "quit")
    let talk = needsKey ? [Hint("space", "talk")] : []
    if state.mode == .resolving, let dispute = model.disputes.first {
      let keys = dispute.choices.map { Self.key($0.result) }.joined(separator: "/")
      return [Hint(keys, "pick"), Hint("Esc", "later")] + talk + [type, quit, help]
    }
    let digits = Hint("1-9", "score")
    let rowKeys = [Hint("p", "player"), Hint("n", "no score"), Hint("Del", "remove")]
    if let picker = state.picker(in: model) {
      return [
        Hint("1-9", "pick"), picker.isAutomatic ? cancel : Hint("Esc", "back"),
        Hint(keys.vertical, "move"), Hint("Enter", "choose"), help,
      ] + talk + [Hint("Del", "remove")]
    }
    switch model.state {
    case .confirming:
      let save = [Hint("Enter", "save"), cancel]
      return state.selectedRow(in: model) == nil && state.selectedPlayer(in: model) == nil
        ? save + [type, quit, Hint(keys.vertical, "edit"), help, Hint("v", "hold")] + talk
        : [digits] + save + [type, help, quit] + rowKeys + [Hint(keys.vertical, "row")]
    case .partial(let draft):
      let save = draft.isComplete ? [Hint("Enter", "save")] : []
      let other = draft.holesInQuestion.first { $0 != draft.hole }.map { [Hint("h", "hole \($0)")] }
      return [digits] + save + (other ?? []) + [cancel, type, quit, help] + rowKeys + [
        Hint(keys.vertical, "row")
      ]
    case .failed: return [Hint("r", "again"), Hint("Esc", "leave"), type, quit, help]
    case .unsaved: return [Hint("r", "try again"), Hint("Esc", "drop"), type, quit, help]
    case .listening:
      return (needsKey ? [Hint("space", "done")] : []) + [cancel, type, quit, help]
    case .idle, .committed, .dismissed:
      if state.selectedPlayer(in: model) != nil {
        return [
          digits, Hint("Esc", "leave"), Hint("n", "no score"), Hint(keys.vertical, "player"), help,
        ]
      }
      let finish = [Hint("f", "finish")]
      let isComplete = model.finish.map { !$0.isEarly } ?? false
      return talk + (model.disputes.isEmpty ? [] : [Hint("d", "decide")])
        + (isComplete ? finish : []) + [
          type, quit, help, Hint(keys.horizontal, "hole"), Hint("u", "undo"),
        ] + (model.redoing == nil ? [] : [Hint("U", "redo")]) + [Hint(keys.vertical, "correct")]
        + (isComplete || model.finish == nil ? [] : finish) + [Hint("v", "review")]
    }
  }

  /// Whether the microphone counts only from a key on.
  private var needsKey: Bool { model.microphone == .pushToTalk }

  mutating func drawHelp(in area: Area) {
    let keys = glyphs.arrowKeys
    let talk = needsKey ? [Hint("space", "talk; once more when done")] : []
    let lines =
      talk + [
        Hint("Enter", "save what is shown"),
        Hint("Esc", "drop what is shown"), Hint(keys.vertical, "select a row or a player"),
        Hint("1-9, 0", "its score; 0 is ten"), Hint("n, x", "no score on the hole"),
        Hint("p", "another player for the row"), Hint("h", "the other hole, where that is asked"),
        Hint("Del", "remove the row"),
        Hint("t", "type a line of scores"), Hint("r", "try again"),
        Hint("u", "undo this device's last scores"),
        Hint("U", "bring back what was undone"), Hint(keys.horizontal, "another hole"),
        Hint("f", "finish the round"), Hint("v", "review: nothing saves itself"),
        Hint("d", "decide disputes (organiser)"),
        Hint("q", "quit"),
      ]
    let keyColumns = (lines.map { canvas.cells($0.key) }.max() ?? 0) + 2
    var area = area
    if area.rows > lines.count + 1 {
      canvas.write("KEYS", .heading, in: area.cut(.top, 1))
      area.cut(.top, area.rows > lines.count + 2 ? 1 : 0)
    }
    for line in lines {
      var place = area.cut(.top, 1)
      canvas.write(line.key, .key, in: place.cut(.left, keyColumns))
      canvas.write(line.meaning, in: place)
    }
  }
}
