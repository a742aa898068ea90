import DiscGolf
import Foundation
import HyzerBase
import ScoreLog
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
    #expect(try OtherProgram(file.path).text("PRAGMA user_version") == "5")
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
      try store.commit(makeCommit("n", 1, [("Jake", 3)], round: "s"))
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
    try store.commit(makeCommit("n", 2, [("Jake", 3)], round: "s"))
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

  @Test func `of the third version, with who came late and what was reopened, is as it was then`()
    throws
  {
    let file = try LogFile()
    try VersionThreeFile.make(file)
    let store = try file.open()
    #expect(try Self.names(file) == ["log.db", "log.db.device", "log.db.schema-3"])
    #expect(try store.audit().faults == [])
    #expect(try store.exportLines() == VersionThreeFile.exported)
    let summaries = try store.rounds()
    #expect(summaries.map(\.round.id) == ["s", "r"])
    #expect(summaries.map(\.phase) == [.active, .finishedEarly])
    #expect(summaries[1].standings.lines.map(\.name) == ["Mike", "Jake", "Zoe"])
    #expect(summaries[1].standings.lines.map(\.relativeToPar) == [1, 2, 2])
    #expect(summaries[1].standings.lines.map(\.holesPlayed) == [2, 2, 1])
    let record = try store.round("r")
    #expect(record.entrants.last == .init(Player(name: "Zoe", aliases: ["Zo"]), isGuest: true))
    #expect(record.lateEntrants == ["Zoe"])
    #expect(record.away(PlayerID(2)) == [1])
    #expect(!record.hasLeft(PlayerID(1)))
    #expect(try store.scorecard(of: "r").result(of: PlayerID(0), onHole: 2) == .noScore)
    #expect(try store.scorecard(of: "r").disputes == [])
    // All of it has places, those of a round without a gap.
    #expect(
      try store.vectors() == [
        "r": VersionVector([.beforeDevices: 21]), "s": VersionVector([.beforeDevices: 3]),
      ])
    // What that program exported is known, and of another log it makes the same.
    #expect(try store.importLines(VersionThreeFile.exported).eventsKnown == 24)
    let other = try LogFile(device: "other")
    let copy = try other.open()
    try copy.importLines(VersionThreeFile.exported)
    #expect(try copy.exportLines() == VersionThreeFile.exported)
    #expect(try copy.scorecard(of: "r") == (try store.scorecard(of: "r")))
    #expect(try copy.audit().faults == [])
  }

  @Test func `of the fourth version, with several devices, is as it was then, and invites phones`()
    throws
  {
    let file = try LogFile()
    try VersionFourFile.make(file)
    let store = try file.open()
    #expect(try Self.names(file) == ["log.db", "log.db.device", "log.db.schema-4"])
    #expect(try OtherProgram(file.path + ".schema-4").text("PRAGMA user_version") == "4")
    #expect(try store.audit().faults == [])
    #expect(try store.exportLines() == VersionFourFile.exported)
    #expect(try store.vectors() == ["r": VersionVector(["old": 4, "other": 2])])
    #expect(try store.devices().map(\.isRevoked) == [false, false, true])
    #expect(try store.scorecard(of: "r").disputes.map(\.player) == [PlayerID(1)])
    var generator = SeededGenerator(seed: 1)
    let invitation = try store.invitation(for: "s") { Invitation(using: &generator) }
    #expect(try store.invitedRound(code: invitation.code)?.id == "s")
    // The copy is of that version still, and can be opened in place of the file.
    let copy = try ScoreStore(path: file.path + ".schema-4")
    #expect(try copy.exportLines() == VersionFourFile.exported)
    #expect(try copy.invitedRound(code: invitation.code) == nil)
  }

  @Test func `is played on by this device and others, and corrected without a dispute`() throws {
    let file = try LogFile()
    try VersionThreeFile.make(file)
    let store = try file.open()
    let other = try LogFile(device: "other")
    let copy = try other.open()
    try copy.importLines(VersionThreeFile.exported)
    try store.reopenRound("r", makeStamp("1"))
    let new = try store.commit(
      ScoreCommit(
        id: "n", round: "r", hole: 1,
        scores: [.init(player: "Jake", result: try #require(holeResult(2)), input: .dial)],
        reportedBy: "Jake", deviceName: "phone", at: "2026-05-02T10:00:00.000Z"))
    #expect(new.events.map(\.supersedes) == [["b.1"]])
    #expect(new.events.map(\.kind) == [.score])
    #expect(new.events.map(\.position) == [LogPosition(clock: 23, device: "this", number: 2)])
    #expect(try store.scorecard(of: "r").disputes == [])
    #expect(try store.scorecard(of: "r").strokes(of: PlayerID(1), onHole: 1) == Strokes(2))
    // What was said before is nobody's to take back.
    #expect(try store.nextUndoing(in: "r")?.commit == "n")
    try store.undo(makeUndoing("x"))
    expectRefusal(.nothingToUndo("r")) { try store.undo(makeUndoing("y")) }
    #expect(try store.scorecard(of: "r").strokes(of: PlayerID(1), onHole: 1) == Strokes(5))
    let lines = try store.exportLines()
    // The first line of the round says that it is not finished any more.
    #expect(lines[1..<21] == VersionThreeFile.exported[1..<21])
    let later = lines.filter { $0.contains(#""number":"#) }
    #expect(later.count == 3)
    try copy.importLines(lines.filter { !later.contains($0) } + later.reversed())
    #expect(try copy.exportLines() == lines)
    #expect(try copy.audit().faults == [])
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

  @Test func `takes a hole without a score from then on`() throws {
    let file = try LogFile()
    try VersionOneFile.make(file)
    let store = try file.open()
    try store.commit(makeCommit("n", 1, [(0, 0)]))
    #expect(try store.scorecard(of: "r").result(of: PlayerID(0), onHole: 1) == .noScore)
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
