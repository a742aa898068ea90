import Testing

@testable import Screen

struct CellTextTests {
  struct Case: CustomStringConvertible {
    let text: String
    let limit: Int
    let fitted: String
    let tail: String

    init(_ text: String, _ limit: Int, _ fitted: String, _ tail: String) {
      (self.text, self.limit, self.fitted, self.tail) = (text, limit, fitted, tail)
    }

    var description: String { "\(text.debugDescription) in \(limit)" }
  }

  @Test(arguments: [
    Case("Jake", 4, "Jake", "Jake"),
    Case("Jake", 3, "Ja…", "…ke"),
    Case("Jake", 1, "…", "…"),
    Case("Jake", 0, "", ""),
    Case("李雷", 4, "李雷", "李雷"),
    // A wide character is not cut in half; its other half stays free.
    Case("李雷", 3, "李…", "…雷"),
    Case("李雷", 2, "…", "…"),
    Case("Jose\u{301}", 4, "Jose\u{301}", "Jose\u{301}"),
    // Terminals do not agree on how wide these are.
    Case("👨‍👩‍👧‍👦", 9, "👨", "👨"),
    Case("🇩🇪", 9, "?", "?"),
    Case("❤️", 9, "\u{2764}", "\u{2764}"),
    Case("👍🏽", 9, "👍", "👍"),
    Case("a\u{1B}[2Jb", 9, "a?[2Jb", "a?[2Jb"),
    Case("a\r\nb", 9, "a?b", "a?b"),
    Case("\u{202E}ab\u{200B}", 9, "ab", "ab"),
    // More marks than a terminal's library keeps.
    Case(
      "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", 9, "e\u{301}\u{302}\u{303}\u{304}",
      "e\u{301}\u{302}\u{303}\u{304}"),
  ])
  func `text is cut between characters, and holds none of which the width is in doubt`(
    _ example: Case
  ) {
    let ellipsis = CellText("…", width: cells)
    let text = CellText(example.text, width: cells)
    func string(_ text: CellText) -> String { String(text.glyphs.map(\.character)) }
    #expect(string(text.fitted(example.limit, ellipsis: ellipsis)) == example.fitted)
    #expect(string(text.fittedTail(example.limit, ellipsis: ellipsis)) == example.tail)
  }
}
