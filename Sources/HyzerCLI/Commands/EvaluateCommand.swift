internal import CommandLineKit
internal import HyzerVoice
internal import Measuring

enum EvaluateCommand: Command {
  static let spec = CommandSpec(
    path: ["evaluate"], abstract: "Measure how well a corpus is heard.",
    discussion: """
      An utterance is exact when the accepted pairs of player and strokes are just those said. \
      A wrong commit is a result that would have saved itself with a wrong set. Lines with \
      "scores": [] are negatives: whatever is accepted of them is a false accept. Intervals hold \
      the true value with 95 % confidence: Wilson's for shares, the bootstrap for word errors.

      Each failure is put down to the first stage that went wrong. With several manifests the \
      figures are those of all together, and of each beside. A recording longer than two minutes \
      is heard as a stream of utterances, and without noise or echo; texts are judged once.
      """,
    options: [
      .json, round, noise, snr, .seed, echo, .negative, endpoint, shard, resume, .workers,
    ] + OptionSpec.evaluationOutput,
    operands: [.manifests],
    examples: [
      Example(
        "hyzer evaluate corpus.jsonl --noise wind.wav --snr 20,10 --html report.html",
        "Measure in quiet and in wind, and make a page of it."),
      Example(
        "hyzer evaluate corpus.jsonl --compare before.json --fail-if-worse",
        "Fail where a change made it worse by more than chance."),
      Example(
        "parallel hyzer evaluate corpus.jsonl --json --shard {}/4 \">\" {}.json ::: 1 2 3 4",
        "Evaluate in four parts, on as many machines as GNU parallel knows."),
    ])

  private static let round = OptionSpec(
    long: "round", short: "r", argument: "FILE",
    help: "Take this round's players, aliases and pronunciations in place of the lines' own.",
    completion: .files)
  private static let noise = OptionSpec(
    long: "noise", short: "n", argument: "AUDIO",
    help: "Also hear the corpus through this noise, at every level of --snr.", repeats: true,
    completion: .files)
  private static let snr = OptionSpec(
    long: "snr", short: "s", argument: "LIST",
    help: "How far the active speech level lies above the noise, in dB. The default is 20,15,10,5.")
  private static let echo = OptionSpec(
    long: "echo", argument: "AUDIO",
    help: "Hear everything through the room whose impulse response this is.", completion: .files)
  private static let endpoint = OptionSpec(
    long: "endpoint", help: "First find the utterances in each recording, as when listening.")
  private static let shard = OptionSpec(
    long: "shard", argument: "K/N",
    help: "Only evaluate part K of N; hyzer evaluate merge joins their reports.")
  private static let resume = OptionSpec(
    long: "resume", argument: "FILE",
    help: "Keep outcomes in this file as they come, and go on where it ends.", completion: .files)

  private static let usualLevels = [20.0, 15, 10, 5]

  static func run(_ toolkit: CommandContext) throws {
    let arguments = toolkit.arguments
    let shard = try arguments.value(shard, expected: "a shard such as 2/4") { Shard($0) }
    let levels = try arguments.numbers(snr, in: -30...60)
    if arguments.flag(echo), arguments.flag(.negative) {
      throw arguments.misuse("--negative is heard without echo; leave out --echo or --negative")
    }
    if levels != nil, !arguments.flag(noise) {
      throw arguments.misuse("--snr goes with --noise; name a recording of noise")
    }
    if arguments.flag(.failIfWorse), !arguments.flag(.baseline) {
      throw arguments.misuse("--fail-if-worse goes with --compare; name an earlier report")
    }
    let workers = try arguments.workers()
    let seed = try arguments.seed()
    let output = try EvaluationOutput(arguments, toolkit.console)

    let corpus = try EvaluationCorpus(
      manifests: arguments.operands(.manifests), negatives: arguments.values(.negative),
      round: arguments.value(round).map(toolkit.round))
    let header = try EvaluationHeader(
      version: hyzerProgram.version, settings: toolkit.settings(), corpus: corpus,
      round: arguments.value(round), noises: arguments.values(noise),
      snrDecibels: arguments.flag(noise) ? levels ?? usualLevels : [],
      echo: arguments.value(echo), seed: seed, endpointing: arguments.flag(endpoint),
      shard: shard)
    let experiment = try Experiment(header)
    let judged = try judge(
      corpus.lines(of: shard), header, experiment, workers: workers, arguments, toolkit)
    try output.show(header, judged, experiment: experiment)
  }

  /// Judges the lines that the journal, if there is one, does not have yet.
  private static func judge(
    _ lines: [CorpusUtterance], _ header: EvaluationHeader, _ experiment: Experiment,
    workers: Int?, _ arguments: ParsedArguments, _ toolkit: CommandContext
  ) throws -> [JudgedLine] {
    let console = toolkit.console
    let (lexicon, settings) = (try toolkit.lexicon(), try toolkit.settings())
    let journal = try arguments.value(resume).map {
      try OutcomeJournal(resuming: $0, header: header)
    }
    var judged = journal?.judged ?? []
    console.report(unreadableOf: judged)
    var progress = Progress(console, done: judged.count)
    progress.bar(judged.count, of: lines.count)
    try ParallelMap.forEach(
      Array(lines.dropFirst(judged.count)), workers: workers,
      context: { UtteranceJudge(experiment: experiment, lexicon: lexicon, settings: settings) },
      work: { judge, line in
        do {
          return JudgedLine(try judge.judge(line))
        } catch let error as RecordingError {
          let failure = Failure(error)
          return JudgedLine(
            unreadable: line, message: failure.message, code: failure.code.rawValue)
        } catch let error as LexiconError {
          throw Failure(
            Failure(error).code,
            "line \(line.line) of \"\(header.corpusNames[line.corpus])\": \(error)")
        }
      },
      append: { _, line in
        if line.unreadable != nil { progress.clear() }
        console.report(unreadableOf: [line])
        try journal?.append(line)
        judged.append(line)
        progress.bar(judged.count, of: lines.count)
      })
    progress.clear()
    return judged
  }
}

extension Console {
  /// Reports the recordings that could not be read.
  func report(unreadableOf lines: [JudgedLine]) {
    for recording in lines.compactMap(\.unreadable) {
      errorLine("hyzer evaluate: \(recording.message)")
    }
  }
}

/// `hyzer evaluate merge`: the shards of an evaluation as the whole.
enum MergeCommand: Command {
  static let spec = CommandSpec(
    path: ["evaluate", "merge"], abstract: "Join the reports of shards into that of the whole.",
    discussion: """
      Gives exactly the figures that an evaluation in one piece gives. A manifest of the name \
      merge is evaluated as ./merge.
      """,
    options: [.json] + OptionSpec.evaluationOutput,
    operands: [reports],
    examples: [Example("hyzer evaluate merge 1.json 2.json 3.json 4.json", "Join four shards.")])

  private static let reports = OperandSpec(
    name: "REPORT", maximum: nil,
    help: "A report of hyzer evaluate --json --shard; all shards must be there.",
    completion: .files)

  static func run(_ toolkit: CommandContext) throws {
    let arguments = toolkit.arguments
    let output = try EvaluationOutput(arguments, toolkit.console)
    let paths = arguments.operands(reports)
    let shards = try paths.map { try EvaluationReport.Printed(path: $0) }
    let header = try EvaluationHeader(joining: shards.map(\.evaluation), paths: paths)
    let lines = EvaluationReport.Printed.lines(of: shards)
    toolkit.console.report(unreadableOf: lines)
    try output.show(
      header, lines, experiment: output.needsAudio ? Experiment(header) : Experiment())
  }
}
