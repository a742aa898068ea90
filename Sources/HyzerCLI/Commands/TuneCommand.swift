internal import CommandLineKit
internal import Corpora
internal import Evaluation
internal import Foundation
internal import Golf
internal import ScoreStore

/// `hyzer tune`: learns a group's names from recordings.
struct TuneCommand: Command {
  static let spec = CommandSpec(
    path: ["tune"], abstract: "Learn a group's names from recordings.",
    discussion: """
      Proposes aliases and pronunciations for the round's players: from the transcripts, from \
      corrections in the score log, and from what is heard where the names are said. Names that \
      could be taken for another player or for a word of the game are refused. Each of the \
      manifests' players must be one of the round's.

      Speakers, by the tag "speaker", are parted into folds. What is reported of a proposal is \
      what it does for the speakers of a fold when the other folds' speakers chose it, so none of \
      it was fitted. Only what then has more exact utterances, and neither more wrong commits nor \
      more false accepts, is recommended; p is McNemar's exact test.
      """,
    options: [
      .roundFile, .json,
      OptionSpec(
        long: "negatives", argument: "MANIFEST",
        help: "A corpus in which nobody says a score.", repeats: true, completion: .files),
      OptionSpec(
        long: "negative", argument: "AUDIO",
        help: "A recording, of any length, in which nobody says a score.", repeats: true,
        completion: .files),
      OptionSpec(
        long: "log", argument: "FILE", help: "The score log, as hyzer export writes it.",
        completion: .files),
      OptionSpec(
        long: "folds", argument: "K",
        help: "Part the speakers into so many folds; 5, or as many as there are speakers, if not "
          + "given."),
      OptionSpec(
        long: "seed", argument: "N",
        help: "Part, search and resample differently; 1 if not given."),
      OptionSpec(
        long: "apply", short: "a", help: "Write what is recommended into the round file."),
      OptionSpec(long: "workers", argument: "N", help: "Use so many cores; all if not given."),
    ],
    operands: [
      OperandSpec(
        name: "MANIFEST", maximum: nil, help: "A corpus, one JSON object an utterance.",
        completion: .files)
    ],
    examples: [
      Example(
        "hyzer tune --round round.json group.jsonl --log scores.jsonl",
        "Show what would help this group."),
      Example(
        "hyzer tune --round round.json group.jsonl --negatives chat.jsonl --apply",
        "Write what helps into the round file."),
    ])

  private static let usualFolds = 5

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let console = toolkit.console
    let folds = try arguments.integer("folds", in: 2...100) ?? Self.usualFolds
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let workers = try arguments.integer("workers", in: 1...256)
    let round = try toolkit.round(arguments)
    let log = try arguments.value("log").map(events) ?? []
    let corpus = TuningCorpus(try lines(of: round), log: log, round: round)
    var bar: Progress?
    var tuner = RosterTuner(
      round: round, corpus: corpus, folds: folds, seed: seed, workers: workers,
      lexicon: try toolkit.lexicon(), settings: try toolkit.settings(),
      progress: { done, total in
        if bar == nil { bar = Progress(console, total: total) }
        bar?.bar(done)
        if done == total {
          bar?.clear()
          bar = nil
        }
      })
    var unreadable: [Failure] = []
    var tuning = try tuner.run { error in
      unreadable.append(Failure(error))
      console.errorLine("hyzer tune: \(error)")
    }
    let path = arguments.value("round") ?? ""
    if arguments.flag("apply"), !tuning.recommended.isEmpty {
      let old = Array(try JSONFile.contents(of: path))
      let new = RoundFileEditor.edit(old, from: tuning.before, to: tuning.after)
      let written = try JSONFile.decode(Round.self, from: Data(new), place: "\"\(path)\"")
      guard written.roster.players == tuning.after else {
        throw Failure(
          .badData,
          "\"\(path)\": its players cannot be told apart in the file; write each key only once")
      }
      try OutputFile.write(String(decoding: new, as: UTF8.self), to: path)
      tuning.isApplied = true
    }
    try console.line(
      arguments.flag("json") ? JSONLine.encode(tuning) : tuning.text(roundPath: path))
    if let first = unreadable.first { throw Reported(code: first.code) }
  }

  /// Reads the manifests, then those of negatives, then recordings without a score, all in a round.
  private func lines(of round: Round) throws -> [CorpusUtterance] {
    var lines: [CorpusUtterance] = []
    func add(_ path: String, isNegative: Bool) throws {
      for line in try CorpusManifest(path: path, corpus: lines.count).lines {
        let place = "\"\(path)\" line \(line.line)"
        if isNegative, !line.scores.isEmpty {
          throw Failure(
            .badData,
            "\(place): has scores; --negatives takes corpora in which nothing is to be heard")
        }
        lines.append(try line.moved(to: round, place: place))
      }
    }
    for path in arguments.operands("MANIFEST") { try add(path, isNegative: false) }
    for path in arguments.values("negatives") { try add(path, isNegative: true) }
    for path in arguments.values("negative") {
      lines.append(
        CorpusUtterance(
          corpus: lines.count, line: 1, id: path, audio: path, transcript: nil, round: round,
          scores: [], isStream: true, tags: [:]))
    }
    return lines
  }

  private func events(ofLog path: String) throws -> [ScoreEvent] {
    try LineReader.filledLines(of: path).map { line in
      try JSONFile.decode(
        EventLine.self, from: line.data, place: "\"\(path)\" line \(line.number)"
      ).event
    }
  }
}
