internal import CommandLineKit

private let anyRound = """
  A round's identifier, or the beginning of it. The default is the current round, or once that is finished one that \
  was begun later.
  """

extension Completion {
  /// The registered players.
  static let players = printed(by: "completion --players")
}

extension OptionSpec {
  static let json = OptionSpec(
    long: "json", short: "j", help: "Print JSON, one object per line, instead of text.")
  static let roundFile = OptionSpec(
    long: "round", short: "r", argument: "FILE",
    help: "The round file, with the players, the hole and its par.",
    required: true, completion: .files)
  /// For commands that take the current round of the log where none is given.
  static let anyRoundFile = OptionSpec(
    long: "round", short: "r", argument: "FILE",
    help: "A round file. The default is the current round of the score log.", completion: .files)
  static let roundID = OptionSpec(
    long: "round", short: "r", argument: "ROUND",
    help: anyRound)
  static let device = OptionSpec(
    long: "device", short: "d", argument: "NAME",
    help: "The ALSA device; see hyzer devices. The default is \"default\".")
  static let seed = OptionSpec(
    long: "seed", argument: "N",
    help: "The seed of random choices: the same seed makes the same choices. The default is 1.")
  static let workers = OptionSpec(
    long: "workers", argument: "N", help: "How many cores to use. The default is all of them.")

  /// For commands that ask in a terminal before they do what is meant seldom.
  static let unasked = OptionSpec(long: "yes", short: "y", help: "Do not ask.")

  // MARK: - The score log

  static let database = OptionSpec(
    long: "db", argument: "FILE",
    help: "The score log. The default is HYZER_DB, or else hyzer/scores.db in the XDG data folder.",
    completion: .files)
  static let reporter = OptionSpec(
    long: "as", argument: "NAME",
    help:
      "Who reports the scores. The default is HYZER_USER, who hyzer me says, or else the user's name."
  )
  static let store = OptionSpec(
    long: "store", argument: "STORE",
    help:
      "Where a host keeps logs: a score log's file, or postgresql://USER@HOST/DATABASE for many "
      + "groups. The default is HYZER_STORE, or else --db.",
    completion: .files)
  /// For every command that writes into the score log.
  static let scoreLog = [database, reporter]

  // MARK: - Corpora

  static let outputFolder = OptionSpec(
    long: "out", short: "o", argument: "FOLDER",
    help: "The folder for the clips and their manifest.jsonl; it is created if it is missing.",
    required: true, completion: .files)
  static let nameList = OptionSpec(
    long: "names", argument: "FILE", help: "The words that are names, one a line.",
    completion: .files)
  static let negative = OptionSpec(
    long: "negative", argument: "AUDIO",
    help: "A recording, of any length, in which nobody says a score.", repeats: true,
    completion: .files)

  // MARK: - Evaluation

  static let target = OptionSpec(
    long: "target", short: "t", argument: "PERCENT",
    help: "A share of exact utterances to reach, or of another figure: pairs=95, precision=95, "
      + "wrong-commits=3, false-accepts=1; pairs=93@15 counts at 15 dB only, exact=85@quiet "
      + "without noise, wrong-commits=5@noise with any noise.", repeats: true)
  static let strictTargets = OptionSpec(
    long: "strict", help: "Exit with 65 if a target is missed.")
  static let maximumFalseAccepts = OptionSpec(
    long: "max-false-accept", argument: "PERCENT",
    help: "Report the confidence threshold that keeps false accepts to this.")
  static let baseline = OptionSpec(
    long: "compare", short: "c", argument: "REPORT",
    help: "Compare with an earlier report of --json, utterance by utterance.", completion: .files)
  static let failIfWorse = OptionSpec(
    long: "fail-if-worse", help: "Exit with 65 if it is worse than --compare by more than chance.")
  static let htmlReport = OptionSpec(
    long: "html", argument: "FILE", help: "Write a page with curves and each failure's audio.",
    completion: .files)
  static let chart = OptionSpec(
    long: "chart", argument: "FILE", help: "Write a chart of the accuracy in noise as SVG.",
    completion: .files)
  static let junitReport = OptionSpec(
    long: "junit", argument: "FILE", help: "Write targets and utterances as JUnit XML.",
    completion: .files)
  static let playFailures = OptionSpec(
    long: "listen", short: "l", help: "Play each failure's recording as it was heard.",
    conflicts: ["json"])
  /// How an evaluation is shown.
  static let evaluationOutput = [
    target, strictTargets, maximumFalseAccepts, baseline, failIfWorse, htmlReport, chart,
    junitReport, playFailures, device,
  ]
}

extension OperandSpec {
  static let round = OperandSpec(
    name: "ROUND", minimum: 0, help: anyRound)
  static let chosenRound = OperandSpec(
    name: "ROUND", help: "A round's identifier, or the beginning of it.")
  static let manifests = OperandSpec(
    name: "MANIFEST", maximum: nil, help: "A corpus: one JSON object per utterance.",
    completion: .files)
}

extension ParsedArguments {
  /// The seed of random choices; 1 if not given.
  func seed() throws(UsageError) -> UInt64 { UInt64(try integer(.seed, in: 0...Int.max) ?? 1) }

  /// The number of cores to use; nil for all.
  func workers() throws(UsageError) -> Int? { try integer(.workers, in: 1...256) }

  /// The failure of options that make no sense together, with what to do.
  func misuse(_ message: String) -> Failure { Failure(.usage, "\(location): \(message)") }
}
