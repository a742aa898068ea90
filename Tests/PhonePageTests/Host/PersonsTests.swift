import DiscGolf
import Foundation
import HyzerBase
import PostgreSQLSupport
import Testing

@testable import PhonePage
@testable import PostgreSQLStore
@testable import ScoreLog

extension PageClients {
  /// Returns what a phone keeps of an answer.
  func cookie(_ response: WebResponse) -> String? {
    let header = response.headers.first { $0.name == "Set-Cookie" }?.value
    return header.map { String($0.dropFirst("hyzer=".count).prefix { $0 != ";" }) }
  }

  /// What a phone gets that comes by a group's invitation, and says whose it is.
  func person(
    _ name: String, secret: JoinSecret, cookie: String? = nil
  ) -> (status: Int, object: [String: Any], response: WebResponse) {
    ask(
      "POST", "/api/person", "{\"secret\": \"\(secret.text)\", \"name\": \(name.json)}",
      token: cookie)
  }

  /// Lets a phone into a group, and returns its cookie.
  func person(_ name: String, of group: HostedGroups.Group) throws -> String {
    let answer = person(name, secret: group.group.secret)
    try #require(answer.status == 200, "\(answer.object)")
    return try #require(cookie(answer.response))
  }

  func rounds(_ cookie: String) -> Messages {
    ask("GET", "/api/rounds", token: cookie).object["rounds"] as? Messages ?? []
  }

  /// Has a phone make a round, and returns it.
  func begin(
    _ cookie: String, players: [String] = ["Mike", "Jake"], guests: [String] = [],
    course: String = "Cedar Creek", id: String? = nil
  ) -> (status: Int, object: [String: Any], round: RoundID) {
    let body = """
      {"id": \(id?.json ?? "null"), "course": \(course.json), "players": \(players.json), \
      "guests": \(guests.json)}
      """
    let answer = ask("POST", "/api/rounds", body, token: cookie)
    return (answer.status, answer.object, RoundID(answer.object["round"] as? String ?? ""))
  }

  /// Returns what a phone's WebSocket gets when it says that it made an event of a round.
  func send(_ line: String, of round: RoundID, _ socket: WebSocketID) -> Messages {
    _ = heard(socket)
    say(#"{"kind": "events", "round": "\#(round)", "events": [\#(line)]}"#, socket)
    return heard(socket)
  }

  /// Returns what a phone writes as.
  func device(_ cookie: String) throws -> String {
    let object = ask("GET", "/api/rounds", token: cookie).object
    return try #require(object["device"] as? String)
  }

  /// The courses, rounds and players of a group.
  func state(of group: HostedGroups.Group) throws -> [String] {
    try group.store.courses().map(\.name) + group.store.rounds().map(\.id.rawValue)
      + group.store.players().map(\.name)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A phone of a group's player` {
  private let hosted: HostedGroups
  private let here, there: HostedGroups.Group

  init() throws {
    hosted = try HostedGroups()
    (here, there) = (try hosted.group("here"), try hosted.group("there"))
  }

  private func names(_ object: [String: Any]) -> [String?] {
    (object["players"] as? Messages ?? []).map { $0["name"] as? String }
  }

  // MARK: The way in

  @Test func `sees by the invitation who plays in the group, who played last first`() throws {
    try here.store.addPlayer(Player(name: "Ann", aliases: ["Annie"]))
    try here.store.createRound(
      "later", course: Course.seeded[0], organiser: "Mike", joining: [.player("Mike")],
      at: "2026-05-02T09:00:00.000Z")
    let body = "{\"secret\": \"\(here.group.secret.text)\"}"
    let answer = hosted.ask("POST", "/api/group", body)
    #expect(answer.status == 200)
    #expect(answer.object["group"] as? String == "here")
    #expect(names(answer.object) == ["Mike", "Jake", "Ann"])
    let ann = (answer.object["players"] as? Messages)?.last
    #expect(ann?["aliases"] as? [String] == ["Annie"])
    let players = hosted.ask("GET", "/api/players", token: try hosted.person("Mike", of: here))
    #expect(names(players.object) == ["Mike", "Jake", "Ann"])
  }

  @Test func `comes in as the player of a name or alias, or as a new one, without a round`() throws
  {
    try here.store.addPlayer(Player(name: "Ann", aliases: ["Annie"]))
    let ann = hosted.person(" annie ", secret: here.group.secret)
    #expect(ann.object["player"] as? String == "Ann")
    let cookie = try #require(hosted.cookie(ann.response))
    let listed = hosted.ask("GET", "/api/rounds", token: cookie).object
    #expect(listed["isPerson"] as? Bool == true)
    #expect(listed["player"] as? String == "Ann")
    #expect(listed["device"] as? String == ann.object["device"] as? String)
    #expect((listed["rounds"] as? [Any])?.isEmpty == true)
    let admissions = try here.store.read { try $0.admissions() }
    #expect(admissions.map { $0.joined.isEmpty && !$0.isGuest } == [true])
    // Who plays sees their rounds at once.
    let mike = try hosted.person("MIKE", of: here)
    #expect(hosted.rounds(mike).map { $0["role"] as? String } == ["player"])
    #expect(hosted.open("Bearer \(mike)") != nil)
    let zoe = hosted.person("  Zoë\n", secret: here.group.secret)
    #expect(zoe.object["player"] as? String == "Zoë")
    #expect(try here.store.player(named: "Zoë").name == "Zoë")
    #expect(try here.store.audit().isClean)
  }

  @Test func `keeps its device, and under another name organises nothing yet`() throws {
    let first = hosted.join(here, "Mike")
    try #require(first.object["role"] as? String == "organiser")
    let token = try #require(first.object["token"] as? String)
    for (name, role) in [("Mike", "organiser"), ("Jake", "player"), ("Mike", "player")] {
      let answer = hosted.person(name, secret: here.group.secret, cookie: token)
      #expect(answer.object["device"] as? String == first.object["device"] as? String)
      #expect(hosted.cookie(answer.response) == token)
      #expect(hosted.rounds(token).map { $0["role"] as? String } == [role])
    }
    #expect(try here.store.admittedTokens().count == 1)
  }

  @Test func `does not come in by what is no invitation to the group, nor by one that has ended`()
    throws
  {
    let round = here.invitation
    for secret in ["", "x", round.secret.text, "\(round.code)", JoinSecret.new().text] {
      for path in ["/api/group", "/api/person"] {
        let answer = hosted.ask("POST", path, "{\"secret\": \"\(secret)\", \"name\": \"Mike\"}")
        #expect(answer.status == 403)
        #expect(hosted.cookie(answer.response) == nil)
      }
    }
    #expect(hosted.service.reception.metrics.wrongCodes == 10)
    // They count as wrong codes do; the right secret enters.
    #expect(hosted.join(here).status == 403)
    #expect(hosted.person("Mike", secret: here.group.secret).status == 200)
    let old = here.group
    try here.store.host(HostedGroup(id: old.id, name: old.name, secret: .new()))
    #expect(hosted.person("Mike", secret: old.secret).status == 403)
    #expect(try here.store.admittedTokens().count == 1)
    #expect(try there.store.admittedTokens().isEmpty)
  }

  @Test func `is no way in where the host keeps no group`() throws {
    let one = try HostedRound()
    #expect(one.person("Mike", secret: .new()).status == 403)
    #expect(one.person("Mike", secret: one.invitation.secret).status == 403)
  }

  @Test(arguments: [true, false])
  func `stays out once it is revoked, whatever it was before`(isOther: Bool) throws {
    let cookie = try hosted.person("Mike", of: here)
    let device = try hosted.device(cookie)
    if isOther { try #require(hosted.ask("POST", "/api/device", token: cookie).status == 200) }
    try here.store.revoke(DeviceID(device))
    #expect(hosted.ask("GET", "/api/rounds", token: cookie).status == 401)
    #expect(hosted.person("Mike", secret: here.group.secret, cookie: cookie).status == 403)
    let body = "{\"secret\": \"\(here.group.secret.text)\"}"
    #expect(hosted.ask("POST", "/api/group", body, token: cookie).status == 403)
    #expect(try here.store.admittedTokens().isEmpty)
  }

  @Test(
    "has a name that people can see and say",
    arguments: [
      "", "  ", "!!!", "a\u{202E}b", "a\0b", "a\u{2028}b", String(repeating: "a", count: 41),
      String(repeating: "x", count: 200_000),
    ])
  func badNames(name: String) throws {
    let answer = hosted.person(name, secret: here.group.secret)
    #expect(answer.status == 403)
    #expect(answer.object["error"] as? String != nil)
    #expect(try here.store.players().count == 2)
    #expect(try here.store.admittedTokens().isEmpty)
  }

  @Test func `leaves the log that is no phone as it is`() throws {
    let (socket, token) = try hosted.member(here, "log")
    #expect(hosted.person("Mike", secret: here.group.secret, cookie: token).status == 403)
    #expect(hosted.closed[socket] == nil)
    #expect(try here.store.read { try $0.admissions() }.map(\.player) == [nil])
  }

  @Test func `is one of so many, as is the player`() throws {
    let cookie = try hosted.person("Mike", of: here)
    let device = try hosted.device(cookie)
    try here.store.write { database in
      for number in 1..<Admission.mostPersons {
        try database.run(
          "INSERT INTO admissions VALUES (?, ?, 'Jake', 0, 0, '')",
          [String(format: "%064d", number), "many-\(number)"])
      }
    }
    #expect(hosted.person("Jake", secret: here.group.secret).status == 403)
    #expect(hosted.person("Jake", secret: here.group.secret, cookie: cookie).status == 200)
    // A guest's and a watcher's are others.
    #expect(hosted.join(here).status == 200)
    try here.store.write { try $0.run("DELETE FROM admissions WHERE device <> ?", [device]) }
    try here.store.write { database in
      for number in 2..<Admission.mostPlayers {
        try database.run(
          "INSERT INTO players (name_key, name, aliases, pronunciations) VALUES (?1, ?1, '[]', '[]')",
          ["x\(number)"])
      }
    }
    #expect(hosted.person("Zoe", secret: here.group.secret).status == 403)
    #expect(hosted.begin(cookie, players: ["Mike", "Zoe"]).status == 403)
    #expect(hosted.begin(cookie, players: ["Mike"], guests: ["Zoe"]).status == 201)
    #expect(try here.store.players().count == Admission.mostPlayers)
  }

  @Test func `of another group gets a token here as well, and takes nothing along`() throws {
    let far = try hosted.person("Mike", of: there)
    let answer = hosted.person("Jake", secret: here.group.secret, cookie: far)
    let both = try #require(hosted.cookie(answer.response))
    #expect(both.split(separator: ".").count == 2)
    #expect(hosted.rounds(both).map { $0["id"] as? String } == ["\(here.round)"])
    #expect(hosted.rounds(far).map { $0["id"] as? String } == ["\(there.round)"])
    #expect(try here.store.admittedTokens().count == 1)
    #expect(try there.store.admittedTokens().count == 1)
  }

  @Test func `goes by the name that its player gets later, and keeps the rounds of before`() throws
  {
    let (mike, jake) = (try hosted.person("Mike", of: here), try hosted.person("Jake", of: here))
    let made = hosted.begin(mike).round
    try here.store.changePlayer(named: "Mike", to: Player(name: "Michael"))
    func roles(_ cookie: String) -> [String?] {
      hosted.rounds(cookie).map { $0["role"] as? String }
    }
    #expect(hosted.ask("GET", "/api/rounds", token: mike).object["player"] as? String == "Michael")
    #expect(roles(mike) == ["organiser", "player"])
    #expect(hosted.rounds(mike).map { $0["you"] as? String } == ["Mike", "Mike"])
    // What it enters there is by who plays there, and a round that it makes now is the player's of now.
    let socket = try #require(hosted.open("Bearer \(mike)"))
    hosted.say(#"{"kind": "hello", "round": "\#(made)", "vector": {}}"#, socket)
    #expect(hosted.heard(socket).first("welcome")?["player"] as? String == "Mike")
    let line = hosted.line(1, of: try hosted.device(mike), made)
    #expect(hosted.send(line, of: made, socket).causes == [])
    #expect(try here.store.events(of: made).map(\.reportedBy) == ["Mike"])
    #expect(hosted.begin(mike, players: ["Michael"]).status == 201)
    #expect(try here.store.players().map(\.name) == ["Jake", "Michael"])
    // Somebody else may be called so from now on, whose rounds are others.
    let other = try hosted.person("Mike", of: here)
    hosted.set("2026-05-01T11:00:00.000Z")
    let others = hosted.begin(other, players: ["Mike", "Jake"]).round
    #expect(hosted.rounds(mike).allSatisfy { $0["id"] as? String != others.rawValue })
    // And so it goes where two turn out to be one.
    #expect(hosted.rounds(jake).count == 3)
    try here.store.mergePlayer(named: "Mike", into: "Michael") {
      .init(
        id: ChangeID(UUID().uuidString), reportedBy: "Jake", deviceName: "x",
        at: "2026-05-01T11:00:00.000Z")
    }
    #expect(hosted.ask("GET", "/api/rounds", token: other).object["player"] as? String == "Michael")
    #expect(hosted.rounds(mike).contains { $0["id"] as? String == others.rawValue })
    #expect(try here.store.audit().isClean)
  }

  // MARK: What persons alone may do

  private static let forPersons = [
    ("GET", "/api/players", "", 200),
    ("POST", "/api/courses", #"{"name": "New", "pars": [3, 3, 3, 3, 3, 3, 3, 3, 3]}"#, 200),
    ("POST", "/api/courses/delete", #"{"name": "Cedar Creek"}"#, 200),
    (
      "POST", "/api/rounds", #"{"course": "Cedar Creek", "players": ["Ann"], "guests": []}"#, 201
    ),
  ]

  @Test(arguments: forPersons)
  func `may do more than others`(method: String, path: String, body: String, status: Int) throws {
    let guestRound: RoundID = "guests"
    try here.store.createRound(
      guestRound, course: Course.seeded[0], organiser: "Sam",
      joining: [.guest(Player(name: "Sam"))], at: "2026-05-01T09:00:00.000Z")
    let code = try here.store.invitation(for: guestRound, making: Invitation.new).code
    func join(_ player: String) throws -> String {
      let body = "{\"code\": \"\(code)\", \"player\": \(player)}"
      return try #require(hosted.ask("POST", "/api/join", body).object["token"] as? String)
    }
    let (guest, watcher) = (try join("\"Sam\""), try join("null"))
    let member = try hosted.member(here, "log").token
    let (before, far) = (try hosted.state(of: here), try hosted.state(of: there))
    #expect(hosted.ask(method, path, body).status == 401)
    #expect(hosted.ask(method, path, body, token: AccessToken().text).status == 401)
    for token in [guest, watcher, member] {
      #expect(hosted.ask(method, path, body, token: token).status == 403)
      #expect(
        hosted.ask("GET", "/api/rounds", token: token).object["isPerson"] as? Bool == false)
    }
    // The token of another group leads there alone.
    _ = hosted.ask(method, path, body, token: try hosted.person("Mike", of: there))
    #expect(try hosted.state(of: here) == before)
    #expect(try method == "GET" || hosted.state(of: there) != far)
    let answer = hosted.ask(method, path, body, token: try hosted.person("Mike", of: here))
    #expect(answer.status == status)
    #expect(try method == "GET" || hosted.state(of: here) != before)
  }

  @Test(
    "is told what to give where that cannot be read",
    arguments: [
      "", "[]", "{}", "null", #"{"secret": 3}"#, #"{"name": 3, "pars": [3]}"#,
      #"{"name": "x", "pars": "333"}"#, #"{"name": "x", "pars": [2.5]}"#,
      #"{"course": "Cedar Creek", "players": "Mike", "guests": []}"#,
      #"{"course": "Cedar Creek", "players": ["Mike"]}"#, "\u{0}",
    ])
  func unreadable(body: String) throws {
    let cookie = try hosted.person("Mike", of: here)
    let before = try hosted.state(of: here)
    for path in ["/api/group", "/api/person", "/api/courses", "/api/rounds"] {
      let answer = hosted.ask("POST", path, body, token: cookie)
      #expect(answer.status == 400, "\(path)")
      #expect(answer.object["error"] as? String != nil)
    }
    #expect(try hosted.state(of: here) == before)
  }

  // MARK: Courses

  @Test func `adds, changes and deletes courses, which rounds keep as they were`() throws {
    let cookie = try hosted.person("Mike", of: here)
    func ask(_ path: String, _ body: String) -> (status: Int, object: [String: Any]) {
      let answer = hosted.ask("POST", path, body, token: cookie)
      return (answer.status, answer.object)
    }
    func courses() -> [String?] {
      let object = hosted.ask("GET", "/api/courses", token: cookie).object
      return (object["courses"] as? Messages ?? []).map { $0["name"] as? String }
    }
    let seeded = Course.seeded.map(\.name)
    #expect(courses() == seeded)
    let pars = "[3, 3, 3, 3, 3, 3, 3, 3, 6]"
    let added = ask("/api/courses", "{\"name\": \" Alder Hill \", \"pars\": \(pars)}")
    #expect(added.status == 200)
    #expect(added.object["name"] as? String == "Alder Hill")
    #expect((added.object["pars"] as? [Int])?.last == 6)
    #expect(courses() == ["Alder Hill"] + seeded)
    #expect(ask("/api/courses", "{\"name\": \"alder hill\", \"pars\": \(pars)}").status == 409)
    let round = hosted.begin(cookie, course: "ALDER HILL").round
    let change = "{\"name\": \"Elder Hill\", \"pars\": \(pars), \"replacing\": \"Alder Hill\"}"
    #expect(ask("/api/courses", change).status == 200)
    #expect(ask("/api/courses", change).status == 404)
    let taken = "{\"name\": \"Cedar Creek\", \"pars\": \(pars), \"replacing\": \"Elder Hill\"}"
    #expect(ask("/api/courses", taken).status == 409)
    #expect(try here.store.round(round).course == "Alder Hill")
    #expect(ask("/api/courses/delete", #"{"name": "elder hill"}"#).status == 200)
    #expect(ask("/api/courses/delete", #"{"name": "elder hill"}"#).status == 404)
    #expect(ask("/api/courses/delete", "{}").status == 400)
    #expect(courses() == seeded)
  }

  @Test(
    "adds no course that is none",
    arguments: [
      ("x", []), ("x", Array(repeating: 3, count: 37)), ("x", Array(repeating: 7, count: 9)),
      ("x", Array(repeating: 1, count: 9)), ("", Array(repeating: 3, count: 9)),
      ("!", Array(repeating: 3, count: 9)), ("a\u{202E}b", Array(repeating: 3, count: 9)),
      (String(repeating: "a", count: 41), Array(repeating: 3, count: 9)),
    ])
  func badCourses(name: String, pars: [Int]) throws {
    let cookie = try hosted.person("Mike", of: here)
    let body = "{\"name\": \(name.json), \"pars\": \(pars)}"
    #expect(hosted.ask("POST", "/api/courses", body, token: cookie).status == 400)
    #expect(try here.store.courses().count == Course.seeded.count)
  }

  @Test func `adds no course beyond so many`() throws {
    let cookie = try hosted.person("Mike", of: here)
    try here.store.write { database in
      for number in Course.seeded.count..<Admission.mostCourses {
        try database.run(
          "INSERT INTO courses (name_key, name, pars) VALUES (?1, ?1, '333333333')", ["x\(number)"])
      }
    }
    let body = #"{"name": "New", "pars": [3, 3, 3, 3, 3, 3, 3, 3, 3]"#
    #expect(hosted.ask("POST", "/api/courses", body + "}", token: cookie).status == 403)
    let change = body + #", "replacing": "Cedar Creek"}"#
    #expect(hosted.ask("POST", "/api/courses", change, token: cookie).status == 200)
  }
}

// MARK: - PostgreSQL

@Suite(.timeLimit(.minutes(10))) struct `A phone of a player of a group in PostgreSQL` {
  @Test func `comes in, and makes courses and a round`() throws {
    let copy = try PreparedDatabase.copy()
    let groups = try ["0b6c1f2e-5d1c-4a7e-9b53-6f0d2c1a8e47", UUID().uuidString.lowercased()].map {
      let group = HostedGroup(id: GroupID($0), name: "club", secret: .new())
      try PostgreSQLOwner(PostgreSQLAddress(copy)).host(group)
      return group
    }
    let stores = try PostgreSQLGroups(
      PostgreSQLAddress(PreparedDatabase.address(copy, as: PreparedDatabase.host)))
    let clients = PageClients(
      of: GroupHosts(stores, reception: try HostedGroups().service.reception))
    let secret = groups[0].secret
    #expect(clients.person("Mike", secret: .new()).status == 403)
    let answer = clients.person("Mike", secret: secret)
    #expect(answer.status == 200, "\(answer.object)")
    let mike = try #require(clients.cookie(answer.response))
    func ask(_ path: String, _ body: String) -> Int {
      clients.ask("POST", path, body, token: mike).status
    }
    let pars = "[3, 3, 3, 3, 3, 3, 3, 3, 3]"
    #expect(ask("/api/courses", "{\"name\": \"Alder\", \"pars\": \(pars)}") == 200)
    #expect(
      ask("/api/courses", "{\"name\": \"Elder\", \"pars\": \(pars), \"replacing\": \"Alder\"}")
        == 200)
    let made = clients.begin(mike, players: ["Mike", "Ann"], guests: ["Sam"], course: "Elder")
    #expect(made.status == 201, "\(made.object)")
    #expect(clients.rounds(mike).first?["role"] as? String == "organiser")
    #expect(clients.rounds(mike).first?["players"] as? [String] == ["Mike", "Ann", "Sam"])
    let players = clients.ask("GET", "/api/players", token: mike).object["players"] as? Messages
    #expect(players?.map { $0["name"] as? String } == ["Ann", "Mike"])
    for _ in 1..<Admission.mostRoundsOfDay {
      try #require(clients.begin(mike, course: "Elder").status == 201)
    }
    #expect(clients.begin(mike, course: "Elder").status == 403)
    #expect(ask("/api/courses/delete", #"{"name": "Elder"}"#) == 200)
    let other = try #require(try stores.store(of: groups[1].id))
    #expect(try other.rounds().isEmpty && other.players().isEmpty)
    #expect(try other.admittedTokens().isEmpty)
  }
}
