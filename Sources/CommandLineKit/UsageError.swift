/// A command line that cannot be carried out as written.
///
/// `at` is where it went wrong, the program's name with the command's, as in `hyzer score`.
public enum UsageError: Error, Hashable, Sendable {
  /// No command, or not all words of one; `choices` may come next.
  case missingCommand(choices: [String], at: String)
  /// A word where a command, or its next word, must stand.
  case unknownCommand(String, suggestion: String?, choices: [String], at: String)
  /// An option that the command does not take.
  case unknownOption(String, suggestion: String?, at: String)
  /// A command's option that stands before the command.
  case misplacedOption(String, example: String, at: String)
  /// An option without the argument that it needs, named by its placeholder.
  case missingArgument(option: String, placeholder: String, at: String)
  /// A flag with an argument; `word` is both as typed.
  case unexpectedArgument(option: String, word: String, at: String)
  /// A prefix that several long options share.
  case ambiguousOption(String, candidates: [String], at: String)
  /// Too few operands; the first that lacks, and the usage line.
  case missingOperand(String, usage: String, at: String)
  /// Too many operands; the first that is too many, and the usage line.
  case tooManyOperands(String, usage: String, at: String)
  /// An option given more than once that may be given only once.
  case repeatedOption(String, at: String)
  /// A value of an option or operand (`of`) outside what is expected.
  case invalidValue(
    String, of: String, expected: String, suggestion: String?, at: String)
  /// An option without which the command does nothing; `usage` is what to add.
  case missingOption(String, usage: String, at: String)
  /// Two options that exclude each other.
  case conflictingOptions(String, String, at: String)

  /// The exit status for wrong usage, `EX_USAGE` of `sysexits.h`.
  public static let exitCode: Int32 = 64
}

extension UsageError: CustomStringConvertible {
  /// One line: where, what, what to do, and where to read more.
  public var description: String {
    "\(location): \(message) See \(Self.quoted("\(location) --help"))."
  }

  private var location: String {
    switch self {
    case .missingCommand(_, let at), .unknownCommand(_, _, _, let at),
      .unknownOption(_, _, let at), .misplacedOption(_, _, let at),
      .missingArgument(_, _, let at), .unexpectedArgument(_, _, let at),
      .ambiguousOption(_, _, let at), .missingOperand(_, _, let at),
      .tooManyOperands(_, _, let at), .repeatedOption(_, let at),
      .invalidValue(_, _, _, _, let at), .missingOption(_, _, let at),
      .conflictingOptions(_, _, let at):
      at
    }
  }

  private var message: String {
    switch self {
    case .missingCommand(let choices, _):
      "missing command; give one of: \(Self.list(choices))."
    case .unknownCommand(let word, let suggestion?, _, _):
      "unknown command \(Self.quoted(word)); did you mean \(Self.quoted(suggestion))?"
    case .unknownCommand(let word, nil, let choices, _):
      "unknown command \(Self.quoted(word)); give one of: \(Self.list(choices))."
    case .unknownOption(let word, let suggestion?, _):
      "unknown option \(Self.quoted(word)); did you mean \(Self.quoted(suggestion))?"
    case .unknownOption(let word, nil, _):
      "unknown option \(Self.quoted(word)); put \"--\" before text that begins with \"-\"."
    case .misplacedOption(let option, let example, _):
      "option \(Self.quoted(option)) belongs after the command, as in \(Self.quoted(example))."
    case .missingArgument(let option, let placeholder, _):
      "option \(Self.quoted(option)) has no value; write \(Self.quoted("\(option) \(placeholder)"))."
    case .unexpectedArgument(let option, let word, _):
      "option \(Self.quoted(option)) takes no value, but one is given in \(Self.quoted(word)); "
        + "write \(Self.quoted(option)) alone."
    case .ambiguousOption(let word, let candidates, _):
      "option \(Self.quoted(word)) is ambiguous; give one of: \(Self.list(candidates))."
    case .missingOperand(let name, let usage, _):
      "missing operand \(name); write \(Self.quoted(usage))."
    case .tooManyOperands(let word, let usage, _):
      "unexpected operand \(Self.quoted(word)); write \(Self.quoted(usage))."
    case .repeatedOption(let option, _):
      "option \(Self.quoted(option)) is given more than once; give it once."
    case .invalidValue(let value, let subject, let expected, let suggestion, _):
      "invalid value \(Self.quoted(value)) for \(Self.quoted(subject)); "
        + (suggestion.map { "did you mean \(Self.quoted($0))? Give " } ?? "give ") + "\(expected)."
    case .missingOption(let option, let usage, _):
      "missing option \(Self.quoted(option)); add \(Self.quoted(usage))."
    case .conflictingOptions(let first, let second, _):
      "options \(Self.quoted(first)) and \(Self.quoted(second)) exclude each other; give only one."
    }
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

  // Text from the command line may hold line breaks and terminal controls; the message may not.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      let breaksLine = scalar == "\u{2028}" || scalar == "\u{2029}"
      if isControl || breaksLine {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
