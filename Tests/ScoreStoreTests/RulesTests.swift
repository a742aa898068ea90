import Golf
import ScoreStore
import TestSupport
import Testing

/// A statement of another program, and the rule that refuses it.
struct Attempt: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rule: String

  init(_ sql: String, _ rule: String) {
    testDescription = sql
    self.rule = rule
  }

  /// Appends an event of the round's first player as given, and of its own where nothing is.
  static func event(
    _ verb: String = "INSERT", _ columns: [String: String] = [:], _ rule: String
  ) -> Attempt {
    let values = [
      "id": "'x.1'", "commit_id": "'a'", "round_id": "'r'", "player": "0", "hole": "2",
      "strokes": "3", "reported_by": "''", "device": "''", "input": "'typed'", "at": "''",
    ].merging(columns) { $1 }.sorted { $0.key < $1.key }
    return Attempt(
      "\(verb) INTO score_events (\(values.map(\.key).joined(separator: ", "))) "
        + "VALUES (\(values.map(\.value).joined(separator: ", ")))", rule)
  }
}

@Suite struct `Rules of the file` {
  private static let never = [
    Attempt("UPDATE score_events SET strokes = 1", "score events are never changed"),
    Attempt("UPDATE OR REPLACE score_events SET id = 'a.2'", "score events are never changed"),
    Attempt(
      "INSERT INTO score_events SELECT * FROM score_events WHERE true "
        + "ON CONFLICT DO UPDATE SET strokes = 1", "the event exists"),
    Attempt("DELETE FROM score_events", "score events are never removed"),
    Attempt("UPDATE utterances SET transcript = ''", "utterances are never changed"),
    Attempt("DELETE FROM utterances", "utterances are never removed"),
    Attempt("UPDATE commits SET round_id = 'q'", "commits are never changed"),
    Attempt("DELETE FROM commits", "commits are never removed"),
    Attempt("REPLACE INTO commits VALUES ('a', 'q')", "the commit exists"),
    Attempt(
      "REPLACE INTO utterances SELECT sequence, 'new', round_id, 1, 0, 0, '', "
        + "'failed', '{}', NULL, '' FROM utterances", "the utterance exists"),
    Attempt(
      "REPLACE INTO utterances SELECT NULL, id, round_id, 1, 0, 0, '', 'failed', "
        + "'{}', NULL, '' FROM utterances", "the utterance exists"),
    Attempt("DELETE FROM rounds", "rounds are never removed"),
    Attempt("UPDATE rounds SET id = 'z'", "a round keeps what it was made with"),
    Attempt("UPDATE rounds SET pars = '333'", "a round keeps what it was made with"),
    Attempt("UPDATE rounds SET course = ''", "a round keeps what it was made with"),
    Attempt("UPDATE rounds SET organiser = ''", "a round keeps what it was made with"),
    Attempt("UPDATE rounds SET created_at = 'x'", "a round keeps what it was made with"),
    Attempt("UPDATE rounds SET started_at = NULL WHERE id = 'r'", "a round starts once"),
    Attempt("UPDATE rounds SET started_at = '' WHERE id = 'r'", "a round starts once"),
    Attempt(
      "UPDATE rounds SET started_at = '' WHERE id = 'empty'",
      "a round without players cannot start"),
    Attempt(
      "UPDATE rounds SET finished_at = '', finished_events = 0 WHERE id = 'r'",
      "a round is finished with the events that it has"),
    Attempt(
      "UPDATE rounds SET finished_at = NULL, finished_events = NULL WHERE id = 'done'",
      "a finished round stays as it is"),
    Attempt(
      "REPLACE INTO rounds (id, course, pars, organiser, created_at) "
        + "VALUES ('r', '', '333', '', '')", "the round exists"),
    Attempt(
      "INSERT INTO rounds (id, course, pars, organiser, created_at, started_at) "
        + "VALUES ('z', '', '333', '', '', '')", "a round begins in setup"),
    Attempt(
      "INSERT INTO round_players VALUES ('r', 9, 'x', 'X', 1, NULL, '[]', '[]')",
      "the roster is locked once the round has started"),
    Attempt(
      "REPLACE INTO round_players VALUES ('r', 0, 'x', 'X', 1, NULL, '[]', '[]')",
      "the roster is locked once the round has started"),
    Attempt(
      "UPDATE round_players SET name = 'X' WHERE round_id = 'r'",
      "the roster is locked once the round has started"),
    Attempt(
      "UPDATE round_players SET round_id = 'q', position = 9, name_key = 'x' "
        + "WHERE round_id = 'r' AND position = 0",
      "the roster is locked once the round has started"),
    Attempt(
      "UPDATE OR REPLACE round_players SET round_id = 'r', position = 0 WHERE round_id = 'q'",
      "the roster is locked once the round has started"),
    Attempt(
      "DELETE FROM round_players WHERE round_id = 'r'",
      "the roster is locked once the round has started"),
    Attempt(
      "DELETE FROM round_players WHERE round_id = 'done'",
      "the roster is locked once the round has started"),
  ]

  private static let events = [
    Attempt.event("INSERT", ["id": "'a.1'"], "the event exists"),
    .event("REPLACE", ["id": "'a.1'"], "the event exists"),
    .event("INSERT OR IGNORE", ["id": "'a.1'"], "the event exists"),
    .event("REPLACE", ["sequence": "1"], "the event exists"),
    .event("INSERT", ["round_id": "'z'"], "the round of the event does not exist"),
    .event("INSERT", ["round_id": "'q'"], "the round has not started"),
    .event("INSERT", ["round_id": "'done'"], "the round is finished"),
    .event("INSERT", ["player": "3"], "the player is not in the round"),
    .event("INSERT", ["player": "-1"], "the player is not in the round"),
    .event("INSERT", ["hole": "10"], "the round does not have the hole"),
    .event("INSERT", ["hole": "0"], "the round does not have the hole"),
    .event(
      "INSERT", ["hole": "1"], "the player has a score on the hole, which is to be superseded"),
    .event(
      "REPLACE", ["hole": "1"], "the player has a score on the hole, which is to be superseded"),
    .event(
      "INSERT", ["supersedes": "'z.1'"],
      "the superseded event is none of the round, player and hole"),
    .event(
      "INSERT", ["supersedes": "'b.1'"],
      "the superseded event is none of the round, player and hole"),
    .event(
      "INSERT", ["supersedes": "'b.1'", "hole": "1", "player": "1"],
      "the superseded event is none of the round, player and hole"),
    .event(
      "INSERT", ["supersedes": "'a.1'", "hole": "1"],
      "the superseded event is superseded by another"),
    .event(
      "REPLACE", ["supersedes": "'a.1'", "hole": "1"],
      "the superseded event is superseded by another"),
    .event(
      "INSERT", ["takes_back": "'b.1'"],
      "the event taken back is none of the round, player and hole"),
    .event(
      "REPLACE", ["takes_back": "'u.0'", "supersedes": "'u.1'", "hole": "3"],
      "the event is taken back by another"),
  ]

  /// A file with a round "r" under way, one in setup "q", one without players, and one finished.
  private static func fill(_ store: ScoreStore) throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    try store.commit(makeCommit("b", 1, [(0, 4)]))
    try store.save(
      UtteranceEvidence(
        id: "u1", round: "r", hole: 1, startSeconds: 0, endSeconds: 1, transcript: "mike four",
        result: .success, at: ""))
    for (id, joining) in [
      ("q", [Joining.player("Mike")]), ("done", [.player("Mike")]), ("empty", []),
    ] {
      try store.createRound(
        RoundID(id), course: Course.seeded[1], organiser: "Mike", joining: joining, at: "")
    }
    try store.startRound("done", at: "")
    try store.finishRound("done", at: "", early: true)
  }

  @Test(arguments: never + events)
  func `another program cannot break a rule`(attempt: Attempt) throws {
    let file = try LogFile()
    let store = try file.openRound()
    try Self.fill(store)
    if attempt.testDescription.contains("'u.0'") {
      try store.importLines([
        #"{"id": "u.0", "round": "r", "player": "Mike", "hole": 3, "strokes": 3, "at": ""}"#,
        #"{"id": "u.1", "round": "r", "player": "Mike", "hole": 3, "strokes": null, "supersedes": "u.0", "takesBack": "u.0", "at": ""}"#,
      ])
    }
    let before = try store.exportLines()
    let other = try OtherProgram(file.path)
    for pragma in ["recursive_triggers = OFF", "recursive_triggers = ON", "foreign_keys = ON"] {
      try other.run("PRAGMA \(pragma)")
      #expect(other.refusal(attempt.testDescription) == attempt.rule)
    }
    #expect(try store.exportLines() == before)
    #expect(try store.rounds().count == 4)
    #expect(try store.utterances(of: "r").map(\.transcript) == ["mike four"])
    #expect(try store.audit().isClean)
  }

  @Test func `an event that keeps every rule is let in`() throws {
    let file = try LogFile()
    let store = try file.openRound()
    try Self.fill(store)
    let other = try OtherProgram(file.path)
    let attempts = [
      Attempt.event("INSERT", ["id": "'x.1'"], ""),
      .event("INSERT", ["id": "'x.2'", "supersedes": "'x.1'", "takes_back": "'x.1'"], ""),
    ]
    for attempt in attempts { try other.run(attempt.testDescription) }
    #expect(try store.events(of: "r").map(\.id) == ["a.1", "b.1", "x.1", "x.2"])
    #expect(try store.audit().isClean)
  }

  @Test(
    arguments: [
      (
        "DROP TRIGGER score_events_update; UPDATE score_events SET hole = 99",
        ["the trigger score_events_update is missing or changed"]
      ),
      (
        "CREATE TRIGGER t AFTER INSERT ON commits BEGIN SELECT 1; END",
        ["the trigger t is not ours"]
      ),
      ("CREATE TABLE t (x)", ["the table t is not ours"]),
      (
        "PRAGMA ignore_check_constraints = ON; UPDATE courses SET pars = '9'",
        [
          "CHECK constraint failed in courses", "CHECK constraint failed in courses",
          "CHECK constraint failed in courses",
        ]
      ),
    ])
  func `the audit tells of rules that were removed, and of more`(sql: String, faults: [String])
    throws
  {
    let file = try LogFile()
    let store = try file.openRound()
    try Self.fill(store)
    try OtherProgram(file.path).run(sql)
    #expect(try store.audit().faults == faults)
  }

  @Test func `the audit tells of scores that somebody smuggled in`() throws {
    let file = try LogFile()
    let store = try file.openRound()
    try Self.fill(store)
    let other = try OtherProgram(file.path)
    let rule = try #require(
      try other.text("SELECT sql FROM sqlite_schema WHERE name = 'score_events_insert'"))
    try other.run("PRAGMA foreign_keys = OFF; DROP TRIGGER score_events_insert")
    for columns in [
      ["id": "'x.1'", "hole": "1", "supersedes": "'z.1'", "player": "1"],
      ["id": "'x.2'", "hole": "99"], ["id": "'x.3'", "player": "9"],
    ] { try other.run(Attempt.event("INSERT", columns, "").testDescription) }
    try other.run(rule)
    #expect(
      try store.audit().faults.sorted() == [
        "a row of score_events refers to none of round_players",
        "a row of score_events refers to none of score_events",
        #"event "x.1" supersedes one that is not in the log: "z.1""#,
        #"event "x.2" is of a hole that the round does not have: 99"#,
        #"event "x.3" is of somebody who does not play in the round: """#,
      ])
  }
}
