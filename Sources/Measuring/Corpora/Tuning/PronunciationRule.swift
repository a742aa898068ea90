internal import HyzerVoice

/// A regular way in which casual or regional English departs from the dictionary.
///
/// The rules are common knowledge of English phonology (Wells, Accents of English, 1982; Shockey,
/// Sound Patterns of Spoken English, 2003), kept to what a name of a few phones can show.
enum PronunciationRule: String, CaseIterable, Hashable, Sendable {
  /// A vowel other than the first weakens to the vowel of "but".
  case reducedVowel = "reduced vowel"
  /// A weak vowel is said as the one of "bit", or the other way round.
  case weakVowel = "weak vowel merger"
  /// "R" after a vowel is dropped, and "er" becomes the vowel of "but".
  case droppedR = "r-dropping"
  /// "T" or "d" between vowels is said the other way.
  case flap = "t-flapping"
  /// A final stop or fricative is not heard.
  case droppedFinal = "final consonant dropped"
  /// The vowels of "cot" and "caught" are one.
  case cotCaught = "cot-caught merger"
  /// The vowels of "pin" and "pen" are one before a nasal.
  case pinPen = "pin-pen merger"
  /// The vowels of "merry", "Mary" and "marry" are one before "r".
  case maryMerry = "Mary-merry merger"
  /// "Y" after a consonant is dropped: "due" as "do".
  case droppedY = "yod-dropping"
  /// A vowel at the end is that of "happy" where it was another weak one, or the other way round.
  case finalVowel = "final vowel"
  /// A weak vowel between consonants is left out.
  case syncope = "weak vowel left out"
  /// "H" at the start is not said.
  case droppedH = "h-dropping"

  /// Returns what the rule makes of a pronunciation, at every place where it holds; nil where it
  /// holds nowhere.
  func apply(to pronunciation: Pronunciation) -> Pronunciation? {
    let old = pronunciation.phones
    var new: [Phone] = []
    for index in old.indices { new += replacement(at: index, in: old) }
    guard new != old, new.contains(where: \.isVowel) else { return nil }
    return Pronunciation(new)
  }

  private func replacement(at index: Int, in phones: [Phone]) -> [Phone] {
    let phone = phones[index]
    let before = index > 0 ? phones[index - 1] : nil
    let after = index + 1 < phones.count ? phones[index + 1] : nil
    let isFirstVowel = !phones[..<index].contains(where: \.isVowel)
    let isLast = after == nil
    let followsVowel = before?.isVowel ?? false
    let precedesVowel = after?.isVowel ?? false
    switch (self, phone) {
    case (.reducedVowel, .ae), (.reducedVowel, .eh), (.reducedVowel, .aa), (.reducedVowel, .ao),
      (.reducedVowel, .uh), (.reducedVowel, .ow):
      return isFirstVowel || isLast ? [phone] : [.ah]
    case (.weakVowel, .ah): return isFirstVowel || isLast ? [phone] : [.ih]
    case (.weakVowel, .ih): return isFirstVowel ? [phone] : [.ah]
    case (.droppedR, .er): return isLast || !precedesVowel ? [.ah] : [phone]
    case (.droppedR, .r): return followsVowel && !precedesVowel ? [] : [phone]
    case (.flap, .t) where followsVowel && precedesVowel: return [.d]
    case (.flap, .d) where followsVowel && precedesVowel: return [.t]
    case (.droppedFinal, _) where [.t, .d, .k, .g, .p, .b, .v, .s, .z].contains(phone):
      return isLast && phones.count > 2 ? [] : [phone]
    case (.cotCaught, .aa): return after == .r ? [phone] : [.ao]
    case (.cotCaught, .ao): return after == .r ? [phone] : [.aa]
    case (.pinPen, .eh) where after == .n || after == .m: return [.ih]
    case (.pinPen, .ih) where after == .n || after == .m: return [.eh]
    case (.maryMerry, .eh) where after == .r: return [.ae]
    case (.maryMerry, .ae) where after == .r, (.maryMerry, .ey) where after == .r: return [.eh]
    case (.droppedY, .y) where before.map({ !$0.isVowel }) ?? false: return []
    case (.finalVowel, .ah) where isLast && !isFirstVowel: return [.iy]
    case (.finalVowel, .iy) where isLast && !isFirstVowel: return [.ah]
    case (.syncope, .ah), (.syncope, .ih):
      return isFirstVowel || isLast || before?.isVowel ?? true || after?.isVowel ?? true
        ? [phone] : []
    case (.droppedH, .hh) where index == 0: return []
    default: return [phone]
    }
  }
}
