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

extension CommandContext {
  /// The hub that the arguments or the environment name.
  fileprivate func namedHub() throws -> String {
    guard let address = arguments.operands(.hubAddress).first ?? variable("HYZER_HUB") else {
      throw arguments.misuse("which hub? give its URL, as in postgresql://USER@HOST/DATABASE")
    }
    return address
  }

  /// Exchanges at once, since that was asked for, and says what keeps log and hub apart.
  fileprivate func exchange(with address: String) throws {
    let link = try link(to: address)
    do {
      try link.exchange()
      if let problem = link.condition.problem { warn(problem) }
    } catch let error as HubError {
      warn("\(error)")
    }
  }

  /// Shows what the hub does not have yet.
  fileprivate func show(hub address: String) throws {
    let backlog = try store.hubBacklog()
    let record = try store.hub()
    let failed = record?.refused ?? 0
    let pending = max(0, backlog.count - failed)
    let time = surroundings.localTime
    let since = pending > 0 ? backlog.since.map { ", since \(time($0))" } ?? "" : ""
    try show(
      json: [
        "hub": HubConnection.shown(address), "pending": pending, "failed": failed,
        "lastSync": record?.lastSync, "since": backlog.since, "problem": record?.problem,
      ],
      lines: [
        "hub        \(HubConnection.shown(address))",
        "last sync  \(record?.lastSync.map(time) ?? "never")", "pending    \(pending)\(since)",
        failed > 0 ? "failed     \(failed)" : nil, record?.problem.map { "problem    \($0)" },
      ].compactMap { $0?.printable })
  }
}

enum HubInitCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "init"], abstract: "Make a PostgreSQL database a hub, where logs meet.",
    discussion: """
      Only the database's owner can do this. Doing it again changes nothing. Grant people the role \
      hyzer_writer, which can only add and read, or hyzer_reader, which can only read.
      """,
    options: [.database], operands: [.hubAddress])

  static func run(_ context: CommandContext) throws {
    let connection = try context.connection(to: context.namedHub())
    let made = try connection.install()
    let roles =
      made.hasRoles
      ? "" : "; its roles could not be made, so grant rights on the schema hyzer by hand"
    try context.console.line(
      (made.isNew ? "\(connection.place) is a hub" : "\(connection.place) was a hub already")
        + roles)
  }
}

enum HubJoinCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "join"], abstract: "Share this log's rounds with the other logs of a hub.",
    discussion: """
      From then on every command exchanges scores with the hub, and hyzer listen does so all the \
      time. Scores are saved here first, with or without a network. Those who may only read there can \
      follow the scores. The password is best kept in ~/.pgpass.
      """,
    options: [.json, .database], operands: [.hubAddress],
    examples: [Example("hyzer hub join postgresql://mike@scores.example/disc", "Join a hub.")])

  static func run(_ context: CommandContext) throws {
    let address = try context.namedHub()
    let store = try context.store
    let connection = try context.connection(to: address)
    try connection.requireHub()
    let left = try store.joinedHub()
    if left != address { try store.joinHub(address) }
    if HubConnection.hasPassword(address) {
      try store.closeToOthers()
      context.warn(
        "the log keeps the password, so nobody else may read the file now; ~/.pgpass is a better place"
      )
    }
    if let left, left != address { context.warn("left \(HubConnection.shown(left))") }
    try context.exchange(with: address)
    do {
      try connection.setName(context.deviceName(), of: store.thisDevice())
    } catch HubError.denied, HubError.readOnly {
      // A reader needs no name there.
    }
    try context.takeUpRound()
    try context.show(hub: address)
  }
}

enum HubStatusCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "status"], abstract: "Show what the hub does not have yet, and since when.",
    options: [.json, .database])

  static func onlyReads(_ arguments: ParsedArguments) -> Bool { true }

  static func run(_ context: CommandContext) throws {
    guard let address = try context.hubAddress() else {
      throw context.refusal("no hub is joined; see hyzer hub join")
    }
    if try !context.store.isReadOnly { try context.exchange(with: address) }
    try context.show(hub: address)
  }
}

enum HubLeaveCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "leave"], abstract: "Stop sharing this log's rounds.",
    discussion: "What is at the hub stays there, and what is here stays here.",
    options: [.database], operands: [.hubAddress])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    guard let joined = try store.joinedHub() else { throw context.refusal("no hub is joined") }
    if let named = context.arguments.operands(.hubAddress).first, named != joined {
      throw context.refusal("the joined hub is another: \(HubConnection.shown(joined))")
    }
    let waiting = try store.hubBacklog().count
    try store.leaveHub()
    if waiting > 0 {
      context.warn(
        "\(RoundWords.count(waiting, "event")) had not reached the hub; join it again to send them")
    }
  }
}
