import DiscGolf
import TestSupport
import Testing

@testable import ScoreLog

extension HubTests {
  @Suite struct `The log of a hub` {
    @Test func `events come back as they were sent, and a repetition changes nothing`() throws {
      let test = try TestHub()
      let hub = try test.connect()
      let events =
        makeHubEvents("a", 1...3)
        + [HubEvent(device: "b", number: 1, line: "{NULL,\"\\\",'\t\n 🥏}")]
      #expect(try hub.info(of: "r") == nil)
      #expect(try hub.append(events, to: "r", info: "{1}").allSatisfy { $0 == .added })
      for _ in 1...2 {
        #expect(try hub.append(events, to: "r", info: "{2}").allSatisfy { $0 == .known })
      }
      #expect(try hub.append([], to: "empty", info: "") == [])
      #expect(try hub.all(of: "r") == events)
      #expect(try hub.heads() == ["r": 4, "empty": 0])
      #expect(try hub.vectors() == ["r": VersionVector(["a": 3, "b": 1])])
      #expect(try hub.vector(of: "r") == VersionVector(["a": 3, "b": 1]))
      #expect(try hub.size() == HubSize(rounds: 2, events: 4))
      let places = [("r", 2), ("r", 4), ("empty", 1)].map { HubPosition(round: $0, number: $1) }
      #expect(try hub.lines(of: "a", at: places) == [places[0]: events[1].line])
      #expect(try hub.lines(of: "a", at: []) == [:])
      #expect(try hub.info(of: "r") == "{1}")
      #expect(
        try hub.events(of: "r", after: VersionVector(["a": 2]), limit: 10) == Array(events[2...]))
      #expect(try hub.events(of: "r", after: VersionVector(), limit: 2) == Array(events[..<2]))
      #expect(try hub.events(of: "other", after: VersionVector(), limit: 2) == [])
    }

    @Test func `a number that is forged is no greater than a position can be`() throws {
      let test = try TestHub()
      _ = try test.connect().append(makeHubEvents("a", 1...1), to: "r", info: "")
      _ = try test.run(
        "INSERT INTO hyzer.events (round, seq, device, number, line) VALUES ('r', 2, 'a', \(Int.max), '')"
      )
      let most = LogPosition.range.upperBound
      #expect(try test.connect().vectors() == ["r": VersionVector(["a": most])])
    }

    @Test func `a number with other content, a gap and a revoked device are told event by event`()
      throws
    {
      let test = try TestHub()
      let hub = try test.connect()
      _ = try hub.append(makeHubEvents("a", 1...2) + makeHubEvents("b", 1...1), to: "r", info: "")
      try hub.revoke("b")
      let sent =
        [HubEvent(device: "a", number: 2, line: "other")] + makeHubEvents("a", 4...4)
        + makeHubEvents("a", 3...3) + makeHubEvents("b", 1...2) + makeHubEvents("a", 4...4)
      #expect(
        try hub.append(sent, to: "r", info: "")
          == [.conflict, .gap, .added, .known, .revoked, .added])
      #expect(
        try hub.all(of: "r")
          == makeHubEvents("a", 1...2) + makeHubEvents("b", 1...1) + makeHubEvents("a", 3...4))
      #expect(try hub.heads() == ["r": 5])
    }

    @Test func `devices have names, and who is revoked stays so`() throws {
      let test = try TestHub()
      let hub = try test.connect()
      try hub.setName("Jake's", of: "a")
      try hub.setName("Jake's phone", of: "a")
      try hub.revoke("b")
      let devices = try hub.devices()
      #expect(devices.map(\.device) == ["a", "b"])
      #expect(devices.map(\.name) == ["Jake's phone", ""])
      #expect(devices.map { $0.revokedAt == nil } == [true, false])
      try hub.revoke("b")
      #expect(try hub.devices() == devices)
      #expect(throws: PostgreSQLServer.Failed.self) {
        try test.run("UPDATE hyzer.devices SET revoked_at = NULL")
      }
    }

    @Test func `eight writers at once: counted densely, each event read once and in order`()
      async throws
    {
      let test = try TestHub()
      let (count, step) = (200, 10)
      _ = try await onThreads(9) { thread in
        let hub = try test.connect()
        if thread < 9 {
          for first in stride(from: 1, through: count, by: step) {
            let events = makeHubEvents(DeviceID("d\(thread)"), first...first + step - 1)
            #expect(try hub.append(events, to: "r", info: "").allSatisfy { $0 == .added })
          }
          return
        }
        // The ninth reads meanwhile: nothing may become visible below what it has read.
        var (vector, seen) = (VersionVector(), 0)
        while seen < 8 * count {
          let head = try hub.heads()["r"] ?? 0
          for event in try hub.events(of: "r", after: vector, limit: 8 * count) {
            #expect(event.number == vector[event.device] + 1)
            vector[event.device] = event.number
            seen += 1
          }
          #expect(seen >= head)
        }
      }
      #expect(try test.connect().heads() == ["r": 8 * count])
      #expect(
        try test.run("SELECT count(*), min(seq), max(seq) FROM hyzer.events") == "1600|1|1600")
    }

    // MARK: - News

    @Test func `an append of another is reported, one's own is not, and the waker wakes`() throws {
      let test = try TestHub()
      let waker = try #require(HubWaker())
      let (hub, other) = (try test.connect(waker: waker), try test.connect())
      #expect(try hub.listen())
      _ = try hub.append(makeHubEvents("a", 1...1), to: "r", info: "")
      #expect(try hub.waitForNotice(.zero) == .timeOver)
      _ = try other.append(makeHubEvents("b", 1...1), to: "r", info: "")
      #expect(try hub.waitForNotice(.seconds(60)) == .notice)
      #expect(try hub.waitForNotice(.zero) == .timeOver)
      // A repetition is no news.
      _ = try other.append(makeHubEvents("b", 1...1), to: "r", info: "")
      _ = try other.heads()
      _ = try hub.heads()
      #expect(try hub.waitForNotice(.zero) == .timeOver)
      waker.wakeUp()
      // It ends a wait, not a call.
      #expect(try hub.heads() == ["r": 2])
      #expect(try hub.waitForNotice(.seconds(60)) == .woken)
      #expect(try hub.waitForNotice(.zero) == .timeOver)
      waker.stop()
      #expect(throws: HubError.stopped(test.place)) { try hub.heads() }
      #expect(throws: HubError.stopped(test.place)) { try hub.waitForNotice(.seconds(60)) }
    }

    @Test func `the waker wakes from another thread`() async throws {
      let test = try TestHub()
      let waker = try #require(HubWaker())
      let outcomes = try await onThreads(2) { thread in
        if thread == 1 {
          waker.wakeUp()
          return "called"
        }
        let hub = try test.connect(waker: waker)
        return "\(try hub.waitForNotice(.seconds(60)))"
      }
      #expect(outcomes == ["called", "woken"])
    }

    @Test func `the waker stops a call that waits for an answer`() async throws {
      let test = try TestHub()
      let proxy = try CuttingProxy(to: test.server)
      defer { proxy.close() }
      let waker = try #require(HubWaker())
      let address = test.address(by: proxy)
      let errors = try await onThreads(2) { thread -> HubError? in
        if thread == 1 {
          // Before or after the other began: it stops.
          waker.stop()
          return nil
        }
        return try failure { _ = try connect(address, waker: waker).rows("SELECT pg_sleep(60)") }
      }
      guard case .stopped = errors[1] else {
        Issue.record("\(errors)")
        return
      }
    }

    @Test func `without news, reading suffices`() throws {
      let test = try TestHub()
      let (hub, other) = (try test.connect(), try test.connect())
      #expect(try hub.listen())
      // As a pool of connections does behind one's back.
      _ = try hub.rows("UNLISTEN *")
      _ = try other.append(makeHubEvents("b", 1...1), to: "r", info: "")
      #expect(try hub.waitForNotice(.zero) == .timeOver)
      #expect(try hub.heads() == ["r": 1])
      #expect(try hub.waitForNotice(.zero) == .timeOver)
      #expect(try hub.all(of: "r") == makeHubEvents("b", 1...1))
    }
  }
}
