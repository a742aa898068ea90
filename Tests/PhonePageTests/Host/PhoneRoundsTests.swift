import DiscGolf
import Foundation
import HyzerBase
import ScoreScreen
import Synchronization
import Testing

@testable import PhonePage
@testable import ScoreLog

/// A change of a round as a phone writes it.
private func change(_ number: Int, of device: String, _ round: RoundID, _ members: String) -> String
{
  """
  {"id": "c-\(round)-\(device)-\(number)", "round": "\(round)", "reportedBy": "x", \
  "device": "\(device)", "at": "2026-05-01T09:30:00.000Z", "number": \(number), \
  "clock": \(number), "deviceName": "x", \(members)}
  """
}

@Suite(.timeLimit(.minutes(10))) struct `A round that is made on a phone` {
  private let hosted: HostedGroups
  private let here, there: HostedGroups.Group

  init() throws {
    hosted = try HostedGroups()
    (here, there) = (try hosted.group("here"), try hosted.group("there"))
  }

  @Test func `is organised there, and all others hear of it`() throws {
    try here.store.addPlayer(Player(name: "Ann", aliases: ["Annie"]))
    let (mike, jake) = (try hosted.person("Mike", of: here), try hosted.person("Jake", of: here))
    let list = try #require(hosted.open("Bearer \(jake)"))
    let log = try hosted.member(here, "log").socket
    _ = (hosted.heard(list), hosted.heard(log))
    let current = try here.store.currentHole()
    let made = hosted.begin(mike, players: ["jake", "Annie", "Zoe"], guests: [" Sam "])
    #expect(made.status == 201)
    #expect(hosted.heard(list).kinds == ["rounds"])
    let lines = hosted.heard(log).first("lines")?["rounds"] as? Messages
    #expect(lines?.compactMap { $0["round"] as? String } == [made.round.rawValue])
    let record = try here.store.round(made.round)
    #expect(record.entrants.map(\.player.name) == ["Jake", "Ann", "Zoe", "Sam"])
    #expect(record.entrants.map(\.isGuest) == [false, false, false, true])
    #expect(record.course == "Cedar Creek")
    #expect(record.startedAt == "2026-05-01T10:00:00.000Z")
    #expect(record.createdAt == "2026-05-01T10:00:00.000Z")
    #expect(
      record.presentOrganiser == .init(name: "Mike", device: DeviceID(try hosted.device(mike))))
    #expect(try here.store.player(named: "Zoe").name == "Zoe")
    // The host's people go on where they are.
    #expect(try here.store.currentHole() == current)
    #expect(hosted.rounds(mike).first?["role"] as? String == "organiser")
    #expect(hosted.rounds(jake).first?["role"] as? String == "player")
    // Another phone of that name is a player's.
    let second = try hosted.person("Mike", of: here)
    #expect(hosted.rounds(second).first?["role"] as? String == "player")
    #expect(try here.store.audit().isClean)
    #expect(try there.store.rounds().count == 1)
  }

  @Test func `is listed with who plays, and how it stands`() throws {
    let mike = try hosted.person("Mike", of: here)
    let round = hosted.begin(mike, players: ["Mike", "Jake"], guests: ["Sam"]).round
    let commit = { (id: String, player: String, strokes: Int) throws -> ScoreCommit in
      ScoreCommit(
        id: CommitID(id), round: round, hole: 1,
        scores: [
          .init(
            player: player, result: .strokes(try #require(Strokes(strokes))), input: .typed)
        ], reportedBy: "Mike", deviceName: "laptop", at: "2026-05-01T10:10:00.000Z")
    }
    for (name, strokes) in [("Mike", 4), ("Jake", 3), ("Sam", 3)] {
      try here.store.commit(commit(name, name, strokes))
    }
    try here.store.leave(
      "Jake", round: round,
      .init(id: "gone", reportedBy: "Mike", deviceName: "x", at: "2026-05-01T10:20:00.000Z"))
    let listed = try #require(hosted.rounds(mike).first)
    #expect(listed["par"] as? Int == 54)
    #expect(listed["players"] as? [String] == ["Mike", "Sam"])
    #expect(listed["guests"] as? [String] == ["Sam"])
    #expect(listed["disputes"] as? Int == 0)
    let lines = listed["standings"] as? Messages ?? []
    #expect(lines.map { $0["player"] as? String } == ["Jake", "Sam", "Mike"])
    #expect(lines.map { $0["label"] as? String } == ["T1", "T1", "3"])
    #expect(lines.map { $0["place"] as? Int } == [1, 1, 3])
    #expect(lines.map { $0["strokes"] as? Int } == [3, 3, 4])
    #expect(lines.map { $0["relativeToPar"] as? Int } == [0, 0, 1])
    #expect(lines.map { $0["holesPlayed"] as? Int } == [1, 1, 1])
    #expect(lines.map { $0["holesMissed"] as? Int } == [0, 0, 0])
    // Another device says something else.
    let socket = try #require(hosted.open("Bearer \(mike)"))
    let line = hosted.line(1, of: try hosted.device(mike), round).replacing("Jake", with: "Mike")
    #expect(hosted.send(line, of: round, socket).causes == [])
    #expect(hosted.rounds(mike).first?["disputes"] as? Int == 1)
  }

  @Test func `is made once, however often its phone asks for it`() throws {
    let (mike, jake) = (try hosted.person("Mike", of: here), try hosted.person("Jake", of: here))
    let id = "01234567-89ab-cdef-0123-456789abcdef"
    #expect(hosted.begin(mike, id: id.uppercased()).status == 201)
    let (rounds, players) = (try here.store.rounds().count, try here.store.players().count)
    let again = hosted.begin(mike, players: ["Mike", "Zoe"], id: id)
    #expect((again.status, again.round.rawValue) == (200, id))
    // Also as another device, and not where it is another's.
    #expect(hosted.ask("POST", "/api/device", token: mike).status == 200)
    #expect(hosted.begin(mike, id: id).status == 200)
    #expect(hosted.begin(jake, id: id).status == 403)
    for bad in ["", "x", "\(here.round)", id + "0", "../../../../../../../../../../../../a"] {
      #expect(hosted.begin(mike, id: bad).status == 400)
    }
    #expect(try here.store.rounds().count == rounds)
    #expect(try here.store.players().count == players)
    #expect(try here.store.round(RoundID(id)).entrants.map(\.player.name) == ["Mike", "Jake"])
  }

  @Test func `is passed on to a phone that entered nothing yet`() throws {
    let (mike, jake) = (try hosted.person("Mike", of: here), try hosted.person("Jake", of: here))
    let (own, others) = (try hosted.device(mike), try hosted.device(jake))
    let socket = try #require(hosted.open("Bearer \(mike)"))
    /// Passes a round on, with the phone's own device.
    func pass(to name: String) throws -> RoundRecord.Organiser {
      let round = hosted.begin(mike, players: ["Mike", "Jake", "Ann"]).round
      let members = """
        "kind": "organiser", "player": "\(name)", "away": [], "organiserDevice": "\(own)"
        """
      let line = change(1, of: own, round, members)
      #expect(hosted.send(line, of: round, socket).causes == [])
      return try here.store.round(round).presentOrganiser
    }
    // Nobody knows a device of hers.
    #expect(try pass(to: "Ann") == .init(name: "Ann", device: DeviceID(own)))
    #expect(hosted.rounds(mike).first?["role"] as? String == "player")
    hosted.set("2026-05-01T11:00:00.000Z")
    #expect(try pass(to: "Jake") == .init(name: "Jake", device: DeviceID(others)))
    #expect(hosted.rounds(jake).first?["role"] as? String == "organiser")
  }

  @Test(
    "is none that nobody could play",
    arguments: [
      ("Cedar Creek", [], [], 400), ("Nowhere", ["Mike"], [], 404),
      ("Cedar Creek", ["Ann", "ann"], [], 403), ("Cedar Creek", ["Ann"], ["ANN"], 403),
      ("Cedar Creek", ["Ann"], ["mike"], 403), ("Cedar Creek", ["!"], [], 403),
      ("Cedar Creek", ["Ann"], ["?"], 403), ("Cedar Creek", ["a\u{202E}b"], [], 400),
      ("Cedar Creek", ["Ann"], ["a\0b"], 400),
      ("Cedar Creek", [String(repeating: "a", count: 41)], [], 400),
      ("Cedar Creek", (0..<37).map { "N" + String(repeating: "a", count: $0) }, [], 400),
      ("Cedar Creek", [], (0..<37).map { "N" + String(repeating: "a", count: $0) }, 400),
      ("Cedar Creek", Array(repeating: "x", count: 50_000), [], 400),
    ])
  func badRounds(course: String, players: [String], guests: [String], status: Int) throws {
    let cookie = try hosted.person("Mike", of: here)
    let before = try hosted.state(of: here)
    let answer = hosted.begin(cookie, players: players, guests: guests, course: course)
    #expect(answer.status == status, "\(answer.object)")
    #expect(try hosted.state(of: here) == before)
  }

  @Test func `is one of so many on a day, as whatever device`() throws {
    let cookie = try hosted.person("Mike", of: here)
    for _ in 0..<Admission.mostRoundsOfDay {
      try #require(hosted.begin(cookie).status == 201)
    }
    #expect(hosted.begin(cookie).status == 403)
    #expect(hosted.ask("POST", "/api/device", token: cookie).status == 200)
    #expect(hosted.begin(cookie).status == 403)
    #expect(hosted.begin(try hosted.person("Jake", of: here)).status == 201)
    hosted.set("2026-05-02T00:00:00.000Z")
    #expect(hosted.begin(cookie).status == 201)
  }

  // MARK: The invitation

  @Test func `has an invitation, as a link and a picture, for its organiser`() throws {
    let (mike, jake) = (try hosted.person("Mike", of: here), try hosted.person("Jake", of: here))
    let round = hosted.begin(mike).round
    let path = "/api/rounds/\(round)/invitation"
    func invite(
      _ token: String, query: String = "", origin: String = ""
    ) -> (status: Int, object: [String: Any]) {
      let answer = hosted.ask("POST", path, token: token, origin: origin, query: query)
      return (answer.status, answer.object)
    }
    let first = invite(mike).object
    let secret = try #require(first["secret"] as? String)
    let link = "http://127.0.0.1:8080/join#\(secret)"
    #expect(first["link"] as? String == link)
    #expect(try first["qr"] as? String == QRCode(link).svg)
    #expect(invite(mike).object["secret"] as? String == secret)
    let behind = invite(mike, origin: "https://127.0.0.1:8080").object["link"] as? String
    #expect(behind == "https://127.0.0.1:8080/join#\(secret)")
    let body = "{\"secret\": \"\(secret)\", \"player\": \"Jake\"}"
    #expect(hosted.ask("POST", "/api/join", body).status == 200)
    #expect(invite(jake).status == 403)
    let member = invite(try hosted.member(here, "log").token)
    #expect(Set(member.object.keys) == ["code", "secret"])
    let renewed = invite(mike, query: "renew=1").object["secret"] as? String
    #expect(renewed != secret)
    #expect(hosted.ask("POST", "/api/join", body).status == 403)
    #expect(hosted.ask("POST", path).status == 401)
    #expect(hosted.ask("POST", path, token: try hosted.person("Mike", of: there)).status == 404)
    let trust = WebTrust(names: [], isSecure: true)
    let found = try #require(JoinSecret(secret))
    #expect(
      trust.link(by: found, for: WebRequest(host: "scores.example"))
        == "https://scores.example/join#\(secret)")
  }

  // MARK: Rights in a round

  @Test func `gives who made it no role in rounds that its organiser made elsewhere`() throws {
    let mike = try hosted.person("Mike", of: here)
    let (device, made) = (try hosted.device(mike), hosted.begin(mike, players: ["Mike", "Jake"]))
    let secret = try here.store.invitation(for: made.round, making: Invitation.new).secret
    func join(_ name: String, _ cookie: String?) -> String? {
      let body = "{\"secret\": \"\(secret.text)\", \"player\": \"\(name)\"}"
      return hosted.ask("POST", "/api/join", body, token: cookie).object["token"] as? String
    }
    func roles(_ cookie: String) -> [String?] {
      [made.round, here.round].map { round in
        let found = hosted.rounds(cookie).first { $0["id"] as? String == round.rawValue }
        return found?["role"] as? String
      }
    }
    #expect(join("Mike", mike) == mike)
    #expect(roles(mike) == ["organiser", "player"])
    // Nor does one that was passed on to nobody's device.
    let passing =
      #""kind": "organiser", "player": "Jake", "away": [], "organiserDevice": "nobody's""#
    let socket = try #require(hosted.open("Bearer \(mike)"))
    let passed = hosted.send(
      change(1, of: device, made.round, passing), of: made.round, socket)
    #expect(passed.causes == [])
    try here.store.passRound(
      here.round, to: "Jake",
      .init(id: "pass", reportedBy: "Mike", deviceName: "x", at: "2026-05-01T10:20:00.000Z"),
      isHere: true, isOfOperator: true)
    let jake = try #require(join("Jake", nil))
    #expect(roles(jake) == ["organiser", "player"])
  }

  @Test func `may be passed on to a player's phone that never joined it`() throws {
    let jake = try hosted.person("Jake", of: here)
    try here.store.passRound(
      here.round, to: "Jake",
      .init(id: "pass", reportedBy: "Mike", deviceName: "x", at: "2026-05-01T10:20:00.000Z"),
      isOfOperator: true)
    #expect(hosted.rounds(jake).map { $0["role"] as? String } == ["organiser"])
  }

  @Test func `gets registered players by its organiser's phone, as the log knows them`()
    throws
  {
    try here.store.addPlayer(Player(name: "Ann", aliases: ["Annie"]))
    let mike = try hosted.person("Mike", of: here)
    let (device, round) = (try hosted.device(mike), hosted.begin(mike, players: ["Mike"]).round)
    let socket = try #require(hosted.open("Bearer \(mike)"))
    hosted.say(#"{"kind": "hello", "round": "\#(round)", "vector": {}}"#, socket)
    func join(_ number: Int, _ name: String, _ entrant: String) -> [String] {
      let members = #""kind": "join", "player": "\#(name)", "away": [], "entrant": \#(entrant)"#
      return hosted.send(change(number, of: device, round, members), of: round, socket).causes
    }
    #expect(join(1, "Annie", #"{"name": "Annie"}"#) == ["badEvent"])
    #expect(join(1, "Ann", #"{"name": "Ann", "aliases": ["Jake", "Mike"]}"#) == [])
    #expect(join(2, "Zoe", #"{"name": "Zoe", "pronunciations": ["m ay k"]}"#) == [])
    let record = try here.store.round(round)
    #expect(record.entrants.map(\.player.name) == ["Mike", "Ann", "Zoe"])
    #expect(record.entrants[1].player.aliases == ["Annie"])
    #expect(record.entrants[2].player.pronunciations.isEmpty)
    #expect(record.entrants.allSatisfy { !$0.isGuest })
    #expect(try here.store.player(named: "Zoe").name == "Zoe")
    try here.store.write { database in
      for number in try database.integer("SELECT count(*) FROM players")..<Admission.mostPlayers {
        try database.run(
          "INSERT INTO players (name_key, name, aliases, pronunciations) VALUES (?1, ?1, '[]', '[]')",
          ["x\(number)"])
      }
    }
    #expect(join(3, "New", #"{"name": "New"}"#) == ["notAllowed"])
    #expect(join(3, "New", #"{"name": "New", "isGuest": true}"#) == [])
    let ann = try hosted.person("Ann", of: here)
    #expect(hosted.rounds(ann).map { $0["id"] as? String } == [round.rawValue])
    #expect(try here.store.audit().isClean)
  }

  @Test func `has so many players, however many its organiser's phone adds at once`() throws {
    let mike = try hosted.person("Mike", of: here)
    let (device, round) = (try hosted.device(mike), hosted.begin(mike, players: ["Mike"]).round)
    let socket = try #require(hosted.open("Bearer \(mike)"))
    hosted.say(#"{"kind": "hello", "round": "\#(round)", "vector": {}}"#, socket)
    let joins = (1...40).map { number in
      let name = "Player \(number)"
      let entrant = #"{"name": "\#(name)", "isGuest": \#(number.isMultiple(of: 2))}"#
      return change(
        number, of: device, round,
        #""kind": "join", "player": "\#(name)", "away": [], "entrant": \#(entrant)"#)
    }
    let sent = hosted.send(joins.joined(separator: ","), of: round, socket)
    #expect(sent.causes == Array(repeating: "notAllowed", count: 5))
    #expect(try here.store.round(round).entrants.count == PhoneEvents.mostEntrants)
  }

  @Test func `gets no player by the phone of another, nor by a guest's`() throws {
    try here.store.addPlayer(Player(name: "Ann"))
    try here.store.createRound(
      "guests", course: Course.seeded[0], organiser: "Sam",
      joining: [.guest(Player(name: "Sam"))], at: "2026-05-01T09:00:00.000Z")
    let invitation = try here.store.invitation(for: "guests", making: Invitation.new)
    let body = "{\"secret\": \"\(invitation.secret.text)\", \"player\": \"Sam\"}"
    let joined = hosted.ask("POST", "/api/join", body).object
    try #require(joined["role"] as? String == "organiser")
    let sam = (
      try #require(joined["token"] as? String), try #require(joined["device"] as? String)
    )
    let jake = try hosted.person("Jake", of: here)
    let members = #""kind": "join", "player": "Ann", "away": [], "entrant": {"name": "Ann"}"#
    for (token, device, round) in [
      (sam.0, sam.1, RoundID("guests")), (jake, try hosted.device(jake), here.round),
    ] {
      let socket = try #require(hosted.open("Bearer \(token)"))
      hosted.say(#"{"kind": "hello", "round": "\#(round)", "vector": {}}"#, socket)
      let sent = hosted.send(change(1, of: device, round, members), of: round, socket)
      #expect(sent.causes == ["notAllowed"])
      #expect(try here.store.round(round).player(named: "Ann") == nil)
    }
  }
}

// MARK: - The picture

@Suite(.timeLimit(.minutes(10))) struct `The picture of a round` {
  @Test func `is there for who sees the round, once it is finished, and drawn once as it stands`()
    throws
  {
    let drawn = Counter()
    let hosted = try HostedGroups(picture: { card in
      drawn.add()
      return try PNGImage(
        svg: RoundCard(card, course: card.round.course, date: "", state: "finished").svg
      ).bytes
    })
    let (here, there) = (try hosted.group("here"), try hosted.group("there"))
    let mike = try hosted.person("Mike", of: here)
    let stranger = try hosted.person("Zoe", of: here)
    let path = "/api/rounds/\(here.round)/card.png"
    #expect(hosted.ask("GET", path, token: mike).status == 404)
    func stamp(_ id: ChangeID) -> RoundChange.Stamp {
      .init(id: id, reportedBy: "Mike", deviceName: "x", at: "2026-05-01T11:00:00.000Z")
    }
    try here.store.finishRound(here.round, stamp("finish"), early: true)
    for _ in 1...2 {
      let answer = hosted.ask("GET", path, token: mike)
      #expect(answer.status == 200)
      #expect(answer.response.headers.contains { $0.value == "image/png" })
      #expect(answer.response.body.starts(with: [0x89] + Array("PNG".utf8)))
    }
    #expect(drawn.count == 1)
    #expect(hosted.ask("GET", path).status == 401)
    #expect(hosted.ask("GET", path, token: stranger).status == 404)
    #expect(hosted.ask("GET", path, token: try hosted.person("Mike", of: there)).status == 404)
    // What is late is in it.
    let record = try here.store.round(here.round)
    let late = try LoggedEvent(json: hosted.line(1, of: "late", here.round))
    try here.store.merge([RoundBatch(round: record, events: [late])])
    #expect(hosted.ask("GET", path, token: mike).status == 200)
    #expect(drawn.count == 2)
    try here.store.deleteRound(here.round, stamp("delete"))
    #expect(hosted.ask("GET", path, token: mike).status == 404)
  }

  @Test func `waits where a group has had many drawn, and no other group waits`() throws {
    let hosted = try HostedGroups(picture: { _ in [1] })
    let (here, there) = (try hosted.group("here"), try hosted.group("there"))
    func finished(_ group: HostedGroups.Group, _ cookie: String) throws -> String {
      let round = hosted.begin(cookie).round
      try group.store.finishRound(
        round, .init(id: ChangeID("f\(round)"), reportedBy: "Mike", deviceName: "x", at: ""),
        early: true)
      return "/api/rounds/\(round)/card.png"
    }
    let (mike, far) = (try hosted.person("Mike", of: here), try hosted.person("Mike", of: there))
    let paths = try (0..<6).map { _ in try finished(here, mike) }
    func statuses() -> [Int] { paths.map { hosted.ask("GET", $0, token: mike).status } }
    #expect(statuses() == [200, 200, 200, 200, 200, 503])
    // Those that are there are shown.
    #expect(statuses() == [200, 200, 200, 200, 200, 503])
    #expect(hosted.ask("GET", try finished(there, far), token: far).status == 200)
    hosted.pass(.seconds(10))
    #expect(statuses() == [200, 200, 200, 200, 200, 200])
  }

  @Test func `is not there where the host draws none`() throws {
    let hosted = try HostedRound()
    try hosted.store.finishRound(
      hosted.round, .init(id: "f", reportedBy: "Mike", deviceName: "x", at: ""), early: true)
    let issued = AccessToken()
    try hosted.store.issueOrganiser(issued.hash(), round: hosted.round, at: "")
    let joined = hosted.ask("POST", "/api/join", "{\"token\": \"\(issued.text)\"}").object
    let token = try #require(joined["token"] as? String)
    let answer = hosted.ask("GET", "/api/rounds/round/card.png", token: token)
    #expect(answer.status == 404)
    #expect(answer.object["error"] as? String == "this host draws no pictures; see hyzer summary")
  }
}

private final class Counter: Sendable {
  private let state = Mutex(0)

  var count: Int { state.withLock { $0 } }

  func add() { state.withLock { $0 += 1 } }
}
