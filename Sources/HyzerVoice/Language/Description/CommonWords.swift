/// Words that everybody uses: none of them is taken for a name that only looks or sounds like it.
///
/// They are the words of the project's transcribed speech that two speakers or more say, without names,
/// and everyday words beside them.
enum CommonWords {
  /// Returns whether a lower-case word is one of them, or a form of one: "looks", "carried".
  static func contains(_ word: String) -> Bool {
    WordForms.contains(word, in: words)
  }

  private static let words = Set(Vocabulary.list(PackageResources.common_words_txt))
}

/// The forms that English words take.
enum WordForms {
  /// Returns whether a lower-case word is one of some words, or a form of one: "looks", "carried", "we'll".
  static func contains(_ word: String, in words: Set<String>) -> Bool {
    words.contains(word)
      || endings.contains { ending, replacement in
        word.hasSuffix(ending) && words.contains(word.dropLast(ending.count) + replacement)
      }
  }

  private static let endings = [
    ("'s", ""), ("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"),
    ("ing", ""), ("ing", "e"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e"), ("ly", ""),
    ("n't", ""), ("'ll", ""), ("'re", ""), ("'ve", ""), ("'d", ""), ("'m", ""),
  ]
}
