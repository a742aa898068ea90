internal import CommandLineKit
internal import Foundation
internal import Golf
internal import Tuning

/// `hyzer tune`: learns a group's names, or decoder settings, from recordings.
struct TuneCommand: Command {
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
