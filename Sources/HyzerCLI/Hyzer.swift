internal import CommandLineKit

/// The program `hyzer`.
public enum Hyzer {
  /// Carries out a command line, without the program's own name, and returns the exit code.
  public static func run(
    arguments: [String], console: Console, surroundings: Surroundings
  ) -> Int32 {
    do {
      switch try hyzerProgram.parse(arguments: arguments) {
      case .help(let command):
        try console.line(String(HelpRenderer(program: hyzerProgram).render(command).dropLast()))
      case .version: try console.line("hyzer \(hyzerProgram.version)")
      case .run(let arguments):
        let command = hyzerCommands.first { $0.spec == arguments.command }
        try command?.init(arguments: arguments).run(
          Toolkit(console: console, surroundings: surroundings))
      }
      return ExitCode.done.rawValue
    } catch let reported as Reported {
      return reported.code.rawValue
    } catch {
      let failure = Failure(error)
      let isLocated = failure.message.hasPrefix("hyzer ") || failure.message.hasPrefix("hyzer:")
      console.errorLine(isLocated ? failure.message : "hyzer: \(failure.message)")
      return failure.code.rawValue
    }
  }
}
