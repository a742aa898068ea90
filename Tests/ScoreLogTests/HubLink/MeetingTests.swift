import DiscGolf
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ScoreLog

extension HostingTests {
  @Suite struct `Logs that meet at a hub` {
    private let hub: TestHub
    private let ann: Host
    private let bob: Host

    init() throws {
      hub = try TestHub()
      (ann, bob) = (try Host("ann"), try Host("bob"))
      try ann.makeRound()
    }

    @Test
    func `after four hours apart, on clocks a day apart, hold the same, and dispute as one fold`()
      throws
    {
      try ann.meet(hub)
      try bob.meet(hub)
      // Equal, different, corrected, only on one; and taken back.
      try ann.score(1, 3, 4)
      try bob.score(1, 3, 5, at: "2026-05-02T12:00:00.000Z")
      try ann.score(2, 3, 4)
      try ann.score(2, 2)
      try bob.score(3, 4)
      try bob.score(2, 4, 4, at: "2026-05-02T16:00:00.000Z")
      let together = try Host("together")
      for host in [ann, bob] {
        let batch = try #require(try host.store.batch(of: "r", after: VersionVector(), limit: .max))
        #expect(try together.store.merge([batch]) == [])
      }
      #expect(try ann.meet(hub, at: "2026-05-01T16:00:00.000Z").problem == nil)
      #expect(try bob.meet(hub, at: "2026-05-02T16:00:00.000Z").problem == nil)
      #expect(try ann.meet(hub) == HubLink.Condition())
      try Host.expectSame(ann, bob, hub)
      #expect(try ann.store.exportLines() == together.store.exportLines())
      let disputes = try ann.store.scorecard(of: "r").disputes
      #expect(disputes.map(\.hole) == [1, 2])
      #expect(try disputes == bob.store.scorecard(of: "r").disputes)
      #expect(try disputes == together.store.scorecard(of: "r").disputes)
      #expect(try ann.store.hub()?.lastSync == Host.noon)
    }

    @Test func `learn of rounds, also of those in which nothing has happened yet`() throws {
      try ann.makeRound("s", players: 3)
      try ann.score(4, 2, 2, 2, in: "s")
      try ann.store.createRound(
        "setup", course: Course.seeded[0], organiser: "Ann", joining: [], at: Host.noon)
      try ann.meet(hub)
      try bob.makeRound("t")
      try bob.meet(hub)
      try ann.meet(hub)
      #expect(Set(try ann.store.vectors().keys) == ["r", "s", "t"])
      #expect(try bob.store.round("r").entrants.map(\.player.name) == ["Ann", "Bob"])
      try Host.expectSame(ann, bob, hub)
      // What has not started has one writer.
      #expect(try hub.connect().heads() == ["r": 0, "s": 3, "t": 0])
    }

    @Test func `exchange more than a page and more than a window at once`() throws {
      try ann.makeRound("big", players: 8)
      try bob.meet(hub)
      try ann.scoreMuch(5, in: "big")
      #expect(try ann.events.count > HubLink.pageSize)
      try ann.meet(hub)
      try bob.meet(hub)
      try Host.expectSame(ann, bob, hub)
      #expect(try ann.events.count == 720)
    }

    @Test func `that have nothing new ask little`() throws {
      try ann.score(1, 3, 4)
      try ann.meet(hub)
      let before = try transactions()
      try ann.meet(hub)
      // The version, rounds, vectors, size, and what connecting does.
      #expect(try transactions() - before < 12)
    }

    @Test func `of which another program sends meanwhile stay one device`() throws {
      try ann.meet(hub)
      let steps = Mutex(0)
      let (path, address) = (ann.path, hub.address())
      for step in 1...4 {
        try ann.score(step, 3, 4)
        let link = try ann.link(
          hub.address(),
          uptime: {
            let now = steps.withLock { count in
              count += 1
              return count
            }
            if now == step {
              try? Host.commitAndSend(hole: 10 + step, toLog: path, address)
            }
            return .zero
          })
        try link.exchange()
        steps.withLock { $0 = 0 }
        #expect(link.condition.problem == nil)
        #expect(try ann.store.thisDevice() == "ann")
      }
      try bob.meet(hub)
      try ann.meet(hub)
      try Host.expectSame(ann, bob, hub)
      #expect(try ann.events.count == 12)
    }

    private func transactions() throws -> Int {
      try #require(
        try Int(
          hub.server.run(
            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = '\(hub.database)'",
            in: "postgres")))
    }

    @Test func `have it that who may only read follows, and keeps what it writes`() throws {
      try ann.score(1, 3, 4)
      try ann.meet(hub)
      try hub.run("CREATE ROLE \(hub.database)_reader LOGIN IN ROLE hyzer_reader")
      let reader = hub.address(user: "\(hub.database)_reader")
      try bob.makeRound("t")
      try bob.score(1, 2, 2, in: "t")
      let error = try failure { try bob.link(reader).exchange() }
      guard case .denied(hub.place, _) = error else {
        Issue.record(error)
        return
      }
      #expect(try bob.store.events(of: "r").count == 2)
      #expect(try bob.store.hubBacklog().count == 2)
      #expect(try bob.store.hub()?.problem == "\(error)")
      #expect(try bob.store.hub()?.lastSync == nil)
      try bob.meet(hub)
      try ann.meet(hub)
      try Host.expectSame(ann, bob, hub)
    }

    // MARK: - Restored from backups

    @Test func `repair a hub that was restored from an older backup`() throws {
      let database = hub.database
      try ann.score(1, 3, 4)
      try ann.meet(hub)
      try bob.meet(hub)
      func administer(_ sql: String) throws { _ = try hub.server.run(sql, in: "postgres") }
      try administer("CREATE DATABASE \(database)_old TEMPLATE \(database)")
      try ann.score(2, 3, 4)
      try bob.score(3, 3, 4)
      for host in [ann, bob, ann] { try host.meet(hub) }
      try administer("DROP DATABASE \(database)")
      try administer("ALTER DATABASE \(database)_old RENAME TO \(database)")
      #expect(try hub.connect().heads() == ["r": 2])
      // Bob is not there any more.
      try ann.score(4, 3, 4)
      try ann.meet(hub)
      #expect(try hub.connect().heads() == ["r": 8])
      try bob.meet(hub)
      try Host.expectSame(ann, bob, hub)
      #expect(try ann.store.thisDevice() == "ann")
    }

    @Test func `give back to a log what it lost when an older copy was restored`() throws {
      try ann.score(1, 3, 4)
      try OtherProgram(ann.path).run("VACUUM INTO '\(ann.path).backup'")
      try ann.score(2, 3, 4)
      try ann.meet(hub)
      let device = try ann.store.thisDevice()
      try restore(ann, note: false)
      #expect(try ann.store.thisDevice() != device)
      #expect(try ann.events.count == 2)
      try ann.score(3, 3, 4)
      try ann.meet(hub)
      try bob.meet(hub)
      #expect(try ann.events.count == 6)
      try Host.expectSame(ann, bob, hub)
    }

    @Test(arguments: [false, true])
    func `give it back also where the note beside it was restored, before or after it writes`(
      isWriting: Bool
    ) throws {
      try ann.score(1, 3, 4)
      try OtherProgram(ann.path).run("VACUUM INTO '\(ann.path).backup'")
      let note = try Data(contentsOf: URL(filePath: ann.path + ".device"))
      try ann.score(2, 3, 4)
      try ann.meet(hub)
      try note.write(to: URL(filePath: ann.path + ".backup.device"))
      try restore(ann, note: true)
      #expect(try ann.store.thisDevice() == "ann")
      if isWriting { try ann.score(3, 3, 4) }
      try ann.meet(hub)
      #expect(try ann.store.thisDevice() != "ann")
      try ann.score(4, 3, 4)
      try ann.meet(hub)
      try bob.meet(hub)
      #expect(try ann.events.count == (isWriting ? 8 : 6))
      try Host.expectSame(ann, bob, hub)
    }

    /// Replaces a log by its backup.
    private func restore(_ host: Host, note: Bool) throws {
      try host.close()
      let files = FileManager.default
      for suffix in ["", "-wal", "-shm"] where files.fileExists(atPath: host.path + suffix) {
        try files.removeItem(atPath: host.path + suffix)
      }
      try files.moveItem(atPath: host.path + ".backup", toPath: host.path)
      if note {
        try files.removeItem(atPath: host.path + ".device")
        try files.moveItem(atPath: host.path + ".backup.device", toPath: host.path + ".device")
        try renewDeviceNote(ofLog: host.path)
      }
      try host.reopen(as: "again")
    }

    // MARK: - Two copies of one log

    @Test(arguments: [(1, 1), (3, 1), (1, 3), (2, 2)])
    func `and are copies of one with its note become two devices, and lose nothing`(
      ours: Int, theirs: Int
    ) throws {
      try ann.makeRound("s")
      try ann.score(1, 3, 4)
      try ann.score(1, 3, 4, in: "s")
      try ann.meet(hub)
      try bob.close()
      let files = FileManager.default
      for suffix in ["", "-wal", "-shm", ".device"]
      where files.fileExists(atPath: bob.path + suffix) {
        try files.removeItem(atPath: bob.path + suffix)
      }
      try OtherProgram(ann.path).run("VACUUM INTO '\(bob.path)'")
      try files.copyItem(atPath: ann.path + ".device", toPath: bob.path + ".device")
      try renewDeviceNote(ofLog: bob.path)
      try bob.reopen(as: "never")
      #expect(try bob.store.thisDevice() == "ann")
      for hole in 1...ours { try ann.score(hole + 1, 3) }
      for hole in 1...theirs { try bob.score(hole + 1, 4) }
      for hole in 1...ours { try bob.score(hole + 1, 2, in: "s") }
      for hole in 1...theirs { try ann.score(hole + 1, 5, in: "s") }
      let all = Set(try ann.events + bob.events)
      try ann.meet(hub)
      #expect(try bob.meet(hub).problem?.contains("goes on as a new device") == true)
      #expect(try ann.store.thisDevice() == "ann")
      #expect(try bob.store.thisDevice() != "ann")
      #expect(try bob.files.contains { $0.hasPrefix("log.db.was-") })
      #expect(try bob.meet(hub).problem == nil)
      try ann.meet(hub)
      #expect(Set(try ann.events) == all)
      #expect(try ann.events.count == 4 + 2 * (ours + theirs))
      try Host.expectSame(ann, bob, hub)
      // Both go on.
      try ann.score(9, 3, 3)
      try bob.score(10, 3, 3)
      for host in [ann, bob, ann] { #expect(try host.meet(hub).problem == nil) }
      try Host.expectSame(ann, bob, hub)
    }
  }
}
