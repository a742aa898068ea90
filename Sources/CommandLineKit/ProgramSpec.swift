/// A program's command line: the one table behind parsing, help, man page and completion.
public struct ProgramSpec: Hashable, Sendable {
  /// The name typed at the prompt.
  public let name: String
  /// The version, as in `1.0.2`.
  public let version: String
  /// What the program does, in one sentence.
  public let abstract: String
  /// The commands in the order of help.
  public let commands: [CommandSpec]
  /// Options that every command takes, before or after its name.
  public let globalOptions: [OptionSpec]
  /// The environment variables that the program reads.
  public let environment: [Definition]
  /// The exit statuses.
  public let exitStatuses: [ExitStatus]
  /// The files that the program reads or writes by itself.
  public let files: [Definition]

  /// Describes a program.
  ///
  /// `--help`, `-h`, `--version` and the command `help` are added by themselves.
  /// - Precondition: names are well formed and unique, and no command's path begins another's.
  public init(
    name: String, version: String, abstract: String, commands: [CommandSpec],
    globalOptions: [OptionSpec] = [], environment: [Definition] = [],
    exitStatuses: [ExitStatus] = [], files: [Definition] = []
  ) {
    self.name = name
    self.version = version
    self.abstract = abstract
    self.commands = commands
    self.globalOptions = globalOptions
    self.environment = environment
    self.exitStatuses = exitStatuses
    self.files = files
    let problem = Self.firstProblem(name: name, commands: commands, globalOptions: globalOptions)
    precondition(problem == nil, problem ?? "")
  }
}

extension ProgramSpec {
  /// Commands at or below a path, in order.
  func commands(under path: [String]) -> [CommandSpec] {
    commands.filter { $0.path.starts(with: path) }
  }

  /// The words that may follow a path, in order and without repeats.
  func nextWords(after path: [String]) -> [String] {
    var words: [String] = []
    for command in commands(under: path) where command.path.count > path.count {
      let word = command.path[path.count]
      if !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// Everything a command takes, `--help` included.
  func options(of command: CommandSpec) -> [OptionSpec] {
    command.options + globalOptions + [.help]
  }

  /// What may stand before the command.
  var leadingOptions: [OptionSpec] { globalOptions + [.help, .version] }

  /// The usage line of a command, or of the whole program.
  func usage(of command: CommandSpec?) -> String {
    guard let command else { return "\(name) [OPTION...] COMMAND [ARGUMENT...]" }
    let tail = command.argumentUsage
    return "\(name) \(command.name)" + (tail.isEmpty ? "" : " \(tail)")
  }
}
