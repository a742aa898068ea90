internal import CommandLineKit
internal import FoundationEssentials
internal import HyzerBase
internal import PostgreSQLStore
internal import ScoreLog

private let file = OperandSpec(name: "FILE", help: "The backup.", completion: .files)
private let hostRole = OptionSpec(
  long: "host-role", argument: "ROLE",
  help: "The role of those who serve, made where it is missing. The default is hyzer_host.")

enum StoreInitCommand: Command {
  static let spec = CommandSpec(
    path: ["store", "init"], abstract: "Make the tables of many groups in a database.",
    discussion: """
      Whoever runs this owns the tables, begins and erases groups, and takes backups. Those who serve log in as \
      the role, or as its members, and own nothing: row security lets them see the log of one group at a time. \
      From then on hyzer serve --store serves the database, on as many machines as wanted.
      """,
    options: [.store, hostRole],
    examples: [
      Example(
        "hyzer store init --store postgresql://owner@db.example/hyzer", "Make the tables.")
    ])

  static func run(_ context: CommandContext) throws {
    let role = context.arguments.value(hostRole) ?? "hyzer_host"
    let owner = try context.requireOwner()
    try owner.prepare(forHost: role)
    try context.console.line(
      "made; whoever serves logs in as \(role), or is granted it; begin a group by hyzer group new"
        .printable)
  }
}

enum StoreBackupCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["store", "backup"], abstract: "Write all that a host keeps to a file, while it serves.",
    discussion: """
      Of a database of many groups the file is one of pg_dump, and whoever made the tables writes it. It holds \
      what lets devices in, as the store does: keep it as safe.
      """,
    options: [.store, .database], operands: [file])

  static func run(_ context: CommandContext) throws {
    let path = context.arguments.operands(file)[0]
    guard !FileManager.default.fileExists(atPath: path) else {
      throw context.refusal("\"\(path)\" exists; name another file, or remove it")
    }
    if try context.database() != nil {
      try context.requireOwner().backUp(to: path)
    } else {
      try context.store.backUp(to: path)
    }
  }
}

enum StoreRestoreCommand: Command {
  static let spec = CommandSpec(
    path: ["store", "restore"], abstract: "Put a backup of a host's logs back where nothing is.",
    discussion: """
      A database must have no tables of this program; it gets them from the backup. Afterwards the host has what it \
      had then; devices bring what they entered since, by themselves, when they come back.
      """,
    options: [.store, hostRole, .database], operands: [file])

  static func run(_ context: CommandContext) throws {
    let path = context.arguments.operands(file)[0]
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw Failure(.inputMissing, "\(context.arguments.location): \"\(path)\" cannot be read")
    }
    if try context.database() != nil {
      return try context.requireOwner().restore(
        from: path, forHost: context.arguments.value(hostRole) ?? "hyzer_host")
    }
    let place = try context.logPath()
    guard !FileManager.default.fileExists(atPath: place) else {
      throw context.refusal("\"\(place)\" exists; move it away, with what stands beside it")
    }
    // Read first: what is no score log is not put there.
    _ = try ScoreStore(existing: path)
    try FileManager.default.copyItem(atPath: path, toPath: place)
  }
}

enum StoreVerifyCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["store", "verify"],
    abstract: "Check all logs that a host keeps, as hyzer audit does one.",
    options: [.store, .database])

  static func run(_ context: CommandContext) throws {
    guard try context.database() != nil else { return try AuditCommand.run(context) }
    let owner = try context.requireOwner()
    let (groups, served) = (try owner.groups(), try owner.served())
    var events = 0
    var hasFaults = false
    for group in groups {
      guard let store = try served.store(of: group.id) else { continue }
      let audit = try store.audit()
      hasFaults = hasFaults || !audit.isClean
      events += try store.lastSequence()
      let lines = audit.forks + audit.carried + audit.faults
      try context.console.lines(lines.map { "\(group.id): \($0)".printable })
    }
    guard !hasFaults else { throw Reported(code: .badData) }
    try context.console.line("clean: \(groups.count) groups, \(events) events and starts of rounds")
  }
}

enum StoreEraseCommand: Command {
  static let spec = CommandSpec(
    path: ["store", "erase"],
    abstract: "Erase a group, a person, or groups that nobody uses, for good.",
    discussion: """
      Of a group all rows go. Of a person the name, other spellings, and all transcripts that hold them go, \
      from that group's log; the strokes stay, as a removed player's. Start those who serve the database again \
      afterwards, so that they read it anew. Devices of the group, exports and backups keep what they have.
      """,
    options: [.store, .group, player, idle, yes],
    examples: [
      Example(
        "hyzer store erase --store postgresql://owner@db.example/hyzer --group Friday --player Mike --yes",
        "Erase a person."),
      Example(
        "hyzer store erase --store postgresql://owner@db.example/hyzer --idle-since 2024-01-01 --yes",
        "Keep no group longer than it is used."),
    ])

  private static let player = OptionSpec(
    long: "player", argument: "NAME", help: "Erase this person, and not the group.")
  private static let idle = OptionSpec(
    long: "idle-since", argument: "DATE",
    help: "Erase all groups into whose logs nothing was written since a day, as 2024-01-31.",
    conflicts: ["group", "player"])
  private static let yes = OptionSpec(
    long: "yes", short: "y", help: "Do it; without this what would be erased is shown.")

  static func run(_ context: CommandContext) throws {
    let (owner, isMeant) = (try context.requireOwner(), context.arguments.flag(yes))
    let console = context.console
    if let date = context.arguments.value(idle) {
      guard date.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else {
        throw context.arguments.misuse("\"\(date)\" is no day; give one as 2024-01-31")
      }
      let groups = try owner.groups(idleSince: date)
      if isMeant { for group in groups { try owner.erase(group.id) } }
      return try console.lines(
        groups.map { "\($0.id)  \($0.name)".printable }
          + (isMeant || groups.isEmpty ? [] : ["nothing was erased; add --yes"]))
    }
    let group = try context.group(of: owner)
    let name = context.arguments.value(player)
    let what = name.map { "\"\($0)\" of " } ?? ""
    guard isMeant else {
      return try console.lines(
        ["would erase \(what)group \(group.id), \"\(group.name)\"; add --yes".printable])
    }
    guard let name else { return try owner.erase(group.id) }
    let replacement = try owner.erase(player: name, of: group.id)
    try console.line("\"\(name)\" is \"\(replacement)\" from now on".printable)
  }
}
