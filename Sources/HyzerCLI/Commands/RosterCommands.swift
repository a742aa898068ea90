internal import CommandLineKit
internal import HyzerVoice
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

enum RosterCheckCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["roster", "check"],
    abstract: "Warn about names that are easily mistaken for other names or for scores.",
    options: [.anyRoundFile, strict, .database])

  private static let strict = OptionSpec(
    long: "strict", help: "Exit with 65 if there is any warning.")

  static func run(_ context: CommandContext) throws {
    let round = try context.anyRound()
    let collisions = RosterCheck(
      names: try context.words(round).names, lexicon: try context.lexicon()
    ).collisions
    try context.console.lines(collisions.map { $0.text(roster: round.roster) })
    if collisions.isEmpty {
      try context.console.line(
        "\(RoundWords.count(round.roster.players.count, "player")), no name is easily mistaken for another"
      )
    } else if context.arguments.flag(strict) {
      throw Reported(code: .badData)
    }
  }
}

enum GrammarCommand: Command {
  static let spec = CommandSpec(
    path: ["grammar"], abstract: "Print the recogniser's grammar and dictionary.",
    options: [.roundFile, jsgf, dictionary])

  private static let jsgf = OptionSpec(
    long: "jsgf", help: "Print the grammar only.", conflicts: ["dictionary"])
  private static let dictionary = OptionSpec(
    long: "dictionary", help: "Print the dictionary only.")

  static func run(_ context: CommandContext) throws {
    let grammar = try context.words(context.round()).grammar
    if !context.arguments.flag(dictionary) { try context.console.line(grammar.full) }
    if !context.arguments.flag(jsgf) { try context.console.piece(grammar.dictionaryText) }
  }
}

enum PronounceCommand: Command {
  static let spec = CommandSpec(
    path: ["pronounce"], abstract: "Show how names are said, and where that comes from.",
    options: [round, .device, play, out], operands: [names])

  private static let round = OptionSpec(
    long: "round", short: "r", argument: "FILE", help: "The round whose names to say.",
    completion: .files)
  private static let play = OptionSpec(long: "play", short: "p", help: "Say them aloud.")
  private static let out = OptionSpec(
    long: "out", short: "o", argument: "FILE", help: "Write the speech to a WAV or .flac file.",
    completion: .files)
  private static let names = OperandSpec(
    name: "NAME", minimum: 0, maximum: nil,
    help: "A name. The default is every name of the round.")

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let lexicon = try context.lexicon()
    let spellings = try spellings(
      arguments.operands(names), in: arguments.value(round).map { try context.round($0).roster })
    guard !spellings.isEmpty else {
      throw arguments.misuse("no names; give some, or a round file with --round")
    }
    var spoken: [Int16] = []
    var failures: [Failure] = []
    for (spelling, player) in spellings {
      let found: [SourcedPronunciation]
      do {
        found = try lexicon.pronunciations(of: spelling, of: player)
      } catch {
        failures.append(Failure(error))
        context.warn(Failure(error).message)
        continue
      }
      for (index, item) in found.enumerated() {
        let mark = index == 0 ? spelling : "\(spelling) (\(index + 1))"
        try context.console.line("\(mark)\t\(item.pronunciation)\t\(item.source.rawValue)")
        if arguments.flag(play) || arguments.flag(out) {
          spoken += try LetterToSound.speak(item.pronunciation)
        }
      }
    }
    if let path = arguments.value(out), !spoken.isEmpty {
      try Recording.write(samples: spoken, sampleRateHz: Recording.sampleRateHz, path: path)
    }
    if arguments.flag(play), !spoken.isEmpty {
      try Playback.play(
        samples: spoken, sampleRateHz: Recording.sampleRateHz,
        device: arguments.value(.device) ?? "default")
    }
    if let first = failures.first { throw Reported(code: first.code) }
  }

  /// The names asked for, or all of the round's; a name that the round has is said as it has it.
  private static func spellings(_ names: [String], in roster: Roster?) -> [(String, Player)] {
    guard let roster else { return names.map { ($0, Player(name: $0)) } }
    if names.isEmpty {
      return roster.players.flatMap { player in player.spellings.map { ($0, player) } }
    }
    return names.map { name in
      guard let id = roster.player(named: name) else { return (name, Player(name: name)) }
      let player = roster[id]
      return (NameKey(player.name) == NameKey(name) ? player.name : name, player)
    }
  }
}
