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
        try command(for: arguments).run(
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

  private static func command(for arguments: ParsedArguments) -> any Command {
    switch arguments.command.name {
    case "parse": ParseCommand(arguments: arguments)
    case "score": ScoreCommand(arguments: arguments)
    case "listen": ListenCommand(arguments: arguments)
    case "evaluate": EvaluateCommand(arguments: arguments)
    case "evaluate merge": MergeCommand(arguments: arguments)
    case "corpus record": CorpusRecordCommand(arguments: arguments)
    case "corpus synthesize": CorpusSynthesizeCommand(arguments: arguments)
    case "corpus voices": CorpusVoicesCommand(arguments: arguments)
    case "corpus validate": CorpusValidateCommand(arguments: arguments)
    case "pronounce": PronounceCommand(arguments: arguments)
    case "roster check": RosterCheckCommand(arguments: arguments)
    case "tune": TuneCommand(arguments: arguments)
    case "devices": DevicesCommand(arguments: arguments)
    case "grammar": GrammarCommand(arguments: arguments)
    case "completion", "man": DescriptionCommand(arguments: arguments)
    default: preconditionFailure("the table has a command that nothing carries out")
    }
  }
}
