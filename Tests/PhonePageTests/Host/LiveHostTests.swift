import Foundation
import Testing

@testable import PhonePage
@testable import ScoreLog

@Suite struct `A host of the live page` {
  private let hosted: HostedRound

  init() throws { hosted = try HostedRound() }

  private func commit(strokes: Int) throws -> ScoreCommit {
    ScoreCommit(
      id: "c", round: hosted.round, hole: 1,
      scores: [
        .init(player: "Mike", result: .strokes(try #require(Strokes(strokes))), input: .typed)
      ],
      reportedBy: "Mike", deviceName: "laptop", at: "2026-05-01T09:10:00.000Z")
  }

  @Test func `what a phone sends is in the log, is acknowledged, and goes to all others`() throws {
    let jake = try hosted.phone("Jake")
    let other = try jake.following()
    #expect(jake.role == "player")
    #expect(jake.heard().kinds == ["welcome"])
    _ = other.heard()
    #expect(jake.send(jake.event(1)).acknowledged == [jake.device: 1])
    let card = try hosted.store.scorecard(of: hosted.round)
    #expect(card.strokes(of: PlayerID(1), onHole: 1)?.count == 3)
    #expect(card.round.startedAt == "2026-05-01T10:00:00.000Z")
    let passed = other.heard().events
    #expect(passed.map { $0["player"] as? String } == ["Jake"])
    // The phone is not believed who it is.
    #expect(passed.first?["reportedBy"] as? String == "Jake")
    #expect(passed.first?["deviceName"] as? String == "Jake's phone")
  }

  @Test(arguments: [true, false])
  func `what is written elsewhere goes to those that follow the round, once`(
    isOtherProgram: Bool
  ) throws {
    let jake = try hosted.phone("Jake")
    var lines: [String] = []
    let send = hosted.host.outlet.send
    hosted.host.outlet.send = { message, socket in
      if case .text(let json) = message { lines.append(json) }
      send(message, socket)
    }
    _ = jake.heard()
    try (isOtherProgram ? hosted.store : hosted.host.store).commit(commit(strokes: 4))
    // Without a look at what other programs write, where none did.
    if isOtherProgram { hosted.host.woken() } else { try hosted.host.sendChanges() }
    #expect(jake.heard().events.count == 1)
    // Byte for byte as it goes to other logs.
    let event = try #require(try hosted.scores.first)
    let line = try #require(
      hosted.store.loggedEvents(of: hosted.round).first { $0.id == event.id.rawValue }?.line)
    #expect(lines.contains { $0.contains(line) })
    hosted.host.woken()
    #expect(jake.heard().isEmpty)
  }

  @Test func `a phone that says what it holds gets only the rest`() throws {
    let jake = try hosted.phone("Jake")
    jake.send((1...3).map { jake.event($0, hole: $0) })
    let messages = try jake.following(holding: "{\"\(jake.device)\": 2}").heard()
    #expect(messages.first("welcome")?["vector"] as? [String: Int] == [jake.device: 3])
    #expect(messages.events.map { $0["number"] as? Int } == [3])
  }

  @Test func `an event that comes twice, or after a gap, is in the log once or not yet`() throws {
    let jake = try hosted.phone("Jake")
    let events = (1...3).map { jake.event($0, hole: $0) }
    #expect(jake.send(events[0], events[0], events[2]).acknowledged == [jake.device: 1])
    #expect(jake.send(events[1], events[2], events[0]).acknowledged == [jake.device: 3])
    #expect(try hosted.scores.count == 3)
  }

  @Test(
    "an event that its token may not make is refused, and all others are received",
    arguments: [
      (#""device": "device-1""#, #""device": "another""#, "notAllowed"),
      (#""kind": "score""#, #""kind": "resolution""#, "notAllowed"),
      (#""kind": "score""#, #""kind": "reopen""#, "notAllowed"),
      (#""hole": 2"#, #""hole": 12"#, "badEvent"),
      (#""player": "Jake""#, #""player": "Eve""#, "badEvent"),
      (#""strokes": 3"#, #""strokes": 11"#, "badEvent"),
      (#""strokes": 3"#, #""strokes": 2.5"#, "badEvent"),
      ("2026-05-01T09:30:00.000Z", "yesterday", "badEvent"),
      (#""round": "round""#, #""round": "other""#, "otherRound"),
      (#""clock": 2"#, #""clock": 9007199254740000"#, "badEvent"),
      (#""number": 2"#, #""number": 20000"#, "notAllowed"),
    ])
  func refusal(text: String, forgery: String, cause: String) throws {
    let jake = try hosted.phone("Jake")
    let honest = jake.event(2, hole: 2)
    let forged = honest.replacing(text, with: forgery)
    try #require(forged != honest)
    let messages = jake.send(jake.event(1), forged)
    #expect(messages.causes == [cause])
    #expect(messages.acknowledged == [jake.device: 1])
  }

  @Test func `a number that is taken is refused as such, and the device can be another`() throws {
    let jake = try hosted.phone("Jake")
    jake.send(jake.event(1))
    #expect(jake.send(jake.event(1, strokes: 5, id: "other.1")).causes == ["numberTaken"])
    let renewed = hosted.ask("POST", "/api/device", token: jake.token)
    let other = try #require(renewed.object["device"] as? String)
    #expect(other != jake.device)
    #expect(jake.send(jake.event(1, strokes: 5, id: "other.1", device: other)).causes == [])
  }

  @Test func `phones get both histories of a device that wrote as two, whatever vectors say`()
    throws
  {
    let (jake, mike) = (try hosted.phone("Jake"), try hosted.phone("Mike"))
    jake.send(jake.event(1), jake.event(2, hole: 2))
    _ = mike.heard()
    let other = try LoggedEvent(json: jake.event(1, strokes: 5, id: "other.1"))
    let record = try hosted.store.round(hosted.round)
    try hosted.store.merge([RoundBatch(round: record, events: [other])])
    hosted.host.woken()
    func ids(_ messages: Messages) -> [String] {
      messages.events.compactMap { $0["id"] as? String }
    }
    #expect(ids(mike.heard()) == ["other.1"])
    let vector = "{\"\(jake.device)\":2}"
    let all = ["\(jake.device)-1.1", "\(jake.device)-2.1", "other.1"]
    let later = try mike.following(holding: vector)
    #expect(ids(later.heard()).sorted() == all)
    let query = try #require(vector.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let answer = hosted.host.answer(
      WebRequest(
        method: "GET", path: "/api/rounds/round/events", query: "after=\(query)",
        host: "127.0.0.1:8080", cookie: "hyzer=\(mike.token)", address: "10.0.0.9"))
    #expect(answer.body.split(separator: UInt8(ascii: "\n")).count == 3)
  }

  @Test func `who plays finishes the round, and the organiser's first device alone reopens it`()
    throws
  {
    let (mike, second) = (try hosted.phone("Mike"), try hosted.phone("Mike"))
    let watcher = try hosted.phone(nil)
    #expect((mike.role, second.role) == ("organiser", "player"))
    mike.send(mike.event(1, hole: 2), mike.event(2, hole: 3))
    let finish = #""kind": "finish", "player": null, "scoreCount": 1"#
    let reopen = #""kind": "reopen", "player": null, "scoreCount": 1"#
    #expect(watcher.send(watcher.change(1, finish)).causes == ["notAllowed"])
    #expect(second.send(second.event(1), second.change(2, finish)).causes == [])
    #expect(try hosted.store.round(hosted.round).finish?.position.device.rawValue == second.device)
    #expect(mike.heard().kinds.contains("rounds"))
    #expect(second.send(second.change(3, reopen)).causes == ["notAllowed"])
    #expect(mike.send(mike.change(3, reopen)).causes == [])
    #expect(try hosted.store.round(hosted.round).finish == nil)
  }

  @Test func `the organiser's phone passes the round on to another, which deletes it`() throws {
    let (mike, jake) = (try hosted.phone("Mike"), try hosted.phone("Jake"))
    let (passing, deletion) = (
      #""kind": "organiser", "player": "Jake", "away": [], "organiserDevice": "\#(jake.device)""#,
      #""kind": "delete", "player": null, "scoreCount": 0"#
    )
    #expect(jake.send(jake.change(1, passing)).causes == ["notAllowed"])
    #expect(mike.send(mike.change(1, passing)).causes == [])
    #expect(mike.send(mike.change(2, deletion)).causes == ["notAllowed"])
    // Another phone under the name takes no role from that one.
    #expect(try hosted.phone("Jake").role == "player")
    #expect(jake.send(jake.change(1, deletion)).causes == [])
    #expect(try hosted.store.round(hosted.round).isDeleted)
    // It stays so where the phone becomes another device.
    #expect(hosted.ask("POST", "/api/device", token: jake.token).status == 200)
    #expect(try jake.following().heard().first("welcome")?["role"] as? String == "organiser")
  }

  /// What a phone says that opens the link of the organiser.
  private func take(_ issued: AccessToken) -> (status: Int, object: [String: Any]) {
    let answer = hosted.ask("POST", "/api/join", "{\"token\": \"\(issued.text)\"}")
    return (answer.status, answer.object)
  }

  @Test func `the organiser comes back in another browser by a link that was issued, once`() throws
  {
    let (first, second) = (try hosted.phone("Mike"), try hosted.phone("Mike"))
    #expect((first.role, second.role) == ("organiser", "player"))
    let (earlier, issued) = (AccessToken(), AccessToken())
    for token in [earlier, issued] {
      try hosted.store.issueOrganiser(token.hash(), round: hosted.round, at: "")
    }
    // Issued, it lets nobody in by itself, and is no device; a later one ends an earlier one.
    #expect(hosted.ask("GET", "/api/rounds", token: issued.text).status == 401)
    #expect(try hosted.store.devices().count == 3)
    #expect(take(earlier).status == 403)
    let answer = take(issued)
    #expect(answer.object["role"] as? String == "organiser")
    #expect(answer.object["player"] as? String == "Mike")
    #expect(take(issued).status == 403)
    let own = try #require(answer.object["token"] as? String)
    #expect(own != issued.text)
    #expect(hosted.ask("GET", "/api/rounds", token: own).status == 200)
    let finish = #""kind": "finish", "player": null, "scoreCount": 0"#
    #expect(first.send(first.change(1, finish)).causes == [])
    // Also once the round is finished, and with the device that the phone has.
    let again = AccessToken()
    try hosted.store.issueOrganiser(again.hash(), round: hosted.round, at: "")
    let body = "{\"token\": \"\(again.text)\"}"
    let second2 = hosted.ask("POST", "/api/join", body, token: second.token).object
    #expect(second2["role"] as? String == "organiser")
    #expect(second2["device"] as? String == second.device)
  }

  @Test func `no name that somebody types makes an organiser`() throws {
    for (id, isStarted) in [("a", false), ("b", true)] {
      let round = RoundID(id)
      try hosted.store.createRound(
        round, course: Course.seeded[0], organiser: "root", joining: [.player("Mike")], at: "")
      if isStarted { try hosted.store.startRound(round, at: "") }
      let code = try hosted.store.invitation(for: round, making: Invitation.new).code
      func join(_ name: String) -> (status: Int, object: [String: Any]) {
        let body = "{\"code\": \"\(code)\", \"player\": \"\(name)\"}"
        let answer = hosted.ask("POST", "/api/join", body)
        return (answer.status, answer.object)
      }
      for name in ["root", "ROOT", "r oot"] { #expect(join(name).status == 403, "\(name)") }
      #expect(join("Mike").object["role"] as? String == "player")
      let issued = AccessToken()
      try hosted.store.issueOrganiser(issued.hash(), round: round, at: "")
      #expect(take(issued).object["role"] as? String == "organiser")
    }
  }

  @Test func `who looks at the list of rounds is told of each change, and nobody else`() throws {
    let (mike, jake) = (try hosted.phone("Mike"), try hosted.phone("Jake"))
    _ = (mike.heard(), jake.heard())
    jake.say(#"{"kind": "list", "isShown": true}"#)
    mike.send(mike.event(1))
    #expect(jake.heard().kinds.contains("rounds"))
    #expect(!mike.heard().kinds.contains("rounds"))
    jake.say(#"{"kind": "list", "isShown": false}"#)
    mike.send(mike.event(2))
    #expect(!jake.heard().kinds.contains("rounds"))
  }

  @Test func `a phone that only watches follows the round and enters nothing`() throws {
    let watcher = try hosted.phone(nil)
    #expect(watcher.role == "watcher")
    #expect(watcher.send(watcher.event(1)).causes == ["notAllowed"])
    #expect(try hosted.scores.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a revoked phone is let in no more, and what it has open is closed`(
    isOtherDevice: Bool
  ) throws {
    let jake = try hosted.phone("Jake")
    // It is revoked with what it was before.
    if isOtherDevice { _ = hosted.ask("POST", "/api/device", token: jake.token) }
    try hosted.store.revoke(DeviceID(jake.device))
    jake.send(jake.event(1))
    #expect(hosted.closed[jake.socket] == 1008)
    #expect(try hosted.scores.isEmpty)
    #expect(hosted.ask("GET", "/api/rounds", token: jake.token).status == 401)
  }

  @Test func `the list of rounds is as the log is now, whatever has changed it`() throws {
    let jake = try hosted.phone("Jake")
    func thru() -> [Int?] {
      let rounds = hosted.ask("GET", "/api/rounds", token: jake.token).object["rounds"]
      return (rounds as? Messages ?? []).map { $0["thru"] as? Int }
    }
    #expect(thru() == [0])
    jake.send(jake.event(1))
    #expect(thru() == [1])
    try hosted.store.deleteRound(
      hosted.round,
      .init(id: "d", reportedBy: "Mike", deviceName: "laptop", at: "2026-05-01T11:00:00.000Z"))
    // Also while the loop sleeps.
    #expect(thru() == [])
  }

  @Test func `after five wrong codes an address gets nothing by a right one, but by the secret`()
    throws
  {
    func join(_ what: String) -> Int {
      hosted.ask("POST", "/api/join", "{\(what), \"player\": \"Jake\"}").status
    }
    for _ in 1...5 { #expect(join(#""code": "AAAA-AAAA""#) == 403) }
    #expect(join("\"code\": \"\(hosted.invitation.code)\"") == 403)
    #expect(join("\"secret\": \"\(hosted.invitation.secret.text)\"") == 200)
  }

  /// Changes the log so that nobody is told.
  private func forget(_ phone: Phone) throws {
    try hosted.host.store.write(for: .bookkeeping) {
      try $0.run("DELETE FROM admissions WHERE device = ?", [DeviceID(phone.device)])
    }
  }

  @Test func `scores that a phone sends have the host read neither tokens nor other rounds`() throws
  {
    let (mike, jake) = (try hosted.phone("Mike"), try hosted.phone("Jake"))
    jake.send(jake.event(1))
    try forget(mike)
    #expect(jake.send(jake.event(2, hole: 2)).acknowledged == [jake.device: 2])
    #expect(mike.heard().events.count == 2)
    #expect(hosted.closed.isEmpty)
  }

  @Test(
    "what another writes beside a phone's scores is seen with them",
    arguments: ["revoke", "round", "change"])
  func mixed(what: String) throws {
    let (mike, jake) = (try hosted.phone("Mike"), try hosted.phone("Jake"))
    jake.send(jake.event(1))
    _ = mike.heard()
    switch what {
    case "revoke": try hosted.host.store.revoke(DeviceID(mike.device))
    case "round":
      try hosted.host.store.createRound(
        "new", course: Course.seeded[0], organiser: "Ann", joining: [.player("Ann")], at: "")
    default:
      try hosted.host.store.deleteRound(
        hosted.round,
        .init(id: "d", reportedBy: "Mike", deviceName: "x", at: "2026-05-01T11:00:00.000Z"))
    }
    jake.send(jake.event(2, hole: 2))
    #expect(
      what == "revoke" ? hosted.closed[mike.socket] == 1008 : mike.heard().kinds.contains("rounds"))
  }

  @Test func `the list has the scores of the one round, and rounds that are new`() throws {
    let jake = try hosted.phone("Jake")
    func listed() -> [[Int?]] {
      let rounds = hosted.ask("GET", "/api/rounds", token: jake.token).object["rounds"]
      return (rounds as? Messages ?? []).map {
        [$0["thru"] as? Int, $0["relativeToPar"] as? Int]
      }
    }
    jake.send(jake.event(1, strokes: 4))
    #expect(listed() == [[1, 1]])
    jake.send(jake.event(2, hole: 3, strokes: 3))
    #expect(listed() == [[2, 1]])
    jake.send(jake.event(3, hole: 1, strokes: 2))
    #expect(listed() == [[2, -1]])
    try hosted.store.createRound(
      "new", course: Course.seeded[0], organiser: "Jake", joining: [.player("Jake")],
      at: "2026-05-01T09:00:01.000Z")
    #expect(listed() == [[0, nil], [2, -1]])
  }

  @Test func `a season has the finished rounds that the phone may see, as they are now`() throws {
    let jake = try hosted.phone("Jake")
    func seasons() -> Messages {
      hosted.ask("GET", "/api/season", token: jake.token).object["seasons"] as? Messages ?? []
    }
    #expect(seasons().isEmpty)
    func finish(_ id: RoundID, _ names: [String]) throws {
      let store = hosted.store
      try store.createRound(
        id, course: Course(name: "One", pars: [3]), organiser: "Mike",
        joining: names.map { .player($0) }, at: "2026-05-01T09:00:00.000Z", makingCurrent: false)
      try store.startRound(id, at: "2026-05-01T09:00:00.000Z")
      _ = try store.commit(
        ScoreCommit(
          id: CommitID("\(id)"), round: id, hole: 1,
          scores: names.map { try ScoreCommit.Score(player: $0, strokes: $0.count) },
          reportedBy: "Mike", deviceName: "laptop", at: "2026-05-01T09:30:00.000Z"))
      try store.finishRound(
        id,
        .init(
          id: ChangeID("\(id)"), reportedBy: "Mike", deviceName: "laptop",
          at: "2026-05-02T09:30:00.000Z"))
    }
    try finish("one", ["Jake", "Bo"])
    // Others' own is not for this phone.
    try finish("two", ["Mike", "Bo"])
    let season = try #require(seasons().first)
    #expect(seasons().count == 1)
    #expect(season["year"] as? Int == 2026)
    let lines = try #require(season["lines"] as? Messages)
    #expect(lines.map { $0["player"] as? String } == ["Bo", "Jake"])
    #expect(lines.map { $0["average"] as? Double } == [-1, 1])
    #expect(lines.map { $0["wins"] as? Int } == [1, 0])
    let courses = try #require(season["courses"] as? Messages)
    #expect(courses.map { $0["best"] as? Int } == [-1, 1])
  }

  @Test func `somebody new joins while the round has not started, and not after`() throws {
    let jake = try hosted.phone("Jake")
    _ = jake.heard()
    #expect(try hosted.phone("Sam").role == "player")
    #expect(jake.heard().kinds == ["round"])
    #expect(try hosted.store.round(hosted.round).entrants.map(\.player.name).contains("Sam"))
    try hosted.store.startRound(hosted.round, at: "2026-05-01T09:05:00.000Z")
    #expect(hosted.askToJoin("Eve").status == 403)
  }

  @Test(
    "what can be asked, by whom and how",
    arguments: [
      ("GET", "/", 200, 200), ("HEAD", "/join", 200, 200), ("GET", "/sw.js", 200, 200),
      ("GET", "/a/\(LivePage.files.hash)/app.js", 200, 200), ("GET", "/a/0/app.js", 404, 404),
      ("GET", "/a/\(LivePage.files.hash)/none.js", 404, 404), ("GET", "/ca.crt", 404, 404),
      ("GET", "/healthz", 200, 200), ("POST", "/healthz", 405, 405), ("GET", "/none", 404, 404),
      ("GET", "/api/season", 401, 200), ("GET", "/api/rounds", 401, 200),
      ("GET", "/api/rounds/round/leaderboard", 401, 200),
      ("GET", "/api/rounds/round/events", 401, 200), ("POST", "/api/rounds/round/events", 401, 200),
      ("GET", "/api/rounds/other/leaderboard", 401, 404), ("PUT", "/api/rounds", 405, 405),
      ("POST", "/api/rounds", 401, 400), ("GET", "/api/rounds/round/card.png", 401, 404),
      ("POST", "/api/rounds/round/invitation", 401, 403), ("GET", "/api/courses", 401, 200),
      ("POST", "/api/courses", 401, 400), ("POST", "/api/courses/delete", 401, 400),
      ("GET", "/api/players", 401, 200), ("POST", "/api/group", 400, 400),
      ("POST", "/api/person", 400, 400),
      ("POST", "/api/device", 401, 200), ("POST", "/api/leave", 200, 200),
      ("POST", "/api/join", 400, 400), ("GET", "/api/join", 404, 404),
    ])
  func route(method: String, path: String, toStrangers: Int, toPlayers: Int) throws {
    #expect(hosted.ask(method, path).status == toStrangers)
    #expect(hosted.ask(method, path, token: "forged").status == toStrangers)
    let token = try hosted.phone("Jake").token
    #expect(hosted.ask(method, path, token: token).status == toPlayers)
  }

  @Test func `a round of other people is not there`() throws {
    let jake = try hosted.phone("Jake")
    try hosted.store.createRound(
      "secret", course: Course(name: "Far", pars: Array(repeating: 3, count: 9)),
      organiser: "Ann", joining: [.player("Ann")], at: "2026-05-01T09:00:00.000Z")
    #expect(hosted.ask("GET", "/api/rounds/secret/leaderboard", token: jake.token).status == 404)
    _ = jake.heard()
    jake.say(#"{"kind": "hello", "round": "secret", "vector": {}}"#)
    #expect(jake.heard().kinds == ["notice"])
  }

  @Test(
    "another page, and a name that is not ours, are refused",
    arguments: [
      ("127.0.0.1:8080", "http://evil.example", 403), ("evil.example:8080", "", 421),
      ("", "", 421), ("127.0.0.1.evil.example", "", 421), ("127.0.0.1:8080", "null", 403),
      ("127.0.0.1:8080", "https://127.0.0.1:8080", 200),
      ("127.0.0.1:8080", "http://127.0.0.1:1", 403),
      ("127.0.0.1:8080", "http://127.0.0.1:8080", 200),
      ("localhost:1", "http://localhost:1", 200), ("[::1]:8080", "", 200),
    ])
  func origins(host: String, origin: String, status: Int) {
    #expect(hosted.ask("GET", "/healthz", host: host, origin: origin).status == status)
    for cookie in ["", "hyzer=forged"] {
      let upgrade = WebRequest(path: "/live", host: host, origin: origin, cookie: cookie)
      #expect(hosted.host.refusal(ofUpgrade: upgrade) == (status == 200 ? 401 : status))
    }
  }

  @Test func `lines of an exported log are received once, as said by the phone that brings them`()
    throws
  {
    let jake = try hosted.phone("Jake")
    let line = jake.event(7, hole: 2, strokes: 4, device: "elsewhere") + "\n"
    #expect(jake.post(line)["added"] as? Int == 1)
    let again = jake.post(line)
    #expect(again["added"] as? Int == 0)
    #expect(again["known"] as? Int == 1)
    let events = try hosted.scores
    #expect(events.map(\.position.device.rawValue) == [jake.device])
    #expect(events.map(\.reportedBy) == ["Jake"])
  }

  @Test(arguments: [true, false])
  func `a token stays out of what scripts and other pages see`(isSecure: Bool) throws {
    let hosted = try HostedRound(trust: WebTrust(names: [], isSecure: isSecure))
    let body = "{\"code\": \"\(hosted.invitation.code)\", \"player\": \"Jake\"}"
    func header(_ name: String, of response: WebResponse) -> String {
      response.headers.first { $0.name == name }?.value ?? ""
    }
    let cookie = header("Set-Cookie", of: hosted.ask("POST", "/api/join", body).response)
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    #expect(cookie.contains("; Secure") == isSecure)
    let policy = header("Content-Security-Policy", of: hosted.ask("GET", "/").response)
    #expect(policy.hasPrefix("default-src 'self'"))
  }

  @Test func `what cannot be read is answered by a notice, and nothing ends`() throws {
    let jake = try hosted.phone("Jake")
    _ = jake.heard()
    for text in ["", "{", "[]", "{}", #"{"kind": 3}"#, #"{"kind": "events", "round": "round"}"#] {
      jake.say(text)
      #expect(jake.heard().kinds == ["notice"], "\(text)")
    }
    jake.say(#"{"kind": "of a later page", "x": 1}"#)
    hosted.host.received(.binary([9, 9]), from: jake.socket)
    #expect(jake.heard().kinds == ["notice"])
    #expect(hosted.closed.isEmpty)
  }
}
