import Foundation
import HyzerBase
import Testing

@Suite struct `Texts and numbers` {
  @Test(arguments: [
    "", " a b\t\n", "\u{2003}Zoë\u{A0}", "\r\n", "x", "Ann\u{200B}", " \u{301}a",
  ])
  func `what surrounds a text goes as Foundation has it`(text: String) {
    #expect(text.trimmed == text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test func `characters of one's own go from both ends alone`() {
    #expect("[::1]".trimming("[]") == "::1")
    #expect("a[b]c".trimming("[]") == "a[b]c")
    #expect("[[]".trimming("[]") == "")
  }

  @Test(arguments: [("ab", 4, "ab  "), ("abcd", 2, "ab"), ("", 1, " "), ("é", 1, "é")])
  func `a text fills so many places`(text: String, count: Int, padded: String) {
    #expect(text.padded(to: count) == padded)
  }

  @Test(arguments: [
    ("Zoë", "Zoe"), ("Ångström", "Angstrom"), ("Nguyễn", "Nguyen"), ("José", "Jose"),
    ("Jose\u{301}", "Jose"), ("Артём", "Артем"), ("Ł", "Ł"), ("김", "김"), ("が", "が"), ("कु", "कु"),
    ("กี", "กี"), ("é\u{302}a", "ea"), ("plain", "plain"),
  ])
  func `accents go and letters stay`(text: String, plain: String) {
    // Byte by byte, as databases compare them.
    #expect(Array(text.withoutAccents.utf8) == Array(plain.utf8))
  }

  @Test func `numbers are written as Foundation's formats write them`() {
    for number in [0, 1, -1.5, 0.005, 2.675, 1234.5678, 1e-7, 1e15, -0.0, 1 / 3, 1e300, .infinity] {
      for count in [0, 1, 2, 4] {
        #expect(number.decimals(count) == String(format: "%.\(count)f", number))
      }
      #expect(number.digits(6) == String(format: "%g", number))
      #expect(number.digits(4) == String(format: "%.4g", number))
    }
  }

  @Test(arguments: [
    (7, 2, 10, "07"), (123, 2, 10, "123"), (0, 3, 10, "000"), (255, 4, 16, "00ff"),
    (-7, 4, 10, "-007"),
  ])
  func `whole numbers get zeros before them`(number: Int, count: Int, radix: Int, text: String) {
    #expect(number.digits(count, radix: radix) == text)
  }
}
