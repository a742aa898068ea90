import TestSupport
import Testing

@testable import ScoreLog

@Suite struct `Connection to a database` {
  @Test(
    arguments: [
      ("foreign_keys", 1), ("synchronous", 2), ("cell_size_check", 1), ("busy_timeout", 0),
    ])
  func `is set up to lose nothing`(pragma: String, value: Int) throws {
    let file = try LogFile()
    #expect(try file.open().database.integer("PRAGMA \(pragma)") == value)
  }

  @Test func `waits for as long as it is asked to`() throws {
    let file = try LogFile()
    for (timeout, milliseconds) in [
      (Duration.seconds(2), 2000), (.milliseconds(1500), 1500), (.seconds(1e18), 2_147_483_647),
      (.seconds(-1), 0),
    ] {
      let database = try Database(path: file.path, busyTimeout: timeout)
      #expect(try database.integer("PRAGMA busy_timeout") == milliseconds)
    }
  }

  @Test func `a write that throws leaves nothing, and the next one works`() throws {
    let database = try Database()
    try database.execute("CREATE TABLE t (x TEXT UNIQUE)")
    #expect(throws: ScoreLogRefusal.noScores) {
      try database.write {
        try database.run("INSERT INTO t VALUES ('a')")
        throw ScoreLogRefusal.noScores
      }
    }
    #expect(try database.integer("SELECT count(*) FROM t") == 0)
    try database.write { try database.run("INSERT INTO t VALUES (?)", ["a"]) }
    #expect(
      throws: ScoreStoreError.ruleBroken(
        path: ":memory:", reason: "UNIQUE constraint failed: t.x")
    ) { try database.run("INSERT INTO t VALUES (?)", ["a"]) }
    // The statement that failed is ready for another run.
    try database.run("INSERT INTO t VALUES (?)", ["b"])
    #expect(try database.integer("SELECT count(*) FROM t") == 2)
  }

  @Test(
    arguments: [
      .null, .integer(.min), .integer(.max), .real(0.1), .real(-.leastNonzeroMagnitude),
      .text(""), .text("a\u{0}b"), .text("☃ é\u{301}"),
    ] as [SQLValue])
  func `a value comes back as it was bound`(value: SQLValue) throws {
    let database = try Database()
    let found: [SQLValue] = try database.rows("SELECT ?", [value]) { try $0[0] }
    #expect(found == [value])
  }

  @Test func `a missing value is damage where one has to be, and so is one of another type`() throws
  {
    let database = try Database()
    for value in ["NULL", "x'00'"] {
      let query = "SELECT \(value) AS answer"
      let error = ScoreStoreError.corrupt(path: ":memory:", reason: "a row has no answer")
      #expect(throws: error) { try database.integer(query) }
      #expect(throws: error) { try database.value(query) as Double? }
      if value == "NULL" { #expect(throws: error) { try database.value(query) as String? } }
    }
    #expect(throws: ScoreStoreError.self) { try database.integer("SELECT 1 WHERE false") }
  }

  @Test func `values out of range are damage`() throws {
    let file = try LogFile()
    let store = try file.openRound()
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let other = try OtherProgram(file.path)
    try other.run(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER events_update;
      UPDATE events SET strokes = 11; UPDATE courses SET pars = '9';
      UPDATE players SET aliases = 'none'
      """)
    #expect(
      throws: ScoreStoreError.corrupt(
        path: file.path, reason: "event \"a.1\" has values out of range")
    ) { try store.events(of: "r") }
    #expect(
      throws: ScoreStoreError.corrupt(
        path: file.path,
        reason:
          "course \"Cedar Creek\": the par of hole 1 is 9; give a number from 2 to 6")
    ) { try store.courses() }
    #expect(
      throws: ScoreStoreError.corrupt(path: file.path, reason: "none is no list of texts")
    ) { try store.players() }
  }
}
