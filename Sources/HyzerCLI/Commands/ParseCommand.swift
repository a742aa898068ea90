internal import CommandLineKit
internal import Golf
internal import Language

/// `hyzer parse`: what a text says.
struct ParseCommand: Command {
  static let spec = CommandSpec(
    path: ["parse"], abstract: "Parse scores from text.",
    discussion: """
      Each TEXT is an utterance; words without quotes are one utterance together. A single - \
      reads utterances from standard input, one a line.
      """,
    options: [.roundFile, .json],
    operands: [
      OperandSpec(name: "TEXT", maximum: nil, help: "What somebody said, or - for lines.")
    ],
    examples: [
      Example(
        "hyzer parse --round round.json \"Mike three, Jake birdie\"", "Parse one sentence.")
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let round = try toolkit.round(arguments)
    let parser = try toolkit.parser(round)
    for text in try texts(toolkit.console) {
      let report = UtteranceReport(
        input: text, transcript: text, result: parser.parse(text), roster: round.roster)
      try toolkit.console.line(arguments.flag("json") ? report.json() : report.lines())
    }
  }

  /// Each operand is an utterance, but words that came without quotes are one together.
  private func texts(_ console: Console) throws -> [String] {
    let operands = arguments.operands("TEXT")
    if operands == ["-"] { return try console.inputLines() }
    let isUnquoted = operands.count > 1 && operands.allSatisfy { !$0.contains(" ") && !$0.isEmpty }
    return isUnquoted ? [operands.joined(separator: " ")] : operands
  }
}
