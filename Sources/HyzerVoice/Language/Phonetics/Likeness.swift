internal import HyzerBase

extension Pronunciation {
  /// How much two pronunciations sound alike, from 0 to 1; equal ones give 1.
  ///
  /// One less the weighted Levenshtein distance over phones per phone of the longer side. Replacing a
  /// phone by one that English speakers often confuse with it costs half.
  package func similarity(to other: Pronunciation) -> Double {
    1 - editDistance(phones, other.phones, substitution: Phone.substitutionCost)
      / Double(max(phones.count, other.phones.count))
  }
}

extension Phone {
  /// Vowels that accents merge, and consonants that differ by voicing or a near place.
  private static let confusable: Set<Set<Phone>> = [
    [.aa, .ao], [.aa, .ah], [.ah, .ih], [.ah, .uh], [.ah, .er], [.ih, .iy], [.uh, .uw], [.eh, .ih],
    [.s, .z], [.t, .d], [.p, .b], [.k, .g], [.f, .v], [.f, .th], [.th, .dh], [.ch, .jh],
    [.sh, .ch], [.sh, .zh], [.m, .n], [.n, .ng],
  ]

  private static let confusedWith = Dictionary(
    uniqueKeysWithValues: Phone.allCases.map { phone in
      (phone, Phone.allCases.filter { confusable.contains([phone, $0]) && $0 != phone })
    })

  /// The phones that English speakers often confuse with this one, in the order of the set.
  package var confusables: [Phone] { Phone.confusedWith[self] ?? [] }

  /// The cost of hearing one phone for the other: 0 for the same, 0.5 for confusable ones, else 1.
  fileprivate static func substitutionCost(_ left: Phone, _ right: Phone) -> Double {
    if left == right { return 0 }
    return left.confusables.contains(right) ? 0.5 : 1
  }
}

/// How much two spellings are alike, from 0 to 1: one less their Levenshtein distance per letter
/// of the longer one; two empty spellings give 1.
package func spellingSimilarity(_ left: [Character], _ right: [Character]) -> Double {
  let longest = max(left.count, right.count)
  guard longest > 0 else { return 1 }
  return 1 - editDistance(left, right) / Double(longest)
}

/// When two names, or a name and a word, sound so alike that one is easily heard for the other.
package enum NameLikeness {
  /// From this likeness on, two names are worth a warning.
  package static let nameThreshold = 0.6
  /// From this likeness on, a name and a word for a score are; so is a name that begins or ends with
  /// such a word, as Forrest does.
  package static let scoreThreshold = 0.6
  /// From this likeness on, a name and another word are.
  package static let wordThreshold = 0.65
  /// Two sounds that share fewer phones than this are not alike, however short they are.
  private static let fewestShared = 2.0

  /// Returns how alike the nearest two of the pronunciations of two names are, from 0 to 1; sounds
  /// that share less than two phones are not alike at all unless they are equal.
  package static func likeness(_ left: [Pronunciation], _ right: [Pronunciation]) -> Double {
    var best = 0.0
    for one in left {
      for other in right {
        let similarity = one.similarity(to: other)
        let longest = Double(max(one.phones.count, other.phones.count))
        if similarity == 1 || similarity * longest >= fewestShared {
          best = max(best, similarity)
        }
      }
    }
    return best
  }

  /// Returns whether a name begins or ends with the sound of a word of several phones.
  package static func bounds(_ names: [Pronunciation], with words: [Pronunciation]) -> Bool {
    names.contains { name in
      words.contains { word in
        Double(word.phones.count) >= fewestShared
          && (name.phones.starts(with: word.phones)
            || name.phones.suffix(word.phones.count).elementsEqual(word.phones))
      }
    }
  }
}
