/// Writes patterns as JSGF and gathers the rules that they refer to.
struct JSGFWriter {
  let vocabulary: Vocabulary
  let names: [String]
  let weights: GrammarWeights
  private(set) var rules: [String: String] = [:]

  static let holeNumberWords =
    Vocabulary.numberWords + [
      "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    ]

  init(vocabulary: Vocabulary, names: [String], weights: GrammarWeights) {
    self.vocabulary = vocabulary
    self.names = names
    self.weights = weights
  }

  /// Returns the pattern's text, with a weight on the words with which it can begin or on all.
  ///
  /// PocketSphinx drops a weight that stands before a rule's name, so that weights stand on words.
  /// One weight as small as two words' together would be outside the beam, which would never let
  /// the form begin.
  mutating func text(of pattern: Pattern, exponent: Int, onEveryWord: Bool) -> String {
    let next = onEveryWord ? exponent : 0
    switch pattern {
    case .terminal(let terminal): return reference(to: terminal, exponent: exponent)
    case .choice(let choices):
      let texts = choices.map { text(of: $0, exponent: exponent, onEveryWord: onEveryWord) }
      return "(" + texts.joined(separator: " | ") + ")"
    case .optional(let inner):
      precondition(exponent == next, "a form that may begin with nothing has nowhere for a weight")
      return "[" + text(of: inner, exponent: exponent, onEveryWord: onEveryWord) + "]"
    case .repeated(let inner):
      let first = text(of: inner, exponent: exponent, onEveryWord: onEveryWord)
      return first + " (" + text(of: inner, exponent: next, onEveryWord: onEveryWord) + ")*"
    case .sequence(let parts):
      return parts.enumerated().map { index, part in
        text(of: part, exponent: index == 0 ? exponent : next, onEveryWord: onEveryWord)
      }.joined(separator: " ")
    }
  }

  private mutating func reference(to terminal: Terminal, exponent: Int) -> String {
    let base: String
    let words: [(phrase: String, exponent: Int)]
    switch terminal {
    case .name:
      base = "name"
      words = names.map { ($0, 0) }
    case .number:
      base = "number"
      words = JSGFWriter.holeNumberWords.map { ($0, 0) }
    case .score, .pluralScore:
      base = terminal == .score ? "score" : "scores"
      words = vocabulary.entries.compactMap { entry in
        guard entry.isSpoken, entry.meaning.isScore, entry.isPlural == (terminal == .pluralScore)
        else { return nil }
        if case .number = entry.meaning { return (entry.words.joined(separator: " "), 0) }
        return (entry.words.joined(separator: " "), weights.golfWord)
      }
    case .function(let function):
      base = function.rawValue
      words = vocabulary.entries.compactMap { entry in
        guard entry.isSpoken, entry.meaning == .function(function) else { return nil }
        return (entry.words.joined(separator: " "), 0)
      }
    }
    let rule = exponent == 0 ? base : "\(base)_\(exponent)"
    rules[rule] = words.map { phrase, own in
      JSGFWriter.weighted(phrase, exponent: exponent + own)
    }.joined(separator: " | ")
    return "<\(rule)>"
  }

  /// Returns a phrase with its weight, ten to the power of minus `exponent`, where that is not 1.
  static func weighted(_ phrase: String, exponent: Int) -> String {
    exponent == 0 ? phrase : "/\(decimal(exponent: exponent))/ \(phrase)"
  }

  /// Writes ten to the power of minus `exponent`: the format has no other notation for it, and the
  /// recogniser keeps weights in single precision, which ends near 1e-38.
  private static func decimal(exponent: Int) -> String {
    "0." + String(repeating: "0", count: min(exponent, 37) - 1) + "1"
  }
}
