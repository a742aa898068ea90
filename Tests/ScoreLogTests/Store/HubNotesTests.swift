import DiscGolf
import Testing

@testable import ScoreLog

@Suite final class `What a log knows of its hub`: RoundFile {
  override init() throws {
    try super.init()
    try store.startRound("r", at: "2026-05-01T09:30:00.000Z")
    try store.joinHub("postgresql://hub/x")
  }

  @Test func `is what it noted last, and what it has beyond waits to be sent`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)], at: "2026-05-01T10:00:00.000Z"))
    try store.commit(makeCommit("b", 2, [(0, 3)], at: "2026-05-01T11:00:00.000Z"))
    #expect(try store.hubBacklog() == HubBacklog(count: 3, since: "2026-05-01T10:00:00.000Z"))
    let held: [RoundID: VersionVector] = ["r": VersionVector(["this": 2, "far": 9])]
    try store.note(hubHas: held, refusing: 1, problem: "no", at: "2026-05-01T12:00:00.000Z")
    #expect(try store.hubVectors() == held)
    #expect(try store.hubBacklog() == HubBacklog(count: 1, since: "2026-05-01T11:00:00.000Z"))
    let record = try #require(try store.hub())
    #expect(record.refused == 1 && record.problem == "no")
    #expect(record.lastSync == "2026-05-01T12:00:00.000Z")
    // Restored from an older backup, and not the same yet.
    try store.note(hubHas: ["r": VersionVector(["this": 1])], at: nil)
    #expect(try store.hubVectors() == ["r": VersionVector(["this": 1])])
    #expect(try store.hub()?.lastSync == "2026-05-01T12:00:00.000Z")
    #expect(try store.hub()?.problem == nil)
  }

  @Test func `is nothing any more after it joined another, or left`() throws {
    try store.note(hubHas: ["r": VersionVector(["this": 1])], at: "2026-05-01T12:00:00.000Z")
    try store.note(hubProblem: "away", retryAt: "2026-05-01T12:00:30.000Z")
    #expect(try store.hub()?.retryAt == "2026-05-01T12:00:30.000Z")
    try store.joinHub("postgresql://hub/y")
    #expect(try store.hubVectors() == [:])
    #expect(try store.hub()?.lastSync == nil)
    #expect(try store.hub()?.problem == nil)
    try store.leaveHub()
    #expect(try store.hub() == nil)
  }

  @Test func `starts from how much the log has, of which only what is new is read`() throws {
    var extent = try store.extent()
    #expect(extent.vectors == ["r": VersionVector()])
    func expectFollowed() throws {
      extent = try store.extent(after: extent)
      #expect(try extent == store.extent())
    }
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)]))
    try expectFollowed()
    try store.createRound(
      "s", course: Course.seeded[0], organiser: "Mike", joining: [.player("Mike")],
      at: "2026-05-01T09:00:00.000Z")
    try expectFollowed()
    try store.startRound("s", at: "2026-05-01T09:30:00.000Z")
    try expectFollowed()
    #expect(extent.vectors["s"] == VersionVector())
    let other = try LogFile(device: "other")
    let their = try other.openRound()
    try their.startRound("r", at: "2026-05-01T09:30:00.000Z")
    for hole in 1...3 { try their.commit(makeCommit(CommitID("o\(hole)"), hole, [(0, 5)])) }
    let batch = try #require(try their.batch(of: "r", after: VersionVector(), limit: .max))
    // The second is missing.
    try store.merge([RoundBatch(round: batch.round, events: [batch.events[0], batch.events[2]])])
    try expectFollowed()
    #expect(extent.vectors["r"] == VersionVector(["this": 2, "other": 1]))
    try store.merge([batch])
    try expectFollowed()
    #expect(extent.vectors["r"] == VersionVector(["this": 2, "other": 3]))
    try store.becomeNewDevice("new", givingUp: ["r": 2])
    try expectFollowed()
    #expect(extent.vectors["r"] == VersionVector(["this": 1, "new": 1, "other": 3]))
  }
}
