import DiscGolf
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ScoreLog

extension HostingTests {
  @Suite struct `A hub that fails` {
    private let ann: Host
    private let bob: Host

    init() throws {
      (ann, bob) = (try Host("ann"), try Host("bob"))
      try ann.makeRound(players: 8)
    }

    @Test(arguments: [4, 6, 7])
    func `by being killed among appends keeps what it acknowledged, and gets the rest once`(
      step: Int
    )
      throws
    {
      let hub = try TestHub(PostgreSQLServer())
      try ann.scoreMuch(4)
      let steps = Mutex(0)
      let server = hub.server
      let link = try ann.link(
        hub.address(),
        uptime: {
          steps.withLock { $0 += 1 }
          if steps.withLock(\.self) == step { try? server.kill() }
          return .zero
        })
      let error = try failure { try link.exchange() }
      #expect(error.isWorthRetry)
      #expect(link.condition.isAway)
      let left = link.condition.pending + link.condition.refused
      try server.start()
      let held = try hub.connect().vectors()["r"]?["ann"] ?? 0
      #expect(held >= 576 - left)
      #expect(held < 576)
      #expect(try ann.store.hubBacklog().count == 576)
      try ann.meet(hub)
      try bob.meet(hub)
      try Host.expectSame(ann, bob, hub)
      #expect(try bob.events.count == 576)
    }

    @Test func `by being cut anywhere gets and gives all in the end, each once`() throws {
      let hub = try TestHub()
      let proxy = try CuttingProxy(to: hub.server)
      defer { proxy.close() }
      try ann.scoreMuch(2)
      for host in [ann, bob] {
        var cuts = 0
        while cuts < 60 {
          // The more often it was cut, the later it cuts.
          let bytes = 200 + cuts * cuts * 150
          if host === ann {
            proxy.cut(afterSending: bytes)
          } else {
            proxy.cut(afterReceiving: bytes)
          }
          do {
            try host.link(hub.address(by: proxy)).exchange()
            break
          } catch let error as HubError {
            #expect(error.isWorthRetry)
            #expect(try host.store.audit().faults == [])
            cuts += 1
          }
          proxy.pass()
        }
        proxy.pass()
        #expect(cuts > 5 && cuts < 60)
      }
      try ann.meet(hub)
      try Host.expectSame(ann, bob, hub)
      #expect(try bob.events.count == 288)
    }

    @Test func `by a full disk is left in one line, the queue is kept, and it goes on after`()
      throws
    {
      let hub = try TestHub(PostgreSQLServer())
      try ann.score(1, 3, 3)
      try ann.meet(hub)
      try bob.meet(hub)
      try bob.score(2, 4)
      try bob.meet(hub)
      try ann.scoreMuch(10)
      try ann.scoreMuch(10)
      try hub.server.limitFiles(of: hub.server.process, to: 1_200_100)
      let link = try ann.link(hub.address())
      #expect(try failure { try link.exchange() } == .diskFull(hub.place))
      let waiting = try ann.store.hubBacklog().count
      #expect(waiting > 0)
      #expect(link.condition.isAway)
      #expect(try ann.store.hub()?.problem == "\(HubError.diskFull(hub.place))")
      // What is there can be read all the same.
      #expect(try ann.store.vectors()["r"]?["bob"] == 1)
      try hub.server.limitFiles(of: hub.server.process, to: 1_000_000_000)
      try ann.meet(hub)
      #expect(try ann.store.hub()?.problem == nil)
      try bob.meet(hub)
      try Host.expectSame(ann, bob, hub)
    }

    /// Addresses that lead to no hub, and what is wrong with them.
    @Test func `to be one is named in a line without the password, and the queue is kept`() throws {
      let hub = try TestHub()
      let (server, database) = (hub.server, hub.database)
      let (empty, newer) = (try server.makeDatabase(), try TestHub())
      try newer.run("INSERT INTO hyzer.version (number) VALUES (9)")
      _ = try server.run(
        "CREATE ROLE guarded LOGIN PASSWORD 'right' IN ROLE hyzer_writer", in: "postgres")
      try ann.score(1, 3, 4)
      let cases: [(String, (HubError) -> Bool)] = [
        (
          "postgresql://guarded:secret@/\(database)?host=\(server.path)",
          { if case .loginRefused = $0 { true } else { false } }
        ),
        (
          "host=\(server.path) dbname=\(database) user=guarded password='sec ret'",
          { if case .loginRefused = $0 { true } else { false } }
        ),
        (
          "postgresql://a:secret@/x?host=/nowhere",
          { if case .unreachable = $0 { true } else { false } }
        ),
        (
          server.address(empty) + "&password=secret",
          { if case .notAHub = $0 { true } else { false } }
        ),
        (
          newer.address(),
          { if case .newerSchema(_, version: 9, supported: 1) = $0 { true } else { false } }
        ),
        ("postgresql://a:sec@ret@/x", { $0 == .badAddress }),
      ]
      for (address, isExpected) in cases {
        let link = try ann.link(address)
        let error = try failure { try link.exchange() }
        #expect(isExpected(error), "\(error)")
        let problem = try #require(try ann.store.hub()?.problem)
        #expect(problem == "\(error)")
        #expect(!problem.contains("secret") && !problem.contains("sec ret"))
        #expect(!problem.contains("\n"))
        #expect(link.condition.isAway == error.isWorthRetry)
        #expect(try ann.store.hubBacklog().count == 2)
        #expect(!HubConnection.shown(address).contains("sec"))
      }
      try ann.meet(hub)
      try bob.meet(hub)
      try Host.expectSame(ann, bob, hub)
    }

    @Test
    func `is left alone for a while by commands, but not longer than that on a clock set back`()
      throws
    {
      let hub = try TestHub(PostgreSQLServer())
      hub.server.stop()
      try ann.score(1, 3, 4)
      func problem(at time: String) throws -> String? {
        try ann.link(hub.address(), at: time).exchangeIfDue()
      }
      #expect(
        try problem(at: "2026-05-01T12:00:00.000Z")?.hasPrefix("cannot reach the hub") == true)
      try hub.server.start()
      let resting = try ann.link(hub.address(), at: "2026-05-01T12:00:29.000Z")
      #expect(try resting.exchangeIfDue()?.hasPrefix("cannot reach the hub") == true)
      #expect(resting.isResting)
      #expect(try ann.store.hubBacklog().count == 2)
      #expect(try problem(at: "2026-05-01T12:00:31.000Z") == nil)
      #expect(try ann.store.hubBacklog().count == 0)
      hub.server.stop()
      #expect(try problem(at: "2026-05-02T12:00:00.000Z") != nil)
      try hub.server.start()
      #expect(try problem(at: "2026-05-01T12:00:00.000Z") == nil)
    }

    @Test func `is tried again by the next command where only somebody here can mend it`() throws {
      let hub = try TestHub()
      try hub.run("ALTER TABLE hyzer.version RENAME TO other")
      let link = try ann.link(hub.address())
      #expect(try link.exchangeIfDue() == "\(HubError.notAHub(hub.place))")
      #expect(!link.condition.isAway)
      try hub.run("ALTER TABLE hyzer.other RENAME TO version")
      #expect(try ann.link(hub.address()).exchangeIfDue() == nil)
    }
  }

  @Suite struct `Forged events at a hub` {
    private let hub: TestHub
    private let ann: Host
    private let bob: Host

    init() throws {
      hub = try TestHub()
      (ann, bob) = (try Host("ann"), try Host("bob"))
      try ann.makeRound(players: 8)
      try ann.score(1, 3, 4)
      try ann.meet(hub)
      try bob.meet(hub)
    }

    /// The line of an event of a device, as it would send it, with some of it replaced.
    private func line(_ device: DeviceID, _ number: Int, _ old: String = "", _ new: String = "")
      throws -> String
    {
      let line = try #require(try ann.store.line(of: "ann", number: 1, in: "r"))
      let id = UUID().uuidString
      return line.replacing(/"id":"[^"]*"/, with: "\"id\":\"\(id).0\"")
        .replacing("\"device\":\"ann\"", with: "\"device\":\"\(device)\"")
        .replacing("\"number\":1", with: "\"number\":\(number)")
        .replacing("\"hole\":1", with: "\"hole\":7")
        .replacing(old, with: new)
    }

    private func forgeries(_ device: DeviceID, _ number: Int) throws -> [String] {
      [
        "not JSON", "", "{}", "[1,2]", try line("cleo", number), try line(device, number + 40),
        try line(device, number, "\"round\":\"r\"", "\"round\":\"s\""),
        try line(device, number, "\"hole\":7", "\"hole\":77"),
        try line(device, number, "\"strokes\":3", "\"strokes\":33"),
        try line(device, number, "\"clock\":1", "\"clock\":99999999999999999"),
        try line(device, number, "\"player\":\"Ann\"", "\"player\":null"),
      ]
    }

    @Test(arguments: 0..<11)
    func `of another device are refused in one line, and the rest goes on`(index: Int) throws {
      try hub.forge(forgeries("eve", 1)[index], "eve", 1)
      // What comes after it, once more than a page.
      try ann.scoreMuch(index == 0 ? 4 : 1)
      try ann.score(9, 3, 3)
      let sent = try ann.meet(hub)
      let problem = try #require(sent.problem)
      #expect(!problem.contains("\n"))
      #expect(sent.pending == 0)
      let got = try bob.meet(hub)
      #expect(got.problem != nil)
      #expect(try bob.events == ann.events)
      #expect(try bob.store.hub()?.problem == got.problem)
      try bob.score(10, 4, 4)
      try bob.meet(hub)
      try ann.meet(hub)
      #expect(try bob.events == ann.events)
      #expect(try ann.store.exportLines() == bob.store.exportLines())
      for host in [ann, bob] {
        #expect(try host.store.thisDevice().rawValue == host.name)
        #expect(try host.store.audit().faults == [])
      }
    }

    @Test(arguments: 0..<11)
    func `of this device make it another, and the rest goes on`(index: Int) throws {
      // Written before it is known, and after.
      try ann.score(2, 3, 4)
      try hub.forge(forgeries("ann", 3)[index], "ann", 3)
      #expect(try ann.meet(hub).problem?.isEmpty == false)
      #expect(try ann.store.thisDevice() != "ann")
      try ann.score(3, 3, 4)
      #expect(try ann.meet(hub).pending == 0)
      try bob.meet(hub)
      try bob.score(4, 3, 4)
      try bob.meet(hub)
      try ann.meet(hub)
      #expect(try ann.events.count == 8)
      #expect(try ann.events == bob.events)
      #expect(try ann.store.exportLines() == bob.store.exportLines())
    }

    @Test func `of this device that could be its own are taken as another's`() throws {
      try hub.forge(line("ann", 3), "ann", 3)
      try ann.meet(hub)
      try ann.score(3, 3, 4)
      try ann.meet(hub)
      try bob.meet(hub)
      #expect(try ann.events.count == 5)
      try Host.expectSame(ann, bob, hub)
    }

    @Test func `with the number of one that is here already are named, and lose nothing`() throws {
      // Bob has heard of Cleo's event from elsewhere.
      let own = try EventLine(json: line("cleo", 1)).event
      let batch = RoundBatch(round: try bob.store.round("r"), events: [own])
      #expect(try bob.store.merge([batch]) == [])
      try hub.forge(line("cleo", 1), "cleo", 1)
      try hub.forge(line("cleo", 2), "cleo", 2)
      try ann.score(3, 3, 4)
      try ann.meet(hub)
      try bob.score(4, 4, 4)
      try bob.meet(hub)
      try ann.meet(hub)
      #expect(try bob.store.events(of: "r").count == 2 + 2 + 2 + 2)
      #expect(try ann.store.events(of: "r").count == 2 + 2 + 2 + 2)
    }

    @Test func `make no link ask without end`() throws {
      for (index, line) in try forgeries("eve", 1).enumerated() {
        try hub.forge(line, DeviceID("eve\(index)"), 1)
      }
      for round in ["no", "none"] {
        try hub.run("SELECT hyzer.append('\(round)', '{', '{}', '{}', '{}')")
      }
      let info = #"{"course":"x","pars":[3],"players":[],"organiser":"","createdAt":""}"#
      try hub.run("SELECT hyzer.append('empty', '\(info)', '{}', '{}', '{}')")
      let count = Mutex(0)
      let link = try bob.link(
        hub.address(),
        uptime: {
          count.withLock { $0 += 1 }
          return .zero
        })
      try link.exchange()
      #expect(link.condition.problem != nil)
      #expect(count.withLock(\.self) < 40)
      #expect(Set(try bob.store.vectors().keys) == ["r"])
      #expect(try bob.store.audit().faults == [])
    }

    @Test func `of a device that the hub's owner revoked stay on the device`() throws {
      try hub.connect().revoke("bob")
      try bob.score(5, 3, 3)
      let condition = try bob.meet(hub)
      #expect(condition.refused == 2)
      #expect(condition.problem?.contains("revoked") == true)
      #expect(try bob.store.hub()?.refused == 2)
      try ann.score(6, 3, 3)
      try ann.meet(hub)
      try bob.meet(hub)
      #expect(try bob.events.count == 6)
      #expect(try ann.events.count == 4)
    }

    @Test func `of a device that is revoked here are passed over without a word`() throws {
      try bob.score(5, 3, 3)
      try bob.meet(hub)
      try ann.store.revoke("bob")
      #expect(try ann.meet(hub).problem == nil)
      #expect(try ann.events.count == 2)
    }
  }
}
