import HyzerBase
import Testing

@Suite struct `Interpolated markup` {
  @Test(arguments: [
    ("plain", "plain"), ("a & b", "a &amp; b"), ("<script>", "&lt;script&gt;"),
    ("\"'", "&quot;&#39;"), ("&amp;", "&amp;amp;"), ("דנה \u{1F94F}", "דנה \u{1F94F}"),
    // A combining mark makes one character with what stands before it.
    ("<\u{301}b>", "&lt;\u{301}b&gt;"), ("\"\u{338}", "&quot;\u{338}"),
    ("a\tb\r\nc", "a&#9;b&#13;&#10;c"),
    ("\u{0}\u{8}\u{1F}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{7F}"),
    ("\u{FFFE}\u{FFFF}\u{FFFD}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
  ])
  func `what is interpolated means itself`(text: String, source: String) {
    let markup: Markup = "<p>\(text)</p>"
    #expect(markup.source == "<p>\(source)</p>")
  }

  @Test func `markup within markup stays markup`() {
    let inner: Markup = "<b>\("<")</b>"
    let outer: Markup = "<p>\(inner)\([inner, inner])\(Markup([inner, inner], separator: ", "))</p>"
    let b = "<b>&lt;</b>"
    #expect(outer.source == "<p>\(b)\(b)\(b)\(b), \(b)</p>")
  }

  @Test(arguments: [(0, "0"), (-0.04, "0"), (0.05, "0.1"), (99.96, "100"), (-12.34, "-12.3")])
  func `a coordinate is written to a tenth`(value: Double, text: String) {
    let markup: Markup = "\(value)"
    #expect(markup.source == text)
  }
}
