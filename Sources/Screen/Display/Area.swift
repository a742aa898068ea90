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
