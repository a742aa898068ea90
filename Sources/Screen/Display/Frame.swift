/// A whole screen: every cell with its character and style.
public struct Frame: Hashable, Sendable {
  /// A cell of the screen.
  public struct Cell: Hashable, Sendable {
    /// What is in it; nil in the second cell of a wide character.
    public var character: Character?
    /// What it means.
    public var style: Style

    static let blank = Cell(character: " ", style: .plain)
  }

  /// Neighbouring cells of one style.
  public struct Span: Hashable, Sendable {
    /// Their characters.
    public var text: String
    /// What they mean.
    public var style: Style
    /// How many there are.
    public var columns: Int
  }

  /// A place on the screen, counted from 0.
  public struct Position: Hashable, Sendable {
    /// The line, from the top.
    public var row: Int
    /// The cell, from the left.
    public var column: Int
  }

  /// How large it is.
  public let size: ScreenSize
  /// Where the terminal's cursor stands; nil where it is to be hidden.
  public internal(set) var cursor: Position?
  var cells: [Cell]

  init(size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// Returns the cells of a line, ``ScreenSize/columns`` of them.
  public func cells(ofRow row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Returns the text of a line, with blanks up to the right edge.
  public func text(ofRow row: Int) -> String { String(cells(ofRow: row).compactMap(\.character)) }

  /// Returns a line as the fewest spans.
  public func spans(ofRow row: Int) -> [Span] {
    var spans: [Span] = []
    for cell in cells(ofRow: row) {
      if let last = spans.indices.last, spans[last].style == cell.style {
        spans[last].columns += 1
        if let character = cell.character { spans[last].text.append(character) }
      } else {
        spans.append(
          Span(text: cell.character.map(String.init) ?? "", style: cell.style, columns: 1))
      }
    }
    return spans
  }
}
