import DiscGolf
import Foundation
import ScoreLog
import Synchronization
import TestSupport
import Testing

@testable import PhonePage

/// A host of a round of Mike, who organises it, and Jake on three holes; what it sends is kept.
final class HostedRound {
  static let origin = "http://127.0.0.1:8080"

  let host: LiveHost
  let store: ScoreStore
  let round: RoundID = "round"
  let invitation: Invitation
  /// What went to each socket, and which were closed.
  var sent: [WebSocketID: [[String: Any]]] = [:]
  var closed: [WebSocketID: Int] = [:]
  private var sockets = 0
  private let folder: Tool.Directory

  init(trust: WebTrust = WebTrust(names: [], isSecure: false)) throws {
    folder = try Tool.Directory()
    let path = folder.url.appending(path: "scores.db").path
    store = try ScoreStore(path: path)
    try store.createRound(
      round, course: Course(name: "Three", pars: [3, 4, 3] + Array(repeating: 3, count: 6)),
      organiser: "Mike", joining: [.player("Mike"), .player("Jake")],
      at: "2026-05-01T09:00:00.000Z")
    var random = SystemRandomNumberGenerator()
    let made = Invitation(using: &random)
    invitation = try store.invitation(for: round) { made }
    let last = Mutex(0)
    let next = { @Sendable in
      last.withLock { last in
        last += 1
        return last
      }
    }
    host = try LiveHost(
      store: ScoreStore(path: path), trust: trust,
      world: .init(
        timestamp: { "2026-05-01T10:00:00.000Z" }, uptime: { .zero },
        newToken: {
          var generator = SystemRandomNumberGenerator()
          return AccessToken(using: &generator)
        },
        newDevice: { DeviceID("device-\(next())") }))
    host.outlet.send = { [unowned self] message, socket in
      guard case .text(let json) = message else { return }
      sent[socket, default: []].append(Self.object(json))
    }
    host.outlet.close = { [unowned self] socket, code in closed[socket] = code }
  }

  static func object(_ json: String) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:]
  }

  /// Asks as the page does, with what a browser adds.
  func ask(
    _ method: String = "GET", _ path: String, _ body: String = "", token: String? = nil,
    host name: String = "127.0.0.1:8080", origin: String = "", address: String = "10.0.0.9"
  ) -> (status: Int, object: [String: Any], response: WebResponse) {
    let response = host.answer(
      WebRequest(
        method: method, path: path, host: name, origin: origin,
        cookie: token.map { "a=b; hyzer=\($0)" } ?? "", address: address, body: Array(body.utf8)))
    let text = String(decoding: response.body, as: UTF8.self)
    return (response.status, Self.object(text), response)
  }

  /// Joins, and returns the token and the device.
  func join(_ player: String?) throws -> (token: String, device: String, role: String) {
    let name = player.map { "\"\($0)\"" } ?? "null"
    let answer = ask(
      "POST", "/api/join", "{\"code\": \"\(invitation.code)\", \"player\": \(name)}")
    try #require(answer.status == 200, "\(answer.object)")
    return (
      try #require(answer.object["token"] as? String),
      try #require(answer.object["device"] as? String),
      try #require(answer.object["role"] as? String)
    )
  }

  /// Opens a WebSocket by a token, and says hello.
  func follow(_ token: String, holding vector: String = "{}") throws -> WebSocketID {
    sockets += 1
    let socket = WebSocketID(sockets)
    let request = WebRequest(
      path: "/live", host: "127.0.0.1:8080", authorization: "Bearer \(token)", address: "10.0.0.9")
    try #require(host.refusal(ofUpgrade: request) == nil)
    host.opened(socket, by: request)
    say(#"{"kind": "hello", "round": "round", "vector": \#(vector)}"#, socket)
    return socket
  }

  func say(_ json: String, _ socket: WebSocketID) { host.received(.text(json), from: socket) }

  /// Returns what a socket got since the last time, kind by kind.
  func heard(_ socket: WebSocketID) -> [[String: Any]] {
    defer { sent[socket] = [] }
    return sent[socket] ?? []
  }

  /// An event as a phone writes it.
  func event(
    _ device: String, number: Int, clock: Int? = nil, player: String = "Jake", hole: Int = 1,
    strokes: Int = 3, kind: String = "score", id: String? = nil
  ) -> String {
    """
    {"id": "\(id ?? "\(device)-\(number).1")", "round": "round", "player": "\(player)", \
    "hole": \(hole), "strokes": \(strokes), "supersedes": null, "reportedBy": "nobody", \
    "device": "\(device)", "input": "picked", "transcript": null, "confidence": null, \
    "at": "2026-05-01T09:30:00.000Z", "number": \(number), "clock": \(clock ?? number), \
    "deviceName": "x", "kind": "\(kind)"}
    """
  }

  func send(_ events: [String], _ socket: WebSocketID) {
    say(
      #"{"kind": "events", "round": "round", "events": [\#(events.joined(separator: ","))]}"#,
      socket)
  }
}

extension Array where Element == [String: Any] {
  var kinds: [String] { compactMap { $0["kind"] as? String } }

  func first(_ kind: String) -> [String: Any]? {
    first { $0["kind"] as? String == kind }
  }

  /// The causes for which events were refused.
  var causes: [String] {
    (first("refused")?["events"] as? [[String: Any]] ?? []).compactMap { $0["cause"] as? String }
  }
}

@Suite struct `A host of the live page` {
  private let hosted: HostedRound

  init() throws { hosted = try HostedRound() }

  @Test func `what a phone sends is in the log, is acknowledged, and goes to all others`() throws {
    let (token, device, role) = try hosted.join("Jake")
    #expect(role == "player")
    let (jake, other) = (try hosted.follow(token), try hosted.follow(token))
    #expect(hosted.heard(jake).kinds == ["welcome"])
    _ = hosted.heard(other)
    hosted.send([hosted.event(device, number: 1)], jake)
    let card = try hosted.store.scorecard(of: hosted.round)
    #expect(card.strokes(of: PlayerID(1), onHole: 1)?.count == 3)
    #expect(card.round.startedAt == "2026-05-01T10:00:00.000Z")
    let ack = try #require(hosted.heard(jake).first("ack"))
    #expect(ack["vector"] as? [String: Int] == [device: 1])
    let passed = try #require(hosted.heard(other).first("events")?["events"] as? [[String: Any]])
    #expect(passed.map { $0["player"] as? String } == ["Jake"])
    // The phone is not believed who it is.
    #expect(passed.first?["reportedBy"] as? String == "Jake")
    #expect(passed.first?["deviceName"] as? String == "Jake's phone")
  }

  @Test func `what another program writes goes to who follows the round, once`() throws {
    let socket = try hosted.follow(hosted.join("Jake").token)
    _ = hosted.heard(socket)
    let commit = ScoreCommit(
      id: "c", round: hosted.round, hole: 1,
      scores: [.init(player: "Mike", result: .strokes(try #require(Strokes(4))), input: .typed)],
      reportedBy: "Mike", deviceName: "laptop", at: "2026-05-01T09:10:00.000Z")
    try hosted.store.commit(commit)
    hosted.host.woken()
    let message = try #require(hosted.heard(socket).first("events"))
    #expect((message["events"] as? [[String: Any]])?.count == 1)
    hosted.host.woken()
    #expect(hosted.heard(socket).first("events") == nil)
  }

  @Test func `who says what it holds gets only the rest`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let first = try hosted.follow(token)
    hosted.send((1...3).map { hosted.event(device, number: $0, hole: $0) }, first)
    let again = try hosted.follow(token, holding: "{\"\(device)\": 2}")
    let messages = hosted.heard(again)
    #expect(messages.first("welcome")?["vector"] as? [String: Int] == [device: 3])
    let events = try #require(messages.first("events")?["events"] as? [[String: Any]])
    #expect(events.map { $0["number"] as? Int } == [3])
  }

  @Test func `an event that comes twice, or after a gap, is in the log once or not yet`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token)
    let events = (1...3).map { hosted.event(device, number: $0, hole: $0) }
    hosted.send([events[0], events[0], events[2]], socket)
    #expect(hosted.heard(socket).first("ack")?["vector"] as? [String: Int] == [device: 1])
    hosted.send([events[1], events[2], events[0]], socket)
    #expect(hosted.heard(socket).first("ack")?["vector"] as? [String: Int] == [device: 3])
    #expect(try hosted.store.events(of: hosted.round).count == 3)
  }

  @Test(
    "an event that its token may not make is refused, and all others are taken",
    arguments: [
      (#""device": "device-1""#, #""device": "another""#, "notAllowed"),
      (#""kind": "score""#, #""kind": "resolution""#, "notAllowed"),
      (#""kind": "score""#, #""kind": "finish""#, "notAllowed"),
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
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token)
    _ = hosted.heard(socket)
    let honest = hosted.event(device, number: 2, hole: 2)
    let forged = honest.replacing(text, with: forgery)
    try #require(forged != honest)
    hosted.send([hosted.event(device, number: 1), forged], socket)
    let messages = hosted.heard(socket)
    #expect(messages.causes == [cause])
    #expect(messages.first("ack")?["vector"] as? [String: Int] == [device: 1])
  }

  @Test func `a number that is taken is refused as such, and the device can be another`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token)
    hosted.send([hosted.event(device, number: 1)], socket)
    _ = hosted.heard(socket)
    hosted.send([hosted.event(device, number: 1, strokes: 5, id: "other.1")], socket)
    #expect(hosted.heard(socket).causes == ["numberTaken"])
    let renewed = hosted.ask("POST", "/api/device", token: token)
    let other = try #require(renewed.object["device"] as? String)
    #expect(other != device)
    hosted.send([hosted.event(other, number: 1, strokes: 5, id: "other.1")], socket)
    #expect(hosted.heard(socket).causes == [])
  }

  @Test func `only the organiser's first device finishes the round`() throws {
    let mike = try hosted.join("Mike")
    let second = try hosted.join("Mike")
    #expect((mike.role, second.role) == ("organiser", "player"))
    let finish = { (device: String, number: Int) in
      """
      {"id": "f-\(device)", "round": "round", "player": null, "hole": null, "strokes": null, \
      "supersedes": null, "reportedBy": "Mike", "device": "\(device)", "input": "typed", \
      "at": "2026-05-01T09:30:00.000Z", "kind": "finish", "number": \(number), "clock": \(number), \
      "deviceName": "x", "scoreCount": 1}
      """
    }
    let other = try hosted.follow(second.token)
    hosted.send([hosted.event(second.device, number: 1), finish(second.device, 2)], other)
    #expect(hosted.heard(other).causes == ["notAllowed"])
    let socket = try hosted.follow(mike.token)
    hosted.send([finish(mike.device, 1)], socket)
    #expect(try hosted.store.round(hosted.round).finish != nil)
  }

  @Test func `who only watches follows the round and enters nothing`() throws {
    let (token, device, role) = try hosted.join(nil)
    #expect(role == "watcher")
    let socket = try hosted.follow(token)
    hosted.send([hosted.event(device, number: 1)], socket)
    #expect(hosted.heard(socket).causes == ["notAllowed"])
    #expect(try hosted.store.events(of: hosted.round).isEmpty)
  }

  @Test func `a revoked phone is let in no more, and what it has open is closed`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token)
    try hosted.store.revoke(DeviceID(device))
    hosted.send([hosted.event(device, number: 1)], socket)
    #expect(hosted.closed[socket] == 1008)
    #expect(try hosted.store.events(of: hosted.round).isEmpty)
    #expect(hosted.ask("GET", "/api/rounds", token: token).status == 401)
  }

  @Test func `a phone that has become another device is revoked with what it was`() throws {
    let (token, device, _) = try hosted.join("Jake")
    _ = hosted.ask("POST", "/api/device", token: token)
    try hosted.store.revoke(DeviceID(device))
    #expect(hosted.ask("GET", "/api/rounds", token: token).status == 401)
  }

  @Test func `the list of rounds is as the log is now, whoever has changed it`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token)
    func thru() -> [Int?] {
      let rounds = hosted.ask("GET", "/api/rounds", token: token).object["rounds"]
      return (rounds as? [[String: Any]] ?? []).map { $0["thru"] as? Int }
    }
    #expect(thru() == [0])
    hosted.send([hosted.event(device, number: 1)], socket)
    #expect(thru() == [1])
    try hosted.store.deleteRound(
      hosted.round,
      .init(id: "d", reportedBy: "Mike", deviceName: "laptop", at: "2026-05-01T11:00:00.000Z"))
    hosted.host.woken()
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

  @Test func `somebody new joins while the round has not started, and not after`() throws {
    #expect(try hosted.join("Sam").role == "player")
    #expect(try hosted.store.round(hosted.round).entrants.map(\.player.name).contains("Sam"))
    try hosted.store.startRound(hosted.round, at: "2026-05-01T09:05:00.000Z")
    let body = "{\"code\": \"\(hosted.invitation.code)\", \"player\": \"Eve\"}"
    #expect(hosted.ask("POST", "/api/join", body).status == 403)
  }

  @Test func `without a valid token nothing of a round is said`() throws {
    for path in ["/api/rounds", "/api/rounds/round/leaderboard", "/api/rounds/round/events"] {
      #expect(hosted.ask("GET", path).status == 401)
      #expect(hosted.ask("GET", path, token: "forged").status == 401)
    }
    let post = hosted.ask("POST", "/api/rounds/round/events", hosted.event("d", number: 1))
    #expect(post.status == 401)
    let upgrade = WebRequest(path: "/live", host: "127.0.0.1:8080", cookie: "hyzer=forged")
    #expect(hosted.host.refusal(ofUpgrade: upgrade) == 401)
  }

  @Test func `a round of other people is not there`() throws {
    let token = try hosted.join("Jake").token
    try hosted.store.createRound(
      "secret", course: Course(name: "Far", pars: Array(repeating: 3, count: 9)),
      organiser: "Ann", joining: [.player("Ann")], at: "2026-05-01T09:00:00.000Z")
    #expect(hosted.ask("GET", "/api/rounds/secret/leaderboard", token: token).status == 404)
    let socket = try hosted.follow(token)
    _ = hosted.heard(socket)
    hosted.say(#"{"kind": "hello", "round": "secret", "vector": {}}"#, socket)
    #expect(hosted.heard(socket).kinds == ["notice"])
  }

  @Test(
    "another page, and a name that is not ours, are refused",
    arguments: [
      ("127.0.0.1:8080", "http://evil.example", 403), ("evil.example:8080", "", 421),
      ("", "", 421), ("127.0.0.1.evil.example", "", 421), ("127.0.0.1:8080", "null", 403),
      ("127.0.0.1:8080", "https://127.0.0.1:8080", 200),
      ("127.0.0.1:8080", "http://127.0.0.1:1", 403),
      ("127.0.0.1:8080", HostedRound.origin, 200), ("localhost:1", "http://localhost:1", 200),
      ("[::1]:8080", "", 200),
    ])
  func origins(host: String, origin: String, status: Int) {
    #expect(hosted.ask("GET", "/healthz", host: host, origin: origin).status == status)
    let upgrade = WebRequest(path: "/live", host: host, origin: origin)
    let expected = status == 200 ? 401 : status
    #expect(hosted.host.refusal(ofUpgrade: upgrade) == expected)
  }

  @Test func `lines of an exported log are taken once, as said by who brings them`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let line = hosted.event("elsewhere", number: 7, hole: 2, strokes: 4)
    let first = hosted.ask("POST", "/api/rounds/round/events", line + "\n", token: token)
    #expect(first.object["added"] as? Int == 1)
    let again = hosted.ask("POST", "/api/rounds/round/events", line + "\n", token: token)
    #expect(again.object["added"] as? Int == 0)
    #expect(again.object["known"] as? Int == 1)
    let events = try hosted.store.events(of: hosted.round)
    #expect(events.map(\.position.device.rawValue) == [device])
    #expect(events.map(\.reportedBy) == ["Jake"])
  }

  @Test func `a token stays out of what scripts and other pages see`() throws {
    let body = "{\"code\": \"\(hosted.invitation.code)\", \"player\": \"Jake\"}"
    let cookie = hosted.ask("POST", "/api/join", body).response[header: "Set-Cookie"] ?? ""
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    #expect(!cookie.contains("Secure"))
    let secure = try HostedRound(trust: WebTrust(names: [], isSecure: true))
    let answer = secure.ask(
      "POST", "/api/join",
      body.replacing(
        hosted.invitation.code.description, with: secure.invitation.code.description))
    #expect(answer.response[header: "Set-Cookie"]?.contains("; Secure") == true)
    let policy = hosted.ask("GET", "/").response[header: "Content-Security-Policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'self'"))
  }

  @Test func `what nobody can read is answered by a notice, and nothing ends`() throws {
    let socket = try hosted.follow(hosted.join("Jake").token)
    _ = hosted.heard(socket)
    for text in ["", "{", "[]", "{}", #"{"kind": 3}"#, #"{"kind": "events", "round": "round"}"#] {
      hosted.say(text, socket)
      #expect(hosted.heard(socket).kinds == ["notice"], "\(text)")
    }
    hosted.say(#"{"kind": "of a later page", "x": 1}"#, socket)
    hosted.host.received(.binary([9, 9]), from: socket)
    #expect(hosted.heard(socket).kinds == ["notice"])
    #expect(hosted.closed.isEmpty)
  }
}
