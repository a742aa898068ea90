import Foundation
import ScoreLog
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
    try file.write(Data(text.utf8))
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

  @Test(arguments: [1, 11, 14])
  func `a file of another version is left as it is`(version: Int) throws {
    let file = try LogFile()
    let events = try Self.fill(file)
    try OtherProgram(file.path).run("PRAGMA user_version = \(version)")
    let before = try file.bytes()
    #expect(
      throws: ScoreStoreError.otherSchema(path: file.path, version: version, supported: 13)
    ) { try file.open() }
    #expect(try file.bytes() == before)
    try OtherProgram(file.path).run("PRAGMA user_version = 13")
    #expect(try file.open().events(of: "r") == events)
  }

  @Test(
    arguments: [
      (header: 0, length: nil), (16, nil), (18, nil), (20, nil), (nil, 4096), (nil, 4097),
      (nil, 20_000),
    ] as [(header: Int?, length: Int?)])
  func `a damaged header or a cut is an error, and what is there still is there`(
    header: Int?, length: Int?
  ) throws {
    let file = try LogFile()
    let events = try Self.fill(file)
    let whole = try file.bytes()
    var damaged = whole[..<(length ?? whole.count)]
    if let header { damaged.replaceSubrange(header..<header + 2, with: [0x5A, 0x5A]) }
    try file.write(damaged)
    let error =
      header != nil
      ? ScoreStoreError.notADatabase(path: file.path)
      : .corrupt(path: file.path, reason: "database disk image is malformed")
    #expect(throws: error) { try file.open() }
    #expect(try file.bytes() == damaged)
    try file.write(whole)
    #expect(try file.open().events(of: "r") == events)
  }

  @Test func `a damaged page is an error where it is met, and the audit finds it`() throws {
    let file = try LogFile()
    let events = try Self.fill(file)
    let whole = try file.bytes()
    let page = try #require(
      try OtherProgram(file.path).text(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'events'"))
    let offset = (try #require(Int(page)) - 1) * 4096
    var damaged = whole
    damaged.replaceSubrange(offset..<offset + 4096, with: Array(repeating: 0xFF, count: 4096))
    try file.write(damaged)

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

    try file.write(whole)
    let store = try file.open()
    #expect(try store.events(of: "r") == events)
    try store.commit(makeCommit("new", 1, [(0, 3)]))
    #expect(try store.audit().isClean)
  }

  @Test func `a table that is gone is an error`() throws {
    let file = try LogFile()
    _ = try Self.fill(file)
    try OtherProgram(file.path).run("DROP TABLE utterances")
    let store = try file.open()
    #expect(
      throws: ScoreStoreError.corrupt(path: file.path, reason: "no such table: utterances")
    ) { try store.utterance("u1") }
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

  @Test func `a crash at any moment leaves whole commits only, and all that were confirmed`() throws
  {
    let file = try LogFile()
    let store = try file.openRound()
    let database = try file.bytes()
    let beginning = try file.bytes("-wal").count
    var lengths: [Int] = []
    for step in 1...6 {
      try store.commit(makeCommit(CommitID("c\(step)"), step, [(0, 3), (1, 4), (2, 5)]))
      lengths.append(try file.bytes("-wal").count)
    }
    let written = try file.bytes("-wal")
    #expect(try file.bytes() == database)
    #expect(lengths.last == written.count)

    // A frame of the write-ahead log is a page with a header of 24 bytes.
    for cut in stride(from: beginning, through: written.count, by: (4096 + 24) / 2) {
      let copy = try LogFile()
      try copy.write(database)
      try copy.write(written[..<cut], suffix: "-wal")
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
    for suffix in ["", "-wal"] { try copy.write(file.bytes(suffix), suffix: suffix) }
    #expect(try copy.bytes("-wal").count > 100_000)
    try other.run("ROLLBACK")
    let found = try copy.open()
    #expect(try found.events(of: "r") == events)
    #expect(try found.audit().isClean)
    #expect(try OtherProgram(copy.path).text("SELECT count(*) FROM commits") == "1")
    #expect(try store.events(of: "r") == events)
  }
}
