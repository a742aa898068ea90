import Foundation
import TestSupport
import Testing

@testable import Evaluation

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

  @Test(arguments: [
    ("<a><b/></a>", true), ("<a><b></a>", false), ("<a>", false), ("<a/><b/>", false),
    ("<a>&b;</a>", false), ("<a>\u{1}</a>", false),
  ])
  func `these tests know well-formed documents from others`(source: String, isWellFormed: Bool) {
    #expect(Document(source).isWellFormed == isWellFormed)
  }
}

@Suite struct `Colours` {
  /// The contrast of text to all that it stands on, and of marks to the ground, as WCAG 2.2 asks.
  @Test(arguments: [false, true])
  func `contrasts suffice`(isDark: Bool) throws {
    func colour(_ name: String) throws -> [Double] {
      let colour = try #require(PageStyle.colours.first { $0.key == name }).value
      let number = try #require(Int((isDark ? colour.dark : colour.light).dropFirst(), radix: 16))
      return [16, 8, 0].map { Double(number >> $0 & 0xFF) / 255 }
    }
    let ground = try colour("ground")
    for name in ["ink", "muted", "accent", "good", "bad"] {
      #expect(try contrast(colour(name), ground) >= 4.5)
    }
    for name in (0..<PageStyle.series).map({ "s\($0)" }) {
      #expect(try contrast(colour(name), ground) >= 3)
    }
    for (name, percent) in ["s0", "s1"].flatMap({ name in PageStyle.shades.map { (name, $0) } }) {
      let share = Double(percent) / 100
      let shade = zip(try colour(name), ground).map { $0 * share + $1 * (1 - share) }
      #expect(try contrast(colour("ink"), shade) >= 4.5)
    }
  }

  private func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private func luminance(_ colour: [Double]) -> Double {
    let parts = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
