import Foundation
import PhonePage
import ScoreLog
import Testing

@testable import HyzerCLI

/// What `hyzer round invite --json` prints.
private struct ShownInvitation: Decodable {
  let round: String
  let code: String
  let url: String?
  let secret: String
}

extension ScoreLogFile {
  fileprivate func invitation(_ arguments: String..., environment: [String: String] = [:]) throws
    -> ShownInvitation
  {
    let outcome = run(["round", "invite", "--json"] + arguments, environment: environment)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(ShownInvitation.self, from: Data(outcome.output.utf8))
  }

  /// Lets a phone of a number into a round.
  fileprivate func admit(_ number: Int, _ player: String?, _ round: String) throws {
    _ = try ScoreStore(path: path).admit(
      tokenHash: TokenHash(String(repeating: "0", count: 63) + "\(number)"),
      device: DeviceID("phone\(number)"), player: player, round: RoundID(round),
      at: "2026-11-21T11:0\(number):00.000Z")
  }
}

private let page = "http://192.168.1.10:8080"

@Suite struct `hyzer round invite` {
  private let log = ScoreLogFile()

  @Test func `says as JSON how to join, the same each time until it is renewed`() throws {
    let round = try log.round()
    let first = try log.invitation("--url", page + "/")
    #expect(first.round == round)
    #expect(JoinCode(first.code)?.description == first.code)
    #expect(JoinSecret(first.secret)?.text == first.secret)
    #expect(first.url == "\(page)/join#\(first.secret)")
    let store = try ScoreStore(path: log.path)
    #expect(try store.invitedRound(code: #require(JoinCode(first.code)))?.id.rawValue == round)
    #expect(try store.invitedRound(secret: #require(JoinSecret(first.secret))) != nil)
    let again = try log.invitation()
    #expect(again.code == first.code)
    #expect(again.secret == first.secret)
    #expect(again.url == nil)
    let renewed = try log.invitation("--renew")
    #expect(renewed.code != first.code)
    #expect(renewed.secret != first.secret)
    #expect(try log.invitation().code == renewed.code)
  }

  @Test func `finds the page by the option, the environment or the server that runs`() throws {
    _ = try log.round()
    _ = try log.folder.file(
      "scores.db.serving", "http://served:1\n\(ProcessInfo.processInfo.processIdentifier)\n")
    let variable = ["HYZER_PAGE": "https://golf.example/hyzer/"]
    #expect(try log.invitation().url?.hasPrefix("http://served:1/join#") == true)
    #expect(
      try log.invitation(environment: variable).url?.hasPrefix("https://golf.example/hyzer/join#")
        == true)
    #expect(
      try log.invitation("--url", "http://[fd00::1]:8080", environment: variable)
        .url?.hasPrefix("http://[fd00::1]:8080/join#") == true)
    let bad = ["HYZER_PAGE": "golf.example"]
    #expect(
      log.run(["round", "invite"], environment: bad)
        == .refused(
          65,
          "hyzer round invite: HYZER_PAGE is no address of a page: \"golf.example\"; give one such as http://192.168.1.10:8080"
        ))
    expectTranscript(
      """
      $ round invite --url http://
      64! hyzer round invite: --url is no address of a page: "http://"; give one such as http://192.168.1.10:8080
      $ round invite --url 'http://a/#b'
      64! hyzer round invite: --url is no address of a page: "http://a/#b"; give one such as http://192.168.1.10:8080
      """, on: log)
    // Of a process that ended without removing it.
    _ = try log.folder.file("scores.db.serving", "http://served:1\n999999999\n")
    #expect(try log.invitation().url == nil)
  }

  @Test func `shows the code where no page is served, and how to serve one`() throws {
    _ = try log.round()
    let code = try log.invitation().code
    expectTranscript(
      """
      $ round invite
      code \(code)
      the page is not served: start `hyzer serve --address 0.0.0.0:8080`, or name it with --url
      nobody has joined yet
      $ round invite --svg FOLDER/a.svg
      65! hyzer round invite: the address of the page is not known; start `hyzer serve`, or name it with --url
      """, on: log)
  }

  @Test func `draws the QR code for the terminal, in colours where it is one`() throws {
    _ = try log.round()
    let report = try log.invitation("--url", page)
    let url = try #require(report.url)
    let below = [
      url, "or open \(page)/join and type \(report.code)", "nobody has joined yet",
    ]
    let command = ["round", "invite", "--url", page]
    func lines(_ outcome: Outcome) -> [String] {
      outcome.output.components(separatedBy: "\n").dropLast()
    }
    let code = try QRCode(url)
    #expect(lines(log.run(command)) == code.lines(color: false) + below)
    #expect(
      lines(log.run(command, columns: 80, environment: ["TERM": "xterm"]))
        == code.lines(color: true) + below)
    #expect(
      lines(log.run(command, columns: 80, environment: ["TERM": "dumb"]))
        == code.lines(color: false) + below)
    #expect(lines(log.run(command, columns: code.columns)) == code.lines(color: true) + below)
    #expect(
      lines(log.run(command, columns: code.columns - 1)).prefix(1) == [
        "the terminal has \(code.columns - 1) columns, and the QR code needs \(code.columns): widen it, or use --svg"
      ])
    let path = log.folder.path("invitation.svg")
    #expect(log.run(command + ["--svg", path]) == .done())
    #expect(try String(contentsOfFile: path, encoding: .utf8) == code.svg)
    #expect(log.run(command + ["--svg", "-"]).output == code.svg)
  }

  @Test func `warns of an address that no phone can open`() throws {
    _ = try log.round()
    for host in ["127.0.0.1", "localhost", "[::1]"] {
      let outcome = log("round", "invite", "--url", "http://\(host):8080")
      #expect(outcome.code == 0)
      #expect(outcome.errors.contains("is this machine's own address"), "\(host)")
    }
    #expect(log("round", "invite", "--url", page).errors == "")
  }

  @Test func `says who has joined, and the devices list their phones until they are revoked`()
    throws
  {
    let round = try log.round(["Ann", "Jake"], guests: ["Zoe"])
    try log.admit(1, "Ann", round)
    try log.admit(2, "Jake", round)
    try log.admit(3, "Jake", round)
    try log.admit(4, nil, round)
    try log.admit(5, "Zoe", round)
    #expect(
      log("round", "invite").outputLines.last
        == "joined: Ann (organiser), Jake, Zoe, 1 watching")
    expectTranscript(
      """
      $ device list
         device    name   events  last
      *  [...]  phone       0  –
         phone4                0  –     watches, joined 2026-11-21 11:04
         phone1    Ann         0  –     phone of Ann, joined 2026-11-21 11:01
         phone2    Jake        0  –     phone of Jake, joined 2026-11-21 11:02
         phone3    Jake        0  –     phone of Jake, joined 2026-11-21 11:03
         phone5    Zoe         0  –     phone of Zoe, joined 2026-11-21 11:05
      $ device revoke Jake
      65! hyzer: "Jake" is of 2 devices; give more of the identifier
      $ device revoke phone3
      Jake is revoked
      $ device revoke phone4
      phone4 is revoked
      $ device revoke Ann
      Ann is revoked
      $ device list --json
      [...]
      {"device":"phone4","events":0,"isPhone":true,"isRevoked":true,"isThis":false,"joinedAt":"2026-11-21T11:04:00.000Z","lastAt":null,"name":"","player":null}
      {"device":"phone1","events":0,"isPhone":true,"isRevoked":true,"isThis":false,"joinedAt":"2026-11-21T11:01:00.000Z","lastAt":null,"name":"Ann","player":"Ann"}
      [...]
      [...]
      [...]
      """, on: log)
    #expect(log("round", "invite").outputLines.last == "joined: Jake, Zoe")
    #expect(
      log("device", "list").outputLines.contains {
        $0.hasSuffix("phone of Ann, joined 2026-11-21 11:01; revoked")
      })
    let token = TokenHash(String(repeating: "0", count: 63) + "1")
    #expect(try ScoreStore(path: log.path).admission(tokenHash: token) == nil)
  }

  @Test func `issues a link to the organiser, who need not play`() throws {
    _ = try log.round()
    expectTranscript(
      """
      $ round invite --organiser
      65! hyzer round invite: the address of the page is not known; start `hyzer serve`, or name it with --url
      $ round invite --organiser --url \(page)
      \(page)/join#organiser.[...]
      for Ann alone: whoever opens it first organises the round
      """, on: log)
    #expect(log("round", "invite").outputLines.last == "nobody has joined yet")
    #expect(!log("device", "list").output.contains("issued"))
  }

  @Test func `invites to no round that is finished, and to none where there is none`() throws {
    #expect(log("round", "invite").code == 65)
    _ = try log.round()
    _ = log("enter", "Mike 3, Jake 3")
    #expect(log("round", "finish", "--early").code == 0)
    expectTranscript(
      """
      $ round invite
      65! hyzer: the round is finished, so nobody can score, join or leave; reopen it with `hyzer round reopen`, or make a new one
      """, on: log)
  }
}
