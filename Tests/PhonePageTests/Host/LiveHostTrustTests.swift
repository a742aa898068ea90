import Foundation
import HyzerBase
import ScoreLog
import Testing

@testable import PhonePage

/// What others on the same Wi-Fi try, with and without a code.
@Suite struct `A host of the live page withstands` {
  private let hosted: HostedRound

  init() throws { hosted = try HostedRound() }

  private func join(_ player: String, token: String? = nil) -> Int {
    hosted.askToJoin(player, token: token).status
  }

  // MARK: Names

  @Test(
    "the name of somebody who is known from elsewhere opens nothing",
    arguments: ["Ann", "ANN", "Annie", "Old Bob", "Carl"])
  func knownNames(name: String) throws {
    try hosted.store.addPlayer(Player(name: "Ann", aliases: ["Annie"]))
    try hosted.store.addPlayer(Player(name: "Old Bob"))
    try hosted.store.createRound(
      "secret", course: Course(name: "Far", pars: Array(repeating: 3, count: 9)),
      organiser: "Carl", joining: [.player("Ann"), .player("Old Bob")],
      at: "2026-05-01T09:00:00.000Z")
    try hosted.store.changePlayer(named: "Old Bob", to: Player(name: "Bob"))
    #expect(join(name) == 403)
    #expect(try hosted.store.round(hosted.round).entrants.count == 2)
  }

  @Test(
    "a name that people cannot see or that is too long is refused",
    arguments: [
      "a\r\nSet-Cookie: x=y", "a\0b", "\u{202E}ekiM", "Mi\u{200B}ke", "a\u{2028}b", "!!!",
      String(repeating: "a", count: 41), "a" + String(repeating: "\u{301}", count: 200),
      String(repeating: "x", count: 500_000),
    ])
  func badNames(name: String) throws {
    #expect(join(name) == 403)
    #expect(try hosted.store.round(hosted.round).entrants.count == 2)
  }

  @Test(
    "a name is a text and nothing else",
    arguments: [
      "__proto__", "constructor", "<script>alert(1)</script>", "O'Brien; DROP TABLE events",
      "\u{1F469}\u{200D}\u{1F680} Zoë", "Žofie", "李雷",
    ])
  func goodNames(name: String) throws {
    let phone = try hosted.phone(name)
    #expect(phone.heard().first("welcome")?["player"] as? String == name)
    #expect(phone.send(phone.event(1, player: name)).acknowledged == [phone.device: 1])
  }

  @Test func `nobody fills a round with names, or a log with phones`() throws {
    var number = 0
    func name() -> String {
      number += 1
      return "Guest " + String(number, radix: 2).map { $0 == "0" ? "a" : "b" }.joined()
    }
    while try hosted.store.round(hosted.round).entrants.count < PhoneEvents.mostEntrants {
      try #require(join(name()) == 200)
    }
    #expect(join(name()) == 403)
    let token = try hosted.phone("Jake").token
    let others = PhoneEvents.mostEntrants - 1
    for _ in others..<Admission.mostPhones { try #require(join("Jake") == 200) }
    #expect(join("Jake") == 403)
    #expect(join("Jake", token: token) == 200)
    try hosted.store.revoke("device-4")
    #expect(join("Jake") == 200)
  }

  // MARK: Events

  @Test(
    "an organiser's phone that lies gets nothing into the log that is not of the round",
    arguments: [
      #""kind": "join", "player": "Jake", "away": [], "entrant": {"name": "jake"}"#,
      #""kind": "join", "player": "Jake", "away": [], "entrant": {"name": "jake", "isGuest": true}"#,
      #""kind": "join", "player": "Sam", "away": [], "entrant": {"name": "Tom", "isGuest": true}"#,
      #""kind": "join", "player": "Sam", "away": [99], "entrant": {"name": "Sam", "isGuest": true}"#,
      #""kind": "join", "player": "Nobody", "away": []"#,
      #""kind": "leave", "player": "Nobody", "away": []"#,
      #""kind": "organiser", "player": "Nobody", "away": [], "organiserDevice": "x""#,
      #""kind": "organiser", "player": "Jake", "away": []"#,
      #""kind": "merge", "player": "Jake", "away": [], "entrant": {"name": "Sam", "isGuest": true}"#,
      #""kind": "finish", "player": null, "scoreCount": -9223372036854775808"#,
      #""kind": "finish", "player": null, "entrant": {"name": "Sam", "isGuest": true}"#,
    ])
  func lies(members: String) throws {
    let mike = try hosted.phone("Mike")
    try #require(mike.role == "organiser")
    #expect(mike.send(mike.change(1, members)).causes.count == 1)
    let record = try hosted.store.round(hosted.round)
    #expect(record.changes.isEmpty)
    #expect(record.entrants.count == 2)
  }

  @Test func `an organiser's phone lets a guest join, leave and come back`() throws {
    let mike = try hosted.phone("Mike")
    let entrant = #""entrant": {"name": "Sam", "isGuest": true}"#
    mike.send(mike.change(1, #""kind": "join", "player": "Sam", "away": [1], \#(entrant)"#))
    mike.send(
      mike.change(2, #""kind": "leave", "player": "Sam", "away": [1, 2]"#),
      mike.change(3, #""kind": "join", "player": "Sam", "away": [1]"#))
    let record = try hosted.store.round(hosted.round)
    #expect(record.changes.map(\.kind) == [.join, .leave, .join])
    #expect(record.entrants.last?.isGuest == true)
  }

  @Test func `an event that is too long to be sent is refused, whichever way it comes`() throws {
    let jake = try hosted.phone("Jake")
    let long = String(repeating: "x", count: 20_000)
    let links = Array(repeating: "link", count: 3000).json
    for forged in [
      jake.event(1, id: long),
      jake.event(1).replacing(#""supersedes": null"#, with: "\"supersedes\": \(links)"),
      jake.event(1, kind: "takeBack")
        .replacing(#""input""#, with: "\"takesBack\": \"\(long)\", \"input\""),
    ] {
      #expect(jake.send(forged).causes == ["badEvent"])
      #expect(jake.post(forged)["added"] as? Int == 0)
    }
    #expect(try hosted.scores.isEmpty)
  }

  @Test func `a round takes so many events, however many devices a phone becomes`() throws {
    let jake = try hosted.phone("Jake")
    let admission = try #require(
      try hosted.store.admission(tokenHash: AccessToken(jake.token)?.hash() ?? ""))
    var phone = PhoneEvents(
      from: Visit(
        admission: admission, round: try hosted.store.round(hosted.round), role: .player))
    let events = try [1, 2].map { number in
      SentEvent(id: "x", event: try EventLine(json: jake.event(number)).event)
    }
    let (allowed, refused) = phone.check(events, after: PhoneEvents.mostEvents - 1)
    #expect(allowed.map(\.position.number) == [1])
    #expect(refused.map(\.cause) == [.notAllowed])
  }

  @Test func `a player settles and deletes nothing by HTTP either`() throws {
    let jake = try hosted.phone("Jake")
    let posted = jake.post(
      jake.event(1, kind: "resolution", device: "elsewhere"),
      jake.change(
        2, #""kind": "delete", "player": null, "scoreCount": 0"#, device: "elsewhere"))
    #expect(posted["added"] as? Int == 0)
    #expect((posted["refused"] as? [Any])?.count == 2)
    #expect(try hosted.store.round(hosted.round).changes.isEmpty)
  }

  @Test func `a change by the identifier of a score is refused, and ends nothing`() throws {
    let mike = try hosted.phone("Mike")
    mike.send(mike.event(1, id: "c-\(mike.device)-2"))
    #expect(mike.send(mike.change(2, #""kind": "finish", "player": null"#)).causes == ["badEvent"])
    #expect(hosted.closed.isEmpty)
  }

  // MARK: What is acknowledged

  @Test func `an event that is there already is passed over, as whomever it is sent now`() throws {
    let first = try hosted.phone("Jake")
    first.send(first.event(1))
    try #require(join("Sam", token: first.token) == 403)
    try #require(join("Mike", token: first.token) == 200)
    let phone = try first.following()
    let messages = phone.send(phone.event(1), phone.event(2, hole: 2))
    #expect(messages.causes == [])
    #expect(messages.acknowledged == [phone.device: 2])
    #expect(try hosted.scores.map(\.reportedBy) == ["Jake", "Mike"])
    let watch = hosted.askToJoin(nil, token: phone.token)
    try #require(watch.object["role"] as? String == "watcher")
    #expect(phone.send(phone.event(1)).causes == [])
  }

  @Test func `of two events with one number the second is refused, and not the first`() throws {
    let jake = try hosted.phone("Jake")
    let messages = jake.send(jake.event(1, id: "a.1"), jake.event(1, id: "b.1"))
    #expect(messages.refused.map { $0["id"] as? String } == ["b.1"])
  }

  @Test func `what HTTP says was added is in the log`() throws {
    let jake = try hosted.phone("Jake")
    let posted = jake.post(
      jake.event(1, id: "a.1", device: "elsewhere"), jake.event(2, id: "a.1", device: "elsewhere"),
      jake.event(3, hole: 99, id: "bad.1", device: "elsewhere"), "no line",
      jake.event(4, hole: 2, id: "b.1", device: "elsewhere"), jake.event(9, hole: 3, id: "gap.1"))
    #expect(posted["added"] as? Int == 2)
    #expect(posted["known"] as? Int == 1)
    let refused = posted["refused"] as? Messages ?? []
    #expect(refused.map { $0["id"] as? String } == ["bad.1", "", "gap.1"])
    #expect(try hosted.scores.map(\.id.rawValue) == ["a.1", "b.1"])
  }

  @Test func `a round that is deleted refuses events, and ends no connection`() throws {
    let jake = try hosted.phone("Jake")
    let stamp = RoundChange.Stamp(
      id: "gone", reportedBy: "Mike", deviceName: "laptop", at: "2026-05-01T09:10:00.000Z")
    try hosted.store.deleteRound(hosted.round, stamp)
    #expect(jake.send(jake.event(1)).first("ack") != nil)
    #expect(hosted.closed.isEmpty)
  }

  // MARK: Load

  @Test func `a long round comes in parts, each when the one before has gone`() throws {
    let jake = try hosted.phone("Jake")
    for start in stride(from: 0, to: 1000, by: 100) {
      jake.send((1...100).map { jake.event(start + $0) })
    }
    var waiting: [WebSocketID: Int] = [:]
    let send = hosted.host.outlet.send
    hosted.host.outlet.send = { message, socket in
      if case .text(let text) = message { waiting[socket, default: 0] += text.utf8.count }
      send(message, socket)
    }
    hosted.host.outlet.unsent = { waiting[$0] ?? 0 }
    let late = try jake.following()
    var events: [Int?] = []
    while case let new = late.heard().events, !new.isEmpty {
      #expect(waiting[late.socket] ?? 0 < 200 << 10)
      events += new.map { $0["number"] as? Int }
      waiting[late.socket] = 0
      hosted.host.drained(late.socket)
    }
    #expect(events == Array(1...1000))
  }

  @Test func `a phone that is let in no more hears no more at once`() throws {
    let (jake, mike) = (try hosted.phone("Jake"), try hosted.phone("Mike"))
    try hosted.store.revoke(DeviceID(jake.device))
    hosted.host.woken()
    #expect(hosted.closed == [jake.socket: 1008])
    #expect(hosted.ask("POST", "/api/leave", token: mike.token).status == 200)
    #expect(hosted.closed[mike.socket] == 1008)
  }

  @Test(
    "what a phone says to hold is never believed to be more",
    arguments: [
      #"{"x": 9223372036854775807}"#, #"{"device-1": 9223372036854775807}"#, #"{"a": -5}"#,
      #"{"\u00e9": 1, "e\u0301": 2}"#,
    ])
  func vectors(vector: String) throws {
    let jake = try hosted.phone("Jake").following(holding: vector)
    #expect(jake.heard().kinds == ["welcome"])
    #expect(jake.send(jake.event(1)).kinds.suffix(2) == ["events", "ack"])
    let query = vector.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let answer = hosted.host.answer(
      WebRequest(
        path: "/api/rounds/round/events", query: "after=" + query, host: "127.0.0.1:8080",
        cookie: "hyzer=\(jake.token)"))
    #expect(answer.status == 200)
  }
}

@Suite struct AccessTokenTests {
  @Test func `a token has 256 bits, and is read back`() throws {
    // So many that no digit is missing at any place by chance.
    let made = (0..<1000).map { _ in AccessToken() }
    #expect(Set(made).count == 1000)
    for place in 0..<64 { #expect(Set(made.map { Array($0.text)[place] }).count == 16) }
    for token in made { #expect(AccessToken(token.text) == token) }
  }

  @Test(arguments: ["", "0", String(repeating: "0", count: 65), String(repeating: "A", count: 64)])
  func `what is no token is none`(text: String) { #expect(AccessToken(text) == nil) }

  @Test func `a log keeps its SHA-256`() throws {
    let token = try #require(AccessToken(String(repeating: "0", count: 64)))
    #expect(
      try token.hash() == "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55")
  }
}
