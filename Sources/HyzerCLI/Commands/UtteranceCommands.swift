internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog

enum ParseCommand: Command {
  static let spec = CommandSpec(
    path: ["parse"], abstract: "Parse scores from text.",
    discussion: """
      Each TEXT is an utterance; several words without quotes are one utterance. A single - \
      reads utterances from standard input, one per line, and prints what each says as it comes.
      """,
    options: [.roundFile, .json, .reporter], operands: [text],
    examples: [
      Example(
        "hyzer parse --round round.json \"Mike three, Jake birdie\"", "Parse one sentence.")
    ])

  private static let text = OperandSpec(
    name: "TEXT", maximum: nil, help: "What somebody said, or - for lines.")

  static func run(_ context: CommandContext) throws {
    let (arguments, console) = (context.arguments, context.console)
    let round = try context.round()
    let parser = try context.parser(round, reporter: arguments.value(.reporter))
    func report(_ text: String, error: String? = nil) throws {
      var report = UtteranceReport(
        input: text, transcript: text, result: error == nil ? parser.parse(text) : .nothing,
        roster: round.roster)
      report.error = error
      try context.isJSON ? console.json(of: report) : console.line(report.lines())
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
    discussion: """
      A recording holds one utterance of at most two minutes, at any rate and in any format \
      that the sound-file library reads. - reads 16 kHz mono s16le from standard input. A bad \
      recording is reported and the others are still scored.
      """,
    options: [.roundFile, .json], operands: [audio],
    examples: [
      Example("hyzer score --round round.json --json *.flac", "Score a batch of recordings.")
    ])

  private static let audio = OperandSpec(
    name: "AUDIO", maximum: nil, help: "A recording, or - for standard input.", completion: .files)

  /// A recording holds one utterance; longer ones are for `hyzer listen --input`.
  private static let longestSeconds = 120

  static func run(_ context: CommandContext) throws {
    let console = context.console
    let round = try context.round()
    var scorer = try context.scorer(round)
    let inputs = context.arguments.operands(audio)
    var progress = Progress(console, total: inputs.count)
    var failures: [Failure] = []
    for (index, input) in inputs.enumerated() {
      progress.show(index, input)
      let utterance: ScoredUtterance
      do {
        utterance = try scorer.score(samples(of: input, console))
      } catch {
        failures.append(Failure(error))
        progress.clear()
        context.warn(Failure(error).message)
        continue
      }
      let report = UtteranceReport(
        input: input, transcript: utterance.hypothesis.transcript, result: utterance.result,
        roster: round.roster)
      progress.clear()
      try context.isJSON ? console.json(of: report) : console.line(report.lines())
    }
    progress.clear()
    if let first = failures.first { throw Reported(code: first.code) }
  }

  /// Returns the samples of a recording, or of standard input for `-`.
  private static func samples(of input: String, _ console: Console) throws -> [Int16] {
    let limit = longestSeconds * Recording.sampleRateHz
    if input == "-" { return try console.inputSamples(limit: limit) }
    var reader = try RecordingReader(path: input)
    var seconds = (reader.sourceFrames ?? 0) / reader.sourceRateHz
    var samples: [Int16] = []
    // Not every header has the length, so that it is watched while reading as well.
    while seconds <= longestSeconds, samples.count <= limit {
      let block = try reader.read(maximumFrames: Recording.sampleRateHz)
      if block.isEmpty { return samples }
      samples += block
      seconds = max(seconds, samples.count / Recording.sampleRateHz)
    }
    throw Failure(
      .badData,
      "\"\(input)\" is \(seconds) s long, and an utterance at most \(longestSeconds) s; "
        + "split it by hyzer listen --fast --input \"\(input)\"")
  }
}
