internal import CommandLineKit
internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

extension OperandSpec {
  fileprivate static let player = OperandSpec(
    name: "NAME", help: "A player's name, or an alias that only one has.", completion: .players)
}

extension OptionSpec {
  fileprivate static let alias = OptionSpec(
    long: "alias", short: "a", argument: "NAME", help: "Another name of the player.", repeats: true)
  fileprivate static let say = OptionSpec(
    long: "say", short: "s", argument: "TEXT",
    help: "How the name is said: a spelling that is read so, such as Shivawn, or ARPAbet phones in "
      + "capitals.", repeats: true)
  fileprivate static let pronunciation = OptionSpec(
    long: "pronunciation", short: "p", argument: "PHONES",
    help: "How the name is said, in ARPAbet, as in \"SH AH V AO N\".", repeats: true)
}

extension Player {
  /// The player in one line.
  fileprivate var line: String {
    var parts = [name.printable]
    if !aliases.isEmpty { parts.append("also \(aliases.joined(separator: ", ").printable)") }
    if !pronunciations.isEmpty { parts.append(pronunciations.joined(separator: " / ").printable) }
    return parts.joined(separator: "; ")
  }
}

enum PlayerListCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["player", "list"], abstract: "List registered players.", options: [.json, .database])

  static func run(_ context: CommandContext) throws {
    try context.show(context.store.players()) { player in
      [
        "name": player.name, "aliases": player.aliases, "pronunciations": player.pronunciations,
      ]
    } table: {
      $0.map(\.line)
    }
  }
}

enum PlayerNewCommand: Command {
  static let spec = CommandSpec(
    path: ["player", "new"], abstract: "Register a player.",
    options: [.alias, .say, .pronunciation, .database], operands: [name],
    examples: [
      Example("hyzer player new Michael --alias Mike", "Register somebody with two names."),
      Example("hyzer player new Siobhan --say Shivawn", "Say how a name is said."),
    ])

  private static let name = OperandSpec(name: "NAME", help: "What the player is called.")

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let name = arguments.operands(name)[0]
    let player = Player(
      name: name, aliases: arguments.values(.alias).withoutRepeats,
      pronunciations: try context.pronunciations(of: name))
    let store = try context.store
    let others = try store.players()
    try store.addPlayer(player)
    context.warn(ofNamesOf: [player], beside: others)
    try context.console.line(player.line)
  }
}

enum PlayerEditCommand: Command {
  static let spec = CommandSpec(
    path: ["player", "edit"], abstract: "Change a player's name, aliases or pronunciations.",
    discussion: "Rounds that the player has joined already keep the old ones.",
    options: [
      name, .alias, removeAlias, .say, .pronunciation, removePronunciation, .database,
    ],
    operands: [.player])

  private static let name = OptionSpec(
    long: "name", argument: "NAME", help: "What the player is called from now on.")
  private static let removeAlias = OptionSpec(
    long: "remove-alias", argument: "NAME", help: "An alias to forget.", repeats: true)
  private static let removePronunciation = OptionSpec(
    long: "remove-pronunciation", argument: "PHONES", help: "A pronunciation to forget.",
    repeats: true)

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let changes = [name, .alias, removeAlias, .say, .pronunciation, removePronunciation]
    guard changes.contains(where: arguments.flag) else {
      throw arguments.misuse(
        "nothing to change; give one of: " + changes.map(\.label).joined(separator: ", "))
    }
    let store = try context.store
    let old = try store.player(named: arguments.operands(.player)[0])
    var aliases = old.aliases
    for alias in arguments.values(removeAlias) {
      let kept = aliases.filter { NameKey($0) != NameKey(alias) }
      guard kept.count < aliases.count else {
        throw Failure(.badData, "\"\(old.name)\" has no alias \"\(alias)\"; check the spelling")
      }
      aliases = kept
    }
    var pronunciations = old.pronunciations
    for phones in try checked(arguments.values(removePronunciation), of: old.name) {
      guard pronunciations.contains(phones) else {
        throw Failure(
          .badData, "\"\(old.name)\" has no pronunciation \"\(phones)\"; check the phones")
      }
      pronunciations.removeAll { $0 == phones }
    }
    let more = try context.pronunciations(of: old.name)
    let new = Player(
      name: arguments.value(name) ?? old.name,
      aliases: (aliases + arguments.values(.alias)).withoutRepeats,
      pronunciations: (pronunciations + more).withoutRepeats)
    try store.changePlayer(named: old.name, to: new)
    context.warn(
      ofNamesOf: [new],
      beside: try store.players().filter { NameKey($0.name) != NameKey(new.name) })
    try context.console.line(new.line)
  }
}

enum PlayerMergeCommand: Command {
  static let spec = CommandSpec(
    path: ["player", "merge"], abstract: "Make two players one who are the same person.",
    discussion: """
      The first one's rounds, names and pronunciations become the second one's, also in the group's \
      other logs. Two who play in one round are two people.
      """,
    options: OptionSpec.scoreLog, operands: [first, second],
    examples: [Example("hyzer player merge Mike Michael", "Mike is Michael.")])

  private static let first = OperandSpec(
    name: "NAME", help: "The player to give up.", completion: .players)
  private static let second = OperandSpec(
    name: "OTHER", help: "The player who stays.", completion: .players)

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let names = try [first, second].map {
      try store.player(named: context.arguments.operands($0)[0]).name
    }
    guard names[0] != names[1] else {
      throw context.refusal("\"\(names[0])\" is one player; give two")
    }
    let reporter = try context.reporter()
    let rounds = try store.mergePlayer(named: names[0], into: names[1]) { reporter.stamp() }
    let player = try store.player(named: names[1])
    try context.console.line(
      "\(player.line); \(RoundWords.count(rounds.count, "round")) of \(names[0].printable)")
  }
}

enum PlayerDeleteCommand: Command {
  static let spec = CommandSpec(
    path: ["player", "delete"], abstract: "Forget a player who has joined no round.",
    options: [.database], operands: [.player])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let player = try store.player(named: context.arguments.operands(.player)[0])
    try store.removePlayer(named: player.name)
    try context.console.line("\(player.name.printable): deleted")
  }
}

extension CommandContext {
  /// Returns the pronunciations that the options give to a name.
  ///
  /// - Throws: ``LexiconError`` for what is no ARPAbet, and for a spelling that nobody can read.
  fileprivate func pronunciations(of name: String) throws -> [String] {
    let said = try arguments.values(.say).flatMap { text in
      isPhones(text)
        ? try checked([text], of: name)
        : try lexicon().pronunciations(ofName: text).map(\.pronunciation.description)
    }
    return (try checked(arguments.values(.pronunciation), of: name) + said).withoutRepeats
  }
}

/// Whether a text is meant as phones: in capitals, and begun with one.
private func isPhones(_ text: String) -> Bool {
  text == text.uppercased()
    && text.split(separator: " ").first.flatMap { Phone(spelling: $0) } != nil
}

/// Returns pronunciations in the form in which the log keeps them.
///
/// - Throws: ``LexiconError`` for what is no ARPAbet.
private func checked(_ texts: [String], of name: String) throws -> [String] {
  try texts.map { text in
    do throws(PronunciationError) {
      return try Pronunciation(parsing: text).description
    } catch {
      throw LexiconError.badPronunciation(name: name, error)
    }
  }.withoutRepeats
}
