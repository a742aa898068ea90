internal import CommandLineKit

extension OptionSpec {
  static let json = OptionSpec(
    long: "json", short: "j", help: "Print one JSON object a line instead of text for people.")

  // MARK: - Rounds and devices

  static let roundFile = OptionSpec(
    long: "round", short: "r", argument: "FILE", help: "The round: its players, hole and par.",
    required: true, completion: .files)
  static let roundID = OptionSpec(
    long: "round", short: "r", argument: "ROUND",
    help: "A round, by the beginning of its identifier; the current one if not given.")
  static let device = OptionSpec(
    long: "device", short: "d", argument: "NAME",
    help: "The ALSA device; see hyzer devices. The default is \"default\".")

  // MARK: - The score log

  /// Where the score log is, for every command that uses it.
  static let database = OptionSpec(
    long: "db", argument: "FILE",
    help: "The score log. The default is HYZER_DB, or else hyzer/scores.db in the XDG data folder.",
    completion: .files)
  /// Where the score log is and who writes into it, for every command that writes.
  static let scoreLog = [
    database,
    OptionSpec(
      long: "as", argument: "NAME",
      help: "Who reports scores. The default is HYZER_USER, or else the user's name."),
  ]

  // MARK: - Corpora

  static let outputFolder = OptionSpec(
    long: "out", short: "o", argument: "FOLDER",
    help: "The folder for the clips and their manifest.jsonl; it is made if need be.",
    required: true, completion: .files)
  /// How an evaluation is shown.
  static let evaluationOutput = [
    OptionSpec(
      long: "target", short: "t", argument: "PERCENT",
      help: "A share of exact utterances to reach, or of another figure: pairs=95, precision=95, "
        + "wrong-commits=3, false-accepts=1; pairs=93@15 counts at 15 dB only, exact=85@quiet "
        + "without noise, wrong-commits=5@noise with any noise.", repeats: true),
    OptionSpec(long: "strict", help: "Exit with 65 where a target is missed."),
    OptionSpec(
      long: "max-false-accept", argument: "PERCENT",
      help: "Tell the threshold of confidence that keeps false accepts to this."),
    OptionSpec(
      long: "compare", short: "c", argument: "REPORT",
      help: "Set an earlier report of --json beside this one, utterance by utterance.",
      completion: .files),
    OptionSpec(
      long: "fail-if-worse",
      help: "Exit with 65 where it is worse than --compare by more than chance."),
    OptionSpec(
      long: "html", argument: "FILE", help: "Write a page with curves, and each failure's audio.",
      completion: .files),
    OptionSpec(
      long: "chart", argument: "FILE", help: "Write the accuracy in noise as an SVG.",
      completion: .files),
    OptionSpec(
      long: "junit", argument: "FILE", help: "Write targets and utterances as JUnit XML.",
      completion: .files),
    OptionSpec(
      long: "listen", short: "l", help: "Play each failure's recording, as it was heard.",
      conflicts: ["json"]),
    .device,
  ]
}

extension OperandSpec {
  static let round = OperandSpec(
    name: "ROUND", minimum: 0,
    help: "A round, by the beginning of its identifier; without it, the current one.")
}
