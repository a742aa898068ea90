/// A class of words that a pattern can ask for.
enum Terminal: Hashable, Sendable {
  /// A player's name or alias.
  case name
  /// A score: a number or a golf word.
  case score
  /// A number, as the strokes, a hole's number or its par.
  case number
  /// A golf word: "birdie", but not "even" or "one over".
  case golf
  /// A score in the plural, which is given to each player named.
  case pluralScore
  /// A score as something done: "birdied", "pars".
  case verbScore
  /// A word with a role of its own.
  case function(FunctionWord)
  /// A word that stands for itself.
  case literal(String)
  /// A word that is nobody's name, in the place of one.
  case stranger
  /// An everyday word of a story between a name and its score, which makes the score no other.
  case story
}

/// A regular expression over classes of words.
indirect enum Pattern: Hashable, Sendable {
  case terminal(Terminal)
  case sequence([Pattern])
  case choice([Pattern])
  case optional(Pattern)
  /// A pattern once or more often.
  case repeated(Pattern)
  /// A pattern that costs ``ReadingCost/unlikely`` more than others would.
  case unlikely(Pattern)

  /// The words in the pattern that stand for themselves.
  var literals: [String] {
    switch self {
    case .terminal(.literal(let word)): [word]
    case .terminal: []
    case .sequence(let parts), .choice(let parts): parts.flatMap(\.literals)
    case .optional(let inner), .repeated(let inner), .unlikely(let inner): inner.literals
    }
  }
}

/// A pattern's notation that cannot be read.
struct PatternError: Error, Hashable {
  let notation: String
  let reason: String
}

extension Pattern {
  /// Reads a pattern as the tables write it: `NAME [VERB] (a | the) SCORE+`.
  ///
  /// A word in lower case stands for itself, one in capitals for a class of words or for one of the
  /// `shorthands`; square brackets hold what may be left out, parentheses choices parted by bars; `+`
  /// after a part is once or more often; `~` before a part makes it unlikely.
  ///
  /// - Throws: ``PatternError`` for an unknown class or a bracket without its other half.
  init(_ notation: String, shorthands: [String: Pattern]) throws(PatternError) {
    var reader = NotationReader(notation, shorthands: shorthands)
    self = try reader.pattern()
  }

  /// Reads a notation of a table; a mistake in it is one of the program, which every test shows.
  init(ofTable notation: String, shorthands: [String: Pattern]) {
    do { try self.init(notation, shorthands: shorthands) } catch {
      preconditionFailure("in the form \"\(error.notation)\": \(error.reason)")
    }
  }
}

/// Reads the notation of patterns by recursive descent.
private struct NotationReader {
  private let notation: String
  private let shorthands: [String: Pattern]
  private var symbols: ArraySlice<Substring>

  init(_ notation: String, shorthands: [String: Pattern]) {
    self.notation = notation
    self.shorthands = shorthands
    symbols = notation.matches(of: /[\[\]()|+~]|[^\s\[\]()|+~]+/).map(\.output)[...]
  }

  mutating func pattern() throws(PatternError) -> Pattern {
    let whole = try choice()
    guard symbols.isEmpty else { throw error("\"\(symbols.joined(separator: " "))\" is too much") }
    return whole
  }

  private func error(_ reason: String) -> PatternError {
    PatternError(notation: notation, reason: reason)
  }

  private mutating func choice() throws(PatternError) -> Pattern {
    var choices = [try sequence()]
    while symbols.first == "|" {
      symbols.removeFirst()
      choices.append(try sequence())
    }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(PatternError) -> Pattern {
    var parts: [Pattern] = []
    while let symbol = symbols.first, symbol != "|", symbol != ")", symbol != "]" {
      var part = try self.part()
      if symbols.first == "+" {
        symbols.removeFirst()
        part = .repeated(part)
      }
      parts.append(part)
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func part() throws(PatternError) -> Pattern {
    guard let symbol = symbols.popFirst() else { throw error("something is missing at its end") }
    switch symbol {
    case "(", "[":
      let inner = try choice()
      guard symbols.popFirst() == (symbol == "(" ? ")" : "]") else {
        throw error("\"\(symbol)\" is not closed")
      }
      return symbol == "(" ? inner : .optional(inner)
    case "~": return .unlikely(try part())
    default: return try word(String(symbol))
    }
  }

  private func word(_ symbol: String) throws(PatternError) -> Pattern {
    if let pattern = shorthands[symbol] { return pattern }
    if symbol == symbol.lowercased() { return .terminal(.literal(symbol)) }
    let classes: [String: Terminal] = [
      "NAME": .name, "SCORE": .score, "NUMBER": .number, "GOLF": .golf, "PLURAL": .pluralScore,
      "DONE": .verbScore, "STORY": .story, "STRANGER": .stranger,
    ]
    if let terminal = classes[symbol] { return .terminal(terminal) }
    let functions = FunctionWord.allCases.filter { $0.notation == symbol }
    guard let function = functions.first else { throw error("\"\(symbol)\" is no class of words") }
    return .terminal(.function(function))
  }
}
