internal import CommandLineKit
internal import HyzerBase
internal import HyzerVoice

/// The recordings of single utterances that a command is given.
enum InputRecordings {
  static let operand = OperandSpec(
    name: "AUDIO", maximum: nil, help: "A recording, or - for standard input.", completion: .files)
  static let discussion = """
    A recording holds one utterance of at most two minutes, at any rate and in any format \
    that the sound-file library reads. - reads 16 kHz mono s16le from standard input.
    """

  /// A recording holds one utterance; longer ones are for `hyzer listen --input`.
  private static let longestSeconds = 120

  /// Lets `body` make what is printed of each recording; one that cannot be used is reported, and the
  /// others go on.
  static func forEach(
    _ context: CommandContext,
    _ body: (_ input: String, _ samples: [Int16]) throws -> (json: JSONObject, lines: [String])
  ) throws {
    let console = context.console
    let inputs = context.arguments.operands(operand)
    var progress = Progress(console)
    var failures: [Failure] = []
    for (index, input) in inputs.enumerated() {
      progress.show(index, of: inputs.count, input)
      let report: (json: JSONObject, lines: [String])
      do {
        report = try body(input, samples(of: input, console))
      } catch {
        failures.append(Failure(error))
        progress.clear()
        context.warn(Failure(error).message)
        continue
      }
      progress.clear()
      try context.show(json: report.json, lines: report.lines)
    }
    progress.clear()
    if let first = failures.first { throw Reported(code: first.code) }
  }

  /// Returns the samples of a recording, or of standard input for `-`.
  static func samples(of input: String, _ console: Console) throws -> [Int16] {
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
