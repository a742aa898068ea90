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
        utterance = try scorer.score(Self.samples(of: input, console))
      } catch {
        failures.append(Failure(error))
        progress.clear()
        console.errorLine("hyzer score: \(Failure(error).message)")
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
