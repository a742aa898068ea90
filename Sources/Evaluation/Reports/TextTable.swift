/// Rows of text in columns of equal width.
enum TextTable {
  /// Returns the rows as lines, columns two spaces apart, without spaces at the ends of lines.
  static func render(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.compactMap { $0.indices.contains(column) ? $0[column].count : nil }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
