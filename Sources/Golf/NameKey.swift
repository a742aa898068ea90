internal import Foundation

/// The form in which two spellings of one name are equal: "José", "jose" and "JOSE" share a key.
///
/// Case, accents, apostrophes, full stops, hyphens and spaces do not count; whole numbers are read
/// as words, so that the guest "Player 1" is also "player one". Letters of every script are kept.
public struct NameKey: Hashable, Sendable {
  /// The letters that count, lower-case and without separators; may be empty.
  public let letters: String

  private static let locale = Locale(identifier: "en_US")

  /// Letters that Unicode does not decompose, but that keyboards without them replace so.
  private static let expansions: [Character: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
  ]

  /// The words for 0 to 20, in order.
  package static let numberWords = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
  ]

  /// Makes the key of a name, or of a part of one, as somebody wrote it.
  public init(_ spelling: String) {
    letters = NameKey.words(of: spelling).joined()
  }

  /// Returns the lower-case words of a name without accents: `["jean", "luc"]` for "Jean-Luc".
  public static func words(of spelling: String) -> [String] {
    let folded = spelling.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
    var words: [String] = []
    var current = ""
    func finish() {
      guard !current.isEmpty else { return }
      words.append(numberWord(for: current) ?? current)
      current = ""
    }
    for character in folded.lowercased() {
      if let expansion = expansions[character] {
        current += expansion
      } else if character.isLetter || character.isNumber || isPictograph(character) {
        if let last = current.last, last.isNumber != character.isNumber { finish() }
        current.append(character)
      } else if !"'’‘`´.".contains(character) {
        finish()
      }
    }
    finish()
    return words
  }

  private static func isPictograph(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.isEmojiPresentation }
  }

  private static func numberWord(for digits: String) -> String? {
    guard let value = Int(digits), numberWords.indices.contains(value) else { return nil }
    return numberWords[value]
  }
}
