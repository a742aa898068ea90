internal import CommandLineKit
internal import HyzerBase
internal import HyzerVoice

enum ParseCommand: Command {
  static let spec = CommandSpec(
    path: ["parse"], abstract: "Parse scores from text.",
    discussion: """
      Each TEXT is an utterance; several words without quotes are one utterance. A single - \
      reads utterances from standard input, one per line, and prints what each says as it comes.
      """,
    options: [.roundFile, .json, speaker], operands: [text],
    examples: [
      Example(
        "hyzer parse --round round.json \"Mike three, Jake birdie\"", "Parse one sentence.")
    ])

  private static let speaker = OptionSpec(
    long: "as", argument: "NAME", help: "The player who says \"I\"; without it nobody does.")
  private static let text = OperandSpec(
    name: "TEXT", maximum: nil, help: "What somebody said, or - for lines.")

  static func run(_ context: CommandContext) throws {
    let (arguments, console) = (context.arguments, context.console)
    let round = try context.round()
    let parser = try context.parser(round, reporter: arguments.value(speaker))
    func report(_ text: String, error: String? = nil) throws {
      let report = UtteranceReport(
        input: text, transcript: text, result: error == nil ? parser.parse(text) : .nothing,
        roster: round.roster, error: error)
      try context.show(json: report.json, lines: report.lines)
    }
    let operands = arguments.operands(text)
    guard operands == ["-"] else {
      // Words that came without quotes are one utterance together.
      let isUnquoted =
        operands.count > 1 && operands.allSatisfy { !$0.contains(" ") && !$0.isEmpty }
      for text in isUnquoted ? [operands.joined(separator: " ")] : operands { try report(text) }
      return
    }
    let lines = TypedLines(console)
    var number = 0
    var hasBadLine = false
    while let line = try lines.nextLine() {
      number += 1
      switch line {
      case .success(""): continue
      case .success(let text): try report(text)
      case .failure(let fault):
        hasBadLine = true
        let message = "line \(number) \(fault.message)"
        try report(fault.text, error: message)
        context.warn(message)
      }
    }
    if hasBadLine { throw Reported(code: .badData) }
  }
}

enum ScoreCommand: Command {
  static let spec = CommandSpec(
    path: ["score"], abstract: "Recognise recordings and parse them.",
    discussion: InputRecordings.discussion
      + " A bad recording is reported and the others are still scored.",
    options: [.roundFile, .json], operands: [InputRecordings.operand],
    examples: [
      Example("hyzer score --round round.json --json *.flac", "Score a batch of recordings.")
    ])

  static func run(_ context: CommandContext) throws {
    let round = try context.round()
    var scorer = try context.scorer(round)
    try InputRecordings.forEach(context) { input, samples in
      let utterance = try scorer.score(samples)
      let report = UtteranceReport(
        input: input, transcript: utterance.hypothesis.transcript, result: utterance.result,
        roster: round.roster)
      return (report.json, report.lines)
    }
  }
}
