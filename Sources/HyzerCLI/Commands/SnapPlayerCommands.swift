internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreSnap

extension OperandSpec {
  fileprivate static let snapPlayer = OperandSpec(name: "PLAYER", help: "A player's name.")
  fileprivate static let snapTeam = OperandSpec(
    name: "TEAM", help: "The name of a team of the current player.")
  fileprivate static let newName = OperandSpec(name: "NAME", help: "What it is called.")
}

extension SnapSession {
  /// What is printed of a player, marked if it is the current one.
  fileprivate func line(_ player: SnapPlayer) -> [String] {
    let isCurrent = context.shown(in: book).player?.id == player.id
    let teams = book.teams(of: player.id).map(\.name).joined(separator: ", ")
    return [isCurrent ? "*" : " ", player.name, player.colour, teams]
  }

  fileprivate func line(_ team: SnapTeam) -> [String] {
    let isCurrent = context.shown(in: book).team?.id == team.id
    return [isCurrent ? "*" : " ", team.name, team.colour, "\(book.record(of: team.id))"]
  }
}

// MARK: - Players

enum SnapPlayerListCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["snap", "player", "list"], abstract: "List players, the current one marked.",
    options: [.json, .database])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    try context.show(session.book.players) { player in
      [
        "id": player.id.rawValue, "name": player.name, "colour": player.colour,
        "isCurrent": session.context.shown(in: session.book).player?.id == player.id,
        "teams": session.book.teams(of: player.id).map(\.name),
      ]
    } table: {
      TextColumns().lines($0.map(session.line))
    }
  }
}

enum SnapPlayerNewCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "player", "new"], abstract: "Add a player whose teams' seasons are kept.",
    options: [.snapColour, .database], operands: [.newName],
    examples: [Example("hyzer snap player new Ava", "Add the first player.")])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let name = try SnapField.name.checked(.text(context.arguments.operands(.newName)[0]))
    var fields = try context.arguments.snapFields()
    let last = SnapBook.position(
      at: session.book.players.count, among: session.book.players.map(\.position))
    fields.merge([.name: name, .position: .number(last)]) { $1 }
    let id = session.newID()
    let book = try session.apply(.set(.player, id, fields))
    let player = book.players.first { $0.id == id }
    try context.console.line("\(player?.name ?? ""): added; add a team with hyzer snap team new")
  }
}

enum SnapPlayerUseCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "player", "use"], abstract: "Turn to a player, and the team looked at last.",
    options: [.database], operands: [.snapPlayer])

  static func run(_ context: CommandContext) throws {
    var session = try SnapSession(context)
    try session.choose(player: session.player(named: context.arguments.operands(.snapPlayer)[0]))
    let shown = session.context.shown(in: session.book)
    try context.console.line(
      [shown.player?.name, shown.team?.name].compactMap { $0?.printable }.joined(separator: ", "))
  }
}

enum SnapPlayerEditCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "player", "edit"], abstract: "Change a player's name or colour.",
    options: [.snapName, .snapColour, .database], operands: [.snapPlayer])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let player = try session.player(named: context.arguments.operands(.snapPlayer)[0])
    let fields = try context.arguments.snapFields()
    guard !fields.isEmpty else {
      throw context.arguments.misuse("nothing to change; give --name or --colour")
    }
    let book = try session.apply(.set(.player, player.id, fields))
    try context.console.line(
      (book.players.first { $0.id == player.id }?.name ?? "").printable + ": changed")
  }
}

enum SnapPlayerMoveCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "player", "move"], abstract: "Give a player another place in all lists.",
    options: [.snapPlace, .database], operands: [.snapPlayer])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let player = try session.player(named: context.arguments.operands(.snapPlayer)[0])
    let others = session.book.players.filter { $0.id != player.id }.map(\.position)
    let book = try session.apply(
      .set(.player, player.id, context.arguments.snapPosition(among: others)))
    try context.console.lines(book.players.map(\.name.printable))
  }
}

enum SnapPlayerDeleteCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "player", "delete"],
    abstract: "Delete a player, with all teams and games.",
    discussion: "You are asked first in a terminal. hyzer snap undo brings all of it back.",
    options: [.unasked, .database], operands: [.snapPlayer])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let player = try session.player(named: context.arguments.operands(.snapPlayer)[0])
    let games = session.book.teams(of: player.id).map { session.book.games(of: $0.id).count }
    try context.confirmDeletion(of: player.name, games: games.reduce(0, +))
    try session.apply(.delete(session.book.deletion(of: player.id)))
    try context.console.line("\(player.name.printable): deleted")
  }
}

// MARK: - Teams

enum SnapTeamListCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["snap", "team", "list"],
    abstract: "List the current player's teams with their records, the current one marked.",
    options: [.json, .database])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    try context.show(session.book.teams(of: session.player().id)) { team in
      let record = session.book.record(of: team.id)
      return [
        "id": team.id.rawValue, "name": team.name, "colour": team.colour,
        "isCurrent": session.context.shown(in: session.book).team?.id == team.id,
        "wins": record.wins, "losses": record.losses, "ties": record.ties,
      ]
    } table: {
      TextColumns().lines($0.map(session.line))
    }
  }
}

enum SnapTeamNewCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "team", "new"], abstract: "Add a team of the current player.",
    options: [.snapColour, .database], operands: [.newName],
    examples: [Example("hyzer snap team new Tigers", "Add a team.")])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let player = try session.player()
    let name = try SnapField.name.checked(.text(context.arguments.operands(.newName)[0]))
    var fields = try context.arguments.snapFields()
    let places = session.book.teams(of: player.id).map(\.position)
    fields.merge([
      .player: .text(player.id.rawValue), .name: name,
      .position: .number(SnapBook.position(at: places.count, among: places)),
    ]) { $1 }
    let id = session.newID()
    let book = try session.apply(.set(.team, id, fields))
    let team = book.teams.first { $0.id == id }
    try context.console.line(
      "\((team?.name ?? "").printable): added to \(player.name.printable)")
  }
}

enum SnapTeamUseCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "team", "use"], abstract: "Turn to a team of the current player.",
    options: [.database], operands: [.snapTeam])

  static func run(_ context: CommandContext) throws {
    var session = try SnapSession(context)
    let team = try session.team(named: context.arguments.operands(.snapTeam)[0])
    try session.choose(team)
    try context.console.line("\(try session.player().name.printable), \(team.name.printable)")
  }
}

enum SnapTeamEditCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "team", "edit"], abstract: "Change a team's name or colour.",
    options: [.snapName, .snapColour, .database], operands: [.snapTeam])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let team = try session.team(named: context.arguments.operands(.snapTeam)[0])
    let fields = try context.arguments.snapFields()
    guard !fields.isEmpty else {
      throw context.arguments.misuse("nothing to change; give --name or --colour")
    }
    let book = try session.apply(.set(.team, team.id, fields))
    try context.console.line(
      (book.teams.first { $0.id == team.id }?.name ?? "").printable + ": changed")
  }
}

enum SnapTeamMoveCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "team", "move"], abstract: "Give a team another place in all lists.",
    options: [.snapPlace, .database], operands: [.snapTeam])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let team = try session.team(named: context.arguments.operands(.snapTeam)[0])
    let others = session.book.teams(of: team.player).filter { $0.id != team.id }.map(\.position)
    let book = try session.apply(
      .set(.team, team.id, context.arguments.snapPosition(among: others)))
    try context.console.lines(book.teams(of: team.player).map(\.name.printable))
  }
}

enum SnapTeamDeleteCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "team", "delete"], abstract: "Delete a team of the current player, with its games.",
    discussion: "You are asked first in a terminal. hyzer snap undo brings all of it back.",
    options: [.unasked, .database], operands: [.snapTeam])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let team = try session.team(named: context.arguments.operands(.snapTeam)[0])
    try context.confirmDeletion(of: team.name, games: session.book.games(of: team.id).count)
    try session.apply(.delete(session.book.deletion(of: team.id)))
    try context.console.line("\(team.name.printable): deleted")
  }
}
