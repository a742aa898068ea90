internal import Acoustics
internal import CommandLineKit
internal import Digests
internal import Evaluation
internal import Foundation
internal import Measuring
internal import Recordings
internal import Reverberation

/// `hyzer evaluate`: how well a corpus is heard.
struct EvaluateCommand: Command {
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
