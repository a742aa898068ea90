import Foundation
import Testing

@testable import ScoreLog

@Suite final class `What a log knows of its hub`: RoundFile {
  private let hub = "http://hub:1"
  private let noon = "2026-05-01T12:00:00.000Z"

  override init() throws {
    try super.init()
    try store.startRound("r", at: "2026-05-01T09:30:00.000Z")
    try join(hub, group: "g")
  }

  private func join(_ address: String, group: GroupID) throws {
    try store.keep(
      HubRecord(address: address, key: "0a", token: "t", group: group, groupName: "Friends"))
    try store.joinHub(address)
  }

  private func note(sent: Int, refusing refused: Int = 0, problem: String? = nil) throws {
    try store.note(
      hub: hub, seen: LogPlace(sequence: 7, device: "host"), sent: sent, refusing: refused,
      problem: problem, at: noon)
  }

  @Test func `is what it noted last, and what it has beyond waits to be sent`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)], at: "2026-05-01T10:00:00.000Z"))
    try store.commit(makeCommit("b", 2, [(0, 3)], at: "2026-05-01T11:00:00.000Z"))
    #expect(
      try store.hubBacklog(of: hub) == HubBacklog(count: 3, since: "2026-05-01T10:00:00.000Z"))
    // The round's start comes first.
    try note(sent: 3, refusing: 1, problem: "no")
    #expect(
      try store.hubBacklog(of: hub) == HubBacklog(count: 1, since: "2026-05-01T11:00:00.000Z"))
    let record = try #require(try store.hub(hub))
    #expect(record.refused == 1 && record.problem == "no" && record.lastSync == noon)
    #expect(record.seen == LogPlace(sequence: 7, device: "host") && record.sent == 3)
    try note(sent: 4)
    #expect(try store.hub(hub)?.problem == nil)
    #expect(try store.hubBacklog(of: hub).count == 0)
  }

  @Test func `stays beside what is known of another, and ends when it leaves`() throws {
    try note(sent: 1)
    try store.note(hub: hub, problem: "away", retryAt: "2026-05-01T12:00:30.000Z")
    #expect(try store.hub(hub)?.retryAt == "2026-05-01T12:00:30.000Z")
    try join("http://hub:2", group: "other")
    #expect(try store.joinedHub() == "http://hub:2")
    #expect(try store.hub("http://hub:2")?.sent == 0)
    #expect(try store.hub("http://hub:2")?.problem == nil)
    #expect(try store.hub(hub)?.sent == 1)
    try store.leaveHub()
    #expect(try store.hub("http://hub:2") == nil)
    #expect(try store.joinedHub() == nil)
    // Who is let in anew starts with nothing known.
    try join(hub, group: "g")
    #expect(try store.hub(hub)?.sent == 0 && store.hub(hub)?.seen == nil)
  }

  @Test func `a round is its group's alone`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    #expect(try store.rounds(ofOthersThan: "other") == [])
    try note(sent: 1)
    #expect(try store.rounds(ofOthersThan: "other") == ["r"])
    #expect(try store.rounds(ofOthersThan: "g") == [])
    try join("http://hub:2", group: "other")
    #expect(try store.hubBacklog(of: "http://hub:2").count == 0)
    #expect(try store.hubBacklog(of: hub).count == 1)
    try store.note(
      hub: "http://hub:2", seen: nil, sent: 2, refusing: 0, problem: nil, at: noon)
    #expect(try store.rounds(ofOthersThan: "other") == ["r"])
  }

  @Test func `a round that is made while its group's host is away is that group's`() throws {
    try join("http://hub:2", group: "other")
    #expect(try store.rounds(ofOthersThan: "other") == ["r"])
    try store.createRound(
      "s", course: Course.seeded[0], organiser: "Mike", joining: [.player("Mike")],
      at: "2026-05-01T09:00:00.000Z")
    try store.leaveHub()
    #expect(try store.rounds(ofOthersThan: "g") == ["s"])
  }

  @Test func `nobody but its owner may read a file that holds a token`() throws {
    let mode = try FileManager.default.attributesOfItem(atPath: store.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }
}
