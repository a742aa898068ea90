import Foundation
import HyzerBase
import ScoreLog
import Testing

@testable import PhonePage

/// Phones of one round that say what no page says, of a seed.
private final class WildPhones {
  let hosted: HostedRound
  private(set) var phones: [Phone] = []
  /// Whose each device is or was.
  private(set) var owners: [String: Phone] = [:]
  private var random: SeededGenerator

  init(seed: Int) throws {
    hosted = try HostedRound()
    random = SeededGenerator(seed: UInt64(seed))
    for player in ["Mike", "Jake", nil] { try join(player) }
  }

  private func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private func join(_ player: String?) throws {
    let phone = try hosted.phone(player)
    phones.append(phone)
    owners[phone.device] = phone
  }

  private static let values = [
    "null", "true", "0", "-1", "1", "3", "11", "2.5", "1e400", "9007199254740992",
    "-9223372036854775808", "18446744073709551616", "\"\"", "\"Mike\"", "\"Jake\"", "\"Eve\"",
    "\"__proto__\"", "\"round\"", "\"other\"", "\"voice\"", "\"takeBack\"", "\"resolution\"",
    "\"finish\"", "\"join\"", "\"delete\"", "\"restore\"", "\"a\\u0000b\"", "\"\\ud800\"", "[]",
    "{}",
    "[1, 99]", "[\"x\", \"device-1-1.1\"]", "\"device-1-1.1\"", "\"device-1\"", "\"device-2\"",
    "{\"name\": \"Sam\", \"isGuest\": true}", "\"\(String(repeating: "x", count: 9000))\"",
  ]

  private func event(of phone: Phone, number: Int) -> String {
    var members = [
      ("id", "\"\(phone.device)-\(number).1\""), ("round", "\"round\""),
      ("player", one(["\"Mike\"", "\"Jake\"", "null"])),
      ("hole", "\(Int.random(in: 1...9, using: &random))"),
      ("strokes", "\(Int.random(in: 1...10, using: &random))"), ("supersedes", "null"),
      ("reportedBy", "\"x\""), ("device", "\"\(phone.device)\""), ("input", "\"dial\""),
      ("transcript", "null"), ("confidence", "null"), ("at", "\"2026-05-01T09:30:00.000Z\""),
      ("number", "\(number)"), ("clock", "\(number)"), ("deviceName", "\"x\""),
      (
        "kind",
        one(["\"score\"", "\"score\"", "\"score\"", "\"finish\"", "\"reopen\"", "\"join\""])
      ),
    ]
    for _ in 0..<one([0, 0, 1, 1, 2]) {
      let place = Int.random(in: members.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: members.remove(at: place)
      case 1: members.append((members[place].0, one(Self.values)))
      case 2:
        let key = one([
          "entrant", "away", "takesBack", "noScore", "scoreCount", "roundInfo", "clip",
        ])
        members.append((key, one(Self.values)))
      default: members[place].1 = one(Self.values)
      }
    }
    return broken("{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}", 40)
  }

  /// One text in so many is cut or has a sign changed.
  private func broken(_ text: String, _ rarity: Int) -> String {
    guard Int.random(in: 0..<rarity, using: &random) == 0 else { return text }
    var signs = Array(text)
    let place = Int.random(in: signs.indices, using: &random)
    if Bool.random(using: &random) {
      signs.removeSubrange(place...)
    } else {
      signs[place] = one(["{", "\"", "\\", "\u{0}", "9", "e", "\u{1F525}"])
    }
    return String(signs)
  }

  func step() throws {
    let place = Int.random(in: phones.indices, using: &random)
    let phone = phones[place]
    switch Int.random(in: 0..<24, using: &random) {
    case 0:
      hosted.say(
        broken(#"{"kind": "hello", "round": "round", "vector": \#(one(Self.values))}"#, 8),
        phone.socket)
    case 1:
      hosted.say(
        broken(
          #"{"kind": "talk", "id": \#(one(Self.values)), "round": "round", "hole": \#(one(Self.values)), "rate": 16000, "shown": \#(one(Self.values))}"#,
          8), phone.socket)
    case 2: hosted.host.received(.binary([1, 0, 0, 0, 0, 0]), from: phone.socket)
    case 3:
      let body = broken(
        #"{"code": "\#(hosted.invitation.code)", "player": \#(one(Self.values))}"#, 4)
      // Others may join so, but who is meant to be here stays who they are.
      _ = hosted.ask("POST", "/api/join", body, address: "\(place)")
      _ = hosted.ask("POST", "/api/invitation", body, address: "\(place)")
    case 4:
      let answer = hosted.ask("POST", "/api/device", token: phone.token)
      let device = try #require(answer.object["device"] as? String)
      phones[place].device = device
      owners[device] = phone
    case 5:
      for path in ["/api/rounds", "/api/rounds/round/events", "/api/rounds/round/leaderboard"] {
        #expect(hosted.ask("GET", path, token: phone.token).status == 200)
      }
    case 6...8:
      let lines = (0...3).map { _ in
        event(of: one([phone, phones[0]]), number: Int.random(in: 1...40, using: &random))
      }
      let body = lines.joined(separator: "\n")
      let before = try hosted.store.loggedEvents(of: hosted.round).count
      let answer = hosted.ask("POST", "/api/rounds/round/events", body, token: phone.token)
      let after = try hosted.store.loggedEvents(of: hosted.round).count
      #expect(answer.object["added"] as? Int == after - before)
    default:
      let held = try hosted.store.nextPosition(in: hosted.round, of: DeviceID(phone.device)).number
      let events = (0..<3).map { event(of: phone, number: held + $0) }
      let text =
        #"{"kind": "events", "round": "round", "events": [\#(events.joined(separator: ","))]}"#
      hosted.say(broken(text, 20), phone.socket)
    }
    try checkAnswers()
  }

  /// What is acknowledged is in the log, and nobody's connection ends.
  private func checkAnswers() throws {
    #expect(hosted.closed.isEmpty)
    let held = try RoundFeed(of: hosted.round, in: hosted.store).vector.numbers
    for phone in phones {
      let acks = phone.heard().filter { $0["kind"] as? String == "ack" }
      guard let vector = acks.last?["vector"] as? [String: Int] else { continue }
      let told = Dictionary(uniqueKeysWithValues: vector.map { (DeviceID($0.key), $0.value) })
      #expect(told == held)
    }
  }

  /// Looks at the log by itself, whatever the rules say of it.
  func checkLog() throws {
    let record = try hosted.store.round(hosted.round)
    let card = try hosted.store.scorecard(of: hosted.round)
    _ = (card.standings, card.lateScoreCount, card.disputes)
    let scores = try hosted.store.events(of: hosted.round)
    let events = scores.map { LogEvent.score($0) } + record.changes.map { .change($0) }
    #expect(Set(events.map(\.id)).count == events.count)
    for event in events {
      let line = EventLine(event).json
      #expect(line.utf8.count <= 8000)
      let object = HostedRound.object(line)
      let phone = try #require(owners[event.position.device.rawValue], "\(line)")
      let kind = try #require(object["kind"] as? String)
      #expect(phone.role != "watcher" && object["reportedBy"] as? String == phone.player, "\(line)")
      #expect(object["round"] as? String == "round" && object["clip"] == nil, "\(line)")
      let time = try #require(object["at"] as? String)
      #expect(time.hasSuffix("Z") && time.utf8.count <= 27, "\(line)")
      if ["score", "takeBack"].contains(kind) {
        let name = try #require(object["player"] as? String)
        #expect(record.entrants.contains { $0.player.name == name }, "\(line)")
        #expect((1...9).contains(object["hole"] as? Int ?? 0), "\(line)")
      } else {
        #expect(phone.role == "organiser" || kind == "finish", "\(line)")
      }
      if case .change(let change) = event {
        #expect((0...1 << 53).contains(change.scoreCount), "\(line)")
        // Nobody is registered by another name than the one that is shown.
        #expect(change.entrant.map { $0.isGuest || $0.player.aliases.isEmpty } != false, "\(line)")
        #expect(change.away.allSatisfy { (1...9).contains($0) }, "\(line)")
      }
    }
    for (device, numbers) in Dictionary(grouping: events, by: \.position.device) {
      #expect(numbers.map(\.position.number).sorted() == Array(1...numbers.count), "\(device)")
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A host of the live page that is abused` {
  private static let count =
    ProcessInfo.processInfo.environment["HYZER_FUZZ"].flatMap { Int($0) } ?? 2

  @Test(arguments: 0..<count) func `keeps its log and its word`(seed: Int) throws {
    let phones = try WildPhones(seed: seed)
    for _ in 0..<150 { try phones.step() }
    try phones.checkLog()
    #expect(try !phones.hosted.store.events(of: phones.hosted.round).isEmpty)
  }
}
