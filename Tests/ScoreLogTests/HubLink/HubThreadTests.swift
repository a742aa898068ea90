import DiscGolf
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ScoreLog

/// A time that goes on by a tenth of a second whenever somebody asks for it, which can be waited for.
private final class Steps: Sendable {
  private let count = Mutex(0)
  private let step = DispatchSemaphore(value: 0)
  private let atStep: @Sendable (Int) -> Void

  init(_ atStep: @escaping @Sendable (Int) -> Void = { _ in }) { self.atStep = atStep }

  func next() -> Duration {
    let number = count.withLock { count in
      count += 1
      return count
    }
    atStep(number)
    step.signal()
    return .milliseconds(100 * number)
  }

  /// Waits until something holds, which changes at steps, or now and then where there are none.
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until holds: () throws -> Bool
  ) throws {
    // A minute, with or without steps.
    var left = 60.0
    while try !holds() {
      left -= step.wait(timeout: .now() + 1) == .timedOut ? 1 : 0.02
      try #require(left > 0, sourceLocation: sourceLocation)
    }
  }
}

extension Host {
  /// A thread that keeps the log and a hub the same; no call to the hub ends by itself.
  fileprivate func thread(_ address: String, _ steps: Steps) throws -> HubThread {
    let world = HubLink.World(uptime: steps.next, timestamp: { Host.noon }, seed: 1)
    return try #require(
      HubThread(
        store: store, address: address, timeout: .seconds(3600), world: world))
  }
}

extension HostingTests {
  @Suite struct `A thread that keeps a log and a hub the same` {
    private let ann: Host
    private let bob: Host
    private let steps = Steps()

    init() throws {
      (ann, bob) = (try Host("ann"), try Host("bob"))
      try ann.makeRound(players: 8)
    }

    @Test func `sends what another program writes, and takes in what others send`() throws {
      let hub = try TestHub()
      let thread = try ann.thread(hub.address(), steps)
      defer { thread.stop() }
      let observer = try hub.connect()
      #expect(try observer.listen())
      try ann.score(1, 3, 4)
      while try observer.vectors()["r"]?["ann"] != 2 {
        #expect(try observer.waitForNotice(.seconds(60)) == .notice)
      }
      try bob.meet(hub)
      try bob.score(2, 4, 4)
      try bob.meet(hub)
      try steps.wait { try ann.events.count == 4 }
      try bob.makeRound("t")
      try bob.meet(hub)
      try steps.wait { try ann.store.vectors()["t"] != nil }
      try steps.wait { thread.condition.isOnline && thread.condition.pending == 0 }
      #expect(thread.condition == HubLink.Condition(isOnline: true))
      try Host.expectSame(ann, bob, hub)
    }

    @Test func `finds by itself what nobody announces`() throws {
      let hub = try TestHub()
      let thread = try ann.thread(hub.address(), steps)
      defer { thread.stop() }
      try steps.wait { thread.condition.isOnline }
      try bob.makeRound("t")
      try bob.score(1, 3, 3, in: "t")
      let line = try #require(try bob.store.line(of: "bob", number: 1, in: "t"))
      let info = EventLine.info(of: try bob.store.round("t"))
      // As through a pool of connections, which passes no notices on.
      try hub.run("INSERT INTO hyzer.rounds (id, info) VALUES ('t', '\(info)')")
      try hub.forge(line, "bob", 1, round: "t")
      try steps.wait { try ann.store.events(of: "t").count == 1 }
    }

    @Test func `goes on by itself when the server is back`() throws {
      let hub = try TestHub(PostgreSQLServer())
      let thread = try ann.thread(hub.address(), steps)
      defer { thread.stop() }
      try steps.wait { thread.condition.isOnline }
      hub.server.stop()
      try steps.wait { thread.condition.isAway && !thread.condition.isOnline }
      try ann.score(1, 3, 4)
      try steps.wait { thread.condition.pending == 2 }
      #expect(thread.condition.problem?.contains("hub") == true)
      try hub.server.start()
      try steps.wait { thread.condition == HubLink.Condition(isOnline: true) }
      #expect(try hub.connect().heads() == ["r": 2])
      #expect(try ann.store.hub()?.problem == nil)
    }

    @Test func `goes on with a log that was busy, from its start or in the middle`() throws {
      try ann.reopen(as: "ann", busyTimeout: .zero)
      let hub = try TestHub()
      let other = try OtherProgram(ann.path)
      try other.run("BEGIN IMMEDIATE")
      let thread = try ann.thread(hub.address(), steps)
      defer { thread.stop() }
      try other.run("COMMIT")
      try steps.wait { thread.condition.isOnline }
      try bob.meet(hub)
      try other.run("BEGIN IMMEDIATE")
      try bob.score(1, 3, 4)
      try bob.meet(hub)
      try steps.wait { thread.condition.problem?.contains("another program holds it") == true }
      try other.run("COMMIT")
      try steps.wait { try ann.events.count == 2 }
      try steps.wait { thread.condition == HubLink.Condition(isOnline: true) }
    }

    @Test func `stays where its log is removed, and makes no other`() throws {
      let hub = try TestHub()
      let thread = try ann.thread(hub.address(), steps)
      defer { thread.stop() }
      try steps.wait { thread.condition.isOnline }
      try FileManager.default.moveItem(atPath: ann.path, toPath: ann.path + ".away")
      try steps.wait { thread.condition.problem?.contains("removed or replaced") == true }
      #expect(!FileManager.default.fileExists(atPath: ann.path))
      try FileManager.default.moveItem(atPath: ann.path + ".away", toPath: ann.path)
      try steps.wait { thread.condition == HubLink.Condition(isOnline: true) }
    }

    @Test func `keeps the connection of who may only read, and says why nothing is sent`() throws {
      let hub = try TestHub()
      try bob.makeRound("t")
      try bob.meet(hub)
      let reader = "\(hub.database)_reader"
      try hub.run("CREATE ROLE \(reader) LOGIN IN ROLE hyzer_reader")
      let thread = try ann.thread(hub.address(user: reader), steps)
      defer { thread.stop() }
      try steps.wait { try ann.store.vectors()["t"] != nil }
      try steps.wait { thread.condition.problem?.contains("does not permit it") == true }
      #expect(thread.condition.isOnline)
      try bob.score(1, 3, 3, in: "t")
      try bob.meet(hub)
      try steps.wait { try ann.store.events(of: "t").count == 2 }
    }

    // MARK: - Its end

    @Test func `ends at once while it connects to what does not answer`() throws {
      let hub = try TestHub()
      let proxy = try CuttingProxy(to: hub.server)
      defer { proxy.close() }
      proxy.stall()
      let thread = try ann.thread(hub.address(by: proxy), steps)
      var count = 0
      try steps.wait {
        count += 1
        return count > 3
      }
      thread.stop()
      #expect(try ann.store.hub()?.problem == nil)
    }

    @Test(arguments: 5...9)
    func `ends at once in the middle of a call`(step: Int) throws {
      let hub = try TestHub()
      try ann.scoreMuch(3)
      let proxy = try CuttingProxy(to: hub.server)
      defer { proxy.close() }
      let isStalled = Atomic(false)
      let steps = Steps { number in
        guard number == step else { return }
        proxy.stall()
        isStalled.store(true, ordering: .releasing)
      }
      let thread = try ann.thread(hub.address(by: proxy), steps)
      try steps.wait { isStalled.load(ordering: .acquiring) }
      thread.stop()
      proxy.pass()
      #expect(try ann.store.hub()?.problem == nil)
      try ann.meet(hub)
      try bob.meet(hub)
      try Host.expectSame(ann, bob, hub)
    }

    @Test func `leaves nothing behind that would keep the next command from the hub`() throws {
      let hub = try TestHub()
      let thread = try ann.thread(hub.address(), steps)
      try steps.wait { thread.condition.isOnline }
      thread.stop()
      let record = try #require(try ann.store.hub())
      #expect(record.problem == nil && record.retryAt == nil)
      #expect(record.lastSync == Host.noon)
    }
  }
}
