internal import CommandLineKit
internal import HyzerBase
internal import PhonePage
internal import PostgreSQLStore
internal import ScoreLog

enum GroupNewCommand: Command {
  static let spec = CommandSpec(
    path: ["group", "new"], abstract: "Keep this log's rounds for a group, as its host.",
    discussion: """
      While the host is served it prints an invitation, else the secret that is part of it. Whoever has the invitation may join while hyzer serve runs here: with a computer by hyzer hub \
      join, which then sees, enters and brings all rounds of this log, and with a phone that scans it. Phones may \
      join a single round as well: see hyzer round invite. In a database of many groups the group is a new one, which whoever made the \
      tables begins.
      """,
    options: [.pageURL, .ownCertificate, .store, .json, .database], operands: [name],
    examples: [
      Example("hyzer group new \"Tuesday league\"", "Begin a group."),
      Example(
        "hyzer group new \"Friday league\" --store postgresql://owner@db.example/hyzer --url https://scores.example",
        "Begin one of many."),
    ])

  private static let name = OperandSpec(name: "NAME", help: "What its members know the group by.")

  static func run(_ context: CommandContext) throws {
    let name = context.arguments.operands(name)[0]
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw context.arguments.misuse("the name is empty; give one that the members know")
    }
    let group = HostedGroup(
      id: GroupID(context.surroundings.newIdentifier()), name: name, secret: JoinSecret.new())
    if let database = try context.database() {
      try PostgreSQLOwner(database).host(group)
      return try context.show(group)
    }
    let store = try context.store
    if let known = try store.hostedGroup() {
      throw context.refusal(
        "this log is the group \"\(known.name)\" already; show its invitation by `hyzer group invite`"
      )
    }
    try store.host(group)
    try context.show(group)
  }
}

enum GroupInviteCommand: Command {
  static let spec = CommandSpec(
    path: ["group", "invite"],
    abstract: "Show the invitation to this log's group, or to one of many.",
    discussion:
      "In a terminal it is a QR code too, which phones may scan; computers join by hyzer hub join.",
    options: [.pageURL, .ownCertificate, renew, .group, .store, .json, .database])

  private static let renew = OptionSpec(
    long: "renew",
    help: "Make another invitation, so that nobody joins by the old one; who has joined stays.")

  static func run(_ context: CommandContext) throws {
    let database = try context.database().map { try PostgreSQLOwner($0) }
    guard
      var group = try database.map({ try context.group(of: $0) }) ?? context.store.hostedGroup()
    else {
      throw context.refusal("this log is no group's; begin one with `hyzer group new NAME`")
    }
    if context.arguments.flag(renew) {
      group = HostedGroup(id: group.id, name: group.name, secret: JoinSecret.new())
      if let database { try database.host(group) } else { try context.store.host(group) }
    }
    try context.show(group)
  }
}

enum GroupListCommand: Command {
  static let spec = CommandSpec(
    path: ["group", "list"], abstract: "List the groups of a database.", options: [.store, .json])

  static func run(_ context: CommandContext) throws {
    let groups = try context.requireOwner().groups()
    try context.show(groups) { group in
      ["group": group.id.rawValue, "name": group.name]
    } table: { groups in
      groups.map { "\($0.id)  \($0.name)".printable }
    }
  }
}

extension OptionSpec {
  static let group = OptionSpec(
    long: "group", argument: "GROUP",
    help: "Which of many groups: its identifier, or its name where only one has that.")
  fileprivate static let ownCertificate = OptionSpec(
    long: "certificate", argument: "FILE",
    help:
      "The certificate by which the host of many groups serves, where no authority vouches for it.",
    completion: .files)
}

extension CommandContext {
  /// The owner of the database of many groups that the command means.
  func requireOwner() throws -> PostgreSQLOwner {
    guard let database = try database() else {
      throw arguments.misuse("name the database by --store postgresql://USER@HOST/DATABASE")
    }
    return try PostgreSQLOwner(database)
  }

  /// Returns the group of a database that `--group` names.
  func group(of owner: PostgreSQLOwner) throws -> HostedGroup {
    guard let wanted = arguments.value(.group) else {
      throw arguments.misuse("say which group by --group; see `hyzer group list`")
    }
    let groups = try owner.groups()
    let found = groups.filter { $0.id.rawValue == wanted }
    let named = found.isEmpty ? groups.filter { $0.name == wanted } : found
    guard let group = named.first, named.count == 1 else {
      throw refusal(
        named.isEmpty
          ? "there is no group \"\(wanted)\"; see `hyzer group list`"
          : "\(named.count) groups are called \"\(wanted)\"; give the identifier from `hyzer group list`"
      )
    }
    return group
  }

  fileprivate func show(_ group: HostedGroup) throws {
    let page = try PageAddress(arguments.value(.pageURL), self)
    let note = try ServingNote(besideLog: logPath())
    let certified = try arguments.value(.ownCertificate).flatMap { try Certificates.ownKey(of: $0) }
    func invitation(at page: PageAddress, key: String?) -> String {
      HostAddress.invitation(to: group, at: page.text, key: key)
    }
    let url = page.map {
      invitation(at: $0, key: certified ?? ($0.text == note.address ? note.key : nil))
    }
    if isJSON {
      return try console.json([
        "group": group.id.rawValue, "name": group.name, "secret": group.secret.text, "url": url,
      ])
    }
    guard let url, let page else {
      return try console.lines(
        [
          "\"\(group.name)\" has the secret \(group.secret.text), which is part of its invitation",
          "the host is not served: start `hyzer serve --address 0.0.0.0:8080`; then `hyzer group invite` shows the invitation",
        ].map(\.printable))
    }
    // Phones need no key: with it the code would be higher than most terminals.
    let link = invitation(at: page, key: nil)
    // What is no terminal gets the lines alone, and no phone opens a machine's own address.
    let hasCode = console.columns() != nil && !page.isLocal
    if hasCode { try show(QRCode(link), otherwise: "widen it, or send the link") }
    let insecure = page.text.hasPrefix("https:") || page.isLocal ? "" : " --insecure"
    try console.lines(
      [
        link,
        hasCode
          ? "phones scan the code, or open the link"
          : "phones open the link, or scan its QR code in a terminal",
        "laptops join by: hyzer hub join '\(url)'\(insecure)",
      ].map(\.printable))
    if page.isLocal {
      warn(
        "\(page.text) is this machine's own address, which no phone can open; serve at another, as `hyzer serve --address 0.0.0.0:8080` does"
      )
    }
  }
}
