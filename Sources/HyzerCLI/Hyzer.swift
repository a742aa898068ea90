internal import CommandLineKit
internal import ScoreSnap

/// The program `hyzer`.
package enum Hyzer {
  /// Carries out a command line, without the program's own name, and returns the exit code.
  ///
  /// `commit` is what the program was built from; empty where nobody said it.
  package static func run(
    arguments: [String], commit: String = "", console: Console, surroundings: Surroundings
  ) -> Int32 {
    var context: CommandContext?
    do {
      switch try hyzerProgram.parse(arguments: arguments) {
      case .help(let command): try console.line(hyzerProgram.help(about: command))
      case .overview(let path): try console.line(hyzerProgram.overview(of: path))
      case .version:
        try console.line("hyzer \(hyzerProgram.version)" + (commit.isEmpty ? "" : " (\(commit))"))
      case .run(let arguments):
        guard let command = hyzerCommands.first(where: { $0.spec == arguments.command }) else {
          break
        }
        let made = CommandContext(
          arguments, console, surroundings, onlyReads: command.onlyReads(arguments))
        context = made
        try command.run(made)
      }
      context?.finish(hasFailed: false)
      return ExitCode.done.rawValue
    } catch {
      context?.finish(hasFailed: true)
      if let reported = error as? Reported { return reported.code.rawValue }
      let failure =
        (error as? LostAnswer)?.failure(afterSaving: context?.hasSaved == true) ?? Failure(error)
      let isLocated = failure.message.hasPrefix("hyzer ") || failure.message.hasPrefix("hyzer:")
      console.errorLine(isLocated ? failure.message : "hyzer: \(failure.message)")
      return failure.code.rawValue
    }
  }
}

/// A command of the program.
protocol Command: SendableMetatype {
  /// Its name, help, options and operands.
  static var spec: CommandSpec { get }

  /// Whether it changes nothing in the score log, so that it reads one that cannot be written, and makes none that is named by `--db`.
  static func onlyReads(_ arguments: ParsedArguments) -> Bool

  /// Carries the command out.
  static func run(_ context: CommandContext) throws
}

extension Command {
  static func onlyReads(_ arguments: ParsedArguments) -> Bool { false }
}

/// A command that changes nothing in the score log.
protocol ReadingCommand: Command {}

extension ReadingCommand {
  static func onlyReads(_ arguments: ParsedArguments) -> Bool { true }
}

/// Every command, in the order of help.
let hyzerCommands: [any Command.Type] = [
  ParseCommand.self, ScoreCommand.self, RecognizeCommand.self, ListenCommand.self,
  ServeCommand.self,
  EnterCommand.self, UndoCommand.self, RedoCommand.self, HoleCommand.self, LeaderboardCommand.self,
  DisputeListCommand.self, ResolveCommand.self,
  RoundNewCommand.self, RoundListCommand.self, RoundShowCommand.self, RoundJoinCommand.self,
  RoundLeaveCommand.self, RoundInviteCommand.self, RoundFinishCommand.self,
  RoundReopenCommand.self, RoundDeleteCommand.self, RoundRestoreCommand.self, RoundUseCommand.self,
  RoundPassCommand.self,
  CourseListCommand.self, CourseShowCommand.self, CourseNewCommand.self, CourseEditCommand.self,
  CourseDeleteCommand.self,
  PlayerListCommand.self, PlayerNewCommand.self, PlayerEditCommand.self, PlayerDeleteCommand.self,
  PlayerMergeCommand.self,
  GroupNewCommand.self, GroupInviteCommand.self, GroupListCommand.self, StoreInitCommand.self,
  StoreBackupCommand.self, StoreRestoreCommand.self, StoreVerifyCommand.self,
  StoreEraseCommand.self, HubJoinCommand.self, HubStatusCommand.self,
  HubLeaveCommand.self,
  MeCommand.self, DeviceListCommand.self, DeviceNameCommand.self, DeviceRevokeCommand.self,
  CertificateCommand.self,
  HistoryCommand.self, SummaryCommand.self, ExportCommand.self, ImportCommand.self,
  ExplainCommand.self, AuditCommand.self,
  SnapAddCommand.self, SnapGameNewCommand.self, SnapGameListCommand.self, SnapGameEditCommand.self,
  SnapGameDeleteCommand.self, SnapRecordCommand.self, SnapReadCommand.self,
  SnapSayCommand.self, SnapHearCommand.self, SnapParseCommand.self,
  SnapList<SnapPlayer>.self, SnapNew<SnapPlayer>.self, SnapUse<SnapPlayer>.self,
  SnapEdit<SnapPlayer>.self, SnapMove<SnapPlayer>.self, SnapDelete<SnapPlayer>.self,
  SnapList<SnapTeam>.self, SnapNew<SnapTeam>.self, SnapUse<SnapTeam>.self,
  SnapEdit<SnapTeam>.self, SnapMove<SnapTeam>.self, SnapDelete<SnapTeam>.self,
  SnapUndoCommand.self, SnapExportCommand.self, SnapImportCommand.self,
  EvaluateCommand.self, MergeCommand.self,
  CorpusRecordCommand.self, CorpusSynthesizeCommand.self, CorpusAlignCommand.self,
  CorpusSpliceCommand.self, CorpusVoicesCommand.self, CorpusValidateCommand.self,
  PronounceCommand.self, RosterCheckCommand.self, TuneCommand.self, DevicesCommand.self,
  GrammarCommand.self, LanguageCommand.self, CompletionCommand.self, ManCommand.self,
]

/// The command line of `hyzer`, from which parsing, help, manual page and completion come.
let hyzerProgram = ProgramSpec(
  name: "hyzer", version: "1.0.0",
  abstract: "Keeps disc-golf scores by voice, and basketball seasons, offline.",
  commands: hyzerCommands.map { $0.spec },
  firstSteps: [
    Example(
      "hyzer round new --course \"Cedar Creek\" --player Mike --player Jake", "Start a round."),
    Example("hyzer listen", "Say the scores, or type them: \"Mike three, Jake birdie\"."),
    Example("hyzer enter mike3 jake4", "Save scores without a microphone."),
    Example("hyzer leaderboard", "Show who leads."),
    Example("hyzer round finish", "Finish the round; hyzer summary sums it up."),
  ],
  environment: [
    Definition("HYZER_DB", "The score log; by default hyzer/scores.db in the XDG data folder."),
    Definition(
      "HYZER_USER", "Who reports scores; by default who hyzer me says, or else the user's name."),
    Definition(
      "HYZER_DEVICE",
      "The name of this device in the log; by default that of hyzer device name, or the host's."),
    Definition(
      "HYZER_HUB", "An invitation to a group, or its host; by default the one that was joined."),
    Definition("HYZER_STORE", "Where a host keeps logs; by default what --db says."),
    Definition("HYZER_PAGE", "The address of the live page, for hyzer round invite."),
    Definition("HYZER_MODEL", "The folder of the acoustic model; by default the installed one."),
    Definition(
      "HYZER_SETTINGS",
      "A JSON file with decoder settings that replace the built-in ones; keys that are absent keep "
        + "their values."),
  ],
  exitStatuses: ExitCode.allCases.map { Definition("\($0.rawValue)", $0.meaning) })
