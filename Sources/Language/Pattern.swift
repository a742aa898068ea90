/// A class of words that a pattern can ask for.
public enum Terminal: Hashable, Sendable {
  /// A player's name or alias.
  case name
  /// A score: a number or a golf word.
  case score
  /// A score in the plural, which is given to each player named.
  case pluralScore
  /// The number of a hole, or a hole's par.
  case number
  /// A word with a role of its own.
  case function(FunctionWord)
}

/// A regular expression over classes of words.
public indirect enum Pattern: Hashable, Sendable {
  /// One word or phrase of a class.
  case terminal(Terminal)
  /// Patterns one after the other.
  case sequence([Pattern])
  /// One of several patterns.
  case choice([Pattern])
  /// A pattern or nothing.
  case optional(Pattern)
  /// A pattern once or more often.
  case repeated(Pattern)
}

extension Pattern {
  static let name = Pattern.terminal(.name)
  static let score = Pattern.terminal(.score)

  static func word(_ function: FunctionWord) -> Pattern { .terminal(.function(function)) }

  static func maybe(_ function: FunctionWord) -> Pattern { .optional(.word(function)) }
}
