internal import CommandLineKit
internal import Corpora
internal import Evaluation
internal import Foundation
internal import Golf

/// `hyzer tune`: learns a group's names, or decoder settings, from recordings.
struct TuneCommand: Command {
  static let spec = CommandSpec(
    path: ["tune"], abstract: "Learn a group's names, or decoder settings, from recordings.",
    discussion: """
      Proposes aliases and pronunciations for the round's players: from the transcripts, from \
      corrections in the score log, and from what is heard where the names are said. Names that \
      could be taken for another player or for a word of the game are refused. Each of the \
      manifests' players must be one of the round's.

      Speakers, as the tag "speaker" tells them, are parted into folds. What is reported of a \
      proposal is what it does for the speakers of a fold when the other folds' speakers chose it, \
      so none of it was fitted. Only what then has more exact utterances, and neither more wrong \
      commits nor more false accepts, is recommended; p is McNemar's exact test.

      With --decoder, a random search does the same with the grammar's weights, the language \
      weight, the word insertion penalty and the thresholds of confidence. It looks for the most \
      exact utterances, less three for each wrong commit and each false accept.
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
        conflicts: ["decoder"], completion: .files),
      OptionSpec(
        long: "folds", argument: "K",
        help: "Part the speakers into so many folds; 5, or as many as there are speakers, if not "
          + "given."),
      OptionSpec(
        long: "seed", argument: "N",
        help: "Part, search and resample differently; 1 if not given."),
      OptionSpec(
        long: "apply", short: "a",
        help: "Write what is recommended into the round file, or the settings into --out."),
      OptionSpec(long: "decoder", help: "Tune the decoder's settings in place of the names."),
      OptionSpec(
        long: "out", short: "o", argument: "FILE",
        help: "The file for the settings; HYZER_SETTINGS=FILE puts them to use.",
        completion: .files),
      OptionSpec(
        long: "trials", argument: "N", help: "Decode with so many settings; 12 if not given."),
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
      Example(
        "hyzer tune --round round.json group.jsonl --decoder --out settings.json --apply",
        "Search for better decoder settings."),
    ])

  private static let usualFolds = 5
  private static let usualTrials = 12

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let folds = try arguments.integer("folds", in: 2...100) ?? TuneCommand.usualFolds
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let workers = try arguments.integer("workers", in: 1...256)
    let trials = try arguments.integer("trials", in: 1...10_000)
    if arguments.flag("decoder") != arguments.flag("out") {
      throw Failure(
        .usage, "hyzer tune: --decoder and --out FILE go together; give both or none of them")
    }
    if trials != nil, !arguments.flag("decoder") {
      throw Failure(.usage, "hyzer tune: --trials goes with --decoder")
    }
    let round = try toolkit.round(arguments)
    let log = try arguments.value("log").map { path in
      try ScoreLogFile.read(path, roster: round.roster)
    }
    let corpus = try TuningCorpus(
      round: round, manifests: arguments.operands("MANIFEST"),
      negatives: arguments.values("negatives"), recordings: arguments.values("negative"),
      log: log ?? [])
    let unreadable: [Failure]
    if let out = arguments.value("out") {
      var tuner = DecoderTuner(
        toolkit: toolkit, corpus: corpus, folds: folds, trials: trials ?? TuneCommand.usualTrials,
        seed: seed, workers: workers)
      unreadable = try show(tuner.run(), out: out, toolkit)
    } else {
      var tuner = RosterTuner(
        toolkit: toolkit, round: round, corpus: corpus, folds: folds, seed: seed, workers: workers)
      unreadable = try show(tuner.run(), toolkit)
    }
    if let first = unreadable.first { throw Reported(code: first.code) }
  }

  /// Prints what was found about names, and writes the round file if that is asked for.
  private func show(_ tuning: RosterTuning, _ toolkit: Toolkit) throws -> [Failure] {
    let path = arguments.value("round") ?? ""
    let isApplied = arguments.flag("apply") && !tuning.recommended.isEmpty
    if isApplied {
      let old = Array(try JSONFile.contents(of: path))
      let new = RoundFileEditor.edit(old, from: tuning.round.roster, to: tuning.tuned)
      let written = try JSONFile.decode(Round.self, from: Data(new), place: "\"\(path)\"")
      guard written.roster == tuning.tuned else {
        throw Failure(
          .badData,
          "\"\(path)\": its players cannot be told apart in the file; write each key only once")
      }
      try OutputFile.write(String(decoding: new, as: UTF8.self), to: path)
    }
    let report = RosterTuningReport(tuning: tuning, roundPath: path, isApplied: isApplied)
    try toolkit.console.line(arguments.flag("json") ? report.json() : report.text)
    return tuning.unreadable
  }

  /// Prints what was found about the decoder, and writes its settings if that is asked for.
  private func show(_ tuning: DecoderTuning, out: String, _ toolkit: Toolkit) throws -> [Failure] {
    let isApplied = arguments.flag("apply")
    if isApplied {
      let text = try tuning.settingsText()
      try OutputFile.write(text, to: out)
    }
    let report = DecoderTuningReport(tuning: tuning, path: out, isApplied: isApplied)
    try toolkit.console.line(arguments.flag("json") ? report.json() : report.text)
    return tuning.unreadable
  }
}
