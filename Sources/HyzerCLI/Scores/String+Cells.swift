extension String {
  /// About how many cells of a terminal the text takes.
  var cells: Int { reduce(0) { $0 + $1.cells } }

  /// Returns the text in at most so many cells, with an ellipsis for what was cut.
  func fitted(_ limit: Int) -> String {
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
