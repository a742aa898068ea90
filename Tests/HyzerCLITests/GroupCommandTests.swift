import Foundation
import PhonePage
import ScoreLog
import Testing

@testable import HyzerCLI

/// What `hyzer group new --json` and `hyzer group invite --json` print.
private struct ShownGroup: Decodable, Equatable {
  let group, name, secret: String
  let url: String?
}

@Suite struct `hyzer group` {
  private let log = ScoreLogFile()

  private func shown(_ arguments: String..., environment: [String: String] = [:]) throws
    -> ShownGroup
  {
    let outcome = log.run(["group"] + arguments + ["--json"], environment: environment)
    #expect(outcome.isDone, "\(outcome.errors)")
    return try JSONDecoder().decode(ShownGroup.self, from: Data(outcome.output.utf8))
  }

  /// Writes what a server writes that this process runs.
  private func serve(at address: String, key: String? = nil) throws {
    try ServingNote(besideLog: log.path).write(address, key: key)
  }

  @Test func `is begun once, and invites by the same secret until another is made`() throws {
    expectTranscript(
      """
      $ group invite
      65! hyzer group invite: this log is no group's; begin one with `hyzer group new NAME`
      $ group new ' '
      64! hyzer group new: the name is empty; give one that the members know
      """, on: log)
    let made = try shown("new", "Tuesday league")
    #expect(made.name == "Tuesday league")
    #expect(JoinSecret(made.secret)?.text == made.secret)
    #expect(made.url == nil)
    expectTranscript(
      """
      $ group new Others
      65! hyzer group new: this log is the group "Tuesday league" already; show its invitation by `hyzer group invite`
      $ group invite
      "Tuesday league" has the secret \(made.secret), which is part of its invitation
      the host is not served: start `hyzer serve --address 0.0.0.0:8080`; then `hyzer group invite` shows the invitation
      """, on: log)
    #expect(try shown("invite") == made)
    let renewed = try shown("invite", "--renew")
    #expect(renewed.secret != made.secret)
    #expect([renewed.group, renewed.name] == [made.group, made.name])
    #expect(try shown("invite") == renewed)
  }

  @Test func `shows where its host is served, and by which key that is known`() throws {
    let secret = try shown("new", "Tuesday league").secret
    let key = String(repeating: "ab", count: 32)
    try serve(at: "http://192.168.1.10:8080")
    expectTranscript(
      """
      $ group invite
      http://192.168.1.10:8080/join#group.\(secret)
      phones open the link, or scan its QR code in a terminal
      laptops join by: hyzer hub join 'http://192.168.1.10:8080/join#group.\(secret)' --insecure
      """, on: log)
    let url = "http://192.168.1.10:8080/join#group.\(secret)"
    let wide = log.run(["group", "invite"], columns: 100)
    #expect(wide.isDone)
    #expect(wide.output.hasPrefix(try QRCode(url).lines(color: true).joined(separator: "\n")))
    #expect(
      wide.outputLines.suffix(3) == [
        url, "phones scan the code, or open the link",
        "laptops join by: hyzer hub join '\(url)' --insecure",
      ])
    let narrow = log.run(["group", "invite"], columns: 20)
    #expect(narrow.outputLines.first?.contains("the terminal has 20 columns") == true)
    #expect(narrow.outputLines.count == 4)
    try serve(at: "http://127.0.0.1:8080")
    #expect(log("group", "invite").errors.contains("is this machine's own address"))
    #expect(log.run(["group", "invite"], columns: 100).outputLines.count == 3)
    try serve(at: "https://192.168.1.10:8080", key: key)
    // The code, the three lines below it and the next prompt fit a terminal of 80 by 24.
    let secure = log.run(["group", "invite"], columns: 80).outputLines
    #expect(secure.count <= 23)
    #expect(secure.suffix(3).first == "https://192.168.1.10:8080/join#group.\(secret)")
    #expect(
      secure.last?.hasSuffix(
        "hyzer hub join 'https://192.168.1.10:8080/join#group.\(secret).\(key)'") == true)
    #expect(
      try shown("invite").url == "https://192.168.1.10:8080/join#group.\(secret).\(key)")
    // What another server shows is not known by this one's key.
    #expect(
      try shown("invite", "--url", "https://golf.example/").url
        == "https://golf.example/join#group.\(secret)")
    #expect(
      try shown("invite", environment: ["HYZER_PAGE": "https://golf.example"]).url
        == "https://golf.example/join#group.\(secret)")
    #expect(log("group", "invite", "--url", "golf.example").refuses(64, "no address of a page"))
    // Of a process that ended without removing it.
    _ = try log.folder.file("scores.db.serving", "https://served:1\n999999999\n\(key)")
    #expect(try shown("invite").url == nil)
  }

  /// All in processes of their own, since of several servers with TLS in one libwebsockets loses the settings of
  /// some; see `WebTLSTests`.
  @Test(.timeLimit(.minutes(10))) func `is joined by the key of a certificate of its own`() throws {
    func run(_ db: String, _ arguments: String...) throws -> (lines: [String], code: Int32) {
      let program = try RunningProgram(
        arguments, environment: ScoreLogFile.environment.merging(["HYZER_DB": db]) { $1 })
      let (lines, code, _) = try program.end()
      return (lines, code)
    }
    try #require(run(log.path, "certificate").code == 0)
    try #require(run(log.path, "group", "new", "Tuesday league").code == 0)
    let folder = log.folder.path("certificate")
    let server = try RunningProgram(
      [
        "serve", "--address", "127.0.0.1:0", "--db", log.path, "--certificate",
        folder + "/server.crt", "--key", folder + "/server.key",
      ], environment: ScoreLogFile.environment)
    let place = try #require(try server.nextLine()).replacing("listening on ", with: "")
    #expect(place.hasPrefix("https://"))
    let url = try #require(try shown("invite").url)
    let address = try #require(HostAddress(url))
    let key = try #require(address.key)
    let other = log.folder.path("Ann.db")
    // Neither another key, nor one that an authority would have to vouch for.
    let wrong = (key.hasPrefix("0") ? "1" : "0") + key.dropFirst()
    #expect(try run(other, "hub", "join", url.replacing(key, with: wrong)).code == 69)
    #expect(try run(other, "hub", "join", url.replacing("." + key, with: "")).code == 69)
    let joined = try run(other, "hub", "join", url)
    #expect(joined.code == 0)
    #expect(joined.lines.starts(with: ["hub        \(place)", "group      Tuesday league"]))
    #expect(try run(other, "round", "new", "--course", "Heron Meadow", "-p", "Ann").code == 0)
    #expect(try run(other, "enter", "Ann 3").code == 0)
    #expect(log("export", "-").outputLines.count == 1)
    server.send(SIGTERM)
    #expect(try server.end().code == 0)
  }
}
