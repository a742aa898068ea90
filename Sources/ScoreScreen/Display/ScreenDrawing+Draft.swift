internal import HyzerVoice
internal import ScoreLog
internal import Scorekeeping

extension ScreenDrawing {
  /// How large the rows of a draft and the scores to pick from are drawn, the largest first.
  enum RowSize: CaseIterable {
    case fullDigits, halfDigits, halfDigitsClose, spacedLines, lines

    /// The lines that a row takes, with the blank ones after it.
    var pitch: Int {
      switch self {
      case .fullDigits: 6
      case .halfDigits: 4
      case .halfDigitsClose: 3
      case .spacedLines: 2
      case .lines: 1
      }
    }

    /// Whether the last of these lines is blank.
    var hasGap: Bool { self != .halfDigitsClose && self != .lines }

    var digits: DigitFont.Scale? {
      switch self {
      case .fullDigits: .full
      case .halfDigits, .halfDigitsClose: .half
      case .spacedLines, .lines: nil
      }
    }
  }

  private struct RowText {
    var name: String
    var old: String
    var score: String
    var golf: GolfWord?
    /// The words in question, where something is open.
    var question: String
    var isComplete: Bool
    var style: Style
  }

  /// The cells that a name may take before it is cut.
  private static let usualName = 21

  /// Where the parts of a row stand, in cells.
  private struct RowColumns {
    var size: RowSize
    var name: Int
    var old: Int
    var score: Int
    var sign: Int
    var label: Int
  }

  /// Draws scores to be confirmed as large as they fit, then what else is open, then the list of
  /// players to pick from.
  mutating func drawDraft(_ draft: Draft, in area: Area) {
    var area = area
    if let picker = state.picker(in: model),
      let row = draft.rows.first(where: { $0.id == picker.row })
    {
      let lines = min(picker.choices.count + 1, max(3, area.rows - 2 * draft.rows.count))
      let list = area.cut(.bottom, min(lines, area.rows - 1))
      drawPicker(picker, row, in: list)
    }
    for remark in draft.remarks.reversed() {
      let lines = canvas.lines(remark.text(roster: model.roster), columns: area.columns, limit: 2)
      guard area.rows - lines.count >= draft.rows.count else { break }
      var place = area.cut(.bottom, lines.count)
      for line in lines { canvas.write(line, .warning, in: place.cut(.top, 1)) }
    }
    drawRows(draft, in: area)
  }

  private mutating func drawRows(_ draft: Draft, in whole: Area) {
    var area = whole
    let player = state.selectedPlayer(in: model)
    if let player { drawSelected(player, in: area.cut(.bottom, 1)) }
    let texts = draft.rows.map { text($0, draft) }
    let columns = choose(texts, area)
    let size = columns.size
    // A line between title and rows, where there is one to spare.
    let needed = texts.count * size.pitch - (size.hasGap ? 1 : 0)
    if area.rows > needed { area.cut(.top, 1) }
    if player == nil, area.rows > needed, draft.hole == model.hole, !model.missing.isEmpty {
      let names = model.missing.map { model.roster[$0].name }.joined(separator: ", ")
      canvas.write("still: \(names)", .dim, in: area.cut(.bottom, 1))
    }
    let selected = state.selectedRow(in: model)
    let focus = draft.rows.firstIndex { $0.id == selected }
    let top = draft.rows.firstIndex { $0.id == state.topRow(of: draft) }
    let capacity = (area.rows + (size.hasGap ? 1 : 0)) / size.pitch
    let isCut = capacity < texts.count
    let shown = visible(
      texts.count, lines: isCut && capacity > 1 ? capacity - 1 : capacity, focus: focus, top: top)
    for index in shown {
      let isSelected = draft.rows[index].id == selected
      let place = area.cut(.top, size.pitch)
      if place.rows > 0 { canvas.frame.rows.insert(draft.rows[index].id) }
      if let scale = size.digits {
        drawLarge(texts[index], scale, columns, isSelected, in: place)
      } else {
        drawLine(texts[index], columns, isSelected, in: place)
      }
    }
    if isCut {
      let range = "\(shown.lowerBound + 1) to \(shown.upperBound)"
      canvas.write("  \(range) of \(texts.count)", .dim, in: area)
    }
  }

  /// Draws the player for whom the next digit adds a row.
  private mutating func drawSelected(_ player: PlayerID, in area: Area) {
    let score = model.results[player].map { "has \($0.text)" } ?? glyphs.dash
    canvas.write(
      [
        Canvas.Piece(glyphs.pointer, .selection), Canvas.Piece(" "),
        Canvas.Piece(model.roster[player].name.uppercased(), .selection),
        Canvas.Piece("  \(score)", .dim),
      ], in: area)
  }

  private func text(_ row: Draft.Row, _ draft: Draft) -> RowText {
    // The par is that of the hole on the screen.
    let golf = row.result.flatMap { draft.hole == model.hole ? GolfWord($0, par: model.par) : nil }
    let isOpen = row.player == nil || row.result == nil
    let words = row.words.isEmpty ? "" : "\"\(row.words)\""
    let question = isOpen ? words : row.isDoubtful ? (words.isEmpty ? "sure?" : "\(words)?") : ""
    let style: Style = row.result == nil || row.isDoubtful ? .warning : golf?.style ?? .plain
    return RowText(
      name: row.player.map { model.roster[$0].name } ?? "?",
      old: row.replaces.map { "\(Self.digits($0)) \(glyphs.arrow)" } ?? "",
      score: row.result.map(Self.digits) ?? "?", golf: golf, question: question,
      isComplete: !isOpen, style: style == .plain ? .emphasis : style)
  }

  /// The digits of a score, or a hyphen where there is none.
  static func digits(_ result: HoleResult) -> String {
    result.strokes.map { String($0.count) } ?? "-"
  }

  /// Takes the largest size at which all rows fit, the names with them.
  private func choose(_ texts: [RowText], _ area: Area) -> RowColumns {
    let names = texts.map { canvas.cells($0.name.uppercased()) }.max() ?? 0
    for size in RowSize.allCases {
      let lines = texts.count * size.pitch - (size.hasGap ? 1 : 0)
      guard lines <= area.rows || size == .lines else { continue }
      for hasWords in [true, false] {
        let columns = columns(texts, size, hasWords: hasWords, area)
        let isEnough = columns.name >= min(names, size.digits == nil ? 8 : 12)
        if isEnough || (size == .lines && !hasWords) { return columns }
      }
    }
    preconditionFailure("lines always fit")
  }

  private func columns(_ texts: [RowText], _ size: RowSize, hasWords: Bool, _ area: Area)
    -> RowColumns
  {
    func widest(_ part: (RowText) -> String) -> Int {
      texts.map { canvas.cells(part($0)) }.max() ?? 0
    }
    let digits = texts.map(\.score.count).max() ?? 0
    let score = size.digits?.columns(digits) ?? 4
    let old = widest(\.old)
    let signs = widest { $0.golf?.sign ?? "" }
    let words = hasWords ? widest { $0.golf?.word ?? "" } : 0
    let label = size.digits == nil ? signs + (words > 0 ? words + 1 : 0) : max(signs, words)
    let fixed = 2 + (old > 0 ? old + 1 : 0) + score + (label > 0 ? label + 2 : 0) + 2
    let room = max(0, area.columns - fixed)
    // A long name does not push the scores away from the others.
    let names = texts.map { text in
      let spaced = canvas.cells(Self.spaced(text.name))
      return size != .lines && spaced <= Self.usualName
        ? spaced : min(canvas.cells(text.name.uppercased()), Self.usualName)
    }
    let questions = size.digits == nil ? 0 : min(widest(\.question), Self.usualName)
    return RowColumns(
      size: size, name: min(room, max(names.max() ?? 0, questions)), old: old, score: score,
      sign: signs, label: label)
  }

  private mutating func drawLarge(
    _ text: RowText, _ scale: DigitFont.Scale, _ columns: RowColumns, _ isSelected: Bool,
    in area: Area
  ) {
    var middle = Area(
      row: area.row + scale.rows / 2, column: area.column, rows: 1, columns: area.columns)
    drawName(text, columns, isSelected, in: &middle)
    var below = Area(row: middle.row + 1, column: area.column + 2, rows: 1, columns: columns.name)
    canvas.write(text.question, .warning, in: below)
    drawOld(text, columns, in: &middle)
    var lines = Area(row: area.row, column: middle.column, rows: scale.rows, columns: columns.score)
    let digits = DigitFont.lines(text.score, scale, glyphs)
    let used = digits.first?.count ?? 0
    lines.cut(.left, columns.score - used)
    for line in digits { canvas.write(line, text.style, in: lines.cut(.top, 1)) }
    guard let golf = text.golf, columns.label > 0 else { return }
    middle.cut(.left, columns.score + 2)
    below = Area(row: middle.row + 1, column: middle.column, rows: 1, columns: middle.columns)
    let hasWord = !golf.word.isEmpty && columns.label >= canvas.cells(golf.word)
    if hasWord { canvas.write(golf.word, golf.style, in: middle) }
    canvas.write(golf.sign, golf.style, in: hasWord ? below : middle)
  }

  private mutating func drawLine(
    _ text: RowText, _ columns: RowColumns, _ isSelected: Bool, in area: Area
  ) {
    var line = area
    drawName(text, columns, isSelected, in: &line)
    drawOld(text, columns, in: &line)
    var score = line.cut(.left, columns.score)
    canvas.write(text.score, text.style, in: score.cut(.left, 3), align: .right)
    line.cut(.left, 2)
    guard text.question.isEmpty || text.isComplete else {
      canvas.write(text.question, .warning, in: line)
      return
    }
    if let golf = text.golf, columns.label > 0 {
      canvas.write(golf.sign, golf.style, in: line.cut(.left, columns.sign), align: .right)
      line.cut(.left, 1)
      if columns.label > columns.sign {
        line.cut(.left, canvas.write(golf.word, golf.style, in: line) + 1)
      }
    }
    canvas.write(text.question, .warning, in: line)
  }

  private mutating func drawName(
    _ text: RowText, _ columns: RowColumns, _ isSelected: Bool, in line: inout Area
  ) {
    let pointer = line.cut(.left, 2)
    if isSelected { canvas.write(glyphs.pointer, .selection, in: pointer) }
    let spaced = Self.spaced(text.name)
    let name =
      canvas.cells(spaced) <= columns.name && columns.size != .lines
      ? spaced : text.name.uppercased()
    let style: Style = text.name == "?" ? .warning : isSelected ? .selection : .emphasis
    canvas.write(name, style, in: line.cut(.left, columns.name))
    line.cut(.left, 2)
  }

  private mutating func drawOld(_ text: RowText, _ columns: RowColumns, in line: inout Area) {
    guard columns.old > 0 else { return }
    canvas.write(text.old, .dim, in: line.cut(.left, columns.old), align: .right)
    line.cut(.left, 1)
  }

  private mutating func drawPicker(_ picker: ScreenState.Picker, _ row: Draft.Row, in area: Area) {
    var area = area
    let question = row.result.map { "Who has \($0.text)?" } ?? "Who is it?"
    canvas.write(question, .heading, in: area.cut(.top, 1))
    let shown = visible(picker.choices.count, lines: area.rows, focus: picker.choice)
    for index in shown {
      let isChosen = index == picker.choice
      let digit = index < 9 ? "\(index + 1)" : index == 9 ? "0" : " "
      let id = picker.choices[index]
      let score = model.results[id].map { " (has \($0.text))" } ?? ""
      canvas.write(
        [
          Canvas.Piece(isChosen ? glyphs.pointer + " " : "  ", isChosen ? .selection : .plain),
          Canvas.Piece(digit, .key), Canvas.Piece(" "),
          Canvas.Piece(model.roster[id].name, isChosen ? .selection : .plain),
          Canvas.Piece(score, .dim),
        ], in: area.cut(.top, 1))
    }
  }

  /// Capitals with blanks between them, which read well from afar.
  private static func spaced(_ name: String) -> String {
    name.uppercased().map(String.init).joined(separator: " ")
  }
}
