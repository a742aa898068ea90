internal import CommandLineKit
internal import FoundationEssentials
internal import HyzerBase
internal import PhonePage

enum CertificateCommand: Command {
  static let spec = CommandSpec(
    path: ["certificate"],
    abstract: "Make a certificate, with which phones can use voice and keep the page offline.",
    discussion: """
      Browsers allow the microphone only on pages that they trust. This makes a certificate \
      authority of your own, once, and with it a certificate for this machine's names and private \
      addresses. Do it again when these have changed, or after a year: the authority stays, so that \
      nobody has to trust it again. It can speak for private addresses only, and for what --name \
      said when it was made.
      """,
    options: [name, folder, .json, .database],
    examples: [
      Example("hyzer certificate", "Make one for this machine in its network."),
      Example("hyzer certificate --name golf.example", "Make one for another name, too."),
    ])

  private static let name = OptionSpec(
    long: "name", short: "n", argument: "NAME",
    help: "Another name or address by which the page is opened.", repeats: true)
  private static let folder = OptionSpec(
    long: "folder", argument: "FOLDER",
    help: "Where they are; it is created if it is missing. The default is beside the score log.",
    completion: .files)

  static func run(_ context: CommandContext) throws {
    let place = try Certificates(folder: folderPath(context))
    let machine = context.surroundings.device
    var names = try context.arguments.values(name).map { try HostName($0) }
    for one in HostName.ofThisMachine(called: machine) where !names.contains(one) {
      names.append(one)
    }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let now = try style.parse(context.surroundings.timestamp())
    var generator = SystemRandomNumberGenerator()
    let outcome = try place.issue(
      for: names, owner: machine, at: Int(now.timeIntervalSince1970), using: &generator)
    let until = Date(timeIntervalSince1970: Double(outcome.until)).formatted(style)
    if context.isJSON {
      return try context.console.json([
        "certificate": place.serverFile, "key": place.serverKeyFile,
        "authority": place.authorityFile, "isNewAuthority": outcome.isNew,
        "fingerprint": outcome.fingerprint, "names": outcome.names.map(\.description),
        "until": until,
      ])
    }
    let list = outcome.names.map(\.description).joined(separator: ", ")
    let day = context.surroundings.localTime(until).prefix(10)
    var lines = [
      "certificate until \(day) for \(list)", "", "Serve the page with it:",
      "  hyzer serve --address 0.0.0.0:8443 \\",
      "    --certificate \(quoted(place.serverFile)) --key \(quoted(place.serverKeyFile))", "",
    ]
    if outcome.isNew {
      lines += [
        "Trust the authority once on each phone: open /ca.crt of the page there, past the warning,",
        "or send \(place.authorityFile)",
        "  iPhone   Settings, General, VPN & Device Management: install it; then General, About,",
        "           Certificate Trust Settings: switch it on",
        "  Android  Settings, Security, Encryption & credentials, Install a certificate,",
        "           CA certificate; Chrome then trusts it",
        "  desktop  Firefox: Settings, Privacy & Security, View Certificates, Authorities, Import;",
        "           macOS: Keychain Access, Always Trust; Windows: install it among the trusted",
        "           roots; Chrome on Linux: chrome://certificate-manager, Import",
        "Compare its SHA-256:", "  \(outcome.fingerprint.prefix(47)):",
        "  \(outcome.fingerprint.dropFirst(48))",
        "Keep ca.key to yourself: who has it can pose as any private address to those who trust it.",
      ]
    } else {
      lines.append("The authority is the same as before: who trusts it need do nothing.")
    }
    try context.console.lines(lines.map(\.printable))
    // The page says this one of itself.
    if let address = context.surroundings.address(),
      !names.contains(where: { $0.description == address })
    {
      context.warn(
        "the certificate is not for \(address), which is no private address; where the page is opened by it, give --name \(address)"
      )
    }
  }

  /// The folder that the arguments name, or else one beside the score log.
  private static func folderPath(_ context: CommandContext) throws -> String {
    if let path = context.arguments.value(folder) { return path }
    let log = try context.logPath()
    return (log.lastIndex(of: "/").map { String(log[...$0]) } ?? "") + "certificate"
  }

  /// A path as a shell takes it.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0))
    }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
