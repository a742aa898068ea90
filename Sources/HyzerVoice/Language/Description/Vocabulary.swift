/// What a word or phrase of the language stands for.
package enum Meaning: Hashable, Sendable {
  /// A whole number, which may lie outside the scores that can be kept.
  case number(Int)
  /// Strokes relative to the hole's par; negative is under.
  case relative(Int)
  /// Strokes relative to par, as a numeral with a sign: in "Mike -2" it may be a dash.
  case signed(Int)
  /// Strokes as a numeral right behind a dash: in "Mike-1" it may be a sign.
  case dashed(Int)
  /// A hole in one.
  case ace
  /// The hole was not finished, and has no score.
  case noScore
  /// A number with a fraction, which no score can be.
  case fraction
  /// A word that joins, corrects, groups or fills.
  case function(FunctionWord)

  /// Whether this can stand where a score is expected, usable or not.
  package var isScore: Bool {
    if case .function = self { false } else { true }
  }
}

/// The part of speech of a phrase for a score.
package enum ScoreShape: Hashable, Sendable, CaseIterable {
  /// A number, or strokes against par: "three", "one over", "even".
  case number
  /// A golf word: "birdie".
  case golf
  /// Numbers given to each of several players: "threes".
  case plural
  /// Golf words given to each of several players, or what one player does: "Mike pars".
  case golfPlural
  /// What a player did: "birdied".
  case verb
}

/// A role that words play in a sentence beside names and scores; the tables hold the words of each.
package enum FunctionWord: String, Hashable, Sendable, CaseIterable {
  // Between names, scores and statements; fillers and openers say nothing.
  case joiner, article, determiner, `for`, and, give, have, downFor, unit, filler, opener, thanks
  // What people say before and after scores: "hey", "that's it", "nice putt".
  case greeting, ending, praise, deed
  // Parts of stories: "drained", "out of bounds".
  case holed, trouble
  // Several players at once, and scores copied from one of them.
  case both, each, everyone, everyoneElse, allAround, except, sameAs, sameFor, too
  // Corrections: of the last score, of the last score or name, of the last statement, of the whole
  // sentence. A denial may also deny what follows it.
  case fix, denial, instead, scratch, startOver
  // The announcement of a hole.
  case hole, on, par
  // Replies to scores that wait to be saved.
  case accept, dismiss, undo, makeIt, noScoreFor
  // What holds words of the language and says something else: "no one".
  case talk

  /// How the forms write the class of its words.
  var notation: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1)" : $1.uppercased() }
  }
}

/// A word or phrase and what it stands for.
package struct VocabularyEntry: Hashable, Sendable {
  /// The lower-case words, in order.
  package let words: [String]
  package let meaning: Meaning
  /// The part of speech of a score; nil for other phrases.
  package let shape: ScoreShape?
  /// Whether the recogniser listens for the phrase; others are understood in text alone.
  package let isSpoken: Bool
  /// Whether another word that sounds the same is the usual reading ("for" as four).
  let isHomophone: Bool

  init(
    _ phrase: String, _ meaning: Meaning, _ shape: ScoreShape? = nil, isSpoken: Bool = false,
    isHomophone: Bool = false
  ) {
    words = phrase.split(separator: " ").map(String.init)
    self.meaning = meaning
    self.shape = shape
    self.isSpoken = isSpoken
    self.isHomophone = isHomophone
  }

  var phrase: String { words.joined(separator: " ") }
}

/// Every word of the language, other than the players' names.
package struct Vocabulary: Sendable {
  package let entries: [VocabularyEntry]
  private let byFirstWord: [String: [VocabularyEntry]]
  private let words: Set<String>
  private let idle: Set<String>

  /// Makes a vocabulary of phrases, and of words that stand for themselves in the forms.
  init(_ entries: [VocabularyEntry], literals: Set<String> = []) {
    self.entries = entries
    byFirstWord = Dictionary(grouping: entries) { $0.words.first ?? "" }
    words = Set(entries.flatMap(\.words)).union(literals)
    let idleMeanings = [
      FunctionWord.filler, .opener, .thanks, .talk, .greeting, .ending, .praise, .deed, .holed,
      .trouble,
    ].map { Meaning.function($0) }
    idle = Set(entries.filter { idleMeanings.contains($0.meaning) }.flatMap(\.words))
      .subtracting(entries.filter { !idleMeanings.contains($0.meaning) }.flatMap(\.words))
      .subtracting(literals)
  }

  /// The entries that the recogniser listens for.
  package var spoken: [VocabularyEntry] { entries.filter(\.isSpoken) }

  func entries(startingWith word: String) -> [VocabularyEntry] { byFirstWord[word] ?? [] }

  /// Returns whether `word` is part of any phrase.
  package func contains(_ word: String) -> Bool { words.contains(word) }

  /// Returns whether `word` is part of a phrase that says something: of no mere filler.
  package func hasMeaning(_ word: String) -> Bool { words.contains(word) && !idle.contains(word) }

  /// Returns the word for a score or for everyone that a name is, or is one letter short of, as Ace and Eve
  /// are; nil for other names.
  package func scoreWord(like name: String) -> String? {
    let letters = NameKey(name).letters
    let said = entries.filter { entry in
      !entry.isHomophone && entry.words.count == 1
        && (entry.meaning.isScore || entry.meaning == .function(.each))
    }.compactMap(\.words.first)
    return said.first { $0 == letters }
      ?? said.first { $0.count == letters.count + 1 && letters.count > 1 && $0.hasPrefix(letters) }
  }
}
