internal import HyzerBase

/// A program's command line: the one table behind parsing, help, manual page and completion.
///
/// `--help`, `-h`, `--version` and the command `help` are understood without being declared.
package struct ProgramSpec: Hashable, Sendable {
  package let name: String
  package let version: String
  /// What the program does, in one sentence.
  package let abstract: String
  /// The commands in the order of help.
  package let commands: [CommandSpec]
  package let firstSteps: [Example]
  /// The environment variables that the program reads.
  package let environment: [Definition]
  package let exitStatuses: [Definition]

  /// - Precondition: names are well formed and unique.
  package init(
    name: String, version: String, abstract: String, commands: [CommandSpec],
    firstSteps: [Example] = [], environment: [Definition] = [], exitStatuses: [Definition] = []
  ) {
    for command in commands {
      let problem = command.problem
      precondition(problem == nil, "\"\(command.name)\": \(problem ?? "")")
    }
    precondition(Set(commands.map(\.path)).count == commands.count, "a command is declared twice")
    self.name = name
    self.version = version
    self.abstract = abstract
    self.commands = commands
    self.firstSteps = firstSteps
    self.environment = environment
    self.exitStatuses = exitStatuses
  }

  /// What may stand before the command.
  static let leadingOptions: [OptionSpec] = [.help, .version]

  /// Where messages say an error is, as in `hyzer score`.
  func location(_ path: [String]) -> String { ([name] + path).joined(separator: " ") }

  /// Commands at or below a path, in order.
  func commands(under path: [String]) -> [CommandSpec] {
    commands.filter { $0.path.starts(with: path) }
  }

  /// The words that may follow a path, in order and without repeats.
  func nextWords(after path: [String]) -> [String] {
    commands(under: path).filter { $0.path.count > path.count }.map { $0.path[path.count] }
      .withoutRepeats
  }

  /// The usage line of a command, or of the whole program.
  func usage(of command: CommandSpec?) -> String {
    guard let command else { return "\(name) [OPTION...] COMMAND [ARGUMENT...]" }
    return "\(name) \(command.name)\(command.argumentUsage)"
  }
}
