/// When two names, or a name and a word, sound so alike that one is easily heard for the other.
public enum NameLikeness {
  /// From this likeness on, two names are worth a warning.
  public static let nameThreshold = 0.6
  /// From this likeness on, a name and a word for a score are; so is a name that begins or ends with
  /// such a word, as Forrest does.
  public static let scoreThreshold = 0.6
  /// From this likeness on, a name and another word are.
  public static let wordThreshold = 0.65
  /// Two sounds that share fewer phones than this are not alike, however short they are.
  private static let fewestShared = 2.0

  /// Returns how alike the nearest two of the pronunciations of two names are, from 0 to 1; sounds
  /// that share less than two phones are not alike at all unless they are equal.
  public static func likeness(_ left: [Pronunciation], _ right: [Pronunciation]) -> Double {
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
  public static func bounds(_ names: [Pronunciation], with words: [Pronunciation]) -> Bool {
    names.contains { name in
      words.contains { word in
        Double(word.phones.count) >= fewestShared
          && (name.phones.starts(with: word.phones)
            || name.phones.suffix(word.phones.count).elementsEqual(word.phones))
      }
    }
  }
}
