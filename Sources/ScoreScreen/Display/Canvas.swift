internal import DiscGolf
internal import ScoreLog
internal import Scorekeeping

/// A rectangle of cells.
struct Area: Hashable {
  var row: Int
  var column: Int
  var rows: Int
  var columns: Int

  /// Cuts off lines at the top; fewer where there are not as many.
  mutating func takeTop(_ count: Int) -> Area {
    let taken = max(0, min(count, rows))
    defer {
      row += taken
      rows -= taken
    }
    return Area(row: row, column: column, rows: taken, columns: columns)
  }

  /// Cuts off lines at the bottom; fewer where there are not as many.
  mutating func takeBottom(_ count: Int) -> Area {
    let taken = max(0, min(count, rows))
    rows -= taken
    return Area(row: row + rows, column: column, rows: taken, columns: columns)
  }

  /// Cuts off cells at the right; fewer where there are not as many.
  mutating func takeRight(_ count: Int) -> Area {
    let taken = max(0, min(count, columns))
    columns -= taken
    return Area(row: row, column: column + columns, rows: rows, columns: taken)
  }

  /// Cuts off cells at the left; fewer where there are not as many.
  mutating func takeLeft(_ count: Int) -> Area {
    let taken = max(0, min(count, columns))
    defer {
      column += taken
      columns -= taken
    }
    return Area(row: row, column: column, rows: rows, columns: taken)
  }
}

/// A frame in the making; keeps all that is written on it inside its cells.
struct Canvas {
  enum Alignment {
    case left
    case right
  }

  /// A piece of text and its style.
  struct Piece {
    var text: String
    var style: Style

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  private(set) var frame: Frame
  private let width: (Unicode.Scalar) -> Int
  private let ellipsis: CellText

  init(size: ScreenSize, ellipsis: String, width: @escaping (Unicode.Scalar) -> Int) {
    frame = Frame(size: size)
    self.width = width
    self.ellipsis = CellText(ellipsis, width: width)
  }

  /// The whole of it.
  var area: Area { Area(row: 0, column: 0, rows: frame.size.rows, columns: frame.size.columns) }

  /// Returns the cells that a text takes.
  func cells(_ text: String) -> Int { CellText(text, width: width).width }

  /// Writes a text into the first line of an area, cut where it does not fit.
  ///
  /// - Returns: The cells that it takes.
  @discardableResult
  mutating func write(
    _ text: String, _ style: Style = .plain, in area: Area, align alignment: Alignment = .left
  ) -> Int {
    let fitted = CellText(text, width: width).fitted(area.columns, ellipsis: ellipsis)
    guard area.rows > 0 else { return 0 }
    let indent = alignment == .right ? area.columns - fitted.width : 0
    put(fitted, style, row: area.row, column: area.column + indent)
    return fitted.width
  }

  /// Writes pieces one after another into the first line of an area, cut where they do not fit.
  mutating func write(_ pieces: [Piece], in area: Area) {
    var rest = area
    for piece in pieces { _ = rest.takeLeft(write(piece.text, piece.style, in: rest)) }
  }

  /// Writes the end of a text into the first line of an area, cut at its beginning.
  mutating func writeTail(_ text: String, _ style: Style, in area: Area) {
    guard area.rows > 0 else { return }
    let tail = CellText(text, width: width).fittedTail(area.columns, ellipsis: ellipsis)
    put(tail, style, row: area.row, column: area.column)
  }

  /// Returns a text in lines that fit an area's width, broken between words, at most `limit`.
  func lines(_ text: String, columns: Int, limit: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last,
        lines.count == limit || cells(last) + 1 + cells(String(word)) <= columns
      {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Notes that a row of the shown draft is on it.
  mutating func note(_ row: Draft.Row.ID) { frame.rows.insert(row) }

  /// Notes that a score to pick is on it.
  mutating func note(_ choice: HoleResult) { frame.choices.insert(choice) }

  /// Writes the end of a text that is being typed, and puts the cursor behind it.
  mutating func writeInput(_ text: String, in area: Area) {
    guard area.rows > 0, area.columns > 0 else { return }
    let tail = CellText(text, width: width).fittedTail(area.columns - 1, ellipsis: ellipsis)
    put(
      tail, .emphasis, row: area.row, column: area.column)
    let column = area.column + tail.width
    guard frame.size.rows > area.row, frame.size.columns > column else { return }
    frame.cursor = Frame.Position(row: area.row, column: column)
  }

  /// Gives every cell of an area a style.
  mutating func fill(_ area: Area, _ style: Style) {
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns {
        set(Frame.Cell(character: " ", style: style), row, column)
      }
    }
  }

  private mutating func put(_ text: CellText, _ style: Style, row: Int, column: Int) {
    var column = column
    for glyph in text.glyphs {
      set(Frame.Cell(character: glyph.character, style: style), row, column)
      if glyph.width == 2 { set(Frame.Cell(character: nil, style: style), row, column + 1) }
      column += glyph.width
    }
  }

  private mutating func set(_ cell: Frame.Cell, _ row: Int, _ column: Int) {
    let size = frame.size
    guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return }
    frame.cells[row * size.columns + column] = cell
  }
}
