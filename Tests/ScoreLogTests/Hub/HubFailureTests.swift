import DiscGolf
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ScoreLog

/// Returns whether something fails because the connection is lost.
private func isLost(_ body: () throws -> Void) throws -> Bool {
  do {
    try body()
    return false
  } catch {
    if case HubError.connectionLost = error { return true }
    throw error
  }
}

extension HubTests {
  @Suite struct `A hub that fails in the middle` {
    @Test func `killed and started again, it has what it acknowledged, and takes the rest`()
      async throws
    {
      let test = try TestHub(PostgreSQLServer())
      var sent = 0
      for _ in 1...2 {
        // One of four has the server killed while the others go on.
        let connected = Atomic(0)
        let acknowledged = try await onThreads(4) { [sent] writer in
          let hub = try test.connect()
          connected.add(1, ordering: .relaxed)
          var number = sent
          while try !isLost({
            let events = makeHubEvents(DeviceID("d\(writer)"), number + 1...number + 1)
            let outcomes = try hub.append(events, to: "r", info: "")
            #expect(outcomes == [.added])
          }) {
            number += 1
            if writer == 1, number >= sent + 30, connected.load(ordering: .relaxed) == 4 {
              try test.server.kill()
            }
          }
          return number
        }
        try test.server.start()
        let hub = try test.connect()
        let vector = try hub.vector(of: "r")
        for (writer, number) in zip(1..., acknowledged) {
          #expect(vector[DeviceID("d\(writer)")] >= number)
        }
        sent = try #require(acknowledged.max()) + 1
        for writer in 1...4 {
          let device = DeviceID("d\(writer)")
          let outcomes = try hub.append(makeHubEvents(device, 1...sent), to: "r", info: "")
          #expect(outcomes.count { $0 == .known } == vector[device])
          #expect(outcomes.count { $0 == .added } == sent - vector[device])
        }
        #expect(try hub.heads() == ["r": 4 * sent])
        let events = try hub.all(of: "r")
        #expect(events.count == 4 * sent)
        #expect(Set(events).count == 4 * sent)
      }
    }

    @Test func `cut anywhere in an append, it has all or nothing, and the retry adds the rest`()
      throws
    {
      let test = try TestHub()
      let proxy = try CuttingProxy(to: test.server)
      defer { proxy.close() }
      let address = test.address(by: proxy)
      let watcher = try test.connect()
      var (next, lost, kept) = (1, 0, 0)
      for cut in stride(from: 0, through: 400, by: 20) {
        for isUp in [true, false] {
          let hub = try connect(address)
          let events = makeHubEvents("a", next...next + 1)
          if isUp { proxy.cut(afterSending: cut) } else { proxy.cut(afterReceiving: cut) }
          let wasLost = try isLost {
            let outcomes = try hub.append(events, to: "r", info: "")
            #expect(outcomes == [.added, .added])
          }
          if wasLost { lost += 1 }
          proxy.pass()
          let again = try connect(address).append(events, to: "r", info: "")
          #expect(Set(again).count == 1)
          if again[0] == .known { kept += 1 }
          next += 2
          #expect(try watcher.heads() == ["r": next - 1])
        }
      }
      // Both happen: cut before it was there, and before that was acknowledged.
      #expect(lost > 10 && kept > 10 && kept < 42)
      #expect(try watcher.all(of: "r") == makeHubEvents("a", 1...next - 1))
    }

    @Test func `cut anywhere in reading, the next reading goes on from what arrived`() throws {
      let test = try TestHub()
      let proxy = try CuttingProxy(to: test.server)
      defer { proxy.close() }
      let address = test.address(by: proxy)
      let sent = makeHubEvents("a", 1...60) + makeHubEvents("b", 1...60)
      _ = try test.connect().append(sent, to: "r", info: "")
      var (read, vector, lost): ([HubEvent], _, _) = ([], VersionVector(), 0)
      while read.count < sent.count {
        let hub = try connect(address)
        // The more was read, the later it cuts: at last it is all there before.
        proxy.cut(afterReceiving: 40 * (lost + 1))
        let wasLost = try isLost {
          while case let more = try hub.events(of: "r", after: vector, limit: 7), !more.isEmpty {
            read += more
            for event in more { vector[event.device] = event.number }
          }
        }
        if wasLost { lost += 1 }
        proxy.pass()
      }
      #expect(read == sent)
      #expect(lost > 3)
    }

    @Test func `a full disk refuses whole appends, and the hub goes on when there is room`() throws
    {
      let test = try TestHub(PostgreSQLServer())
      /// Limits the files of the server's processes, those to come and one that is there.
      let hub = try test.connect()
      let process = try #require(pid_t(hub.rows("SELECT pg_backend_pid()")[0][0]))
      func limit(to room: Int) throws {
        for process in [process, try test.server.process] {
          try test.server.limitFiles(of: process, to: room)
        }
      }
      let line = String(repeating: "x", count: 500)
      var number = 0
      func append() throws {
        let events = (number + 1...number + 100).map {
          HubEvent(device: "a", number: $0, line: line)
        }
        #expect(try hub.append(events, to: "r", info: "").allSatisfy { $0 == .added })
        number += 100
      }
      try append()
      // More than a segment of the server's journal, and no multiple of a page: a page that is written in
      // part looks like a full disk.
      try limit(to: 1_200_100)
      let error = try failure { for _ in 1...50 { try append() } }
      #expect(error == .diskFull(test.place))
      #expect(error.isWorthRetry)
      #expect(number > 100)
      #expect(try failure(append) == .diskFull(test.place))
      #expect(try hub.heads() == ["r": number])
      #expect(try hub.all(of: "r").count == number)
      try limit(to: 1_000_000_000)
      try append()
      #expect(try hub.all(of: "r").map(\.number) == Array(1...number))
    }

    @Test func `a server that is stopped says so to who waits`() throws {
      let test = try TestHub(PostgreSQLServer())
      let hub = try test.connect()
      #expect(try hub.listen())
      test.server.stop()
      let error = try failure { _ = try hub.waitForNotice(.seconds(60)) }
      guard case .connectionLost(test.place, _) = error else {
        Issue.record(error)
        return
      }
      #expect(error.isWorthRetry)
      try test.server.start()
      #expect(try test.connect().heads() == [:])
    }
  }
}
