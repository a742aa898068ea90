import Foundation
import ScoreLog
import TestSupport
import Testing

@testable import PhonePage

@Suite struct LiveHostThreadTests {
  @Test func `once it has stopped, the log is one file that nobody has open`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/scores.db"
      // Whoever closes it last may do so later, so that once would show little.
      for _ in 0..<20 {
        let thread = try LiveHostThread(
          serving: .one(ScoreStore(path: path)),
          settings: .init(address: "127.0.0.1", port: 0, subprotocol: LiveHost.subprotocol),
          trust: WebTrust(names: [], isSecure: false),
          dependencies: .init(
            timestamp: { "2026-11-21T10:00:00.000Z" }, uptime: { .zero }, newDevice: { "phone" }))
        thread.stop()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") } == [])
      }
    }
  }
}
