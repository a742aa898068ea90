internal import Audio
internal import CommandLineKit
internal import Evaluation
internal import Foundation

/// `hyzer evaluate`: how well a corpus is heard.
struct EvaluateCommand: Command {
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
      .json,
      OptionSpec(
        long: "round", short: "r", argument: "FILE",
        help: "Take this round's players, aliases and pronunciations in place of the lines' own.",
        completion: .files),
      OptionSpec(
        long: "noise", short: "n", argument: "AUDIO",
        help: "Also hear the corpus through this noise, at every level of --snr.",
        repeats: true, completion: .files),
      OptionSpec(
        long: "snr", short: "s", argument: "LIST",
        help: "How far the active speech level lies above the noise, in dB; 20,15,10,5 if not "
          + "given."),
      OptionSpec(
        long: "seed", argument: "N",
        help: "Choose other stretches of noise, and resample differently; 1 if not given."),
      OptionSpec(
        long: "echo", argument: "AUDIO",
        help: "Hear everything through the room whose impulse response this is.",
        completion: .files),
      OptionSpec(
        long: "negative", argument: "AUDIO",
        help: "Also hear this recording, of any length, in which nobody says a score.",
        repeats: true, completion: .files),
      OptionSpec(
        long: "endpoint",
        help: "First find the utterances in each recording, as when listening."),
      OptionSpec(
        long: "shard", argument: "K/N",
        help: "Only evaluate part K of N; hyzer evaluate merge joins their reports."),
      OptionSpec(
        long: "resume", argument: "FILE",
        help: "Keep outcomes in this file as they come, and go on where it ends.",
        completion: .files),
      OptionSpec(
        long: "workers", argument: "N", help: "Use so many cores; all if not given."),
    ] + OptionSpec.evaluationOutput,
    operands: [
      OperandSpec(
        name: "MANIFEST", maximum: nil, help: "A corpus, one JSON object an utterance.",
        completion: .files)
    ],
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

  private static let usualLevels = [20.0, 15, 10, 5]

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    var output = try EvaluationOutput(arguments)
    let shard = try arguments.value("shard").map { text throws(UsageError) in
      guard let shard = Shard(text) else {
        throw arguments.invalidValue("shard", text, expected: "a shard such as 2/4")
      }
      return shard
    }
    let levels = try arguments.numbers("snr", in: -30...60)
    if arguments.flag("echo"), arguments.flag("negative") {
      throw Failure(
        .usage, "hyzer evaluate: --negative is heard as it is; leave --echo or --negative away")
    }
    if levels != nil, !arguments.flag("noise") {
      throw Failure(.usage, "hyzer evaluate: --snr goes with --noise; name a recording of noise")
    }
    if arguments.flag("fail-if-worse"), !arguments.flag("compare") {
      throw Failure(
        .usage, "hyzer evaluate: --fail-if-worse goes with --compare; name an earlier report")
    }
    let workers = try arguments.integer("workers", in: 1...256)
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)

    let corpus = try EvaluationCorpus(
      manifests: arguments.operands("MANIFEST"), negatives: arguments.values("negative"),
      round: arguments.flag("round") ? toolkit.round(arguments) : nil)
    let experiment = try ExperimentFiles(
      noises: arguments.values("noise"),
      snrDecibels: arguments.flag("noise") ? levels ?? EvaluateCommand.usualLevels : [],
      echo: arguments.value("echo"))
    let header = EvaluationHeader(
      version: hyzerProgram.version,
      settingsSHA256: try SHA256Hasher.hex(of: JSONLine.encode(toolkit.settings())),
      manifests: corpus.manifests.map {
        .init(path: $0.path, sha256: $0.sha256, utterances: $0.count)
      },
      round: try arguments.value("round").map(ExperimentFiles.file),
      negatives: corpus.negatives, noises: experiment.noises, snrDecibels: experiment.snrDecibels,
      echo: experiment.echo, seed: seed, endpointing: arguments.flag("endpoint"), shard: shard)
    try output.prepare(header)
    try evaluate(
      corpus, header, try experiment.load(seed: seed, isEndpointed: header.endpointing),
      workers: workers, toolkit, output)
  }

  private func evaluate(
    _ corpus: EvaluationCorpus, _ header: EvaluationHeader, _ experiment: Experiment,
    workers: Int?, _ toolkit: Toolkit, _ output: EvaluationOutput
  ) throws {
    let console = toolkit.console
    let journal =
      try arguments.value("resume").map { try OutcomeJournal(resuming: $0, header: header) }
      ?? OutcomeJournal(temporary: header)
    let tallies = EvaluationTallies(header: header, console: console)
    try journal.read { try tallies.add($0) }
    var lines = corpus.lines(shard: header.shard)
    for _ in 0..<journal.count { _ = try lines.next() }

    var progress = Progress(console, total: header.lines, done: journal.count)
    progress.bar(journal.count)
    let runner = CorpusRunner(
      experiment: experiment, lexicon: try toolkit.lexicon(), settings: try toolkit.settings(),
      workers: workers)
    func take(_ line: CorpusUtterance, _ verdict: CorpusRunner.Verdict) throws {
      let entry: JournalEntry
      switch verdict {
      case .judged(let outcomes): entry = .judged(outcomes)
      case .unreadable(let error):
        let failure = Failure(error)
        entry = .unreadable(
          UnreadableRecording(
            corpus: line.corpus, line: line.line, id: line.id, message: failure.message,
            code: failure.code.rawValue))
        progress.clear()
      }
      try journal.append(entry)
      try tallies.add(entry)
      progress.bar(journal.count)
    }
    do {
      try runner.run({ try lines.next() }, take: take)
    } catch let error as CorpusRunner.UnhearableLine {
      throw Failure(
        Failure(error.reason).code,
        "line \(error.line.line) of \"\(header.corpusNames[error.line.corpus])\": \(error.reason)")
    }
    guard journal.count == header.lines else {
      throw Failure(
        .badData,
        "\(journal.count) of \(header.lines) lines were judged; the corpus changed meanwhile, "
          + "evaluate again")
    }
    progress.clear()
    try output.show(journal, header, tallies, experiment: experiment, console: console)
  }
}
