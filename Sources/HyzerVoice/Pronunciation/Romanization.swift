internal import HyzerBase

/// Names of other scripts in Latin letters, as a reader of English says them best.
///
/// Cyrillic after the tables of BGN/PCGN, modern Greek after ELOT 743 where that shows the sound, Hangul by the
/// names of the Unicode standard, which are nearly Revised Romanization, kana by those in the spelling of Hepburn.
/// Of other scripts, many of which leave vowels out or have a sign for a word, there is no table.
enum Romanization {
  private static let letters: [Character: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z",
    "и": "i",
    "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t",
    "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y",
    "ь": "",
    "э": "e", "ю": "yu", "я": "ya",
    "ґ": "g", "є": "ye", "і": "i", "ї": "yi", "ў": "w",
    "ђ": "j", "ј": "y", "љ": "ly", "њ": "ny", "ћ": "ch", "џ": "j", "ѓ": "g", "ќ": "k", "ѕ": "dz",
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i",
    "κ": "k",
    "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s",
    "τ": "t",
    "υ": "i", "φ": "f", "χ": "h", "ψ": "ps", "ω": "o",
  ]

  /// Two Greek letters that are one sound.
  private static let pairs = [
    "αι": "e", "αυ": "av", "γγ": "ng", "γκ": "g", "ει": "i", "ευ": "ev", "μπ": "b", "ντ": "d",
    "οι": "i",
    "ου": "ou", "τζ": "j",
  ]

  /// Where the standard's names of kana are not Hepburn's spelling.
  private static let kana = [
    "si": "shi", "ti": "chi", "tu": "tsu", "hu": "fu", "zi": "ji", "di": "ji", "du": "zu",
  ]

  /// Returns a word in Latin letters; what has no sound here stays as it is.
  static func latin(_ word: String) -> String {
    guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
    let characters = Array(word.composed.lowercased())
    var latin = ""
    var index = 0
    while index < characters.count {
      let character = characters[index]
      // An accent on the first, or two dots on the second, part them.
      let second = index + 1 < characters.count ? characters[index + 1] : " "
      if let sound = pairs["\(character)\(["ί": "ι", "ύ": "υ"][second] ?? second)"] {
        latin += sound
        index += 2
        continue
      }
      let plain = String(character).withoutAccents.first
      if let letter = letters[character] ?? plain.flatMap({ letters[$0] }) {
        latin += letter
      } else if let syllable = syllable(character, after: &latin) {
        latin += syllable
      } else {
        latin.append(character)
      }
      index += 1
    }
    return latin
  }

  /// Returns the sound of a syllable of Hangul or kana; nil for what is none.
  ///
  /// A small kana changes what stands before it: "ki" and a small "ya" are "kya".
  private static func syllable(_ character: Character, after latin: inout String) -> String? {
    guard let name = character.unicodeScalars.first?.properties.name else { return nil }
    if let syllable = name.tail(after: "HANGUL SYLLABLE ") {
      return syllable.hasPrefix("c") ? "ch" + syllable.dropFirst() : syllable
    }
    if name.hasSuffix("PROLONGED SOUND MARK") { return "" }
    guard let kana = name.tail(after: "HIRAGANA LETTER ") ?? name.tail(after: "KATAKANA LETTER ")
    else { return nil }
    guard let small = kana.tail(after: "small ") else { return Self.kana[kana] ?? kana }
    // A small "tu" holds the next consonant, which English does not.
    guard small.hasPrefix("y"), latin.hasSuffix("i") else { return small == "tu" ? "" : small }
    latin.removeLast()
    return ["sh", "ch", "j"].contains(where: latin.hasSuffix) ? String(small.dropFirst()) : small
  }
}

extension String {
  /// What follows a beginning, in small letters; nil where the text begins otherwise.
  fileprivate func tail(after beginning: String) -> String? {
    hasPrefix(beginning) ? dropFirst(beginning.count).lowercased() : nil
  }
}
