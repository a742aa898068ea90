internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import PhonePage
internal import ScoreLog

enum GroupNewCommand: Command {
  static let spec = CommandSpec(
    path: ["group", "new"], abstract: "Keep this log's rounds for a group, as its host.",
    discussion: """
      Prints an invitation. Whoever has it may join with a computer by hyzer hub join while hyzer \
      serve runs here, and then sees, enters and brings all rounds of this log. Phones join a round: \
      see hyzer round invite.
      """,
    options: [.pageURL, .json, .database], operands: [name],
    examples: [Example("hyzer group new \"Tuesday league\"", "Begin a group.")])

  private static let name = OperandSpec(name: "NAME", help: "What its members know the group by.")

  static func run(_ context: CommandContext) throws {
    let name = context.arguments.operands(name)[0]
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw context.arguments.misuse("the name is empty; give one that the members know")
    }
    let store = try context.store
    if let known = try store.hostedGroup() {
      throw context.refusal(
        "this log is the group \"\(known.name)\" already; show its invitation by `hyzer group invite`"
      )
    }
    let group = HostedGroup(
      id: GroupID(context.surroundings.newIdentifier()), name: name, secret: JoinSecret.new())
    try store.host(group)
    try context.show(group)
  }
}

enum GroupInviteCommand: Command {
  static let spec = CommandSpec(
    path: ["group", "invite"], abstract: "Show the invitation to this log's group.",
    options: [.pageURL, renew, .json, .database])

  private static let renew = OptionSpec(
    long: "renew",
    help: "Make another invitation, so that nobody joins by the old one; who has joined stays.")

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    guard var group = try store.hostedGroup() else {
      throw context.refusal("this log is no group's; begin one with `hyzer group new NAME`")
    }
    if context.arguments.flag(renew) {
      group = HostedGroup(id: group.id, name: group.name, secret: JoinSecret.new())
      try store.host(group)
    }
    try context.show(group)
  }
}

extension CommandContext {
  fileprivate func show(_ group: HostedGroup) throws {
    let page = try PageAddress(arguments.value(.pageURL), self)
    let note = try ServingNote(besideLog: logPath())
    let url = page.map {
      HostAddress.invitation(
        to: group, at: $0.text, key: $0.text == note.address ? note.key : nil)
    }
    if isJSON {
      return try console.json([
        "group": group.id.rawValue, "name": group.name, "secret": group.secret.text, "url": url,
      ])
    }
    guard let url, let page else {
      return try console.lines([
        "secret \(group.secret.text)",
        "the host is not served: start `hyzer serve --address 0.0.0.0:8080`, and see `hyzer group invite`",
      ])
    }
    try console.lines([url, "join by: hyzer hub join '\(url)'"].map(\.printable))
    if page.isLocal {
      warn(
        "\(page.text) is this machine's own address; serve at another with `hyzer serve --address 0.0.0.0:8080`"
      )
    }
  }
}
