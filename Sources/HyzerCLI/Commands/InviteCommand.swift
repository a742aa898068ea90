internal import CommandLineKit
internal import FoundationEssentials
internal import HyzerBase
internal import PhonePage
internal import ScoreLog

extension OptionSpec {
  static let pageURL = OptionSpec(
    long: "url", short: "u", argument: "URL",
    help:
      "The address of the page. The default is HYZER_PAGE, or else that of the running hyzer serve or hyzer listen --serve."
  )
}

enum RoundInviteCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "invite"],
    abstract: "Show how phones join a round: a QR code and a code to type.",
    discussion: """
      They stay the same until --renew. Who has one of them may enter scores in the round; the \
      first phone that takes the name of an organiser who plays is the organiser's, so take it yourself \
      before you show the code to others. --organiser makes another device the organiser's, as after a \
      change of browser, or where the organiser does not play. Where the group's host is another \
      machine (hyzer hub join), and the page is not served here, phones join there. hyzer device list shows who has joined, and hyzer device revoke puts \
      somebody out.
      """,
    options: [.pageURL, svg, renew, organiser, .json, .database], operands: [.round],
    examples: [
      Example("hyzer round invite --svg invitation.svg", "Draw the QR code to print or send.")
    ])

  private static let svg = OptionSpec(
    long: "svg", argument: "FILE", help: "Draw the QR code as an SVG, to standard output for -.",
    conflicts: ["json"], completion: .files)
  private static let renew = OptionSpec(
    long: "renew",
    help: "Make another code, so that nobody joins by the old one; who has joined stays.")

  private static let organiser = OptionSpec(
    long: "organiser",
    help: "Show a link that makes one device the organiser's, once; an earlier one ends.",
    conflicts: ["renew"])

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let own = try PageAddress(arguments.value(.pageURL), context)
    let hub = try own == nil && context.isShared ? context.hub() : nil
    let page = own ?? hub.map { PageAddress(text: $0.address) }
    if arguments.flag(svg), page == nil {
      throw context.refusal(
        "the address of the page is not known; start `hyzer serve`, or name it with --url")
    }
    let store = try context.store
    let id = try store.shownRound(arguments.operands(.round).first)
    if arguments.flag(organiser) { return try issue(page, hub, store.round(id), context) }
    let isNew = arguments.flag(renew)
    let invitation =
      if let hub {
        try context.invitation(to: id, isNew: isNew, from: hub)
      } else if isNew {
        try store.renewInvitation(for: id, making: Invitation.new)
      } else {
        try store.invitation(for: id, making: Invitation.new)
      }
    let url = page?.joining(by: invitation.secret)
    if context.isJSON {
      return try context.console.json([
        "round": id.rawValue, "code": invitation.code.description, "url": url,
        "secret": invitation.secret.text,
      ])
    }
    if let path = arguments.value(svg), let url {
      let drawing = try QRCode(url).svg
      return try path == "-" ? context.console.piece(drawing) : OutputFile.write(drawing, to: path)
    }
    // The host alone knows who joined there.
    let joined = try hub == nil ? joined(store.round(id), in: store.devices()) : nil
    try show(invitation, page, joined, context)
    if let page, page.isLocal {
      context.warn(
        "\(page.text) is this machine's own address, which no phone can open; serve at another with `hyzer serve --address 0.0.0.0:8080`"
      )
    }
  }

  /// Issues a token to the organiser, and shows the link with it.
  private static func issue(
    _ page: PageAddress?, _ hub: HubRecord?, _ record: RoundRecord, _ context: CommandContext
  ) throws {
    guard !record.organiser.isEmpty else {
      throw context.refusal("nobody knows who organises the round; only a new one has an organiser")
    }
    guard let page else {
      throw context.refusal(
        "the address of the page is not known; start `hyzer serve`, or name it with --url")
    }
    let token: AccessToken
    if let hub {
      token = try context.organisersToken(for: record.id, from: hub)
    } else {
      token = AccessToken()
      try context.store.issueOrganiser(
        token.hash(), round: record.id, at: context.surroundings.timestamp())
    }
    let url = page.organising(by: token)
    if context.isJSON {
      return try context.console.json([
        "round": record.id.rawValue, "organiser": record.organiser, "url": url,
      ])
    }
    if let path = context.arguments.value(svg) {
      let drawing = try QRCode(url).svg
      return try path == "-" ? context.console.piece(drawing) : OutputFile.write(drawing, to: path)
    }
    let code = try QRCode(url)
    if let columns = context.console.columns(), columns >= code.columns {
      try context.console.lines(code.lines(color: context.console.environment["TERM"] != "dumb"))
    }
    try context.console.lines(
      [url, "for \(record.organiser) alone: whoever opens it first organises the round"]
        .map(\.printable))
  }

  private static func show(
    _ invitation: Invitation, _ page: PageAddress?, _ joined: String?, _ context: CommandContext
  ) throws {
    var lines: [String] = []
    if let page {
      let url = page.joining(by: invitation.secret)
      try context.show(QRCode(url), otherwise: "widen it, or use --svg")
      lines += [url, "or open \(page.text)/join and type \(invitation.code)"]
    } else {
      lines += [
        "code \(invitation.code)",
        "the page is not served: start `hyzer serve --address 0.0.0.0:8080`, or name it with --url",
      ]
    }
    try context.console.lines((lines + [joined].compactMap(\.self)).map(\.printable))
  }

  /// Says who has joined, each name once.
  private static func joined(_ record: RoundRecord, in devices: [DeviceSummary]) -> String {
    let phones = devices.filter { !$0.isRevoked }.compactMap(\.phone)
      .filter { $0.joined.contains(record.id) }.sorted { $0.at < $1.at }
    var names = phones.compactMap { phone in
      phone.player.map { phone.role(in: record) == .organiser ? "\($0) (organiser)" : $0 }
    }.withoutRepeats
    let watchers = phones.count { $0.player == nil }
    if watchers > 0 { names.append("\(watchers) watching") }
    return names.isEmpty ? "nobody has joined yet" : "joined: \(names.joined(separator: ", "))"
  }
}

extension CommandContext {
  /// Prints a QR code, or what to do where the terminal is too narrow for it.
  func show(_ code: QRCode, otherwise advice: String) throws {
    let columns = console.columns()
    if let columns, columns < code.columns {
      return try console.line(
        "the terminal has \(columns) columns, and the QR code needs \(code.columns): \(advice)")
    }
    try console.lines(
      code.lines(color: columns != nil && console.environment["TERM"] != "dumb"))
  }
}

struct PageAddress {
  /// Without a slash at its end.
  let text: String

  init(text: String) { self.text = text }

  /// Finds it where it is given, in the environment, or in the file that a running server writes; nil where it is
  /// in none.
  init?(_ given: String?, _ context: CommandContext) throws {
    let variable = context.variable("HYZER_PAGE")
    let note = try ServingNote(besideLog: context.logPath())
    guard let address = given ?? variable ?? note.address else { return nil }
    let text = address.replacing(/\/+$/, with: "")
    guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme),
      url.host?.isEmpty == false, url.query == nil, url.fragment == nil
    else {
      let place =
        given == nil ? (variable == nil ? "\"\(note.path)\" has" : "HYZER_PAGE is") : "--url is"
      throw Failure(
        given == nil ? .badData : .usage,
        "\(context.arguments.location): \(place) no address of a page: \"\(address)\"; give one such as http://192.168.1.10:8080"
      )
    }
    self.text = text
  }

  /// What a phone scans.
  func joining(by secret: JoinSecret) -> String { "\(text)/join#\(secret.text)" }

  /// What the organiser's device opens; what stands behind the sign goes to no server's notes.
  func organising(by token: AccessToken) -> String { "\(text)/join#organiser.\(token.text)" }

  /// Whether only this machine can open it.
  var isLocal: Bool {
    let host = URLComponents(string: text)?.host ?? ""
    return host == "localhost" || host.hasPrefix("127.") || ["::1", "[::1]"].contains(host)
  }
}
