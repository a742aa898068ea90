import DiscGolf
import Foundation
import HyzerBase
import ScoreLog
import Testing

@testable import PhonePage

/// What somebody on the same Wi-Fi tries, with and without a code.
@Suite struct `A host of the live page withstands` {
  private let hosted: HostedRound

  init() throws { hosted = try HostedRound() }

  private func join(_ player: String, token: String? = nil) -> Int {
    let name = player.json
    return hosted.ask(
      "POST", "/api/join", "{\"code\": \"\(hosted.invitation.code)\", \"player\": \(name)}",
      token: token
    ).status
  }

  private func change(_ device: String, number: Int, _ members: String) -> String {
    """
    {"id": "c-\(device)-\(number)", "round": "round", "reportedBy": "Mike", \
    "device": "\(device)", "at": "2026-05-01T09:30:00.000Z", "number": \(number), \
    "clock": \(number), "deviceName": "x", \(members)}
    """
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
    let (token, device, _) = try hosted.join(name)
    let socket = try hosted.follow(token)
    hosted.send([hosted.event(device, number: 1, player: name)], socket)
    let messages = hosted.heard(socket)
    #expect(messages.first("ack")?["vector"] as? [String: Int] == [device: 1])
    #expect(messages.first("welcome")?["player"] as? String == name)
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
    let token = try hosted.join("Jake").token
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
      #""kind": "join", "player": "Ann", "away": [], "entrant": {"name": "Ann"}"#,
      #""kind": "join", "player": "Jake", "away": [], "entrant": {"name": "jake", "isGuest": true}"#,
      #""kind": "join", "player": "Sam", "away": [], "entrant": {"name": "Tom", "isGuest": true}"#,
      #""kind": "join", "player": "Sam", "away": [99], "entrant": {"name": "Sam", "isGuest": true}"#,
      #""kind": "join", "player": "Nobody", "away": []"#,
      #""kind": "leave", "player": "Nobody", "away": []"#,
      #""kind": "finish", "player": null, "scoreCount": -9223372036854775808"#,
      #""kind": "finish", "player": null, "entrant": {"name": "Sam", "isGuest": true}"#,
    ])
  func lies(members: String) throws {
    let (token, device, role) = try hosted.join("Mike")
    try #require(role == "organiser")
    let socket = try hosted.follow(token)
    hosted.send([change(device, number: 1, members)], socket)
    #expect(hosted.heard(socket).causes.count == 1)
    let record = try hosted.store.round(hosted.round)
    #expect(record.changes.isEmpty)
    #expect(record.entrants.count == 2)
  }

  @Test func `an organiser's phone lets a guest join, leave and come back`() throws {
    let (token, device, _) = try hosted.join("Mike")
    let socket = try hosted.follow(token)
    let entrant = #""entrant": {"name": "Sam", "isGuest": true}"#
    hosted.send(
      [change(device, number: 1, #""kind": "join", "player": "Sam", "away": [1], \#(entrant)"#)],
      socket)
    hosted.send(
      [
        change(device, number: 2, #""kind": "leave", "player": "Sam", "away": [1, 2]"#),
        change(device, number: 3, #""kind": "join", "player": "Sam", "away": [1]"#),
      ], socket)
    let record = try hosted.store.round(hosted.round)
    #expect(record.changes.map(\.kind) == [.join, .leave, .join])
    #expect(record.entrants.last?.isGuest == true)
  }

  @Test func `an event that nobody could be sent is not taken, whichever way it comes`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token)
    let long = String(repeating: "x", count: 20_000)
    let links = Array(repeating: "link", count: 3000).json
    for forged in [
      hosted.event(device, number: 1, id: long),
      hosted.event(device, number: 1).replacing(
        #""supersedes": null"#, with: "\"supersedes\": \(links)"),
      hosted.event(device, number: 1, kind: "takeBack")
        .replacing(#""input""#, with: "\"takesBack\": \"\(long)\", \"input\""),
    ] {
      hosted.send([forged], socket)
      #expect(hosted.heard(socket).causes == ["badEvent"])
      let posted = hosted.ask("POST", "/api/rounds/round/events", forged, token: token)
      #expect(posted.object["added"] as? Int == 0)
    }
    #expect(try hosted.store.events(of: hosted.round).isEmpty)
  }

  @Test func `a round takes so many events, however many devices a phone becomes`() throws {
    let jake = try hosted.store.admit(
      tokenHash: TokenHash(String(repeating: "a", count: 64)), device: "d", player: "Jake",
      round: hosted.round, at: "2026-05-01T09:00:00.000Z")
    let phone = PhoneEvents(of: jake, in: try hosted.store.round(hosted.round), as: .player)
    let events = try [1, 2].map { number in
      SentEvent(id: "x", line: try EventLine(json: hosted.event("d", number: number)))
    }
    let (taken, refused) = phone.check(events, after: PhoneEvents.mostEvents - 1)
    #expect(taken.map(\.position.number) == [1])
    #expect(refused.map(\.cause) == [.notAllowed])
  }

  @Test func `a player settles and finishes nothing by HTTP either`() throws {
    let token = try hosted.join("Jake").token
    let lines = [
      hosted.event("elsewhere", number: 1, kind: "resolution"),
      change("elsewhere", number: 2, #""kind": "finish", "player": null, "scoreCount": 0"#),
    ]
    let posted = hosted.ask(
      "POST", "/api/rounds/round/events", lines.joined(separator: "\n"), token: token)
    #expect(posted.object["added"] as? Int == 0)
    #expect((posted.object["refused"] as? [Any])?.count == 2)
    #expect(try hosted.store.round(hosted.round).changes.isEmpty)
  }

  @Test func `a change by the identifier of a score is refused, and ends nothing`() throws {
    let (token, device, _) = try hosted.join("Mike")
    let socket = try hosted.follow(token)
    hosted.send([hosted.event(device, number: 1, id: "c-\(device)-2")], socket)
    _ = hosted.heard(socket)
    hosted.send([change(device, number: 2, #""kind": "finish", "player": null"#)], socket)
    #expect(hosted.heard(socket).causes == ["badEvent"])
    #expect(hosted.closed.isEmpty)
  }

  // MARK: What is acknowledged

  @Test func `an event that is there already is passed over, as whomever it is sent now`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let first = try hosted.follow(token)
    hosted.send([hosted.event(device, number: 1)], first)
    try #require(join("Sam", token: token) == 403)
    try #require(join("Mike", token: token) == 200)
    let socket = try hosted.follow(token)
    _ = hosted.heard(socket)
    hosted.send(
      [hosted.event(device, number: 1), hosted.event(device, number: 2, hole: 2)], socket)
    let messages = hosted.heard(socket)
    #expect(messages.causes == [])
    #expect(messages.first("ack")?["vector"] as? [String: Int] == [device: 2])
    #expect(try hosted.store.events(of: hosted.round).map(\.reportedBy) == ["Jake", "Mike"])
    let watch = hosted.ask(
      "POST", "/api/join", "{\"code\": \"\(hosted.invitation.code)\", \"player\": null}",
      token: token)
    try #require(watch.object["role"] as? String == "watcher")
    hosted.send([hosted.event(device, number: 1)], socket)
    #expect(hosted.heard(socket).causes == [])
  }

  @Test func `of two events with one number the second is refused, and not the first`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token)
    _ = hosted.heard(socket)
    hosted.send(
      [hosted.event(device, number: 1, id: "a.1"), hosted.event(device, number: 1, id: "b.1")],
      socket)
    let refused = hosted.heard(socket).first("refused")?["events"] as? [[String: Any]]
    #expect(refused?.map { $0["id"] as? String } == ["b.1"])
  }

  @Test func `what HTTP says was added is in the log`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let lines = [
      hosted.event("elsewhere", number: 1, id: "a.1"),
      hosted.event("elsewhere", number: 2, id: "a.1"),
      hosted.event("elsewhere", number: 3, hole: 99, id: "bad.1"),
      "no line",
      hosted.event("elsewhere", number: 4, hole: 2, id: "b.1"),
      hosted.event(device, number: 9, hole: 3, id: "gap.1"),
    ]
    let posted = hosted.ask(
      "POST", "/api/rounds/round/events", lines.joined(separator: "\n"), token: token)
    #expect(posted.object["added"] as? Int == 2)
    #expect(posted.object["known"] as? Int == 1)
    let refused = posted.object["refused"] as? [[String: Any]] ?? []
    #expect(refused.map { $0["id"] as? String } == ["bad.1", "", "gap.1"])
    #expect(try hosted.store.events(of: hosted.round).map(\.id.rawValue) == ["a.1", "b.1"])
  }

  @Test func `a round that is deleted or has no players refuses events, and ends no connection`()
    throws
  {
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token)
    let stamp = RoundChange.Stamp(
      id: "gone", reportedBy: "Mike", deviceName: "laptop", at: "2026-05-01T09:10:00.000Z")
    try hosted.store.deleteRound(hosted.round, stamp)
    _ = hosted.heard(socket)
    hosted.send([hosted.event(device, number: 1)], socket)
    #expect(hosted.closed.isEmpty)
    #expect(hosted.heard(socket).first("ack") != nil)
  }

  // MARK: Load

  @Test func `a long round comes in parts, each when the one before has gone`() throws {
    let (token, device, _) = try hosted.join("Jake")
    let first = try hosted.follow(token)
    for start in stride(from: 0, to: 1000, by: 100) {
      hosted.send((1...100).map { hosted.event(device, number: start + $0) }, first)
    }
    var waiting: [WebSocketID: Int] = [:]
    let send = hosted.host.outlet.send
    hosted.host.outlet.send = { message, socket in
      if case .text(let text) = message { waiting[socket, default: 0] += text.utf8.count }
      send(message, socket)
    }
    hosted.host.outlet.unsent = { waiting[$0] ?? 0 }
    let late = try hosted.follow(token)
    var events: [Int] = []
    while true {
      let messages = hosted.heard(late)
      let new = messages.filter { $0["kind"] as? String == "events" }
        .flatMap { $0["events"] as? [[String: Any]] ?? [] }.compactMap { $0["number"] as? Int }
      if new.isEmpty { break }
      #expect(waiting[late] ?? 0 < 200 << 10)
      events += new
      waiting[late] = 0
      hosted.host.drained(late)
    }
    #expect(events == Array(1...1000))
  }

  @Test func `who is let in no more hears no more at once`() throws {
    let (jake, mike) = (try hosted.join("Jake"), try hosted.join("Mike"))
    let sockets = (try hosted.follow(jake.token), try hosted.follow(mike.token))
    try hosted.store.revoke(DeviceID(jake.device))
    hosted.host.woken()
    #expect(hosted.closed == [sockets.0: 1008])
    #expect(hosted.ask("POST", "/api/leave", token: mike.token).status == 200)
    #expect(hosted.closed[sockets.1] == 1008)
  }

  @Test(
    "what somebody says to hold is never believed to be more",
    arguments: [
      #"{"x": 9223372036854775807}"#, #"{"device-1": 9223372036854775807}"#, #"{"a": -5}"#,
      #"{"\u00e9": 1, "e\u0301": 2}"#,
    ])
  func vectors(vector: String) throws {
    let (token, device, _) = try hosted.join("Jake")
    let socket = try hosted.follow(token, holding: vector)
    #expect(hosted.heard(socket).kinds == ["welcome"])
    hosted.send([hosted.event(device, number: 1)], socket)
    #expect(hosted.heard(socket).kinds.suffix(2) == ["events", "ack"])
    let query = vector.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let answer = hosted.host.answer(
      WebRequest(
        path: "/api/rounds/round/events", query: "after=" + query, host: "127.0.0.1:8080",
        cookie: "hyzer=\(token)"))
    #expect(answer.status == 200)
  }
}
