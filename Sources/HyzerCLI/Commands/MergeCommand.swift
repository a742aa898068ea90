internal import CommandLineKit
internal import Evaluation

/// `hyzer evaluate merge`: the shards of an evaluation as the whole.
struct MergeCommand: Command {
  static let spec = CommandSpec(
    path: ["evaluate", "merge"], abstract: "Join the reports of shards into that of the whole.",
    discussion: """
      Gives exactly the figures that an evaluation in one piece gives. A manifest of the name \
      merge is evaluated as ./merge.
      """,
    options: [.json] + OptionSpec.evaluationOutput,
    operands: [
      OperandSpec(
        name: "REPORT", maximum: nil,
        help: "A report of hyzer evaluate --json --shard; all shards must be there.",
        completion: .files)
    ],
    examples: [Example("hyzer evaluate merge 1.json 2.json 3.json 4.json", "Join four shards.")])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    var output = try EvaluationOutput(arguments)
    let paths = arguments.operands("REPORT")
    var reports = try paths.map { try ReportFile.read($0) }
    let header = try MergeCommand.wholeHeader(reports.map(\.evaluation), paths)
    try output.prepare(header)
    let journal = try OutcomeJournal(temporary: header)
    let tallies = EvaluationTallies(header: header, console: toolkit.console)
    for entry in MergeCommand.entries(of: reports) {
      try journal.append(entry)
      try tallies.add(entry)
    }
    reports = []
    let needsAudio = arguments.flag("html") || arguments.flag("listen")
    let experiment =
      needsAudio
      ? try ExperimentFiles(header).load(seed: header.seed, isEndpointed: header.endpointing) : nil
    try output.show(
      journal, header, tallies, experiment: experiment, console: toolkit.console)
  }

  /// Returns the header of the whole, having checked that every shard of it is there once.
  private static func wholeHeader(_ headers: [EvaluationHeader], _ paths: [String]) throws
    -> EvaluationHeader
  {
    var whole: EvaluationHeader?
    var found: [Shard: String] = [:]
    for (header, path) in zip(headers, paths) {
      guard let shard = header.shard else {
        throw Failure(.badData, "\"\(path)\" is no shard; give the reports of evaluate --shard")
      }
      if let other = found.updateValue(path, forKey: shard) {
        throw Failure(
          .badData,
          "\"\(other)\" and \"\(path)\" are both shard \(shard.index)/\(shard.count); give each once"
        )
      }
      var unsharded = header
      unsharded.shard = nil
      guard whole == nil || whole == unsharded, shard.count == headers.first?.shard?.count else {
        throw Failure(
          .badData,
          "\"\(paths[0])\" and \"\(path)\" are shards of different evaluations; evaluate both with "
            + "the same corpus, options and version")
      }
      whole = unsharded
    }
    guard let whole, let count = headers.first?.shard?.count else {
      throw Failure(.internalFault, "no report was given")
    }
    let missing = (1...count).filter { index in !found.keys.contains { $0.index == index } }
    guard missing.isEmpty else {
      throw Failure(
        .badData,
        "shard \(missing.map { "\($0)/\(count)" }.joined(separator: ", ")) is missing; give the "
          + "reports of all")
    }
    return whole
  }

  /// Returns what became of each line, in the order of the whole corpus.
  private static func entries(of reports: [ReportFile]) -> [JournalEntry] {
    struct Place: Hashable, Comparable {
      let corpus: Int
      let line: Int

      static func < (left: Place, right: Place) -> Bool {
        (left.corpus, left.line) < (right.corpus, right.line)
      }
    }
    let judged = Dictionary(grouping: reports.flatMap(\.outcomes)) {
      Place(corpus: $0.corpus, line: $0.line)
    }
    var entries = judged.map { place, outcomes in
      (place, JournalEntry.judged(outcomes.sorted { $0.condition < $1.condition }))
    }
    entries += reports.flatMap(\.unreadable).map {
      (Place(corpus: $0.corpus, line: $0.line), JournalEntry.unreadable($0))
    }
    return entries.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
