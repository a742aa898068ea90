internal import CommandLineKit
internal import DiscGolf
internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
internal import Measuring
internal import ScoreLog

enum TuneCommand: Command {
  static let spec = CommandSpec(
    path: ["tune"], abstract: "Learn a group's names from recordings.",
    discussion: """
      Proposes aliases and pronunciations for the round's players: from the transcripts, from \
      corrections in the score log, and from what is heard when the names are said. Names that \
      could be mistaken for another player or for a word of the game are rejected. Every player \
      in the manifests must be one of the round's. Without --round the players are those of the \
      current round, and what is applied is kept of the registered ones, for rounds that they join \
      from then on.

      Speakers, found by the tag "speaker", are split into folds. The figures of a proposal are \
      for the speakers of a fold when the speakers of the other folds chose it, so they were not \
      fitted. A proposal is recommended only if it makes more utterances exact, with no more \
      wrong commits and no more false accepts; p is McNemar's exact test.
      """,
    options: [
      .anyRoundFile, .json, negatives, .negative, log, folds, .seed, apply, .workers, .database,
    ],
    operands: [.manifests],
    examples: [
      Example(
        "hyzer tune --round round.json group.jsonl --log scores.jsonl",
        "Show what would help this group."),
      Example(
        "hyzer tune --round round.json group.jsonl --negatives chat.jsonl --apply",
        "Write what helps into the round file."),
    ])

  private static let negatives = OptionSpec(
    long: "negatives", argument: "MANIFEST", help: "A corpus in which nobody says a score.",
    repeats: true, completion: .files)
  private static let log = OptionSpec(
    long: "log", argument: "FILE", help: "The score log, as hyzer export writes it.",
    completion: .files)
  private static let folds = OptionSpec(
    long: "folds", argument: "K",
    help: "How many folds to split the speakers into. The default is \(usualFolds), or the number "
      + "of speakers if there are fewer.")
  private static let apply = OptionSpec(
    long: "apply", short: "a",
    help: "Keep what is recommended: in the round file, or else in the log.")

  private static let usualFolds = 5

  static func onlyReads(_ arguments: ParsedArguments) -> Bool { !arguments.flag(apply) }

  static func run(_ toolkit: CommandContext) throws {
    let (arguments, console) = (toolkit.arguments, toolkit.console)
    let folds = try arguments.integer(folds, in: 2...100) ?? usualFolds
    let seed = try arguments.seed()
    let workers = try arguments.workers()
    let round = try toolkit.anyRound()
    let log = try arguments.value(log).map(TuneLog.events) ?? []
    var lines = try Self.lines(arguments, of: round)
    lines += TuneLog.utterances(of: log, round: round, corpus: lines.count)
    var progress = Progress(console)
    var tuner = RosterTuner(
      round: round, lines: lines, seed: seed, workers: workers, lexicon: try toolkit.lexicon(),
      settings: try toolkit.settings(),
      progress: { done, total in
        if done == 1 { progress = Progress(console) }
        progress.bar(done, of: total)
      })
    var unreadable: [Failure] = []
    var tuning = try tuner.tuning(folds: folds) { error in
      unreadable.append(Failure(error))
      console.errorLine("hyzer tune: \(error)")
    }
    let path = arguments.value(.anyRoundFile)
    if arguments.flag(apply), !tuning.recommended.isEmpty {
      if let path { try write(tuning, into: path) } else { try keep(tuning, toolkit) }
      tuning.isApplied = true
    }
    try arguments.flag(.json)
      ? console.json(of: tuning) : console.line(tuning.text(place: path ?? "the score log"))
    if let first = unreadable.first { throw Reported(code: first.code) }
  }

  private static func write(_ tuning: RosterTuning, into path: String) throws {
    let old = Array(try InputFile.contents(of: path))
    let new = RoundFileEditor.edit(old, from: tuning.before, to: tuning.after)
    let written = try JSONFile.decode(Round.self, from: Data(new), place: "\"\(path)\"")
    guard written.roster.players == tuning.after else {
      throw Failure(
        .badData,
        "\"\(path)\": its players cannot be found in the file; write each key only once")
    }
    try OutputFile.write(String(decoding: new, as: UTF8.self), to: path)
  }

  /// Gives registered players the names and pronunciations that are recommended, beside what they have.
  private static func keep(_ tuning: RosterTuning, _ context: CommandContext) throws {
    let store = try context.store
    for (old, new) in zip(tuning.before, tuning.after) where old != new {
      guard let known = try store.registeredPlayer(named: new.name) else {
        context.warn("\"\(new.name)\" is a guest, of whom nothing is kept")
        continue
      }
      try store.changePlayer(
        named: known.name,
        to: Player(
          name: known.name,
          aliases: (known.aliases + new.aliases.filter { !old.aliases.contains($0) })
            .withoutRepeats,
          pronunciations: (known.pronunciations
            + new.pronunciations.filter { !old.pronunciations.contains($0) }).withoutRepeats))
    }
  }

  /// Reads the manifests, then those of negatives, then recordings without a score, all in a round.
  private static func lines(
    _ arguments: ParsedArguments, of round: Round
  ) throws -> [CorpusUtterance] {
    var lines: [CorpusUtterance] = []
    func add(_ path: String, isNegative: Bool) throws {
      for line in try CorpusManifest(path: path, corpus: lines.count).lines {
        let place = "\"\(path)\" line \(line.line)"
        if isNegative, !line.scores.isEmpty {
          throw Failure(
            .badData,
            "\(place): has scores; --negatives takes corpora in which nobody says a score")
        }
        lines.append(try line.moved(to: round, place: place))
      }
    }
    for path in arguments.operands(.manifests) { try add(path, isNegative: false) }
    for path in arguments.values(negatives) { try add(path, isNegative: true) }
    for path in arguments.values(.negative) {
      lines.append(.withoutScore(path, corpus: lines.count, round: round))
    }
    return lines
  }
}
