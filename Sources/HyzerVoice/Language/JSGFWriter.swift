internal import Glibc

/// A pattern, and how often people say it.
typealias LikelyPattern = (pattern: Pattern, likelihood: Likelihood)

extension Form {
  var likelyPattern: LikelyPattern { (pattern, likelihood) }
}

/// Writes patterns as JSGF and gathers the rules that they refer to.
struct JSGFWriter {
  let vocabulary: Vocabulary
  /// With the exponents of their weights.
  let names: [(String, Double)]
  /// What stands for names that nobody has, likewise.
  var strangers: [(String, Double)] = []
  /// Returns what a number may be, as the format writes it, each with a weight of an exponent.
  let numbers: (Double) -> String
  let rarities: [String: Double]
  let weights: GrammarWeights
  private var rules: [String: String] = [:]

  /// Returns a grammar whose head ends in a choice of some patterns, and names `rules` that are choices as well.
  static func grammar(
    _ head: String, _ patterns: [LikelyPattern], rules: [String: [LikelyPattern]] = [:],
    _ vocabulary: Vocabulary,
    names: [(String, Double)],
    strangers: [(String, Double)] = [], numbers: @escaping (Double) -> String,
    rarities: [String: Double], weights: GrammarWeights
  ) -> String {
    var writer = JSGFWriter(
      vocabulary: vocabulary, names: names, strangers: strangers, numbers: numbers,
      rarities: rarities, weights: weights)
    func choice(_ patterns: [LikelyPattern]) -> String {
      patterns.map { pattern, likelihood in
        writer.text(
          of: pattern, exponent: weights.exponent(of: likelihood),
          onEveryWord: likelihood == .mistakable)
      }.joined(separator: "\n  | ")
    }
    let choices = choice(patterns)
    for (name, patterns) in rules { writer.rules[name] = choice(patterns) }
    let rules = writer.rules.sorted { $0.key < $1.key }.map { "<\($0.key)> = \($0.value);\n" }
    return "#JSGF V1.0;\n" + head + choices + ";\n" + rules.joined()
  }

  /// Returns the pattern's text, with a weight on the words with which it can begin or on all.
  ///
  /// PocketSphinx drops a weight that stands before a rule's name, so that weights stand on words.
  /// One weight as small as two words' together would be outside the beam, which would never let
  /// the form begin.
  private mutating func text(of pattern: Pattern, exponent: Int, onEveryWord: Bool) -> String {
    let next = onEveryWord ? exponent : 0
    switch pattern {
    case .terminal(let terminal): return reference(to: terminal, exponent: exponent)
    case .choice(let choices):
      let texts = choices.map { text(of: $0, exponent: exponent, onEveryWord: onEveryWord) }
      return "(" + texts.joined(separator: " | ") + ")"
    case .unlikely(let inner):
      return text(of: inner, exponent: exponent + weights.unlikely, onEveryWord: onEveryWord)
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
    let words: [(phrase: String, exponent: Double)]
    switch terminal {
    case .name:
      base = "name"
      words = names
    case .stranger:
      base = "stranger"
      words = strangers
    case .number:
      let rule = exponent == 0 ? "number" : "number_\(exponent)"
      rules[rule] = numbers(Double(exponent))
      return "<\(rule)>"
    case .score, .golf, .pluralScore, .verbScore:
      base = "\(terminal)"
      words = vocabulary.phrases(of: terminal).map { entry in
        let rarity = rarities[entry.phrase] ?? 0
        return if case .number = entry.meaning {
          (entry.phrase, rarity)
        } else {
          (entry.phrase, Double(weights.golfWord) + rarity)
        }
      }
    case .story: preconditionFailure("stories are not listened for")
    case .literal(let word):
      base = "word_" + word.replacing("'", with: "_")
      words = [(word, 0)]
    case .function(let function):
      base = function.rawValue
      let own = function == .filler ? Double(weights.hesitation) : 0
      words = vocabulary.phrases(of: terminal).map { ($0.phrase, own) }
    }
    let rule = exponent == 0 ? base : "\(base)_\(exponent)"
    rules[rule] = words.map { JSGFWriter.weighted($0, exponent: Double(exponent) + $1) }
      .joined(separator: " | ")
    return "<\(rule)>"
  }

  /// Returns a phrase with its weight, ten to the power of minus `exponent` to two digits, where that is
  /// not 1.
  ///
  /// The format has no other notation for such a number than decimals, and the recogniser keeps
  /// weights in single precision, which ends near 1e-38.
  static func weighted(_ phrase: String, exponent: Double) -> String {
    guard exponent > 0 else { return phrase }
    let exponent = min(exponent, 37)
    let zeros = Int(exponent.rounded(.up)) - 1
    let digits = min(Int((100 * pow(10, Double(zeros) - exponent)).rounded()), 99)
    let text = digits.isMultiple(of: 10) ? digits / 10 : digits
    return "/0.\(String(repeating: "0", count: zeros))\(text)/ \(phrase)"
  }
}

extension Vocabulary {
  /// The phrases of a class of words that the recogniser listens for.
  func phrases(of terminal: Terminal) -> [VocabularyEntry] {
    spoken.filter { entry in
      // Names and holes are no classes of the vocabulary's, and literals are in the forms.
      switch terminal {
      case .name, .stranger, .number, .literal, .story: false
      default:
        Reading(label: .meaning(entry.meaning, entry.shape), tokens: 0..<0, cost: 0).isOf(terminal)
      }
    }
  }
}
