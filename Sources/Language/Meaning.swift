/// What a word or phrase of the language stands for.
public enum Meaning: Hashable, Sendable {
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
  public var isScore: Bool {
    switch self {
    case .number, .relative, .ace, .unusable: true
    case .function: false
    }
  }
}

/// Why a number cannot be a score whatever the hole.
public enum UnusableNumber: Hashable, Sendable {
  /// It has a fraction, like 3.4.
  case fraction
  /// It has a sign, like −1.
  case signed
}
