/// A word of the recogniser's dictionary.
package struct LexiconEntry: Hashable, Sendable {
  /// The word as the grammar has it: no spaces.
  package let id: String
  /// The word as transcripts have it.
  package let text: String
  /// How it is said; at least one way.
  package let pronunciations: [Pronunciation]

  package init(id: String, text: String, pronunciations: [Pronunciation]) {
    self.id = id
    self.text = text
    self.pronunciations = pronunciations
  }
}

/// All that the recogniser listens for: grammars in the Java Speech Grammar Format (JSGF), and how
/// each of their words is said.
package struct SpokenGrammar: Hashable, Sendable {
  /// The full grammar of sentences.
  package let full: String
  /// What nearly every sentence consists of: a part of the full grammar; nil where no part is likelier.
  package let constrained: String?
  /// The replies to scores that wait to be saved; nil for none.
  package let replies: String?
  /// Words that may have been said in any order, in place of a sentence; nil for none.
  package let loose: String?
  /// For words of the lexicon that say who or how many, the words that would make another score in their
  /// place, each as JSGF with its weight.
  package let competitors: [String: [String: String]]
  /// The words of the lexicon that are names or scores.
  package let content: Set<String>
  /// By how many powers of ten the grammars hold a word for rarer than the likeliest in its place; 0 for others.
  package let rarities: [String: Double]
  /// Sets of words of which a sentence has one at most, unless one of ``renewing`` comes between two, or one of
  /// ``exempting`` right before one.
  package let exclusive: [Set<String>]
  package let renewing: Set<String>
  /// Two words each, behind which a word of an exclusive set does not count.
  package let exempting: Set<[String]>
  /// The garbage model: words of the lexicon that may have been said in place of a name or score.
  package let garbage: [String]
  package let lexicon: [LexiconEntry]

  /// Makes a grammar whose every word is in the lexicon.
  package init(
    full: String, constrained: String? = nil, replies: String? = nil, loose: String? = nil,
    competitors: [String: [String: String]] = [:], content: Set<String> = [],
    rarities: [String: Double] = [:], exclusive: [Set<String>] = [], renewing: Set<String> = [],
    exempting: Set<[String]> = [], garbage: [String] = [], lexicon: [LexiconEntry]
  ) {
    self.full = full
    self.constrained = constrained
    self.replies = replies
    self.loose = loose
    self.competitors = competitors
    self.content = content
    self.rarities = rarities
    self.exclusive = exclusive
    self.renewing = renewing
    self.exempting = exempting
    self.garbage = garbage
    self.lexicon = lexicon
  }

  /// The words of the constrained grammar.
  var constrainedVocabulary: Set<String> {
    let tokens = (constrained ?? "").split { $0.isWhitespace || $0 == ";" }.map(String.init)
    return Set(lexicon.map(\.id)).intersection(tokens)
  }

  /// Returns the exclusive sets of which a sentence has more words than one.
  func repeated(in words: [String]) -> [Set<String>] {
    exclusive.filter { set in
      var isNamed = false
      for (index, word) in words.enumerated() {
        if set.contains(word), !exempting.contains(Array(words[..<index].suffix(2))) {
          if isNamed { return true }
          isNamed = true
        } else if renewing.contains(word) {
          isNamed = false
        }
      }
      return false
    }
  }

  /// The lexicon in the CMU format: a line for each way to say each word.
  package var dictionaryText: String {
    lexicon.flatMap(\.dictionaryWords).map { "\($0.word) \($0.pronunciation)\n" }.joined()
  }
}

extension LexiconEntry {
  /// The words of the dictionary; other ways to say a word carry a number: "jarvis(2)".
  var dictionaryWords: [(word: String, pronunciation: Pronunciation)] {
    pronunciations.enumerated().map { index, pronunciation in
      (index == 0 ? id : "\(id)(\(index + 1))", pronunciation)
    }
  }
}

/// What the recogniser knows of the words of a lexicon.
struct WordTable {
  private let entries: [String: LexiconEntry]

  init(_ lexicon: [LexiconEntry]) {
    entries = Dictionary(lexicon.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether something that a search explains audio with is a word, and no silence or noise.
  func isWord(_ id: String) -> Bool { entries[id] != nil }

  /// The word as transcripts have it.
  func text(_ id: String) -> String { entries[id]?.text ?? id }

  /// The words that transcripts have as a text, as JSGF.
  func notation(ofText text: String) -> String {
    let ids = entries.values.filter { $0.text == text }.map(\.id).sorted()
    return "(" + ids.joined(separator: " | ") + ")"
  }

  /// How many phones it has where it is said longest.
  func phoneCount(_ id: String) -> Int {
    entries[id]?.pronunciations.map(\.phones.count).max() ?? 1
  }

  /// The words of what was decoded, without the silences.
  func words(of decoding: Decoding) -> [Segment] { decoding.segments.filter { isWord($0.word) } }
}
