internal import Language

/// Names that are said letter by letter, such as "T.J." and "DJ".
enum Initials {
  private static let letters: [Character: String] = [
    "a": "EY", "b": "B IY", "c": "S IY", "d": "D IY", "e": "IY", "f": "EH F", "g": "JH IY",
    "h": "EY CH", "i": "AY", "j": "JH EY", "k": "K EY", "l": "EH L", "m": "EH M", "n": "EH N",
    "o": "OW", "p": "P IY", "q": "K Y UW", "r": "AA R", "s": "EH S", "t": "T IY", "u": "Y UW",
    "v": "V IY", "w": "D AH B AH L Y UW", "x": "EH K S", "y": "W AY", "z": "Z IY",
  ]

  /// Returns the letters' names one after the other, or nil for a word that is not initials: those
  /// are single letters with full stops, a single letter, or up to three letters without a vowel.
  static func pronunciation(of word: String) -> Pronunciation? {
    let plain = word.lowercased().filter { $0 != "." }
    let withStops = word.split(separator: ".", omittingEmptySubsequences: false)
    let isDotted =
      word.contains(".") && withStops.last?.isEmpty == true
      && withStops.dropLast().allSatisfy { $0.count == 1 }
    let isVowelless = plain.count <= 3 && !plain.contains { "aeiouy".contains($0) }
    guard isDotted || isVowelless || plain.count == 1 else { return nil }
    let names = plain.compactMap { letters[$0] }
    guard names.count == plain.count, !names.isEmpty else { return nil }
    return try? Pronunciation(parsing: names.joined(separator: " "))
  }
}
