import CommandLineKit

/// A small program with every kind of option, operand and command.
enum SampleProgram {
  static let round = OptionSpec(
    long: "round", short: "r", argument: "FILE", help: "The round to score.", required: true,
    completion: .files)
  static let json = OptionSpec(long: "json", short: "j", help: "Print JSON.")
  static let player = OptionSpec(
    long: "player", short: "p", argument: "NAME", help: "A player's name.", repeats: true)
  static let seed = OptionSpec(long: "seed", argument: "N", help: "Start of the random sequence.")
  static let snr = OptionSpec(long: "snr", argument: "LIST", help: "Signal-to-noise ratios.")

  static let score = CommandSpec(
    path: ["score"], abstract: "Score recordings.",
    discussion: """
      Each recording is recognised and parsed on its own, in the order in which they are given.

      A dash ("-") stands for standard input; it's read as 16 kHz samples.
      """,
    options: [
      round, json, player, seed, snr,
      OptionSpec(
        long: "device", argument: "NAME", help: "Microphone.", conflicts: ["input"]),
      OptionSpec(long: "input", argument: "AUDIO", help: "Recording instead of a microphone."),
      OptionSpec(
        long: "format", short: "f", argument: "KIND", help: "Shape of the report.",
        completion: .choices(["text", "table", "it's"])),
      OptionSpec(long: "loud", short: "l", help: "Say more.", repeats: true),
    ],
    operands: [
      OperandSpec(name: "AUDIO", maximum: nil, help: "A recording.", completion: .files)
    ],
    examples: [
      Example(
        "hyzer score --round round.json 'hole 7.flac'", "Scores the recording of one hole.")
    ])

  static let level = OperandSpec(
    name: "LEVEL", help: "How strict.", completion: .choices(["lax", "strict"]))
  static let file = OperandSpec(
    name: "FILE", minimum: 0, help: "The roster.", completion: .files)
  static let check = CommandSpec(
    path: ["roster", "check"], abstract: "Check the names of a roster.", operands: [level, file])
  static let list = CommandSpec(path: ["roster", "list"], abstract: "List the names of a roster.")

  static let program = ProgramSpec(
    name: "hyzer", version: "1.2.0", abstract: "Keep disc-golf score by voice.",
    commands: [score, check, list],
    firstSteps: [Example("hyzer score --round round.json a.flac", "Score a recording.")],
    environment: [Definition("HYZER_DB", "The score log.")],
    exitStatuses: [Definition("0", "Done."), Definition("64", "Wrong usage.")])

  /// The parsed arguments of a command line that must be right.
  static func run(_ words: [String]) throws -> ParsedArguments {
    guard case .run(let parsed) = try program.parse(arguments: words) else {
      throw NotRun(words: words)
    }
    return parsed
  }

  struct NotRun: Error {
    let words: [String]
  }
}
