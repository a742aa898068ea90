/// The size of a screen in character cells.
public struct ScreenSize: Hashable, Sendable {
  /// The lines.
  public var rows: Int
  /// The cells of a line.
  public var columns: Int

  /// Makes a size; less than nothing counts as nothing.
  public init(rows: Int, columns: Int) {
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }
}
