internal import DiscGolf
internal import ScoreLog

extension ScreenDrawing {
  /// Draws a score over which devices differ: what was recorded, by whom, on what and when.
  mutating func drawDispute(_ dispute: ScreenModel.Discrepancy, in area: Area) {
    var area = area
    let choices = dispute.choices
    // Who recorded what matters more than the words above it.
    let spare = area.rows - 2 * choices.count
    if spare >= 2 { drawDisputeTitle(in: area.cut(.top, 1)) }
    let name = model.roster[dispute.player].name
    canvas.write("Hole \(dispute.hole): \(name)", .emphasis, in: area.cut(.top, 1))
    if spare >= 3 {
      let keys = choices.map { Self.key($0.result) }.joined(separator: " or ")
      let (short, long) = ("Pick the correct score", "Pick the correct score: press \(keys)")
      canvas.write(canvas.cells(long) <= area.columns ? long : short, in: area.cut(.top, 1))
    }
    if spare >= 4 { area.cut(.top, 1) }
    let size =
      RowSize.allCases.dropFirst().first {
        choices.count * $0.pitch - ($0 == .halfDigits ? 1 : 0) <= area.rows
      } ?? .lines
    let longest = choices.map { Self.digits($0.result).count }.max() ?? 0
    let scoreColumns = size.digits?.columns(longest) ?? longest
    let isCut = choices.count * size.pitch > area.rows + (size == .halfDigits ? 1 : 0)
    for choice in choices.prefix(isCut ? max(1, area.rows - 1) : choices.count) {
      let place = area.cut(.top, size.pitch)
      guard place.rows > 0 else { return }
      canvas.frame.choices.insert(choice.result)
      draw(choice, size, scoreColumns: scoreColumns, in: place)
    }
    if isCut { canvas.write("  and more, in a larger window", .dim, in: area) }
  }

  private mutating func drawDisputeTitle(in area: Area) {
    var line = area
    let count = model.disputes.count
    line.cut(.left, canvas.write("Score Discrepancy", .warning, in: line) + 2)
    if count > 1 { canvas.write("1 of \(count)", .dim, in: line) }
  }

  private mutating func draw(
    _ choice: ScreenModel.Discrepancy.Choice, _ size: RowSize, scoreColumns: Int, in area: Area
  ) {
    var area = area
    area.cut(.left, 2)
    var score = area.cut(.left, scoreColumns)
    let digits = Self.digits(choice.result)
    for line in size.digits.map({ DigitFont.lines(digits, $0, glyphs) }) ?? [digits] {
      canvas.write(line, .emphasis, in: score.cut(.top, 1), align: .right)
    }
    area.cut(.left, 2)
    if size == .halfDigits { area.cut(.bottom, 1) }
    let limit = max(1, area.rows / max(1, choice.records.count))
    // A hyphen in large type is not read as a score.
    let words = choice.result == .noScore ? "No score: recorded by " : "Recorded by "
    let texts = choice.records.flatMap { record in
      let whole = canvas.lines(words + record, columns: area.columns, limit: .max)
      // The time is worth more than these words.
      return whole.count <= limit && whole.allSatisfy { canvas.cells($0) <= area.columns }
        ? whole : canvas.lines(record, columns: area.columns, limit: limit)
    }
    let isLong = texts.count > area.rows
    for text in texts.prefix(isLong ? max(1, area.rows - 1) : area.rows) {
      canvas.write(text, in: area.cut(.top, 1))
    }
    if isLong { canvas.write("and others", .dim, in: area) }
  }

  static func key(_ result: HoleResult) -> String {
    result.strokes.map { $0.count == 10 ? "0" : String($0.count) } ?? "x"
  }
}
