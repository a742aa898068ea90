import Foundation
import Golf
import ScoreLog
import ScoreStore
import TestSupport
import Testing

@Suite struct `Score store` {
  @Test func `a new file has three courses, no rounds and a clean audit`() throws {
    let folder = try Tool.Directory()
    let store = try ScoreStore(path: folder.url.appending(path: "log.db").path)
    #expect(try store.courses() == Course.seeded)
    #expect(try store.rounds() == [])
    #expect(try store.currentHole() == nil)
    #expect(try store.audit().isClean)
  }
}
