import Foundation
import Golf
import ScoreStore
import TestSupport
import Testing

@Suite struct `A file of the first version` {
  /// The files of a folder but for those that SQLite keeps while a log is open.
  private static func names(_ file: borrowing LogFile) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file.folder.url.path)
      .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
  }

  @Test func `is brought up to date when it is opened, and says the same as before`() throws {
    let file = try LogFile()
    try VersionOneFile.make(file)
    let store = try file.open()
    #expect(try OtherProgram(file.path).text("PRAGMA user_version") == "4")
    #expect(try store.audit().faults == [])
    #expect(try store.exportLines() == VersionOneFile.exported)
    let lines = try store.scorecard(of: "r").standings.lines
    #expect(lines.map(\.name) == ["Mike", "Jake", "Zoe"])
    #expect(lines.map(\.relativeToPar) == [0, 1, 0])
    #expect(lines.map(\.holesPlayed) == [1, 1, 0])
    #expect(try store.rounds().map(\.phase) == [.active, .finishedEarly])
    #expect(
      try store.round("s").changes == [
        RoundChange(
          .init(id: "s.finish", reportedBy: "", deviceName: "", at: "2026-04-01T12:00:00.000Z"),
          position: LogPosition(clock: 2, device: .beforeDevices, number: 2), round: "s",
          kind: .finish, scoreCount: 1)
      ])
    expectRefusal(.roundFinished("s")) {
      try store.commit(makeCommit("n", 1, [(0, 3)], round: "s"))
    }
    #expect(try OtherProgram(file.path).text("SELECT count(finished_at) FROM rounds") == "0")
    #expect(try store.scorecard(of: "r").result(of: PlayerID(2), onHole: 2) == nil)
    #expect(try store.utterances(of: "r").map(\.id) == ["u"])
    #expect(try store.currentHole() == CurrentHole(round: "r", hole: 2))
  }

  @Test func `lets a round be reopened that was finished then`() throws {
    let file = try LogFile()
    try VersionOneFile.make(file)
    let store = try file.open()
    try store.reopenRound("s", makeStamp("1", by: "Jake"))
    try store.commit(makeCommit("n", 2, [(0, 3)], round: "s"))
    #expect(try store.audit().isClean)
    // What the program of that time exported is known, and does not finish it again.
    try store.importLines(VersionOneFile.exportedThen)
    #expect(try store.rounds().map(\.phase) == [.active, .active])
  }

  @Test func `of the second version, too, is brought up to date`() throws {
    let file = try LogFile()
    try VersionOneFile.make(file)
    try OtherProgram(file.path).run(
      """
      ALTER TABLE score_events ADD COLUMN no_score INTEGER NOT NULL DEFAULT 0
        CHECK (no_score = 0 OR no_score = 1 AND strokes IS NULL);
      PRAGMA user_version = 2
      """)
    let store = try file.open()
    #expect(try Self.names(file) == ["log.db", "log.db.device", "log.db.schema-2"])
    #expect(try store.exportLines() == VersionOneFile.exported)
    #expect(try store.audit().faults == [])
  }

  @Test func `says the same as what its program exported`() throws {
    let then = try LogFile()
    let now = try LogFile()
    try VersionOneFile.make(then)
    let store = try now.open()
    try store.importLines(VersionOneFile.exportedThen)
    #expect(try store.exportLines() == VersionOneFile.exported)
    #expect(try store.exportLines() == (try then.open()).exportLines())
  }

  @Test func `takes a hole without a score from then on, and undoes what it had`() throws {
    let file = try LogFile()
    try VersionOneFile.make(file)
    let store = try file.open()
    try store.commit(makeCommit("n", 1, [(0, 0)]))
    #expect(try store.scorecard(of: "r").result(of: PlayerID(0), onHole: 1) == .noScore)
    for id in ["x", "y"] as [CommitID] { try store.undo(makeUndoing(id)) }
    #expect(try store.scorecard(of: "r").standings.lines.map(\.holesPlayed) == [0, 0, 0])
    #expect(try store.audit().isClean)
  }

  @Test func `is kept in a copy, which is one still`() throws {
    let file = try LogFile()
    try VersionOneFile.make(file)
    for _ in 1...2 { _ = try file.open() }
    #expect(try Self.names(file) == ["log.db", "log.db.device", "log.db.schema-1"])
    let copy = file.path + ".schema-1"
    #expect(try OtherProgram(copy).text("PRAGMA user_version") == "1")
    let store = try ScoreStore(path: copy)
    #expect(try store.exportLines() == VersionOneFile.exported)
    #expect(try store.audit().isClean)
  }

  @Test func `does not have its copy in place of an earlier one`() throws {
    let file = try LogFile()
    try VersionOneFile.make(file)
    try file.write(Data("mine".utf8), suffix: ".schema-1")
    _ = try file.open()
    #expect(
      try Self.names(file)
        == ["log.db", "log.db.device", "log.db.schema-1", "log.db.schema-1-2"])
    #expect(try file.bytes(".schema-1") == Data("mine".utf8))
    #expect(try OtherProgram(file.path + ".schema-1-2").text("PRAGMA user_version") == "1")
  }

  @Test func `stays as it is, without a copy, where the change fails`() throws {
    let file = try LogFile()
    try VersionOneFile.make(file)
    try OtherProgram(file.path).run("ALTER TABLE score_events ADD COLUMN no_score TEXT")
    let error = ScoreStoreError.corrupt(
      path: file.path, reason: "duplicate column name: no_score")
    #expect(throws: error) { try file.open() }
    #expect(try OtherProgram(file.path).text("PRAGMA user_version") == "1")
    #expect(try OtherProgram(file.path).text("SELECT count(*) FROM score_events") == "7")
    #expect(try Self.names(file) == ["log.db"])
  }

  @Test(arguments: 1...10)
  func `is brought up to date once by many that open it at once`(run: Int) async throws {
    let file = try LogFile("\(run).db")
    try VersionOneFile.make(file)
    let path = file.path
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try ScoreStore(path: path, busyTimeout: .seconds(60)).events(of: "r").count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [6, 6, 6, 6])
    #expect(try Self.names(file) == ["\(run).db", "\(run).db.device", "\(run).db.schema-1"])
  }
}
