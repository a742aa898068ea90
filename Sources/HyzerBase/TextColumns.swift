/// Rows of text in columns for people, columns two spaces apart.
package struct TextColumns {
  /// At which edge of its column a text stands.
  package enum Edge { case left, right }

  /// The edge of each column; further ones stand at the left.
  let edges: [Edge]

  package init(_ edges: [Edge] = []) { self.edges = edges }

  /// Returns the rows as lines without control characters and without spaces at their ends.
  ///
  /// - Parameters:
  ///   - rows: The cells of each row, which need not have the same number.
  ///   - limits: The most cells that a column may take, by its index; longer texts are cut.
  /// - Returns: A line for each row.
  package func lines(_ rows: [[String]], limits: [Int: Int] = [:]) -> [String] {
    let rows = rows.map { row in
      row.enumerated().map { column, text in
        limits[column].map(text.printable.fitted) ?? text.printable
      }
    }
    let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.compactMap { $0.indices.contains(column) ? $0[column].cells : nil }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.cells)
        let isAtRight = edges.indices.contains(column) && edges[column] == .right
        return isAtRight ? space + text : text + space
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension String {
  /// The text without control characters, which names and transcripts from elsewhere may hold.
  package var printable: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append("?")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// About how many cells of a terminal the text takes.
  fileprivate var cells: Int { reduce(0) { $0 + $1.cells } }

  /// Returns the text in at most so many cells, with an ellipsis for what was cut.
  fileprivate func fitted(_ limit: Int) -> String {
    guard cells > limit else { return self }
    var (kept, used) = ("", 1)
    for character in self {
      used += character.cells
      guard used <= limit else { break }
      kept.append(character)
    }
    return kept + "…"
  }
}

extension Character {
  /// Where the characters of East Asia and most emoji lie, which take two cells.
  private static let wide: [ClosedRange<Unicode.Scalar>] = [
    "\u{1100}"..."\u{115F}", "\u{2E80}"..."\u{A4CF}", "\u{AC00}"..."\u{D7A3}",
    "\u{F900}"..."\u{FAFF}", "\u{FE30}"..."\u{FE6F}", "\u{FF00}"..."\u{FF60}",
    "\u{1F300}"..."\u{1FAFF}", "\u{20000}"..."\u{3FFFD}",
  ]

  fileprivate var cells: Int {
    guard let first = unicodeScalars.first else { return 0 }
    return Character.wide.contains { $0.contains(first) } ? 2 : 1
  }
}
