/// The characters of which the screen is made beside text.
package struct Glyphs: Sendable {
  let up, down: String
  let arrow: String
  /// The row or choice that keys act on.
  let pointer: String
  let dot: String
  let dash: String
  let ellipsis: String
  /// Between two parts of the screen, side by side.
  let vertical: String
  /// A filled and an empty cell of a bar.
  let full, empty: String
  /// The upper and the lower half of a cell; nil where there are none.
  let halves: (upper: String, lower: String)?
  /// The arrow keys in the line of hints: up and down, then left and right.
  let arrowKeys: (vertical: String, horizontal: String)

  package static let unicode = Glyphs(
    up: "▲", down: "▼", arrow: "→", pointer: "▶", dot: "●", dash: "–", ellipsis: "…",
    vertical: "│", full: "█", empty: "░", halves: ("▀", "▄"), arrowKeys: ("↑↓", "←→"))

  package static let ascii = Glyphs(
    up: "^", down: "v", arrow: ">", pointer: ">", dot: "*", dash: "-", ellipsis: "~",
    vertical: "|", full: "#", empty: ".", halves: nil, arrowKeys: ("up/down", "left/right"))
}

/// Large digits, made of filled cells.
enum DigitFont {
  enum Scale: CaseIterable {
    /// Two cells a point: six by five cells a digit.
    case full
    /// Half a cell a point: three by three cells a digit.
    case half

    var rows: Int { self == .full ? 5 : 3 }

    func columns(_ count: Int) -> Int { (4 * count - 1) * (self == .full ? 2 : 1) }
  }

  /// Where cells have no halves: three by three cells, as on a pocket calculator.
  private static let segments: [Character: [String]] = [
    "0": [" _ ", "| |", "|_|"],
    "1": ["   ", "  |", "  |"],
    "2": [" _ ", " _|", "|_ "],
    "3": [" _ ", " _|", " _|"],
    "4": ["   ", "|_|", "  |"],
    "5": [" _ ", "|_ ", " _|"],
    "6": [" _ ", "|_ ", "|_|"],
    "7": [" _ ", "  |", "  |"],
    "8": [" _ ", "|_|", "|_|"],
    "9": [" _ ", "|_|", " _|"],
    "?": [" _ ", " _|", " . "],
    "-": ["   ", " _ ", "   "],
  ]

  /// Three by five points a digit.
  private static let points: [Character: [String]] = [
    "0": ["###", "# #", "# #", "# #", "###"],
    "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["###", "  #", "###", "#  ", "###"],
    "3": ["###", "  #", "###", "  #", "###"],
    "4": ["# #", "# #", "###", "  #", "  #"],
    "5": ["###", "#  ", "###", "  #", "###"],
    "6": ["###", "#  ", "###", "# #", "###"],
    "7": ["###", "  #", "  #", "  #", "  #"],
    "8": ["###", "# #", "###", "# #", "###"],
    "9": ["###", "# #", "###", "  #", "###"],
    "?": ["###", "  #", " ##", "   ", " # "],
    "-": ["   ", "   ", "###", "   ", "   "],
  ]

  /// Returns the lines of a text of digits and question marks; other characters are left out.
  static func lines(_ text: String, _ scale: Scale, _ glyphs: Glyphs) -> [String] {
    let rows = joined(text, points, rows: 5)
    switch (scale, glyphs.halves) {
    case (.full, _):
      return rows.map { row in row.map { $0 == "#" ? glyphs.full + glyphs.full : "  " }.joined() }
    case (.half, let halves?):
      let blank = String(repeating: " ", count: rows[0].count)
      return stride(from: 0, to: 6, by: 2).map { row in
        zip(rows[row], row + 1 < 5 ? rows[row + 1] : blank).map { upper, lower in
          switch (upper == "#", lower == "#") {
          case (true, true): glyphs.full
          case (true, false): halves.upper
          case (false, true): halves.lower
          case (false, false): " "
          }
        }.joined()
      }
    case (.half, nil):
      return joined(text, segments, rows: 3)
    }
  }

  private static func joined(
    _ text: String, _ font: [Character: [String]], rows: Int
  ) -> [String] {
    let digits = text.compactMap { font[$0] }
    return (0..<rows).map { row in digits.map { $0[row] }.joined(separator: " ") }
  }
}
