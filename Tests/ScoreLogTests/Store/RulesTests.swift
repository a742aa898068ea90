import Foundation
import ScoreLog
import TestSupport
import Testing

/// Each rule of the file, and below it what another program may try that the rule refuses.
///
/// `event` appends a score of this device with these columns, and else as the round's first player may
/// have one; `other` one of another device, and `change` a change of the round.
private let attacks = """
  events are never changed
    UPDATE events SET strokes = 1
    UPDATE OR REPLACE events SET id = 'a.2'
  events are never removed
    DELETE FROM events
  the event exists
    INSERT event id='a.1'
    REPLACE event id='a.1'
    INSERT OR IGNORE event id='a.1'
    REPLACE event sequence=(SELECT(min(sequence))FROM(events))
    INSERT change id='done-end'
    REPLACE change sequence=(SELECT(min(sequence))FROM(events))
    REPLACE other id='a.1'
    INSERT INTO events SELECT * FROM events WHERE true ON CONFLICT DO UPDATE SET strokes = 1
  the round of the event does not exist
    INSERT other round_id='z'
    INSERT change round_id='z' score_count=0
  the round has not started
    INSERT event round_id='q'
  the round is finished
    INSERT event round_id='done'
    INSERT change round_id='done' score_count=0
    INSERT change round_id='done' score_count=0 kind='join' player='Mike'
  the player is not in the round
    INSERT event player='Zoe'
    INSERT event player='mike'
    INSERT change kind='leave' player='Zoe'
  the round does not have the hole
    INSERT event hole=10
    INSERT event hole=0
    INSERT other hole=10
  CHECK constraint failed: number > 0
    INSERT event number=0
    INSERT other number=0
  CHECK constraint failed: clock > 0
    INSERT event clock=0
  CHECK constraint failed: json_valid(supersedes)
    INSERT event supersedes='a.1'
  CHECK constraint failed: (kind IN ('finish', 'reopen', 'delete', 'restore')) = (player IS NULL)
    INSERT change player='Mike'
    INSERT change kind='leave'
  CHECK constraint failed: length(token_hash) = 64
    INSERT INTO admissions VALUES ('secret', 'd', NULL, 0, 0, '')
  CHECK constraint failed: no_score = 0 OR no_score = 1 AND strokes IS NULL
    INSERT event no_score=1 strokes=3
    INSERT event no_score=2 strokes=NULL
    INSERT other no_score=1 strokes=3
  utterances are never changed
    UPDATE utterances SET transcript = ''
  utterances are never removed
    DELETE FROM utterances
  the utterance exists
    REPLACE INTO utterances SELECT sequence, 'new', round_id, 1, 0, 0, '', 'failed', '{}', NULL, '' FROM utterances
    REPLACE INTO utterances SELECT NULL, id, round_id, 1, 0, 0, '', 'failed', '{}', NULL, '' FROM utterances
  commits are never changed
    UPDATE commits SET round_id = 'q'
  commits are never removed
    DELETE FROM commits
  the commit exists
    REPLACE INTO commits VALUES ('a', 'q')
  rounds are never removed
    DELETE FROM rounds
  a round keeps what it was made with
    UPDATE rounds SET id = 'z'
    UPDATE rounds SET pars = '333'
    UPDATE rounds SET course = ''
    UPDATE rounds SET course_identity = 'x'
    UPDATE rounds SET organiser = ''
    UPDATE rounds SET created_at = 'x'
  a round starts once
    UPDATE rounds SET started_at = NULL WHERE id = 'r'
    UPDATE rounds SET started_at = '' WHERE id = 'r'
  a round without players cannot start
    UPDATE rounds SET started_at = '' WHERE id = 'empty'
  the round exists
    REPLACE INTO rounds (id, course, pars, organiser, created_at) VALUES ('r', '', '333', '', '')
  a round begins in setup
    INSERT INTO rounds (id, course, pars, organiser, created_at, started_at) VALUES ('z', '', '333', '', '', '')
  who joins a round that has started does so by an event
    INSERT INTO round_players VALUES ('r', 4, 'x', 'X', 1, NULL, '[]', '[]', NULL)
    REPLACE INTO round_players VALUES ('r', 0, 'x', 'X', 1, NULL, '[]', '[]', NULL)
    REPLACE INTO round_players VALUES ('idle', 0, 'x', 'X', 1, NULL, '[]', '[]', NULL)
    INSERT INTO round_players VALUES ('done', 1, 'x', 'X', 1, NULL, '[]', '[]', NULL)
  who joins a round that has started comes last, under another name
    INSERT INTO round_players VALUES ('r', 9, 'x', 'Late', 1, NULL, '[]', '[]', NULL)
    REPLACE INTO round_players VALUES ('r', 0, 'x', 'Late', 1, NULL, '[]', '[]', NULL)
    REPLACE INTO round_players VALUES ('r', 4, 'late', 'Late', 1, NULL, '[]', '[]', NULL)
  players keep their places once the round has started
    UPDATE round_players SET name = 'X' WHERE round_id = 'r'
    UPDATE round_players SET identity = 'x' WHERE round_id = 'r'
    UPDATE round_players SET round_id = 'q', position = 9, name_key = 'x' WHERE round_id = 'r' AND position = 0
    UPDATE OR REPLACE round_players SET round_id = 'r', position = 0 WHERE round_id = 'q'
    DELETE FROM round_players WHERE round_id = 'r'
    DELETE FROM round_players WHERE round_id = 'done'
    DELETE FROM round_players WHERE round_id = 'idle'
  a change comes after the scores that the round has
    INSERT change score_count=0
  the round is deleted
    INSERT change round_id='idle' score_count=0
    INSERT change round_id='idle' score_count=0 kind='delete'
    INSERT change round_id='hidden' score_count=0 kind='reopen'
    INSERT event round_id='hidden'
  the round is not deleted
    INSERT change kind='restore'
  the round is not finished
    INSERT change kind='reopen'
  """

/// Returns a statement of ``attacks`` as SQL.
private func sql(_ statement: String) -> String {
  let score = [
    "id": "'x.1'", "commit_id": "'a'", "round_id": "'r'", "number": "9", "clock": "9",
    "kind": "'score'", "player": "'Mike'", "hole": "2", "strokes": "3", "reported_by": "''",
    "device_name": "''", "input": "'typed'", "at": "''", "line": "'{}'",
  ]
  let change = [
    "id": "'x'", "round_id": "'r'", "number": "9", "clock": "9", "kind": "'finish'",
    "away": "'[]'", "score_count": "4", "reported_by": "''", "device_name": "''",
    "input": "'typed'", "at": "''", "line": "'{}'",
  ]
  for (name, device, columns) in [
    (" event ", "this", score), (" other ", "other", score), (" change ", "this", change),
  ] {
    let parts = statement.components(separatedBy: name)
    if parts.count == 2 {
      return sql(parts, columns.merging(["device": "'\(device)'"]) { $1 })
    }
  }
  return statement
}

private func sql(_ parts: [String], _ columns: [String: String]) -> String {
  var columns = columns
  for column in parts[1].split(separator: " ") {
    let pair = column.split(separator: "=").map { String($0) }
    columns[pair[0]] = pair[1]
  }
  let values = columns.sorted { $0.key < $1.key }
  return "\(parts[0]) INTO events (\(values.map(\.key).joined(separator: ", "))) "
    + "VALUES (\(values.map(\.value).joined(separator: ", ")))"
}

@Suite final class `Rules of the file`: RoundFile {
  private static let refused = attacks.components(separatedBy: "\n")
    .reduce(into: [(rule: String, statements: [String])]()) { rules, line in
      if line.hasPrefix(" ") {
        rules[rules.count - 1].statements.append(String(line.dropFirst(2)))
      } else {
        rules.append((line, []))
      }
    }

  /// Makes a round "r" under way, one in setup "q", one without players, one finished, and two deleted: "idle",
  /// in setup, and "hidden".
  override init() throws {
    try super.init()
    let heard = UtteranceEvidence(
      id: "u1", round: "r", hole: 1, startSeconds: 0, endSeconds: 1, transcript: "mike four",
      result: .success, at: "")
    try store.commit(makeCommit("a", 1, [(0, 3)]), evidence: [heard])
    try store.commit(makeCommit("b", 1, [(0, 4)]))
    try store.commit(makeCommit("u", 3, [(0, 3)]))
    try store.undo(makeUndoing("v"))
    try store.join(.guest(Player(name: "Late")), round: "r")
    for id in ["q", "done"] as [RoundID] { try store.makeRound(id) }
    try store.makeRound("empty", [])
    try store.startRound("done", at: "")
    try store.finishRound("done", at: "", early: true)
    for id in ["idle", "hidden"] as [RoundID] { try store.makeRound(id) }
    try store.startRound("hidden", at: "")
    for id in ["idle", "hidden"] as [RoundID] {
      try store.deleteRound(id, makeStamp(ChangeID("\(id)-deleted")))
    }
  }

  @Test(arguments: refused)
  func `another program cannot break a rule`(rule: String, statements: [String]) throws {
    let before = try store.exportLines()
    let other = try OtherProgram(file.path)
    for pragma in ["recursive_triggers = OFF", "recursive_triggers = ON", "foreign_keys = ON"] {
      try other.run("PRAGMA \(pragma)")
      for statement in statements { #expect(other.refusal(sql(statement)) == rule, "\(statement)") }
    }
    #expect(try store.exportLines() == before)
    #expect(try store.rounds().count == 6)
    #expect(try store.utterance("u1")?.transcript == "mike four")
    #expect(try store.audit().isClean)
  }

  @Test func `an event that keeps every rule is let in`() throws {
    let other = try OtherProgram(file.path)
    try other.run(sql("INSERT event id='x.1' number=6"))
    try other.run(
      sql(#"INSERT event id='x.2' number=7 clock=10 supersedes='["x.1"]' takes_back='x.1'"#))
    #expect(
      try store.events(of: "r").map(\.id) == ["a.1", "b.1", "u.1", "v.1", "x.1", "x.2"])
    #expect(
      try store.audit().faults
        == ["x.1", "x.2"].map { "event \"\($0)\" goes to other logs as another than it is" }
        + [#"the digest of round "r" is not that of its events"#])
  }

  @Test func `what this device may not do, another may have done that did not know`() throws {
    let other = try OtherProgram(file.path)
    for statement in [
      "INSERT other id='x.1' round_id='done' number=1", "INSERT other id='x.2' round_id='hidden'",
      "INSERT other id='x.3' player='Zoe' number=1", "INSERT other id='x.4' round_id='q'",
      "INSERT other id='x.5' number=2 supersedes='[\"z.1\",\"z.2\"]' takes_back='z.1'",
    ] {
      #expect(other.refusal(sql(statement)) == nil, "\(statement)")
      #expect(
        other.refusal(sql(statement.replacing("other", with: "event"))) != nil, "\(statement)")
    }
  }

  @Test(
    arguments: [
      (
        "DROP TRIGGER events_update; UPDATE events SET hole = 99",
        ["the trigger events_update is missing or changed"]
      ),
      (
        "CREATE TRIGGER t AFTER INSERT ON commits BEGIN SELECT 1; END",
        ["the trigger t is not ours"]
      ),
      ("CREATE TABLE t (x)", ["the table t is not ours"]),
      (
        "PRAGMA ignore_check_constraints = ON; UPDATE courses SET pars = '9'",
        Array(repeating: "CHECK constraint failed in courses", count: 3)
      ),
    ])
  func `the audit finds rules that were removed, and what is not ours`(
    script: String, faults: [String]
  ) throws {
    try OtherProgram(file.path).run(script)
    #expect(try store.audit().faults == faults)
  }

  @Test func `the audit finds scores that somebody smuggled in`() throws {
    let other = try OtherProgram(file.path)
    let rule = try #require(
      try other.text("SELECT sql FROM sqlite_schema WHERE name = 'events_insert'"))
    try other.run("PRAGMA foreign_keys = OFF; DROP TRIGGER events_insert")
    for columns in [
      #"id='x.1' number=1 hole=1 supersedes='["z.1"]' player='Jake'"#,
      "id='x.2' number=2 hole=99", "id='x.3' number=3 player='Zoe'",
      "id='x.4' number=5 commit_id='z'",
    ] { try other.run(sql("INSERT other \(columns)")) }
    try other.run(rule)
    #expect(
      Set(try store.audit().faults) == [
        "a row of events refers to none of commits",
        #"event "x.1" supersedes one that is not in the log: "z.1""#,
        #"event "x.2" is of a hole that the round does not have: 99"#,
        #"event "x.3" is of somebody who does not play in the round: "Zoe""#,
        #"round "r" lacks events of device "other": 4"#,
        #"the digest of round "r" is not that of its events"#,
        #"event "x.1" goes to other logs as another than it is"#,
        #"event "x.2" goes to other logs as another than it is"#,
        #"event "x.3" goes to other logs as another than it is"#,
        #"event "x.4" goes to other logs as another than it is"#,
      ])
  }
}
