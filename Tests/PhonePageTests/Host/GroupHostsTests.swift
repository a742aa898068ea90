import Dispatch
import Foundation
import ScoreLog
import Scorekeeping
import Synchronization
import Testing

@testable import PhonePage
@testable import ScoreLog

@Suite(.timeLimit(.minutes(10))) struct `A host of many groups` {
  private let hosted: HostedGroups
  private let here, there: HostedGroups.Group

  init() throws {
    hosted = try HostedGroups()
    (here, there) = (try hosted.group("here"), try hosted.group("there"))
  }

  private func lines(_ lines: String..., of group: HostedGroups.Group) -> LogMessage {
    .lines(
      .init(rounds: [RoundLines(round: group.round, info: nil, lines: lines)], place: nil))
  }

  private func events(_ lines: String..., of group: HostedGroups.Group) -> String {
    #"{"kind": "events", "round": "\#(group.round)", "events": [\#(lines.joined(separator: ","))]}"#
  }

  private func device(_ token: String) throws -> String {
    let object = hosted.ask("GET", "/api/rounds", token: token).object
    return try #require(object["device"] as? String)
  }

  // MARK: Each for itself

  @Test func `what phones and logs of a group enter goes to that group, and to no other`() throws {
    let token = try hosted.token(here)
    let (phone, other) = (try hosted.phone(here, token), try hosted.phone(here, token))
    let stranger = try hosted.phone(there, hosted.token(there))
    let (log, far) = (try hosted.member(here, "log"), try hosted.member(there, "far"))
    _ = [log.socket, far.socket].map(hosted.heard)
    hosted.say(events(hosted.line(1, of: try device(token), here.round), of: here), phone)
    #expect(hosted.heard(phone).kinds == ["events", "ack"])
    #expect(hosted.heard(other).kinds == ["events"])
    #expect(hosted.heard(log.socket).kinds == ["lines"])
    hosted.say(lines(hosted.line(1, of: "log", here.round), of: here), log.socket)
    hosted.say(lines(hosted.line(1, of: "far", there.round), of: there), far.socket)
    hosted.service.woken()
    #expect(hosted.heard(log.socket).kinds == ["taken"])
    #expect(hosted.heard(phone).events.map { $0["id"] as? String } == ["log-1"])
    #expect(hosted.heard(stranger).events.map { $0["id"] as? String } == ["far-1"])
    #expect(hosted.heard(far.socket).kinds == ["taken"])
    #expect(try here.store.events(of: here.round).count == 2)
    #expect(try there.store.events(of: there.round).map(\.id.rawValue) == ["far-1"])
    let rounds = hosted.ask("GET", "/api/rounds", token: token).object["rounds"] as? Messages
    #expect(rounds?.map { $0["id"] as? String } == ["\(here.round)"])
  }

  @Test func `what is said into phones comes back to who said it`() throws {
    let replied = DispatchSemaphore(value: 0)
    let desk = deafDesk { replied.signal() }
    defer { desk.stop() }
    hosted.service.talks = desk
    let sockets = try [here, there].map { try hosted.phone($0, hosted.token($0)) }
    for (id, (socket, group)) in zip(sockets, [here, there]).enumerated() {
      hosted.say(
        #"{"kind": "talk", "id": \#(id), "round": "\#(group.round)", "hole": 1, "rate": 16000}"#,
        socket)
    }
    var heard = [Messages(), Messages()]
    while heard.contains(where: \.isEmpty) {
      // A guard alone: each reply signals.
      try #require(replied.wait(timeout: .now() + 60) == .success)
      hosted.service.woken()
      for (place, socket) in sockets.enumerated() { heard[place] += hosted.heard(socket) }
    }
    #expect(heard.map { $0.map { $0["id"] as? Int } } == [[0], [1]])
  }

  /// A desk that hears nothing.
  private func deafDesk(_ wakeUp: @escaping @Sendable () -> Void = {}) -> TalkDesk {
    TalkDesk(
      workers: 1, confirmation: .init(), uptime: { .zero },
      makeScorer: { _ in throw TalkFailure.lost }, wakeUp: wakeUp)
  }

  @Test func `a phone that joins another group has a token there, and comes back as who it was`()
    throws
  {
    func cookie(_ response: WebResponse) -> String {
      let header = response.headers.first { $0.name == "Set-Cookie" }?.value ?? ""
      return String(header.dropFirst("hyzer=".count).prefix { $0 != ";" })
    }
    let first = hosted.join(here)
    let second = hosted.join(there, cookie: cookie(first.response))
    let tokens = [first, second].compactMap { $0.object["token"] as? String }
    #expect(Set(tokens).count == 2)
    #expect(try there.store.admittedTokens() == [AccessToken(tokens[1])?.hash()])
    #expect(try here.store.admittedTokens() == [AccessToken(tokens[0])?.hash()])
    // It asks as of the group that it joined last.
    let both = cookie(second.response)
    let path = "/api/rounds/\(here.round)/events"
    #expect(hosted.ask("GET", path, token: both).status == 404)
    let back = hosted.join(here, cookie: both)
    #expect(back.object["device"] as? String == first.object["device"] as? String)
    #expect(try here.store.admittedTokens().count == 1)
    #expect(hosted.ask("GET", path, token: cookie(back.response)).status == 200)
    // And forgets all at once.
    #expect(cookie(hosted.ask("POST", "/api/leave", token: both).response) == "")
    #expect(try here.store.admittedTokens().isEmpty && there.store.admittedTokens().isEmpty)
  }

  @Test func `a laptop joins its group, and brings its rounds there`() throws {
    let thread = try LiveHostThread(
      serving: .groups(hosted.files),
      settings: .init(address: "127.0.0.1", port: 0, subprotocol: LiveHost.subprotocol),
      trust: WebTrust(names: [], isSecure: false),
      dependencies: hosted.service.reception.dependencies)
    defer { thread.stop() }
    let place = "http://127.0.0.1:\(thread.port)"
    let invitation = HostAddress.invitation(to: there.group, at: place, key: nil)
    // No time passes.
    let hub = try HostSession.join(
      #require(HostAddress(invitation)), as: "laptop", timeout: .seconds(300), uptime: { .zero }
    ).hub
    #expect(hub.group == "there")
    let laptop = try ScoreStore(path: hosted.files.file(of: "laptop"))
    try laptop.keep(hub)
    try laptop.joinHub(hub.address)
    try laptop.createRound(
      "new", course: Course.seeded[0], organiser: "Ann", joining: [.player("Ann")], at: "")
    try laptop.startRound("new", at: "")
    let session = try HostSession(
      store: laptop, hub: hub, timeout: .seconds(300),
      surroundings: .init(uptime: { .zero }, timestamp: { "" }, seed: 1))
    try session.exchange(within: .seconds(300))
    #expect(try there.store.startedRounds() == ["new", there.round])
    #expect(try laptop.startedRounds() == ["new", there.round])
    #expect(try here.store.startedRounds() == [here.round])
  }

  @Test func `the organiser's link leads to its group`() throws {
    let issued = AccessToken()
    try there.store.issueOrganiser(issued.hash(), round: there.round, at: "")
    #expect(hosted.open("Bearer \(issued.text)") == nil)
    let body = "{\"token\": \"\(issued.text)\"}"
    let answer = hosted.ask("POST", "/api/join", body, token: try hosted.token(here))
    #expect(answer.object["role"] as? String == "organiser")
    #expect(answer.object["round"] as? String == "\(there.round)")
    #expect(hosted.ask("POST", "/api/join", body).status == 403)
  }

  // MARK: Who tries to reach another group

  /// What somebody shows who is of the one group.
  enum Shown: String { case member, phone, invitation }

  /// What they try on the other group's ROUND, and what is answered.
  ///
  /// That is a status, the kind of a message, or the code by which the WebSocket is closed. LINE is an event
  /// there, LISTED one as a log brings it, TOKEN and SECRET what is shown.
  private static let attempts: [(shown: Shown, tried: String, answer: String)] = [
    (.member, "GET /api/rounds/ROUND/leaderboard", "404"),
    (.member, "GET /api/rounds/ROUND/events", "404"),
    (.member, "POST /api/rounds/ROUND/events LINE", "404"),
    (.member, "POST /api/rounds/ROUND/invitation", "404"),
    (.member, #"POST /api/join {"token": "TOKEN"}"#, "403"),
    (.member, #"POST /api/join {"secret": "TOKEN", "code": "TOKEN"}"#, "403"),
    (.phone, "GET /api/rounds/ROUND/leaderboard", "404"),
    (.phone, "GET /api/rounds/ROUND/events", "404"),
    (.phone, "POST /api/rounds/ROUND/events LINE", "404"),
    (.phone, "POST /api/rounds/ROUND/invitation", "404"),
    (.phone, "GET /api/rounds/ROUND/card.png", "404"),
    (.phone, #"POST /api/person {"secret": "TOKEN", "name": "Mike"}"#, "403"),
    (.phone, #"POST /api/join {"token": "TOKEN"}"#, "403"),
    (.member, "GET /api/rounds/ROUND/card.png", "404"),
    (.member, "POST /api/rounds {}", "403"),
    (.member, #"POST /api/watch/allow {"code": "000000"}"#, "403"),
    (.phone, #"POST /api/watch {"secret": "TOKEN"}"#, "404"),
    (.invitation, #"POST /api/watch {"secret": "SECRET"}"#, "404"),
    (.invitation, #"POST /api/watch/allow {"code": "000000"}"#, "401"),
    (.invitation, "GET /api/players", "401"),
    (.invitation, "GET /api/courses", "401"),
    (.invitation, "POST /api/rounds {}", "401"),
    (.invitation, "GET /api/rounds", "401"),
    (.invitation, "POST /api/device", "401"),
    (.invitation, "GET /api/rounds/ROUND/leaderboard", "401"),
    (.invitation, "GET /api/rounds/ROUND/events", "401"),
    (.invitation, "POST /api/rounds/ROUND/events LINE", "401"),
    (.invitation, "POST /api/rounds/ROUND/invitation", "401"),
    (.invitation, #"POST /api/invitation {"secret": "SECRET"}"#, "403"),
    (.invitation, #"POST /api/join {"secret": "SECRET"}"#, "403"),
    (.invitation, #"POST /api/join {"code": "SECRET"}"#, "403"),
    (.phone, #"{"kind": "hello", "round": "ROUND", "vector": {}}"#, "notice"),
    (.phone, #"{"kind": "events", "round": "ROUND", "events": [LINE]}"#, "notice"),
    (.phone, #"{"kind": "events", "round": "OWN", "events": [LINE]}"#, "refused"),
    (
      .phone, #"{"kind": "talk", "id": 1, "round": "ROUND", "hole": 1, "rate": 16000}"#,
      "talkFailed"
    ),
    (.phone, #"{"kind": "follow", "device": "far", "after": null}"#, "notice"),
    (.phone, #"{"kind": "lines", "rounds": [], "place": null}"#, "1008"),
    (.phone, #"{"kind": "held", "round": "ROUND", "digests": []}"#, "1008"),
    (.phone, #"{"kind": "compare", "eachRound": true}"#, "1008"),
    (
      .phone, #"{"kind": "invite", "round": "ROUND", "isNew": true, "isOrganisers": false}"#, "1008"
    ),
    (.member, #"{"kind": "hello", "round": "ROUND", "vector": {}}"#, "notice"),
    (.member, #"{"kind": "events", "round": "ROUND", "events": [LINE]}"#, "notice"),
    (
      .member, #"{"kind": "talk", "id": 1, "round": "ROUND", "hole": 1, "rate": 16000}"#,
      "talkFailed"
    ),
    (
      .member, #"{"kind": "lines", "rounds": [{"round": "ROUND", "lines": [LISTED]}]}"#, "taken"
    ),
    (.member, #"{"kind": "held", "round": "ROUND", "digests": []}"#, "lacks"),
    (.member, #"{"kind": "compare", "eachRound": true}"#, "digests"),
    (
      .member, #"{"kind": "invite", "round": "ROUND", "isNew": true, "isOrganisers": false}"#,
      "notice"
    ),
    (
      .member, #"{"kind": "invite", "round": "ROUND", "isNew": false, "isOrganisers": true}"#,
      "notice"
    ),
    (.invitation, #"{"kind": "hello", "round": "ROUND", "vector": {}}"#, "1008"),
    (.invitation, #"{"kind": "events", "round": "ROUND", "events": [LINE]}"#, "1008"),
    (.invitation, #"{"kind": "lines", "rounds": [], "place": null}"#, "1008"),
    (.invitation, #"{"kind": "held", "round": "ROUND", "digests": []}"#, "1008"),
    (.invitation, #"{"kind": "compare", "eachRound": false}"#, "1008"),
    (
      .invitation, #"{"kind": "invite", "round": "ROUND", "isNew": true, "isOrganisers": true}"#,
      "1008"
    ),
  ]

  @Test(arguments: attempts)
  func `gives nobody anything of another group`(
    shown: Shown, tried: String, answer: String
  ) throws {
    let witnesses = [
      try hosted.phone(there, hosted.token(there)), try hosted.member(there, "far").socket,
    ]
    let (phone, member) = (try hosted.token(here), try hosted.member(here, "log").token)
    // Something is there to be had.
    try there.store.merge([
      RoundBatch(
        round: there.store.round(there.round),
        events: [LoggedEvent(json: hosted.line(1, of: "far", there.round))])
    ])
    hosted.service.woken()
    _ = witnesses.map(hosted.heard)
    let desk = deafDesk()
    defer { desk.stop() }
    for host in hosted.service.served { host.talks = desk }
    let before = try (there.store.exportLines(), there.store.admittedTokens())

    let authorization =
      switch shown {
      case .member: "Bearer \(member)"
      case .phone: "Bearer \(phone)"
      case .invitation: "Invitation \(here.group.secret.text)"
      }
    let line = hosted.line(2, of: try device(phone), there.round)
    let listed = hosted.line(2, of: "log", there.round).replacing("\"", with: "\\\"")
    func filled(_ text: String) -> String {
      text.replacing("ROUND", with: "\(there.round)").replacing("OWN", with: "\(here.round)")
        .replacing("LINE", with: line).replacing("LISTED", with: "\"\(listed)\"")
        .replacing("TOKEN", with: shown == .member ? member : phone)
        .replacing("SECRET", with: here.group.secret.text)
    }
    if tried.hasPrefix("{") {
      let socket = try #require(hosted.open(authorization))
      if shown == .member {
        hosted.say(.follow(.init(device: "log", after: nil)), socket)
        _ = hosted.heard(socket)
      }
      hosted.say(filled(tried), socket)
      hosted.service.woken()
      let heard = hosted.heard(socket).filter { $0["kind"] as? String != "ack" }
      let close = hosted.closed[socket].map { ["\($0)"] }
      #expect(close ?? heard.kinds == [answer])
      let refused = heard.first("taken")?["events"] as? Messages
      #expect(answer != "taken" || refused?.map { $0["cause"] as? String } == ["otherRound"])
      #expect(answer != "talkFailed" || heard.first?["reason"] as? String == LiveHost.noRound)
      #expect(answer != "digests" || !"\(heard)".contains("\(there.round)"))
    } else {
      let parts = tried.split(separator: " ", maxSplits: 2).map { filled(String($0)) }
      let asked = hosted.ask(
        parts[0], parts[1], parts.count > 2 ? parts[2] : "", authorization: authorization)
      #expect("\(asked.status)" == answer)
    }

    let after = try (there.store.exportLines(), there.store.admittedTokens())
    #expect(before == after)
    #expect(
      try there.store.invitation(for: there.round, making: Invitation.new) == there.invitation)
    #expect(witnesses.flatMap(hosted.heard).isEmpty)
    #expect(witnesses.allSatisfy { hosted.closed[$0] == nil })
  }

  @Test func `counts wrong codes over all groups`() throws {
    for code in ["AAAA-AAAA", "BBBB-BBBB", "?", "CCCC-CCCC", "DDDD-DDDD"] {
      #expect(hosted.ask("POST", "/api/join", "{\"code\": \"\(code)\"}").status == 403)
    }
    for group in [here, there] {
      #expect(hosted.join(group).status == 403)
      let body = "{\"secret\": \"\(group.invitation.secret.text)\", \"player\": \"Jake\"}"
      #expect(hosted.ask("POST", "/api/join", body).status == 200)
    }
  }

  @Test(
    "answers who shows nothing as a host of one log does",
    arguments: [
      ("GET", "/", 200), ("GET", "/healthz", 200), ("GET", "/ca.crt", 404), ("GET", "/none", 404),
      ("PUT", "/api/rounds", 405), ("GET", "/api/rounds", 401), ("POST", "/api/device", 401),
      ("POST", "/api/rounds/x/invitation", 401), ("POST", "/api/join", 400),
      ("POST", "/api/invitation", 400), ("POST", "/api/leave", 200), ("GET", "/metrics", 404),
      ("POST", "/api/group", 400), ("POST", "/api/person", 400), ("POST", "/api/rounds", 401),
      ("GET", "/api/players", 401), ("GET", "/api/courses", 401), ("POST", "/api/courses", 401),
      ("POST", "/api/courses/delete", 401), ("GET", "/api/rounds/x/card.png", 401),
      ("POST", "/api/watch", 400), ("POST", "/api/watch/allow", 401),
    ])
  func strangers(method: String, path: String, status: Int) throws {
    let one = try HostedRound()
    for token in [nil, "forged", AccessToken().text] {
      let answers = [hosted, one].map { $0.ask(method, path, token: token).response }
      #expect(answers[0].status == status)
      #expect(answers[0] == answers[1])
    }
    #expect(hosted.open("Bearer \(AccessToken().text)") == nil)
    #expect(hosted.ask("GET", "/", host: "evil.example").status == 421)
    #expect(hosted.service.served.isEmpty)
  }

  // MARK: What is kept

  @Test func `lets go of a group that nobody uses`() throws {
    let socket = try hosted.phone(here, hosted.token(here))
    for number in 0...GroupHosts.mostIdle {
      let group = try hosted.group(GroupID("g\(number)"))
      #expect(hosted.join(group).status == 200)
    }
    #expect(hosted.service.served.count == GroupHosts.mostIdle + 1)
    #expect(hosted.files.inUse.contains("here") && !hosted.files.inUse.contains("g0"))
    hosted.service.closed(socket)
    #expect(hosted.join(try hosted.group("last")).status == 200)
    #expect(hosted.service.served.count == GroupHosts.mostIdle)
    #expect(!hosted.files.inUse.contains("g1"))
    #expect(hosted.files.inUse.count == GroupHosts.mostIdle)
  }

  @Test func `keeps what a log brought that has gone since`() throws {
    let log = try hosted.member(here, "log")
    hosted.say(lines(hosted.line(1, of: "log", here.round), of: here), log.socket)
    hosted.service.closed(log.socket)
    for number in 0...GroupHosts.mostIdle {
      _ = hosted.join(try hosted.group(GroupID("g\(number)")))
    }
    #expect(!hosted.files.inUse.contains("here"))
    #expect(try here.store.events(of: here.round).count == 1)
  }

  @Test func `takes so many WebSockets of a group, and those of others beside`() throws {
    let (token, other) = (try hosted.token(here), try hosted.token(there))
    for _ in 0..<GroupHosts.mostFollowers { try #require(hosted.open("Bearer \(token)") != nil) }
    #expect(hosted.open("Bearer \(token)") == nil)
    #expect(hosted.open("Bearer \(other)") != nil)
  }

  @Test func `goes on for the other groups where a log is gone`() throws {
    let tokens = try [here, there].map { try hosted.token($0) }
    let sockets = try zip([here, there], tokens).map { try hosted.phone($0, $1) }
    for name in try FileManager.default.contentsOfDirectory(atPath: hosted.files.path)
    where name.hasPrefix("here.db") {
      try FileManager.default.removeItem(atPath: "\(hosted.files.path)/\(name)")
    }
    let answer = hosted.ask("GET", "/api/rounds", token: tokens[0])
    #expect(answer.status == 503)
    // A stranger reads nothing of where it is.
    #expect("\(answer.object)".contains("try again") && !"\(answer.object)".contains("here.db"))
    hosted.say(#"{"kind": "hello", "round": "\#(here.round)", "vector": {}}"#, sockets[0])
    #expect(hosted.closed == [sockets[0]: 1011])
    hosted.pass(GroupHosts.lookInterval)
    try there.store.merge([
      RoundBatch(
        round: there.store.round(there.round),
        events: [LoggedEvent(json: hosted.line(1, of: "far", there.round))])
    ])
    hosted.service.woken()
    #expect(hosted.heard(sockets[1]).kinds == ["events"])
    #expect(hosted.ask("GET", "/api/rounds", token: tokens[1]).status == 200)
  }

  @Test func `looks for other programs not at each wake, and for nobody not at all`() throws {
    func looks() -> Int { hosted.files.looks.withLock { $0 } }
    hosted.service.woken()
    #expect(looks() == 0)
    let socket = try hosted.phone(here, hosted.token(here))
    hosted.service.woken()
    for _ in 0..<4 { hosted.service.woken() }
    #expect(looks() == 1)
    try here.store.merge([
      RoundBatch(
        round: here.store.round(here.round),
        events: [LoggedEvent(json: hosted.line(1, of: "far", here.round))])
    ])
    hosted.service.woken()
    #expect(hosted.heard(socket).kinds == [])
    hosted.pass(GroupHosts.lookInterval)
    hosted.service.woken()
    #expect(looks() == 2)
    #expect(hosted.heard(socket).kinds == ["events"])
  }

  @Test func `has all come back where the logs have become others than they were`() throws {
    let sockets = try [here, there].map { try hosted.phone($0, hosted.token($0)) }
    hosted.files.hasMoved.withLock { $0 = true }
    hosted.pass(GroupHosts.lookInterval)
    hosted.service.woken()
    #expect(hosted.closed == [sockets[0]: 1011, sockets[1]: 1011])
    #expect(hosted.service.served.isEmpty)
    #expect(try hosted.phone(here, hosted.token(here, "Mike")) != sockets[0])
  }

  @Test func `answers by HTTP what others wrote meanwhile, though nobody has a WebSocket`() throws {
    let token = try hosted.token(here)
    func events() -> Int {
      let answer = hosted.ask("GET", "/api/rounds/\(here.round)/events", token: token)
      return String(decoding: answer.response.body, as: UTF8.self).split(separator: "\n").count
    }
    #expect(events() == 0)
    hosted.pass(GroupHosts.lookInterval)
    try here.store.merge([
      RoundBatch(
        round: here.store.round(here.round),
        events: [LoggedEvent(json: hosted.line(1, of: "far", here.round))])
    ])
    #expect(events() == 1)
  }

  @Test func `looks up no code while codes rest`() throws {
    for _ in 0..<JoinGuard.triesOfAddress {
      #expect(hosted.ask("POST", "/api/join", #"{"code": "AAAA-AAAA"}"#).status == 403)
    }
    let asked = hosted.files.asked.withLock { $0 }
    #expect(hosted.join(here).status == 403)
    #expect(hosted.files.asked.withLock { $0 } == asked)
    hosted.pass(JoinGuard.window)
    #expect(hosted.join(here).status == 200)
  }
}
