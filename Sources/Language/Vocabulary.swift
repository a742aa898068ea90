/// What a word or phrase of the language stands for.
package enum Meaning: Hashable, Sendable {
  /// A whole number, which may lie outside the scores that can be kept.
  case number(Int)
  /// Strokes relative to the hole's par; negative is under.
  case relative(Int)
  /// A hole in one.
  case ace
  /// A number that no score can be, and why.
  case unusable(UnusableNumber)
  /// A word that joins, corrects, groups or fills.
  case function(FunctionWord)

  /// Whether this can stand where a score is expected, usable or not.
  package var isScore: Bool {
    if case .function = self { false } else { true }
  }
}

/// Why a number cannot be a score whatever the hole: 3.4 is a fraction, and -1 is signed.
package enum UnusableNumber: Hashable, Sendable {
  case fraction, signed
}

/// A role that words play in a sentence beside names and scores; the tables hold the words of each.
package enum FunctionWord: String, Hashable, Sendable {
  // Between names, scores and statements; a filler says nothing.
  case joiner, article, `for`, and, give, downFor, filler
  // Several players at once, and scores copied from one of them.
  case each, everyone, everyoneElse, except, sameAs, sameFor
  // Corrections: of the last score or name, of the last statement, of the whole sentence.
  case fix, scratch, startOver
  // The announcement of a hole.
  case hole, on, par
  // Replies to scores that wait to be saved.
  case accept, dismiss, undo, makeIt
}

/// A word or phrase and what it stands for.
package struct VocabularyEntry: Hashable, Sendable {
  /// The lower-case words, in order.
  package let words: [String]
  package let meaning: Meaning
  /// Whether the recogniser listens for the phrase; others are understood in text alone.
  package var isSpoken = false
  /// Whether another word that sounds the same is the usual reading ("for" as four).
  var isHomophone = false
  /// Whether it is a plural, which gives the score to each of several players ("threes").
  var isPlural = false

  init(_ phrase: String, _ meaning: Meaning) {
    words = phrase.split(separator: " ").map(String.init)
    self.meaning = meaning
  }

  /// The phrase as it is written.
  var phrase: String { words.joined(separator: " ") }
}

/// Every word of the language, other than the players' names.
package struct Vocabulary: Sendable {
  /// The entries, in the order of the tables.
  package let entries: [VocabularyEntry]
  private let byFirstWord: [String: [VocabularyEntry]]
  private let words: Set<String>

  init(_ entries: [VocabularyEntry]) {
    self.entries = entries
    byFirstWord = Dictionary(grouping: entries) { $0.words.first ?? "" }
    words = Set(entries.flatMap(\.words))
  }

  /// The entries that the recogniser listens for.
  package var spoken: [VocabularyEntry] { entries.filter(\.isSpoken) }

  func entries(startingWith word: String) -> [VocabularyEntry] { byFirstWord[word] ?? [] }

  /// Returns whether `word` is part of any phrase.
  package func contains(_ word: String) -> Bool { words.contains(word) }
}
