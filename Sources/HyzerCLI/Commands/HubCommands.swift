internal import CommandLineKit
internal import HyzerBase
internal import PhonePage
internal import ScoreLog
internal import ScoreScreen

extension OperandSpec {
  fileprivate static let hubAddress = OperandSpec(
    name: "URL", minimum: 0,
    help: "The invitation that hyzer group invite shows on the host; the default is HYZER_HUB.")
}

extension CommandContext {
  /// The host that the arguments or the environment name.
  fileprivate func namedHub() throws -> HostAddress {
    guard let text = arguments.operands(.hubAddress).first ?? variable("HYZER_HUB") else {
      throw arguments.misuse(
        "which host? give the invitation that hyzer group invite shows there")
    }
    guard let address = HostAddress(text) else { throw HostError.badAddress }
    return address
  }

  /// Shows what the host does not have yet.
  fileprivate func show(hub address: String) throws {
    let backlog = try store.hubBacklog(of: address)
    let record = try store.hub(address)
    let failed = record?.refused ?? 0
    let forks = try store.forks().map(\.description)
    let pending = backlog.count
    let time = surroundings.localTime
    let since = pending > 0 ? backlog.since.map { ", since \(time($0))" } ?? "" : ""
    try show(
      json: [
        "hub": address, "group": record?.groupName, "pending": pending, "failed": failed,
        "lastSync": record?.lastSync, "since": backlog.since, "problem": record?.problem,
        "forks": forks,
      ],
      lines: [
        "hub        \(address)", record.map { "group      \($0.groupName)" },
        "last sync  \(record?.lastSync.map(time) ?? "never")", "pending    \(pending)\(since)",
        failed > 0 ? "failed     \(failed)" : nil, record?.problem.map { "problem    \($0)" },
      ].compactMap { $0?.printable } + forks.map { "fork       \($0)".printable })
  }

  /// Exchanges at once, since that was asked for, and says what keeps log and host apart.
  fileprivate func exchangeNow(with hub: HubRecord) throws {
    do {
      if let problem = try exchangePatiently(with: hub).problem { warn(problem) }
    } catch let error as HostError {
      warn("\(error)")
    }
  }
}

enum HubJoinCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "join"], abstract: "Share this log's rounds with a group, at its host.",
    discussion: """
      The host is any computer on which hyzer serve runs, and hyzer group invite shows the \
      invitation there. From then on every command exchanges scores with the host, and hyzer listen \
      does so all the time. Scores are saved here first, with or without a network. Rounds of \
      another group stay with that one.
      """,
    options: [insecure, .json, .database], operands: [.hubAddress],
    examples: [
      Example(
        "hyzer hub join https://scores.example:8443/join#group.7K…", "Join the group of a host.")
    ])

  private static let insecure = OptionSpec(
    long: "insecure",
    help: "Join also where everybody in the network can read and change what goes to the host.")

  static func run(_ context: CommandContext) throws {
    let address = try context.namedHub()
    let store = try context.store
    let left = try store.joinedHub()
    let known = address.secret == nil ? try store.hub("\(address)") : nil
    let hub =
      try known ?? context.enter(address, isInsecure: context.arguments.flag(insecure))
    try store.joinHub(hub.address)
    if let left, left != hub.address { context.warn("left \(left)") }
    try context.exchangeNow(with: hub)
    try context.takeUpRound()
    try context.show(hub: hub.address)
  }
}

enum HubStatusCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["hub", "status"], abstract: "Show what the host does not have yet, and since when.",
    options: [.json, .database])

  static func run(_ context: CommandContext) throws {
    guard let hub = try context.hub() else {
      throw context.refusal("no group is joined; see hyzer hub join")
    }
    if try !context.store.isReadOnly {
      try context.takingUpRound { try context.exchangeNow(with: hub) }
    }
    try context.show(hub: hub.address)
  }
}

enum HubLeaveCommand: Command {
  static let spec = CommandSpec(
    path: ["hub", "leave"], abstract: "Stop sharing this log's rounds.",
    discussion: "What is at the host stays there, and what is here stays here.",
    options: [.database], operands: [.hubAddress])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    guard let joined = try store.joinedHub() else {
      throw context.refusal("no group is joined")
    }
    if let named = context.arguments.operands(.hubAddress).first,
      HostAddress(named).map({ "\($0)" }) != joined
    {
      throw context.refusal("the joined host is another: \(joined)")
    }
    let waiting = try store.hubBacklog(of: joined).count
    try store.leaveHub()
    if waiting > 0 {
      context.warn(
        "\(RoundWords.count(waiting, "event")) had not reached the host; join it again to send them"
      )
    }
  }
}
