/// One command of a program: its name, its help, and what it takes.
package struct CommandSpec: Hashable, Sendable {
  /// The words that name it, as in `["score"]` or `["roster", "check"]`.
  package let path: [String]
  /// What it does, in one sentence.
  package let abstract: String
  /// More about it; empty lines separate paragraphs.
  package let discussion: String
  package let options: [OptionSpec]
  /// Operands in order: those that may be left out come last, and only the last may repeat.
  package let operands: [OperandSpec]
  package let examples: [Example]

  package init(
    path: [String], abstract: String, discussion: String = "", options: [OptionSpec] = [],
    operands: [OperandSpec] = [], examples: [Example] = []
  ) {
    self.path = path
    self.abstract = abstract
    self.discussion = discussion
    self.options = options
    self.operands = operands
    self.examples = examples
  }

  /// The words that name the command, with spaces between.
  package var name: String { path.joined(separator: " ") }

  var allOptions: [OptionSpec] { options + [.help] }

  /// What follows the command's name in a usage line, with a space before it.
  var argumentUsage: String {
    let required = options.filter(\.required)
    let optional = required.count < options.count ? ["[OPTION...]"] : []
    return (optional + required.map(\.usage) + operands.map(\.usage)).map { " \($0)" }.joined()
  }

  /// Returns the words that fall to each operand.
  func assign(_ words: [String]) -> [(operand: OperandSpec, words: [String])] {
    var rest = words[...]
    return operands.map { operand in
      let taken = rest.prefix(operand.maximum ?? rest.count)
      rest = rest.dropFirst(taken.count)
      return (operand, Array(taken))
    }
  }
}

/// One option of a command.
package struct OptionSpec: Hashable, Sendable {
  /// The name after `--`.
  package let long: String
  /// The ASCII letter after `-`.
  package let short: Character?
  /// The placeholder of the option's argument, such as `FILE`; nil for a flag.
  package let argument: String?
  package let help: String
  package let repeats: Bool
  package let required: Bool
  /// The long names of options which exclude this one; naming one side is enough.
  package let conflicts: [String]
  package let completion: Completion

  package init(
    long: String, short: Character? = nil, argument: String? = nil, help: String,
    repeats: Bool = false, required: Bool = false, conflicts: [String] = [],
    completion: Completion = .none
  ) {
    self.long = long
    self.short = short
    self.argument = argument
    self.help = help
    self.repeats = repeats
    self.required = required
    self.conflicts = conflicts
    self.completion = completion
  }

  /// Understood everywhere.
  static let help = OptionSpec(long: "help", short: "h", help: "Show this help and exit.")
  /// Understood before the command.
  static let version = OptionSpec(
    long: "version", help: "Show the version and exit; needs no command.")

  package var label: String { "--\(long)" }

  /// The option with its placeholder, as in `--round FILE`.
  var usage: String { argument.map { "\(label) \($0)" } ?? label }

  var spellings: [String] { [short.map { "-\($0)" }, label].compactMap { $0 } }

  /// The help sentence with what else a reader must know.
  var fullHelp: String {
    help + completion.help + (required ? " Required." : "") + (repeats ? " May be repeated." : "")
  }
}

/// One operand of a command, which may be given once or several times.
package struct OperandSpec: Hashable, Sendable {
  /// The placeholder, such as `AUDIO`.
  package let name: String
  /// The fewest that must be given: 0 or 1.
  package let minimum: Int
  /// The most that may be given: 1, or nil for no limit.
  package let maximum: Int?
  package let help: String
  package let completion: Completion

  package init(
    name: String, minimum: Int = 1, maximum: Int? = 1, help: String, completion: Completion = .none
  ) {
    self.name = name
    self.minimum = minimum
    self.maximum = maximum
    self.help = help
    self.completion = completion
  }

  /// The operand in a usage line, as in `[FILE]` or `AUDIO...`.
  var usage: String {
    let run = maximum == nil ? "\(name)..." : name
    return minimum == 0 ? "[\(run)]" : run
  }

  var fullHelp: String { help + completion.help }
}

/// What a shell may offer for a value, and whether only that is valid.
package enum Completion: Hashable, Sendable {
  case none
  case files
  /// The only valid values; parsing refuses every other.
  case choices([String])
  /// What the program itself prints when it is called with these arguments, between spaces, a value on each line; others
  /// are valid too.
  case printed(by: String)

  fileprivate var help: String {
    guard case .choices(let choices) = self else { return "" }
    return " One of: \(choices.joined(separator: ", "))."
  }
}

/// A term and its meaning, as in a list of environment variables.
package struct Definition: Hashable, Sendable {
  package let term: String
  package let meaning: String

  package init(_ term: String, _ meaning: String) {
    self.term = term
    self.meaning = meaning
  }
}

/// A whole command line to copy, and what it does.
package typealias Example = Definition

// MARK: - Validation

extension CommandSpec {
  /// The first mistake in the specification, in words for its author.
  var problem: String? {
    guard !path.isEmpty, path.allSatisfy(Self.isWord), path.first != "help" else {
      return "its name is not words of letters, digits and hyphens, or is that of help"
    }
    for (operand, next) in zip(operands, operands.dropFirst()) {
      if operand.maximum == nil { return "\(operand.name) repeats but is not the last operand" }
      if operand.minimum < next.minimum { return "\(next.name) follows an optional operand" }
    }
    var seen: Set<String> = []
    for option in allOptions {
      guard Self.isWord(option.long), option.short.map({ $0.isASCII && $0.isLetter }) ?? true else {
        return "\(option.spellings) are not spellings of an option"
      }
      for spelling in option.spellings where !seen.insert(spelling).inserted {
        return "\(spelling) is declared twice"
      }
      let unknown = option.conflicts.first { name in !options.contains { $0.long == name } }
      if let unknown { return "\(option.label) conflicts with an unknown option \"\(unknown)\"" }
    }
    return nil
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.first != "-"
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
