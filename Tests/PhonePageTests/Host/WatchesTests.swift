import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import PhonePage
@testable import ScoreLog

@Suite final class PairingsTests {
  private var pairings = Pairings()
  private var random = SeededGenerator(seed: 1, name: "pairings")

  private func begin(
    _ address: String = "10.0.0.1", at seconds: Int = 0
  ) -> (code: String, secret: JoinSecret)? {
    pairings.begin(from: address, at: .seconds(seconds), using: &random)
  }

  private func allow(_ code: String, by phone: TokenHash = "phone", at seconds: Int = 0) -> Bool {
    pairings.allow(code, by: phone, at: .seconds(seconds))
  }

  private func state(_ secret: JoinSecret, at seconds: Int = 0) -> Pairings.State? {
    pairings.state(of: secret, at: .seconds(seconds))
  }

  @Test func `a watch is in once its code was typed, and once only`() throws {
    let (watch, other) = (try #require(begin()), try #require(begin()))
    #expect(watch.code.wholeMatch(of: /[0-9]{6}/) != nil)
    #expect(watch.code != other.code && watch.secret != other.secret)
    #expect(state(watch.secret) == .waiting)
    #expect(allow(watch.code))
    #expect(!allow(watch.code, by: "other"))
    #expect(state(other.secret) == .waiting)
    #expect(state(watch.secret) == .allowed(by: "phone"))
    #expect(state(watch.secret) == nil)
    #expect(!allow(watch.code))
  }

  @Test func `a code ends after ten minutes`() throws {
    let watch = try #require(begin(at: 5))
    #expect(state(watch.secret, at: 604) == .waiting)
    #expect(!allow(watch.code, at: 605))
    #expect(state(watch.secret, at: 605) == nil)
  }

  @Test func `nobody takes all codes`() {
    for _ in 0..<Pairings.mostOfAddress { #expect(begin() != nil) }
    #expect(begin() == nil)
    var count = 0
    while begin("10.0.1.\(count / Pairings.mostOfAddress)") != nil { count += 1 }
    #expect(count == Pairings.most - Pairings.mostOfAddress)
    #expect(begin("10.0.2.1", at: 599) == nil)
    #expect(begin("10.0.2.1", at: 600) != nil)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A watch that a phone lets in` {
  private let hosted: HostedGroups
  private let here, there: HostedGroups.Group

  init() throws {
    hosted = try HostedGroups()
    (here, there) = (try hosted.group("here"), try hosted.group("there"))
  }

  private func show() throws -> (code: String, secret: String) {
    let object = hosted.ask("POST", "/api/watch", "{}").object
    return (
      try #require(object["code"] as? String), try #require(object["secret"] as? String)
    )
  }

  private func ask(
    _ secret: String, cookie: String? = nil
  ) -> (status: Int, object: [String: Any], response: WebResponse) {
    hosted.ask("POST", "/api/watch", "{\"secret\": \"\(secret)\"}", token: cookie)
  }

  private func allow(_ code: String, by token: String?) -> Int {
    hosted.ask("POST", "/api/watch/allow", "{\"code\": \"\(code)\"}", token: token).status
  }

  @Test func `is in as the phone is, as another device that organises nothing`() throws {
    let phone = try hosted.person("Mike", of: here)
    let round = hosted.begin(phone).round
    let watch = try show()
    #expect(ask(watch.secret).status == 202)
    #expect(allow("\(watch.code.prefix(3)) \(watch.code.suffix(3))", by: phone) == 200)
    let answer = ask(watch.secret)
    #expect(answer.status == 200)
    #expect(answer.object["player"] as? String == "Mike")
    let cookie = try #require(hosted.cookie(answer.response))
    #expect(cookie != phone)
    #expect(try hosted.device(cookie) != hosted.device(phone))
    #expect(try hosted.device(cookie) == answer.object["device"] as? String)
    #expect(hosted.rounds(phone).map { $0["role"] as? String } == ["organiser", "player"])
    #expect(hosted.rounds(cookie).map { $0["role"] as? String } == ["player", "player"])
    // It scores there.
    let socket = try #require(hosted.open("Bearer \(cookie)"))
    let line = hosted.line(1, of: try hosted.device(cookie), round)
    #expect(hosted.send(line, of: round, socket).causes == [])
    #expect(try there.store.admittedTokens().isEmpty)
    // The code counts once, and each device ends by itself.
    #expect(ask(watch.secret).status == 404)
    try here.store.revoke(DeviceID(try hosted.device(cookie)))
    #expect(hosted.ask("GET", "/api/rounds", token: cookie).status == 401)
    #expect(hosted.rounds(phone).count == 2)
  }

  @Test(arguments: ["\"Sam\"", "null"])
  func `is in the rounds of who is no person of the group`(player: String) throws {
    try here.store.createRound(
      "guests", course: Course.seeded[0], organiser: "Sam", joining: [.guest(.init(name: "Sam"))],
      at: "2026-05-01T09:00:00.000Z")
    let code = try here.store.invitation(for: "guests", making: Invitation.new).code
    let joined = hosted.ask(
      "POST", "/api/join", "{\"code\": \"\(code)\", \"player\": \(player)}"
    ).object
    let phone = try #require(joined["token"] as? String)
    let watch = try show()
    #expect(allow(watch.code, by: phone) == 200)
    let cookie = try #require(hosted.cookie(ask(watch.secret).response))
    let role = player == "null" ? "watcher" : "player"
    #expect(hosted.rounds(cookie).map { $0["id"] as? String } == ["guests"])
    #expect(hosted.rounds(cookie).map { $0["role"] as? String } == [role])
    #expect(hosted.ask("GET", "/api/players", token: cookie).status == 403)
  }

  @Test func `is not in by what nobody typed, or by whom nobody knows`() throws {
    let (phone, member) = (
      try hosted.person("Mike", of: here), try hosted.member(here, "log").token
    )
    let watch = try show()
    for code in ["", "12345", watch.code + "0", watch.secret] {
      #expect(allow(code, by: phone) == 404)
    }
    #expect(hosted.ask("POST", "/api/watch/allow", "{}", token: phone).status == 400)
    #expect(allow(watch.code, by: nil) == 401)
    #expect(allow(watch.code, by: AccessToken().text) == 401)
    #expect(allow(watch.code, by: member) == 403)
    #expect(ask(watch.secret).status == 202)
    #expect(ask(JoinSecret.new().text).status == 404)
    #expect(ask(watch.code).status == 404)
    // The phone was put out meanwhile.
    #expect(allow(watch.code, by: phone) == 200)
    try here.store.revoke(DeviceID(try hosted.device(phone)))
    let answer = ask(watch.secret)
    #expect(answer.status == 404)
    #expect(hosted.cookie(answer.response) == nil)
  }

  @Test func `stays as it is where it is in already, or was put out`() throws {
    let (mike, jake) = (try hosted.person("Mike", of: here), try hosted.person("Jake", of: here))
    // A phone may type its own code.
    let own = try show()
    #expect(allow(own.code, by: mike) == 200)
    #expect(ask(own.secret, cookie: mike).object["device"] as? String == (try hosted.device(mike)))
    let (other, device) = (try show(), try hosted.device(jake))
    #expect(allow(other.code, by: mike) == 200)
    let answer = ask(other.secret, cookie: jake)
    #expect(answer.object["player"] as? String == "Mike")
    #expect(answer.object["device"] as? String == device)
    let last = try show()
    #expect(allow(last.code, by: mike) == 200)
    try here.store.revoke(DeviceID(device))
    #expect(ask(last.secret, cookie: jake).status == 403)
    #expect(try here.store.admittedTokens().count == 1)
  }
}
