public import Language

/// A word of the recogniser's dictionary.
public struct LexiconEntry: Hashable, Sendable {
  /// The word as the grammar has it: no spaces.
  public let id: String
  /// The word as transcripts have it.
  public let text: String
  /// How it is said; at least one way.
  public let pronunciations: [Pronunciation]

  /// Makes a dictionary word.
  public init(id: String, text: String, pronunciations: [Pronunciation]) {
    self.id = id
    self.text = text
    self.pronunciations = pronunciations
  }
}

/// All that the recogniser listens for: a grammar, and how each of its words is said.
public struct SpokenGrammar: Hashable, Sendable {
  /// The whole grammar in the Java Speech Grammar Format.
  public let jsgf: String
  /// What nearly every sentence consists of, in the same format: a part of the whole grammar.
  public let usual: String
  /// The replies to scores that wait to be saved, in the same format; nil for none.
  public let replies: String?
  /// For words of the lexicon that say who or how many, an expression in the same format of what
  /// would make another score in their place.
  public let rivals: [String: String]
  /// For words of the lexicon that are a number of strokes, that number.
  public let numbers: [String: Int]
  /// The words of the lexicon that are names or scores.
  public let content: Set<String>
  /// Words of the lexicon that may have been said in place of a name or score, and are none.
  public let talk: [String]
  /// The words of the grammars.
  public let lexicon: [LexiconEntry]

  /// Makes a grammar whose every word is in the lexicon; all of it is usual if nothing is said.
  public init(
    jsgf: String, usual: String? = nil, replies: String? = nil, rivals: [String: String] = [:],
    numbers: [String: Int] = [:], content: Set<String> = [], talk: [String] = [],
    lexicon: [LexiconEntry]
  ) {
    self.jsgf = jsgf
    self.usual = usual ?? jsgf
    self.replies = replies
    self.rivals = rivals
    self.numbers = numbers
    self.content = content
    self.talk = talk
    self.lexicon = lexicon
  }

  /// The lexicon in the CMU format: a line for each way to say each word.
  public var dictionaryText: String {
    lexicon.flatMap { entry in
      entry.pronunciations.enumerated().map { index, pronunciation in
        "\(entry.id)\(index == 0 ? "" : "(\(index + 1))") \(pronunciation)\n"
      }
    }.joined()
  }
}
