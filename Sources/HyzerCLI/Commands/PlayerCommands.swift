internal import CommandLineKit
internal import Display
internal import Golf
internal import Phonetics
internal import Pronunciation
internal import ScoreLog
internal import ScoreStore

/// A registered player as one JSON object.
private struct PlayerReport: Encodable {
  let name: String
  let aliases: [String]
  let pronunciations: [String]

  init(_ player: Player) {
    name = player.name
    aliases = player.aliases
    pronunciations = player.pronunciations
  }
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

/// `hyzer player list`: the registered players.
struct PlayerListCommand: Command {
  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    for player in try toolkit.scoreStore(arguments).players() {
      try toolkit.console.line(
        arguments.flag("json") ? JSONLine.encode(PlayerReport(player)) : player.line)
    }
  }
}

/// `hyzer player new`: register a player with aliases and pronunciations.
struct PlayerNewCommand: Command {
  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let name = arguments.operands[0]
    let player = Player(
      name: name, aliases: arguments.values("alias").withoutRepeats,
      pronunciations: try Phones.checked(arguments.values("pronunciation"), of: name))
    try toolkit.scoreStore(arguments).addPlayer(player)
    try toolkit.console.line(player.line)
  }
}

/// `hyzer player edit`: another name, more or fewer aliases and pronunciations.
struct PlayerEditCommand: Command {
  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let options = ["name", "alias", "remove-alias", "pronunciation", "remove-pronunciation"]
    guard options.contains(where: arguments.flag) else {
      throw Failure(
        .usage,
        "\(arguments.location): nothing to change; give one of: "
          + options.map { "--\($0)" }.joined(separator: ", "))
    }
    let store = try toolkit.scoreStore(arguments)
    let old = try store.player(named: arguments.operands[0])
    var aliases = old.aliases
    for alias in arguments.values("remove-alias") {
      let kept = aliases.filter { NameKey($0) != NameKey(alias) }
      guard kept.count < aliases.count else {
        throw Failure(.badData, "\"\(old.name)\" has no alias \"\(alias)\"; check the spelling")
      }
      aliases = kept
    }
    var pronunciations = old.pronunciations
    for phones in try Phones.checked(arguments.values("remove-pronunciation"), of: old.name) {
      guard pronunciations.contains(phones) else {
        throw Failure(
          .badData, "\"\(old.name)\" has no pronunciation \"\(phones)\"; check the phones")
      }
      pronunciations.removeAll { $0 == phones }
    }
    let more = try Phones.checked(arguments.values("pronunciation"), of: old.name)
    let new = Player(
      name: arguments.value("name") ?? old.name,
      aliases: (aliases + arguments.values("alias")).withoutRepeats,
      pronunciations: (pronunciations + more).withoutRepeats)
    try store.changePlayer(named: old.name, to: new)
    try toolkit.console.line(new.line)
  }
}

/// `hyzer player delete`: forget a player who has played no round.
struct PlayerDeleteCommand: Command {
  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let player = try store.player(named: arguments.operands[0])
    try store.removePlayer(named: player.name)
    try toolkit.console.line("\(player.name.printable): deleted")
  }
}

private enum Phones {
  /// Returns pronunciations in the form in which the log keeps them.
  ///
  /// - Throws: ``LexiconError`` for what is no ARPAbet.
  static func checked(_ texts: [String], of name: String) throws -> [String] {
    try texts.map { text in
      do throws(PronunciationError) {
        return try Phonetics.Pronunciation(parsing: text).description
      } catch {
        throw LexiconError.badPronunciation(name: name, error)
      }
    }.withoutRepeats
  }
}

extension [String] {
  fileprivate var withoutRepeats: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
