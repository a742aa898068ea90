/// One option of a command, or of every command.
public struct OptionSpec: Hashable, Sendable {
  /// The name after `--`; also the key to the value.
  public let long: String
  /// The ASCII letter after `-`.
  public let short: Character?
  /// The placeholder of the option's argument, such as `FILE`; `nil` for a flag.
  public let argument: String?
  /// What the option does, in a sentence.
  public let help: String
  /// Whether the option may be given more than once.
  public let repeats: Bool
  /// Whether the command fails without it.
  public let required: Bool
  /// The long names of options which exclude this one; naming one side is enough.
  public let conflicts: [String]
  /// What the argument may be.
  public let completion: Completion

  /// Describes an option.
  public init(
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
}

extension OptionSpec {
  /// Understood everywhere.
  static let help = OptionSpec(long: "help", short: "h", help: "Show this help and exit.")
  /// Understood before the command.
  static let version = OptionSpec(
    long: "version", help: "Show the version and exit; needs no command.")

  /// The option as its user writes it, without an argument.
  var label: String { "--\(long)" }

  /// The option with its placeholder, as in `--round FILE`.
  var usage: String { argument.map { "\(label) \($0)" } ?? label }

  /// The spellings on a command line.
  var spellings: [String] { [short.map { "-\($0)" }, label].compactMap { $0 } }

  /// The help sentence with what else a reader must know.
  var fullHelp: String {
    var parts = [help]
    if let choices = completion.choices {
      parts.append("One of: \(choices.joined(separator: ", ")).")
    }
    if required { parts.append("Required.") }
    if repeats { parts.append("May be repeated.") }
    return parts.joined(separator: " ")
  }
}
