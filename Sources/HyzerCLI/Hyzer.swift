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
    case "corpus splice": CorpusSpliceCommand(arguments: arguments)
    case "corpus voices": CorpusVoicesCommand(arguments: arguments)
    case "corpus validate": CorpusValidateCommand(arguments: arguments)
    case "pronounce": PronounceCommand(arguments: arguments)
    case "roster check": RosterCheckCommand(arguments: arguments)
    case "tune": TuneCommand(arguments: arguments)
    case "course list": CourseListCommand(arguments: arguments)
    case "course show": CourseShowCommand(arguments: arguments)
    case "course new": CourseNewCommand(arguments: arguments)
    case "course edit": CourseEditCommand(arguments: arguments)
    case "course delete": CourseDeleteCommand(arguments: arguments)
    case "player list": PlayerListCommand(arguments: arguments)
    case "player new": PlayerNewCommand(arguments: arguments)
    case "player edit": PlayerEditCommand(arguments: arguments)
    case "player delete": PlayerDeleteCommand(arguments: arguments)
    case "round new": RoundNewCommand(arguments: arguments)
    case "round list": RoundListCommand(arguments: arguments)
    case "round show": RoundShowCommand(arguments: arguments)
    case "round join": RoundJoinCommand(arguments: arguments)
    case "round finish": RoundFinishCommand(arguments: arguments)
    case "round use": RoundUseCommand(arguments: arguments)
    case "hole": HoleCommand(arguments: arguments)
    case "enter": EnterCommand(arguments: arguments)
    case "undo": UndoCommand(arguments: arguments)
    case "leaderboard": LeaderboardCommand(arguments: arguments)
    case "history": HistoryCommand(arguments: arguments)
    case "summary": SummaryCommand(arguments: arguments)
    case "export": ExportCommand(arguments: arguments)
    case "import": ImportCommand(arguments: arguments)
    case "explain": ExplainCommand(arguments: arguments)
    case "audit": AuditCommand(arguments: arguments)
    case "devices": DevicesCommand(arguments: arguments)
    case "grammar": GrammarCommand(arguments: arguments)
    case "completion", "man": DescriptionCommand(arguments: arguments)
    default: preconditionFailure("the table has a command that nothing carries out")
    }
  }
}
