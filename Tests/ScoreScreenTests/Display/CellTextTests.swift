import Testing

@testable import ScoreScreen

struct CellTextTests {
  @Test(
    arguments: [
      ("Jake", 4, "Jake", "Jake"),
      ("Jake", 3, "Ja…", "…ke"),
      ("Jake", 1, "…", "…"),
      ("Jake", 0, "", ""),
      ("李雷", 4, "李雷", "李雷"),
      // A wide character is not cut in half; its other half stays free.
      ("李雷", 3, "李…", "…雷"),
      ("李雷", 2, "…", "…"),
      ("Jose\u{301}", 4, "Jose\u{301}", "Jose\u{301}"),
      // Terminals do not agree on how wide these are.
      ("👨‍👩‍👧‍👦", 9, "👨", "👨"),
      ("🇩🇪", 9, "?", "?"),
      ("❤️", 9, "\u{2764}", "\u{2764}"),
      ("👍🏽", 9, "👍", "👍"),
      ("a\u{1B}[2Jb", 9, "a?[2Jb", "a?[2Jb"),
      ("a\r\nb", 9, "a?b", "a?b"),
      ("\u{202E}ab\u{200B}", 9, "ab", "ab"),
      // More marks than a terminal's library keeps.
      (
        "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", 9, "e\u{301}\u{302}\u{303}\u{304}",
        "e\u{301}\u{302}\u{303}\u{304}"
      ),
    ] as [(String, Int, String, String)])
  func `text is cut between characters, and holds none of which the width is in doubt`(
    _ text: String, limit: Int, fitted: String, tail: String
  ) {
    let ellipsis = CellText("…", width: cells)
    let text = CellText(text, width: cells)
    func string(_ text: CellText) -> String { String(text.glyphs.map(\.character)) }
    #expect(string(text.fitted(limit, ellipsis: ellipsis)) == fitted)
    #expect(string(text.fitted(limit, ellipsis: ellipsis, keepsEnd: true)) == tail)
  }
}
