/// Large digits, made of filled cells.
enum DigitFont {
  /// How large digits are drawn.
  enum Scale: CaseIterable {
    /// Two cells a point: six by five cells.
    case full
    /// Half a cell a point: three by three cells.
    case half

    /// The lines that a digit takes.
    var rows: Int { self == .full ? 5 : 3 }

    /// The cells that some digits take.
    func columns(_ count: Int) -> Int { (4 * count - 1) * (self == .full ? 2 : 1) }
  }

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
  ]

  /// Returns the lines of a text of digits and question marks; other characters are left out.
  ///
  /// Halves are only drawn with glyphs that have them.
  static func lines(_ text: String, _ scale: Scale, _ glyphs: Glyphs) -> [String] {
    let digits = text.compactMap { points[$0] }
    let rows = (0..<5).map { row in digits.map { $0[row] }.joined(separator: " ") }
    switch scale {
    case .full:
      return rows.map { row in row.map { $0 == "#" ? glyphs.full + glyphs.full : "  " }.joined() }
    case .half:
      guard let halves = glyphs.halves else { return [] }
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
    }
  }
}
