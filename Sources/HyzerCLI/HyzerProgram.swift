internal import CommandLineKit

/// Every command, in the order of help.
let hyzerCommands: [any Command.Type] = [
  ParseCommand.self,
  ScoreCommand.self,
  ListenCommand.self,
  EnterCommand.self,
  UndoCommand.self,
  HoleCommand.self,
  LeaderboardCommand.self,
  RoundNewCommand.self,
  RoundListCommand.self,
  RoundShowCommand.self,
  RoundJoinCommand.self,
  RoundFinishCommand.self,
  RoundUseCommand.self,
  CourseListCommand.self,
  CourseShowCommand.self,
  CourseNewCommand.self,
  CourseEditCommand.self,
  CourseDeleteCommand.self,
  PlayerListCommand.self,
  PlayerNewCommand.self,
  PlayerEditCommand.self,
  PlayerDeleteCommand.self,
  HistoryCommand.self,
  SummaryCommand.self,
  ExportCommand.self,
  ImportCommand.self,
  ExplainCommand.self,
  AuditCommand.self,
  EvaluateCommand.self,
  MergeCommand.self,
  CorpusRecordCommand.self,
  CorpusSynthesizeCommand.self,
  CorpusSpliceCommand.self,
  CorpusVoicesCommand.self,
  CorpusValidateCommand.self,
  PronounceCommand.self,
  RosterCheckCommand.self,
  TuneCommand.self,
  DevicesCommand.self,
  GrammarCommand.self,
  CompletionCommand.self,
  ManCommand.self,
]

/// The command line of `hyzer`, from which parsing, help, man page and completion come.
let hyzerProgram = ProgramSpec(
  name: "hyzer", version: "0.1.0",
  abstract: "Keeps score by voice in disc golf, offline.",
  commands: hyzerCommands.map { $0.spec },
  environment: [
    Definition("HYZER_DB", "The score log, in place of hyzer/scores.db in the XDG data folder."),
    Definition("HYZER_USER", "Who reports scores, in place of the user's name."),
    Definition(
      "HYZER_DEVICE", "What this device is called in the log, in place of the host's name."),
    Definition("HYZER_MODEL", "The folder of the acoustic model, in place of the installed one."),
    Definition(
      "HYZER_SETTINGS",
      "A JSON file with decoder settings in place of the built-in ones; keys that are absent keep "
        + "their values."),
  ],
  exitStatuses: [
    ExitStatus(0, "Done."),
    ExitStatus(64, "The command line is wrong."),
    ExitStatus(65, "The input's content is wrong."),
    ExitStatus(66, "The input is missing."),
    ExitStatus(69, "A library, model or device is not to be had."),
    ExitStatus(70, "The program itself is at fault."),
    ExitStatus(74, "Reading or writing failed."),
  ])
