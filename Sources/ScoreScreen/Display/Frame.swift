internal import DiscGolf
internal import ScoreLog
internal import Scorekeeping

/// The size of a screen in character cells.
package struct ScreenSize: Hashable, Sendable {
  package let rows: Int
  package let columns: Int

  /// Makes a size; less than nothing counts as nothing.
  package init(rows: Int, columns: Int) {
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }
}

/// What a part of the screen means; how that looks is the terminal's business.
package enum Style: String, Hashable, Sendable, CaseIterable {
  case plain
  case header
  case heading
  /// What to read first, and what can be overlooked.
  case emphasis, dim
  /// Scores, compared with par.
  case underPar, overPar, twoOverPar
  case rising, falling
  case warning
  case success
  /// The row or choice that keys act on.
  case selection
  /// A bar that stands for a quantity.
  case meter
  case key
  /// A count in the bar at the top that waits for a person.
  case badge
}

/// A whole screen: every cell with its character and style.
package struct Frame: Hashable, Sendable {
  package struct Cell: Hashable, Sendable {
    /// What is in it; nil in the second cell of a wide character.
    package var character: Character?
    package var style: Style

    static let blank = Cell(character: " ", style: .plain)
  }

  package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style
    package var columns: Int
  }

  package struct Position: Hashable, Sendable {
    package var row: Int
    package var column: Int
  }

  package let size: ScreenSize
  /// Where the terminal's cursor stands; nil where it is to be hidden.
  package internal(set) var cursor: Position?
  var rows: Set<Draft.Row.ID> = []
  /// The scores to pick from, over which devices differ, that are on it.
  var choices: Set<HoleResult> = []
  var cells: [Cell]

  init(size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// Returns the cells of a line, ``ScreenSize/columns`` of them.
  package func cells(ofRow row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Returns the text of a line, with blanks up to the right edge.
  package func text(ofRow row: Int) -> String { String(cells(ofRow: row).compactMap(\.character)) }

  /// Returns a line as the fewest spans.
  package func spans(ofRow row: Int) -> [Span] {
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
