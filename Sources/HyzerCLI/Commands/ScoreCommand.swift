internal import Audio
internal import CommandLineKit
internal import Golf
internal import Recognition
internal import Understanding

/// `hyzer score`: what recordings say.
struct ScoreCommand: Command {
  static let spec = CommandSpec(
    path: ["score"], abstract: "Recognise recordings and parse them.",
    discussion: """
      A recording holds one utterance of at most two minutes, at any rate and in any format \
      that the sound-file library reads. - reads 16 kHz mono s16le from standard input. A bad \
      recording is reported and the others are still scored.
      """,
    options: [.roundFile, .json],
    operands: [
      OperandSpec(
        name: "AUDIO", maximum: nil, help: "A recording, or - for standard input.",
        completion: .files)
    ],
    examples: [
      Example("hyzer score --round round.json --json *.flac", "Score a batch of recordings.")
    ])

  /// A recording holds one utterance; longer ones are for `hyzer listen --input`.
  static let longestSeconds = 120

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let console = toolkit.console
    let round = try toolkit.round(arguments)
    var scorer = try toolkit.scorer(round)
    let inputs = arguments.operands("AUDIO")
    var progress = Progress(console, total: inputs.count)
    var failures: [Failure] = []
    for (index, input) in inputs.enumerated() {
      progress.show(index, input)
      let utterance: ScoredUtterance
      do {
        utterance = try scorer.score(ScoreCommand.samples(of: input, console))
      } catch {
        let failure = Failure(error)
        progress.clear()
        console.errorLine("hyzer score: \(failure.message)")
        failures.append(failure)
        continue
      }
      let report = UtteranceReport(
        input: input, transcript: utterance.hypothesis.transcript, result: utterance.result,
        roster: round.roster)
      progress.clear()
      try console.line(arguments.flag("json") ? report.json() : report.lines())
    }
    progress.clear()
    if let first = failures.first { throw Reported(code: first.code) }
  }

  /// Returns the samples of a recording, or of standard input for `-`.
  static func samples(of input: String, _ console: Console) throws -> [Int16] {
    if input == "-" {
      return try console.inputSamples(limit: longestSeconds * Recording.sampleRateHz)
    }
    let reader = try RecordingReader(path: input)
    if let frames = reader.sourceFrames, frames / reader.sourceRateHz > longestSeconds {
      throw tooLong(input, seconds: frames / reader.sourceRateHz)
    }
    return try samples(from: reader, input)
  }

  /// Not every header tells the length, so that it is watched while reading as well.
  private static func samples(from reader: consuming RecordingReader, _ input: String) throws
    -> [Int16]
  {
    var reader = reader
    var samples: [Int16] = []
    while true {
      let block = try reader.read(maximumFrames: Recording.sampleRateHz)
      if block.isEmpty { return samples }
      samples += block
      if samples.count > longestSeconds * Recording.sampleRateHz {
        throw tooLong(input, seconds: samples.count / Recording.sampleRateHz)
      }
    }
  }

  private static func tooLong(_ input: String, seconds: Int) -> Failure {
    Failure(
      .badData,
      "\"\(input)\" is \(seconds) s long, and an utterance at most \(longestSeconds) s; "
        + "split it by hyzer listen --fast --input \"\(input)\"")
  }
}
