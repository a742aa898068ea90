internal import Screen

/// Rows of text in columns for people, columns two spaces apart.
struct TextColumns {
  /// At which edge of its column a text stands.
  enum Edge {
    case left
    case right
  }

  /// The edge of each column.
  let edges: [Edge]

  /// Returns the rows as lines without control characters and without spaces at their ends.
  ///
  /// - Parameters:
  ///   - rows: The cells of each row, at most as many as there are columns.
  ///   - limits: The most cells that a column may take, by its index; longer texts are cut.
  /// - Returns: A line for each row.
  func lines(_ rows: [[String]], limits: [Int: Int] = [:]) -> [String] {
    let rows = rows.map { row in
      row.enumerated().map { column, text in
        limits[column].map(text.printable.fitted) ?? text.printable
      }
    }
    let widths = edges.indices.map { column in
      rows.compactMap { $0.indices.contains(column) ? $0[column].cells : nil }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.cells)
        return edges[column] == .left ? text + space : space + text
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
