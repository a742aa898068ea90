import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import PhonePage
@testable import ScoreLog

/// The end of a connection that a log has, as its host and the log make it go on.
@Suite final class `A log's link with its group's host` {
  private static let address = "http://127.0.0.1:1"
  private static let time = "2026-05-01T09:00:00.000Z"
  private let folder: Tool.Directory
  private let store: ScoreStore
  private let link: HostLink

  init() throws {
    folder = try Tool.Directory()
    store = try ScoreStore(path: folder.url.appending(path: "log.db").path, newDevice: { "me" })
    try store.keep(
      HubRecord(address: Self.address, key: nil, token: "t", group: "g", groupName: "Friends"))
    try store.joinHub(Self.address)
    link = try Self.link(of: store)
  }

  private static func link(of store: ScoreStore) throws -> HostLink {
    try HostLink(
      store: store, hub: #require(try store.hub(address)), timestamp: { time },
      random: SeededGenerator(seed: 1), now: .zero)
  }

  private func makeRound(_ id: RoundID) throws {
    try store.createRound(
      id, course: Course.seeded[0], organiser: "Ann", joining: [.guest(Player(name: "Ann"))],
      at: Self.time)
    try store.startRound(id, at: Self.time)
  }

  private func enter(_ id: CommitID, _ hole: Int, in round: RoundID = "a") throws {
    try store.commit(
      ScoreCommit(
        id: id, round: round, hole: hole,
        scores: [.init(player: "Ann", result: .noScore, input: .typed)], reportedBy: "Ann",
        deviceName: "laptop", at: Self.time))
  }

  private func line(_ id: String, number: Int = 1, round: RoundID = "a") -> String {
    EventLine(
      .score(
        ScoreEvent(
          id: EventID(id), position: LogPosition(clock: number, device: "far", number: number),
          round: round, player: "Ann", hole: 3, result: holeResult(3), reportedBy: "Ann",
          deviceName: "phone", input: .typed, at: Self.time))
    ).json
  }

  private func info(of round: RoundID) throws -> String {
    EventLine.info(of: try store.round(round))
  }

  private func place(_ sequence: Int) -> LogPlace { LogPlace(sequence: sequence, device: "host") }

  private func lines(_ rounds: RoundLines..., upTo sequence: Int? = nil) -> HostLink.Event {
    .received(.lines(.init(rounds: rounds, place: sequence.map(place))))
  }

  private func digest(_ digest: EventsDigest, at sequence: Int) -> HostLink.Event {
    .received(.digest(.init(digest: digest, place: place(sequence))))
  }

  private func total() throws -> EventsDigest { try store.digests(of: "g").total }

  /// Connects, and returns what is said to the host that keeps the group.
  private func greet(_ link: HostLink, at now: Duration = .zero) throws -> [LogMessage] {
    #expect(try link.feed(.tick, at: now) == [.connect])
    let first = try said(link.feed(.connected, at: now))
    return try first
      + said(link.feed(.received(.group(.init(id: "g", name: "Friends"))), at: now))
  }

  private func said(_ actions: [HostLink.Action]) -> [LogMessage] {
    actions.compactMap { if case .send(let message) = $0 { message } else { nil } }
  }

  private func sent(_ messages: [LogMessage]) -> [String: [String]] {
    messages.reduce(into: [:]) { sent, message in
      guard case .lines(let lines) = message else { return }
      for one in lines.rounds {
        sent[one.round.rawValue, default: []] += one.lines.compactMap {
          try? LoggedEvent(json: $0).id
        }
      }
    }
  }

  @Test func `says as what it writes, and nothing more until the host is there`() throws {
    try makeRound("a")
    try enter("1", 1)
    #expect(try link.feed(.tick, at: .zero) == [.connect])
    #expect(
      try link.feed(.connected, at: .zero) == [.send(.follow(.init(device: "me", after: nil)))])
    #expect(try link.look(at: .zero) == [])
    #expect(!link.condition.isOnline && link.condition.pending == 1)
    let messages = try said(
      link.feed(.received(.group(.init(id: "g", name: "Friends"))), at: .zero))
    #expect(sent(messages) == ["a": ["1.1"]])
    #expect(messages.last == .compare(eachRound: false))
    #expect(link.condition.isOnline && !link.isSettled)
  }

  @Test func `sends what came into the log once, and notes when the host has it`() throws {
    try makeRound("a")
    try enter("1", 1)
    _ = try greet(link)
    try enter("2", 2)
    let more = try said(link.look(at: .zero))
    #expect(sent(more) == ["a": ["2.1"]])
    #expect(try link.feed(.received(.taken(refused: [])), at: .zero) == [])
    #expect(link.condition.pending == 1)
    // What was asked before the second was sent says nothing of it.
    #expect(
      try link.feed(digest(EventsDigest(), at: 1), at: .zero) == [.send(.compare(eachRound: false))]
    )
    _ = try link.feed(.received(.taken(refused: [])), at: .zero)
    #expect(try store.hub(Self.address)?.lastSync == nil)
    #expect(try link.feed(digest(total(), at: 4), at: .zero) == [])
    var settled = HostLink.Condition()
    settled.isOnline = true
    #expect(link.isSettled && link.condition == settled)
    let hub = try #require(try store.hub(Self.address))
    #expect(hub.lastSync == Self.time && hub.seen == place(4) && hub.sent == 3)
    #expect(try store.hubBacklog(of: Self.address).count == 0)
    // Round and events are the group's from then on.
    #expect(try store.rounds(ofOthersThan: "other") == ["a"])
    // The next connection begins where this one ended.
    let again = try Self.link(of: store)
    #expect(
      try greet(again) == [
        .follow(.init(device: "me", after: place(4))), .compare(eachRound: false),
      ])
  }

  @Test func `takes in what the host sends, and does not send it back`() throws {
    try makeRound("a")
    let info = try info(of: "a")
    _ = try greet(link)
    _ = try link.feed(.received(.taken(refused: [])), at: .zero)
    let news = [line("x"), line("y", number: 2)]
    #expect(
      try link.feed(
        [
          lines(RoundLines(round: "a", info: info, lines: [news[0]]), upTo: 7),
          lines(RoundLines(round: "a", info: nil, lines: [news[1]]), upTo: 8),
        ], at: .zero) == [])
    #expect(try store.loggedEvents(of: "a").map(\.line) == news)
    #expect(try link.feed(digest(total(), at: 8), at: .zero) == [])
    #expect(link.isSettled && link.condition.pending == 0)
    // Also where something of its own was to be sent meanwhile, and where it is lost on the way.
    try enter("1", 1)
    let third = line("z", number: 3)
    #expect(
      try sent(
        said(
          link.feed(lines(RoundLines(round: "a", info: nil, lines: [third]), upTo: 9), at: .zero)))
        == ["a": ["1.1"]])
    #expect(link.condition.pending == 1)
    #expect(try link.feed(.disconnected, at: .zero) == [])
    #expect(try link.look(at: .zero) == [])
    #expect(try sent(greet(link, at: .seconds(60))) == ["a": ["1.1"]])
    #expect(try Self.link(of: store).condition.pending == 2)
  }

  @Test func `finds what either lacks though both were told of all`() throws {
    for round in ["a", "b", "empty"] as [RoundID] { try makeRound(round) }
    try enter("1", 1)
    try enter("2", 2, in: "b")
    _ = try greet(link)
    // A host that lost a round takes nothing of it at first.
    let lost = RefusedEvent("a", "1.1", .otherRound, "so")
    _ = try link.feed(.received(.taken(refused: [lost])), at: .zero)
    #expect(link.condition.refused == 1)
    #expect(
      try link.feed(digest(EventsDigest(bits: 1), at: 9), at: .zero)
        == [.send(.compare(eachRound: true))])
    let same = try #require(try store.digests(of: "g").rounds["b"])
    func digests(_ round: RoundID, _ digest: EventsDigest, isPart: Bool) -> HostLink.Event {
      .received(.digests([.init(round: round, digest: digest)], isPart: isPart))
    }
    #expect(try link.feed(digests("b", same, isPart: true), at: .zero) == [])
    #expect(try link.feed(digests("a", EventsDigest(), isPart: true), at: .zero) == [])
    let held = HeldEvents(round: "a", digests: [EventsDigest(of: "1.1")])
    let unknown = HeldEvents(round: "c", digests: [])
    let next = try said(link.feed(digests("c", same, isPart: false), at: .zero))
    // Of a round that the host lacks all is sent, also where it has no events.
    #expect(sent(next) == ["empty": []])
    #expect(next.suffix(2) == [.held(held), .held(unknown)])
    #expect(!link.isSettled)
    #expect(try link.feed(.received(.taken(refused: [])), at: .zero) == [])
    #expect(try link.feed(.received(.lacks("c", [])), at: .zero) == [])
    let answer = try said(
      link.feed(
        lines(RoundLines(round: "a", info: nil, lines: [line("x")])),
        .received(.lacks("a", held.digests)), at: .zero))
    #expect(sent(answer) == ["a": ["1.1"]])
    #expect(try store.loggedEvents(of: "a").count == 2)
    // Not before the host says that it has them.
    #expect(!link.isSettled && link.condition.refused == 1)
    #expect(try store.hub(Self.address)?.lastSync == nil)
    #expect(try link.feed(.received(.taken(refused: [])), at: .zero) == [])
    #expect(link.isSettled && link.condition.refused == 0 && link.condition.problem == nil)
    // Nothing that was not asked for is answered.
    #expect(try link.feed(.received(.lacks("a", held.digests)), at: .zero) == [])
  }

  @Test func `says what is not taken, there or here, until the next connection`() throws {
    try makeRound("a")
    try enter("1", 1)
    let long = String(repeating: "x", count: RoundLines.longestLine)
    try store.commit(
      ScoreCommit(
        id: "long", round: "a", hole: 2,
        scores: [.init(player: "Ann", result: .noScore, input: .typed, transcript: long)],
        reportedBy: "Ann", deviceName: "laptop", at: Self.time))
    #expect(try sent(greet(link)) == ["a": ["1.1"]])
    #expect(link.condition.problem?.contains("too long") == true)
    let refused = RefusedEvent("a", "1.1", .notAllowed, "so")
    _ = try link.feed(.received(.taken(refused: [refused])), at: .zero)
    #expect(link.condition.problem == #"the host does not take event "1.1": so"#)
    #expect(link.condition.refused == 2 && link.condition.pending == 0)
    _ = try link.feed(digest(EventsDigest(), at: 9), at: .zero)
    _ = try link.feed(
      .received(.digests([.init(round: "a", digest: EventsDigest())], isPart: false)), at: .zero)
    let lacked = try store.held(of: "a").flatMap(\.digests)
    #expect(
      try sent(said(link.feed(.received(.lacks("a", lacked)), at: .zero))) == ["a": ["1.1"]])
    _ = try link.feed(.received(.taken(refused: [refused])), at: .zero)
    #expect(link.isSettled && link.condition.refused == 2)
    #expect(try store.hub(Self.address)?.refused == 2)
    // Whose device it is learns there that it is revoked.
    _ = try link.feed(.disconnected, at: .zero)
    _ = try greet(link, at: .seconds(60))
    #expect(link.condition.problem == nil)
    try enter("2", 3)
    #expect(try sent(said(link.look(at: .seconds(60)))) == ["a": ["2.1"]])
    let revoked = RefusedEvent("a", "far", .deviceRevoked, "so")
    _ = try link.feed(.received(.taken(refused: [revoked])), at: .seconds(60))
    #expect(link.condition.problem == nil && link.condition.refused == 1)
    _ = try link.feed(
      lines(RoundLines(round: "other", info: nil, lines: [line("x")]), upTo: 9), at: .seconds(60))
    #expect(link.condition.problem?.contains("\"other\"") == true)
  }

  @Test(arguments: [true, false])
  func `what the host did not take is no complaint once others have brought it there`(
    _ isAllThere: Bool
  ) throws {
    try makeRound("a")
    try enter("1", 1)
    try enter("2", 2)
    _ = try greet(link)
    let refused = ["1.1", "2.1"].map { RefusedEvent("a", $0, .otherRound, "so") }
    _ = try link.feed(.received(.taken(refused: refused)), at: .zero)
    #expect(link.condition.refused == 2)
    if isAllThere {
      _ = try link.feed(digest(total(), at: 9), at: .zero)
    } else {
      _ = try link.feed(digest(EventsDigest(of: "1.1"), at: 9), at: .zero)
      _ = try link.feed(
        .received(.digests([.init(round: "a", digest: EventsDigest(of: "1.1"))], isPart: false)),
        at: .zero)
      _ = try link.feed(.received(.lacks("a", [EventsDigest(of: "2.1")])), at: .zero)
      #expect(link.condition.refused == 1)
      _ = try link.feed(.received(.taken(refused: [])), at: .zero)
    }
    #expect(link.isSettled && link.condition.refused == 0 && link.condition.problem == nil)
  }

  @Test func `a device that became another says so at once`() throws {
    try makeRound("a")
    _ = try greet(link)
    try store.write { try $0.setThisDevice("new") }
    #expect(try link.look(at: .seconds(1)) == [.disconnect, .connect])
    #expect(
      try link.feed(.connected, at: .seconds(1))
        == [.send(.follow(.init(device: "new", after: nil)))])
    #expect(link.condition.problem?.contains("new device") == true)
  }

  @Test func `rounds of another group stay where they are`() throws {
    try makeRound("b")
    try store.keep(
      HubRecord(address: "http://b:1", key: nil, token: "t", group: "other", groupName: "Others"))
    try store.note(
      hub: "http://b:1", seen: nil, sent: try store.lastSequence(), refusing: 0, problem: nil,
      at: Self.time)
    try makeRound("a")
    let other = line("x", round: "b")
    #expect(try sent(greet(link)) == ["a": []])
    _ = try link.feed(
      lines(RoundLines(round: "b", info: nil, lines: [other]), upTo: 5),
      .received(.taken(refused: [])), at: .zero)
    #expect(try store.loggedEvents(of: "b") == [])
    // Nor are they compared.
    _ = try link.feed(digest(EventsDigest(bits: 1), at: 5), at: .zero)
    let same = try #require(try store.digests(of: "g").rounds["a"])
    #expect(
      try link.feed(
        .received(
          .digests(
            [.init(round: "a", digest: same), .init(round: "b", digest: same)], isPart: false)),
        at: .zero) == [])
    #expect(link.isSettled && link.condition.problem == nil)
  }

  @Test func `comes back after a while, which grows until the host is there again`() throws {
    var (now, pauses) = (Duration.zero, [Duration]())
    for _ in 0..<12 {
      #expect(try link.feed(.tick, at: now) == [.connect])
      #expect(link.wakeAt == nil)
      #expect(try link.feed(.disconnected, at: now) == [])
      let next = try #require(link.wakeAt)
      #expect(try link.feed(.tick, at: next - .milliseconds(1)) == [])
      pauses.append(next - now)
      now = next
    }
    #expect(pauses[0] >= HostLink.shortestReturn && pauses[0] <= HostLink.shortestReturn * 2)
    #expect(pauses[11] >= HostLink.longestReturn / 2 && pauses[11] <= HostLink.longestReturn)
    _ = try greet(link, at: now)
    _ = try link.feed(.disconnected, at: now)
    let next = try #require(link.wakeAt)
    #expect(next - now <= HostLink.shortestReturn * 2)
  }
}
