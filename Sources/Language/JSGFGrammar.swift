/// The recogniser's grammar for one roster, in the Java Speech Grammar Format.
public struct JSGFGrammar: Hashable, Sendable {
  /// The grammar's text.
  public let text: String
  /// The text of a grammar of the usual forms alone.
  public let usual: String
  /// Every word in it but the names, in alphabetical order.
  public let words: [String]

  /// Writes the grammar of a language's spoken forms.
  ///
  /// - Parameters:
  ///   - language: The description to write down.
  ///   - names: The dictionary words for the players' names and aliases; at least one.
  ///   - weights: How far less likely the rarer forms are.
  public init(language: LanguageDescription, names: [String], weights: GrammarWeights) {
    func text(of forms: [Form], _ weights: GrammarWeights) -> String {
      var writer = JSGFWriter(vocabulary: language.vocabulary, names: names, weights: weights)
      let texts = forms.map { form in
        writer.text(
          of: form.pattern, exponent: weights.exponent(of: form.likelihood),
          onEveryWord: form.likelihood == .mistakable)
      }
      var lines = [
        "#JSGF V1.0;", "grammar scores;", "public <sentence> = <form>+;",
        "<form> = " + texts.joined(separator: "\n  | ") + ";",
      ]
      lines += writer.rules.sorted { $0.key < $1.key }.map { "<\($0.key)> = \($0.value);" }
      return lines.joined(separator: "\n") + "\n"
    }
    self.text = text(of: language.spokenForms, weights)
    var usualWeights = weights
    usualWeights.golfWord = weights.usualGolfWord
    usual = text(of: language.spokenForms.filter { $0.likelihood == .usual }, usualWeights)
    words = Set(
      language.vocabulary.entries.filter(\.isSpoken).flatMap(\.words)
        + JSGFWriter.holeNumberWords.flatMap { $0.split(separator: " ").map(String.init) }
    ).sorted()
  }
}

/// Writes patterns as JSGF and gathers the rules that they refer to.
private struct JSGFWriter {
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
      let total = exponent + own
      return total == 0 ? phrase : "/\(JSGFWriter.decimal(exponent: total))/ \(phrase)"
    }.joined(separator: " | ")
    return "<\(rule)>"
  }

  /// Writes ten to the power of minus `exponent`: the format has no other notation for it, and the
  /// recogniser keeps weights in single precision, which ends near 1e-38.
  private static func decimal(exponent: Int) -> String {
    "0." + String(repeating: "0", count: min(exponent, 37) - 1) + "1"
  }
}
