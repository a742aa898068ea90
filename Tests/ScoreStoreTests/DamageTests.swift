import Foundation
import Golf
import ScoreStore
import TestSupport
import Testing

@Suite struct `A file that is not as it was` {
  /// Fills a log over many pages, closes it, and returns its events.
  private static func fill(_ file: borrowing LogFile) throws -> [ScoreEvent] {
    let store = try file.openRound()
    for step in 1...60 {
      try store.commit(
        makeCommit(CommitID("c\(step)"), step % 9 + 1, [(0, step % 10 + 1), (1, step % 7 + 1)]))
    }
    return try store.events(of: "r")
  }

  @Test(
    arguments: [
      "", "hello", String(repeating: "This is no database. ", count: 500),
      "SQLite format 3\u{0}" + String(repeating: "x", count: 8000),
    ])
  func `what is no database is left as it is`(text: String) throws {
    let file = try LogFile()
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
    if text.isEmpty {
      // A file without a byte is a new one.
      #expect(try file.open().courses().count == 3)
      return
    }
    #expect(throws: ScoreStoreError.notADatabase(path: file.path)) { try file.open() }
    #expect(try file.bytes() == Data(text.utf8))
  }

  @Test(
    arguments: [
      "CREATE TABLE t (x)", "PRAGMA user_version = 1", "PRAGMA application_id = 1",
      "PRAGMA application_id = \(0x4879_7A56)",
      "PRAGMA application_id = 1; PRAGMA user_version = 1; CREATE TABLE score_events (x)",
    ])
  func `the database of another program is left as it is`(script: String) throws {
    let file = try LogFile()
    try OtherProgram(file.path).run(script)
    let before = try file.bytes()
    #expect(throws: ScoreStoreError.foreign(path: file.path)) { try file.open() }
    #expect(try file.bytes() == before)
  }

  @Test func `a file of a later version is left as it is`() throws {
    let file = try LogFile()
    let events = try Self.fill(file)
    try OtherProgram(file.path).run("PRAGMA user_version = 2")
    let before = try file.bytes()
    #expect(
      throws: ScoreStoreError.newerSchema(path: file.path, version: 2, supported: 1)
    ) { try file.open() }
    #expect(try file.bytes() == before)
    try OtherProgram(file.path).run("PRAGMA user_version = 1")
    #expect(try file.open().events(of: "r") == events)
  }

  @Test(arguments: [0, 16, 18, 20])
  func `a damaged header is told, and what lay behind it is still there`(offset: Int) throws {
    let file = try LogFile()
    let events = try Self.fill(file)
    let whole = try file.bytes()
    try file.overwrite(at: offset, with: [0x5A, 0x5A])
    #expect(throws: ScoreStoreError.notADatabase(path: file.path)) { try file.open() }
    try file.overwrite(at: offset, with: [UInt8](whole[offset..<offset + 2]))
    #expect(try file.open().events(of: "r") == events)
  }

  @Test func `a damaged page is told where it is met, and by the audit`() throws {
    let file = try LogFile()
    let events = try Self.fill(file)
    let whole = try file.bytes()
    let page = try #require(
      try OtherProgram(file.path).text(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'score_events'"))
    let offset = (try #require(Int(page)) - 1) * 4096
    try file.overwrite(at: offset, with: Array(repeating: 0xFF, count: 4096))

    do {
      let store = try file.open()
      let error = ScoreStoreError.corrupt(
        path: file.path, reason: "database disk image is malformed")
      #expect(throws: error) { try store.events(of: "r") }
      #expect(throws: error) { try store.commit(makeCommit("new", 1, [(0, 3)])) }
      #expect(throws: error) { try store.rounds() }
      #expect(try store.round("r").entrants.count == 3)
      #expect(try store.courses().count == 3)
      #expect(try store.audit().faults.contains { $0.contains("Page \(page)") })
    }

    try file.overwrite(at: offset, with: [UInt8](whole[offset..<offset + 4096]))
    let store = try file.open()
    #expect(try store.events(of: "r") == events)
    try store.commit(makeCommit("new", 1, [(0, 3)]))
    #expect(try store.audit().isClean)
  }

  @Test(arguments: [4096, 4097, 20_000])
  func `a file that is cut off is told, and left as it is`(length: Int) throws {
    let file = try LogFile()
    let events = try Self.fill(file)
    let whole = try file.bytes()
    try whole[..<length].write(to: URL(fileURLWithPath: file.path))
    #expect(
      throws: ScoreStoreError.corrupt(
        path: file.path, reason: "database disk image is malformed")
    ) { try file.open() }
    #expect(try file.bytes() == whole[..<length])
    try whole.write(to: URL(fileURLWithPath: file.path))
    #expect(try file.open().events(of: "r") == events)
  }

  @Test func `a table that is gone is told`() throws {
    let file = try LogFile()
    _ = try Self.fill(file)
    try OtherProgram(file.path).run("DROP TABLE utterances")
    let store = try file.open()
    #expect(
      throws: ScoreStoreError.corrupt(path: file.path, reason: "no such table: utterances")
    ) { try store.utterances(of: "r") }
    #expect(
      try store.audit().faults.contains("the table utterances is missing or changed"))
  }

  @Test func `a folder is no file, and a file is no folder`() throws {
    let file = try LogFile()
    _ = try Self.fill(file)
    let folder = file.folder.url.path
    #expect(
      throws: ScoreStoreError.cannotOpen(
        path: folder, reason: "unable to open database file (Is a directory)")
    ) { try ScoreStore(path: folder) }
    #expect(
      throws: ScoreStoreError.folderFailed(path: file.path + "/a", reason: "Not a directory")
    ) { try ScoreStore(path: file.path + "/a/log.db", makingFolder: true) }
  }

  // MARK: - The end of the program at any moment

  @Test func `a crash at any moment leaves whole commits only, and all that were told`() throws {
    let file = try LogFile()
    let log = URL(fileURLWithPath: file.path + "-wal")
    let store = try file.openRound()
    let database = try file.bytes()
    let beginning = try Data(contentsOf: log).count
    var lengths: [Int] = []
    for step in 1...6 {
      try store.commit(makeCommit(CommitID("c\(step)"), step, [(0, 3), (1, 4), (2, 5)]))
      lengths.append(try Data(contentsOf: log).count)
    }
    let written = try Data(contentsOf: log)
    #expect(try file.bytes() == database)
    #expect(lengths.last == written.count)

    // A frame of the write-ahead log is a page with a header of 24 bytes.
    for cut in stride(from: beginning, through: written.count, by: (4096 + 24) / 2) {
      let copy = try LogFile()
      try database.write(to: URL(fileURLWithPath: copy.path))
      try written[..<cut].write(to: URL(fileURLWithPath: copy.path + "-wal"))
      let found = try copy.open()
      #expect(try found.events(of: "r").count == 3 * lengths.count { $0 <= cut })
      #expect(try found.audit().isClean)
    }
  }

  @Test func `a crash in the middle of a transaction leaves nothing of it`() throws {
    let file = try LogFile()
    let store = try file.openRound()
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let events = try store.events(of: "r")
    let other = try OtherProgram(file.path)
    // Hardly any memory for pages, so that the file gets them before the end.
    try other.run(
      """
      PRAGMA cache_size = 1; BEGIN IMMEDIATE;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO commits SELECT 'half' || i, 'r' FROM n
      """)
    let copy = try LogFile()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.path + "-wal")).count > 100_000)
    try other.run("ROLLBACK")
    let found = try copy.open()
    #expect(try found.events(of: "r") == events)
    #expect(try found.audit().isClean)
    #expect(try OtherProgram(copy.path).text("SELECT count(*) FROM commits") == "1")
    #expect(try store.events(of: "r") == events)
  }
}
