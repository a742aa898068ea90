internal import DiscGolf
internal import ScoreLog

extension ScreenLayout {
  /// How the scores to pick from are drawn, the largest first.
  private enum ChoiceSize: CaseIterable {
    case digits
    case digitsClose
    case twoLines
    case line

    /// The lines that a choice takes, with the blank one after it.
    var pitch: Int {
      switch self {
      case .digits: 4
      case .digitsClose: 3
      case .twoLines: 2
      case .line: 1
      }
    }

    var hasDigits: Bool { self == .digits || self == .digitsClose }
  }

  /// Draws a score over which devices differ: what was recorded, by whom, on what and when.
  func drawDispute(
    _ dispute: ScreenModel.Discrepancy, _ model: ScreenModel, in area: Area,
    on canvas: inout Canvas
  ) {
    var area = area
    let choices = dispute.choices
    // Who recorded what matters more than the words above it.
    let spare = area.rows - 2 * choices.count
    if spare >= 2 { drawDisputeTitle(model, in: area.takeTop(1), on: &canvas) }
    let name = model.roster[dispute.player].name
    canvas.write("Hole \(dispute.hole): \(name)", .emphasis, in: area.takeTop(1))
    if spare >= 3 {
      let keys = choices.map { ScreenLayout.key($0.result) }.joined(separator: " or ")
      let (short, long) = ("Pick the correct score", "Pick the correct score: press \(keys)")
      canvas.write(canvas.cells(long) <= area.columns ? long : short, in: area.takeTop(1))
    }
    if spare >= 4 { _ = area.takeTop(1) }
    let size =
      ChoiceSize.allCases.first { choices.count * $0.pitch - ($0 == .digits ? 1 : 0) <= area.rows }
      ?? .line
    let longest = choices.map { ScreenLayout.digits($0.result).count }.max() ?? 0
    let scoreColumns = size.hasDigits ? DigitFont.Scale.half.columns(longest) : longest
    let isCut = choices.count * size.pitch > area.rows + (size == .digits ? 1 : 0)
    for choice in choices.prefix(isCut ? max(1, area.rows - 1) : choices.count) {
      let place = area.takeTop(size.pitch)
      guard place.rows > 0 else { return }
      canvas.note(choice.result)
      draw(choice, size, scoreColumns: scoreColumns, in: place, on: &canvas)
    }
    if isCut { canvas.write("  and more, in a larger window", .dim, in: area) }
  }

  private func drawDisputeTitle(_ model: ScreenModel, in area: Area, on canvas: inout Canvas) {
    var line = area
    let count = model.disputes.count
    _ = line.takeLeft(canvas.write("Score Discrepancy", .warning, in: line) + 2)
    if count > 1 { canvas.write("1 of \(count)", .dim, in: line) }
  }

  private func draw(
    _ choice: ScreenModel.Discrepancy.Choice, _ size: ChoiceSize, scoreColumns: Int,
    in area: Area, on canvas: inout Canvas
  ) {
    var area = area
    _ = area.takeLeft(2)
    var score = area.takeLeft(scoreColumns)
    let digits = ScreenLayout.digits(choice.result)
    for line in size.hasDigits ? DigitFont.lines(digits, .half, glyphs) : [digits] {
      canvas.write(line, .emphasis, in: score.takeTop(1), align: .right)
    }
    _ = area.takeLeft(2)
    if size == .digits { _ = area.takeBottom(1) }
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
      canvas.write(text, in: area.takeTop(1))
    }
    if isLong { canvas.write("and others", .dim, in: area) }
  }

  /// The key that picks a score.
  static func key(_ result: HoleResult) -> String {
    result.strokes.map { $0.count == 10 ? "0" : String($0.count) } ?? "x"
  }
}
