internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import PhonePage
internal import ScoreLog
internal import ScoreScreen

extension OperandSpec {
  fileprivate static let hubAddress = OperandSpec(
    name: "URL", minimum: 0,
    help: "The database, as postgresql://USER@HOST/DATABASE; the default is HYZER_HUB.")
}

extension ParsedArguments {
  /// The hub that the arguments or the environment name.
  fileprivate func hubAddress(_ toolkit: Toolkit) throws -> String {
    guard let address = operands(.hubAddress).first ?? toolkit.hubOfEnvironment else {
      throw misuse("which hub? give its URL, as in postgresql://USER@HOST/DATABASE")
    }
    return address
  }
}

enum HubInitCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "init"], abstract: "Make a PostgreSQL database a hub, where logs meet.",
    discussion: """
      Needs the database's owner. Doing it again changes nothing. Grant people the role \
      hyzer_writer, which can only add and read, or hyzer_reader, which can only read.
      """,
    options: [.database], operands: [.hubAddress])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let connection = try toolkit.connection(to: arguments.hubAddress(toolkit))
    let made = try connection.install()
    let roles =
      made.hasRoles
      ? "" : "; its roles could not be made, so grant rights on the schema hyzer by hand"
    try toolkit.console.line(
      (made.isNew ? "\(connection.place) is a hub" : "\(connection.place) was a hub already")
        + roles)
  }
}

enum HubJoinCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "join"], abstract: "Share this log's rounds with the others of a hub.",
    discussion: """
      From then on every command, and hyzer listen all the time, exchanges scores with the hub. \
      Scores are saved here first, with or without a network. Who may only read there can follow. \
      The password is best kept in ~/.pgpass.
      """,
    options: [.json, .database], operands: [.hubAddress],
    examples: [Example("hyzer hub join postgresql://mike@scores.example/disc", "Join a hub.")])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let address = try arguments.hubAddress(toolkit)
    let store = try toolkit.scoreStore(arguments)
    let connection = try toolkit.connection(to: address)
    try connection.requireHub()
    let left = try store.joinedHub()
    if left != address { try store.joinHub(address) }
    if HubConnection.hasPassword(address) {
      try store.closeToOthers()
      toolkit.console.errorLine(
        "\(arguments.location): the log keeps the password, so nobody else may read the file now; ~/.pgpass is a better place"
      )
    }
    if let left, left != address {
      toolkit.console.errorLine(
        "\(arguments.location): left \(HubConnection.shown(left).printable)")
    }
    try HubStatusCommand.exchange(store, address, arguments, toolkit)
    do {
      let name = try toolkit.deviceName(store, toolkit.scoreLogPlace(arguments))
      try connection.setName(name, of: store.thisDevice())
    } catch HubError.denied, HubError.readOnly {
      // Who may only read needs no name there.
    }
    try toolkit.takeUpRound(in: store, for: toolkit.scoreLogPlace(arguments).reporter)
    try HubStatusCommand.show(store, address, arguments, toolkit)
  }
}

enum HubStatusCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "status"], abstract: "Show what the hub does not have yet, and since when.",
    options: [.json, .database])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    guard let address = try toolkit.hubAddress(store) else {
      throw Failure(.badData, "\(arguments.location): no hub is joined; see hyzer hub join")
    }
    try exchange(store, address, arguments, toolkit)
    try show(store, address, arguments, toolkit)
  }

  /// Exchanges at once, since that was asked for, and says what keeps log and hub apart.
  static func exchange(
    _ store: ScoreStore, _ address: String, _ arguments: ParsedArguments, _ toolkit: Toolkit
  ) throws {
    let link = try toolkit.link(store, address)
    do {
      try link.exchange()
    } catch let error as HubError {
      return toolkit.console.errorLine("\(arguments.location): \(error)".printable)
    }
    guard let problem = link.condition.problem else { return }
    toolkit.console.errorLine("\(arguments.location): \(problem)".printable)
  }

  static func show(
    _ store: ScoreStore, _ address: String, _ arguments: ParsedArguments, _ toolkit: Toolkit
  ) throws {
    let backlog = try store.hubBacklog()
    let record = try store.hub()
    let failed = record?.refused ?? 0
    let shown = HubConnection.shown(address)
    if arguments.flag(.json) {
      return try toolkit.console.json([
        "hub": shown, "pending": max(0, backlog.count - failed), "failed": failed,
        "lastSync": record?.lastSync, "since": backlog.since, "problem": record?.problem,
      ])
    }
    let time = toolkit.surroundings.localTime
    var lines = ["hub        \(shown)"]
    lines.append("last sync  \(record?.lastSync.map(time) ?? "never")")
    let since =
      backlog.count > failed ? backlog.since.map { ", since \(time($0))" } ?? "" : ""
    lines.append("pending    \(max(0, backlog.count - failed))\(since)")
    if failed > 0 { lines.append("failed     \(failed)") }
    if let problem = record?.problem { lines.append("problem    \(problem)") }
    try toolkit.console.lines(lines.map(\.printable))
  }
}

enum HubLeaveCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "leave"], abstract: "Keep this log to itself again.",
    discussion: "What is at the hub stays there, and what is here stays here.",
    options: [.database], operands: [.hubAddress])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    guard let joined = try store.joinedHub() else {
      throw Failure(.badData, "\(arguments.location): no hub is joined")
    }
    if let named = arguments.operands(.hubAddress).first, named != joined {
      throw Failure(
        .badData,
        "\(arguments.location): the joined hub is another: \(HubConnection.shown(joined))")
    }
    let waiting = try store.hubBacklog().count
    try store.leaveHub()
    if waiting > 0 {
      toolkit.console.errorLine(
        "\(arguments.location): \(RoundWords.count(waiting, "event")) had not reached the hub; join it again to send them"
      )
    }
  }
}
