import Foundation
import ScoreLog
import Synchronization
import TestSupport
import Testing

private final class Wakings: Sendable {
  private let count = Mutex(0)

  func add() { count.withLock { $0 += 1 } }

  /// Returns how often since this was last asked.
  func drain() -> Int {
    count.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}

@Suite final class `Log follower`: RoundFile {
  private let wakings = Wakings()

  private func follow() throws -> LogFollower {
    try LogFollower(of: store) { [wakings] in wakings.add() }
  }

  private func ids(_ changes: LogChanges?) -> [String]? { changes?.events.map(\.event.id) }

  @Test func `a commit wakes every follower at once, and is told once`() throws {
    let (one, two) = (try follow(), try follow())
    #expect(try one.changes() == nil)
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)]))
    #expect(wakings.drain() == 2)
    #expect(ids(try one.changes()) == ["a.1", "a.2"])
    #expect(try one.changes() == nil)
    try store.commit(makeCommit("b", 2, [(0, 3)]))
    #expect(ids(try one.changes()) == ["b.1"])
    #expect(ids(try two.changes()) == ["a.1", "a.2", "b.1"])
  }

  @Test(.ofFiles) func `what another program wrote is told with the next look`() throws {
    let follower = try follow()
    try file.open().commit(makeCommit("a", 1, [(0, 3)]))
    #expect(try follower.changes() == nil)
    try store.lookForOtherPrograms()
    #expect(wakings.drain() == 1)
    #expect(ids(try follower.changes()) == ["a.1"])
    try store.lookForOtherPrograms()
    #expect(wakings.drain() == 0)
    #expect(try follower.changes() == nil)
  }

  @Test func `a look finds nothing in what this process wrote`() throws {
    _ = try follow()
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    _ = wakings.drain()
    try store.lookForOtherPrograms()
    #expect(wakings.drain() == 0)
  }

  @Test func `what is not saved is not told, and what is saved together is told once`() throws {
    let follower = try follow()
    #expect(throws: ScoreStoreError.self) {
      try store.together {
        try store.commit(makeCommit("a", 1, [(0, 3)]))
        #expect(wakings.drain() == 0)
        throw CocoaError(.featureUnsupported)
      }
    }
    #expect(try follower.changes() == nil)
    try store.together {
      try store.commit(makeCommit("b", 1, [(0, 3)]))
      try store.commit(makeCommit("c", 2, [(0, 3)]))
    }
    #expect(wakings.drain() == 1)
    #expect(ids(try follower.changes()) == ["b.1", "c.1"])
  }

  @Test func `players, tokens and the current hole are news without events`() throws {
    let follower = try follow()
    try store.join(.player("Late"), round: "r")
    #expect(ids(try follower.changes()) == [])
    try store.setCurrentHole(CurrentHole(round: "r", hole: 4))
    #expect(ids(try follower.changes()) == [])
    let token = TokenHash(String(repeating: "0", count: 64))
    _ = try store.admit(
      tokenHash: token, device: "phone", player: "Mike", round: "r", at: "2026-05-01T10:00:00.000Z")
    #expect(ids(try follower.changes()) == [])
  }

  @Test(.ofFiles) func `what the log notes of its hub is no news`() throws {
    let follower = try follow()
    let hub = HubRecord(
      address: "http://hub:1", key: nil, token: "t", group: "g", groupName: "Friends")
    try store.keep(hub)
    try store.joinHub(hub.address)
    try store.note(hub: hub.address, problem: "away", retryAt: nil)
    #expect(wakings.drain() == 0)
    #expect(try follower.changes() == nil)
  }

  @Test func `a follower that is gone is not woken`() throws {
    var follower: LogFollower? = try follow()
    #expect(try follower?.changes() == nil)
    follower = nil
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    #expect(wakings.drain() == 0)
  }

  @Test(.ofFiles) func `what could not be read is told the next time`() throws {
    let follower = try follow()
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let other = try OtherProgram(file.path)
    try other.run("ALTER TABLE events RENAME TO hidden")
    #expect(throws: ScoreStoreError.self) { try follower.changes() }
    try other.run("ALTER TABLE hidden RENAME TO events")
    #expect(ids(try follower.changes()) == ["a.1"])
  }

  @Test func `scores and changes come in the order of the log, with the lines that others get`()
    throws
  {
    let follower = try follow()
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    try store.finishRound("r", at: "2026-05-01T11:00:00.000Z", early: true)
    let events = try #require(try follower.changes()).events
    #expect(events.map(\.event.id) == ["a.1", "r-end"])
    #expect(try events == store.loggedEvents(of: "r"))
    #expect(try events.map(\.line) == [0, 1].map { try exported($0) })
  }

  /// Returns a line of the export without what it says of the round.
  private func exported(_ index: Int) throws -> String {
    try LoggedEvent(json: store.exportLines()[index]).line
  }

  /// Each step is done by another program or by this one; the card that is kept up is that of the log.
  @Test(.ofFiles, arguments: [true, false])
  func `a card that is kept up by changes is the card of the log`(byOther: Bool) throws {
    let writer = byOther ? try file.open() : store
    let follower = try follow()
    var card = try store.scorecard(of: "r")
    let steps: [(ScoreStore) throws -> Void] = [
      { try $0.join(.player("Late"), round: "r") },
      { try $0.commit(makeCommit("a", 1, [(0, 3), (1, 4)])) },
      { try $0.commit(makeCommit("b", 1, [(0, 5)])) },
      { try $0.undo(makeUndoing("u")) },
      { try $0.join(.guest(Player(name: "Later")), round: "r") },
      { try $0.leave("Jake", round: "r", makeStamp("leave")) },
      { try $0.commit(makeCommit("c", 2, [("Later", 2)])) },
      { try $0.finishRound("r", at: "2026-05-01T11:00:00.000Z", early: true) },
    ]
    for step in steps {
      try step(writer)
      try store.lookForOtherPrograms()
      card = try store.scorecard(card, since: #require(try follower.changes()))
      #expect(try card == store.scorecard(of: "r"))
    }
  }

  @Test func `threads that commit at once lose nothing, and followers get every event once`()
    async throws
  {
    let follower = try follow()
    let store = store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for step in 1...20 {
            try store.commit(
              makeCommit(CommitID("c\(thread)-\(step)"), step % 9 + 1, [(thread % 3, step % 7 + 1)])
            )
          }
        }
      }
      try await group.waitForAll()
    }
    let told = try #require(ids(try follower.changes()))
    #expect(Set(told).count == told.count)
    #expect(try Set(told) == Set(store.events(of: "r").map(\.id.rawValue)))
    #expect(try store.audit().isClean)
  }
}
