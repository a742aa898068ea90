import Foundation
import TestSupport
import Testing

@testable import ScoreLog
@testable import ScoreSnap

@Suite final class `The store of seasons` {
  private let folder: Tool.Directory
  private let log: ScoreStore
  private let store: SnapStore

  init() throws {
    folder = try Tool.Directory()
    log = try ScoreStore(path: folder.url.appending(path: "scores.db").path)
    store = try SnapStore(log)
  }

  private func other() throws -> OtherProgram { try OtherProgram(log.path) }

  @Test func `makes no tables until there is something to keep`() throws {
    #expect(try store.book() == SnapBook([]))
    #expect(try store.context() == SnapContext())
    #expect(try store.faults() == [])
    #expect(try other().text("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'snap%'") == "0")
  }

  @Test func `counts requests to a service by who asks, in each span of its limits`() throws {
    let limits = [(seconds: 60, count: 2), (seconds: 3600, count: 3)]
    func note(_ owner: String, _ at: String) throws -> Bool {
      try store.noteRequest(by: owner, at: "2026-11-26T\(at):00.000Z", within: limits)
    }
    #expect(try note("mike", "10:00") && note("mike", "10:00") && !note("mike", "10:00"))
    #expect(try note("jake", "10:00"))
    // After a minute one more of the hour, and after an hour all.
    #expect(try note("mike", "10:01") && !note("mike", "10:02") && !note("mike", "10:59"))
    #expect(
      try SnapStore(log).noteRequest(by: "mike", at: "2026-11-26T11:00:00.000Z", within: limits))
    #expect(try other().text("SELECT count(*) FROM snap_requests") == "2")
    #expect(try store.faults() == [])
  }

  @Test func `keeps changes once, and says what it does not take`() throws {
    let first = try store.apply(Sample.all, at: time(9))
    #expect(first.added == 3)
    #expect(first.refused.isEmpty)
    let stray = SnapChange.set(20, at: 4, .team, 9, [.name: .text("Owls")])
    let again = try store.apply(Sample.all + [stray], at: time(10))
    #expect(again.added == 0)
    #expect(again.refused.map(\.id) == [uuid(20)])
    #expect(again.refused.map(\.reason.description) == ["a new team needs its player"])
    #expect(try store.changes() == Sample.all)
  }

  @Test(arguments: [
    (SnapChange.set(20, at: 4, .game, 9, [.notes: .text("")]), "a new game needs its team"),
    (.set(20, at: 4, .game, 2, [.notes: .text("")]), "is a team and no game"),
    (
      .set(20, at: 4, .team, 2, [.player: .text("\(uuid(8) as SnapID)")]),
      "a team stays with its player"
    ),
    (
      .set(
        20, at: 4, .team, 9, [.player: .text("\(uuid(8) as SnapID)"), .name: .text("Owls")]),
      "there is no player"
    ),
    (
      .set(
        20, at: 4, .team, 9, [.player: .text("\(uuid(2) as SnapID)"), .name: .text("Owls")]),
      "there is no player"
    ),
  ]) func `refuses what belongs to nothing`(_ change: SnapChange, _ reason: String) throws {
    let reception = try store.apply(Sample.all + [change], at: time(9))
    #expect(reception.refused.first?.reason.description.contains(reason) == true)
    #expect(try store.changes() == Sample.all)
  }

  @Test func `writes tables that other programs read`() throws {
    try store.apply(Sample.all, at: time(9))
    let sql = """
      SELECT p.name || ' ' || p.sport || ' ' || t.name || ' ' || g.outcome || ' ' || g.team_score
        || ' ' || g.opponent_score || ' ' || g.added_at
        FROM snap_games g JOIN snap_teams t ON t.id = g.team_id JOIN snap_players p ON p.id = t.player_id
      """
    #expect(try other().text(sql) == "Ava Basketball Tigers win 72 65 \(time(3))")
    try store.apply([.delete(20, at: 4, [13])], at: time(9))
    #expect(try other().text("SELECT count(*) FROM snap_games") == "0")
    #expect(try other().text("SELECT count(*) FROM snap_changes") == "4")
  }

  @Test func `is nothing of the score log, which stays clean`() throws {
    try store.apply(Sample.all, at: time(9))
    #expect(try store.auditLog().isClean)
    #expect(try store.faults() == [])
    #expect(!log.hasSaved)
  }

  @Test(arguments: [
    ("UPDATE snap_games SET team_score = 99", ["snap_games is not what the changes come to"]),
    ("DELETE FROM snap_games", ["snap_games is not what the changes come to"]),
    ("DROP TRIGGER snap_changes_update", ["the trigger snap_changes_update is missing or changed"]),
    (
      "DROP TRIGGER snap_changes_update; UPDATE snap_changes SET line = '{}' WHERE sequence = 1; "
        + """
        CREATE TRIGGER snap_changes_update BEFORE UPDATE ON snap_changes BEGIN
          SELECT RAISE(ABORT, 'changes are never changed');
        END
        """,
      ["change \"\(uuid(11) as SnapChangeID)\" is another than it is kept as"]
    ),
  ]) func `finds what was changed behind its back`(_ sql: String, _ faults: [String]) throws {
    try store.apply(Sample.all, at: time(9))
    try other().run(sql)
    #expect(try store.faults() == faults)
  }

  @Test(arguments: [
    "UPDATE snap_changes SET received_at = ''", "DELETE FROM snap_changes",
    "UPDATE snap_games SET team_score = 1", "UPDATE snap_players SET sport = 'Golf'",
  ]) func `has rules in the file`(_ sql: String) throws {
    try store.apply(Sample.all, at: time(9))
    #expect(throws: (any Error).self) { try other().run(sql) }
  }

  @Test func `exports lines that another log imports in any order`() throws {
    try store.apply(Sample.all, at: time(9))
    let second = try SnapStore(ScoreStore(path: folder.url.appending(path: "other.db").path))
    let lines = try store.exportLines()
    #expect(try second.importLines(lines, at: time(20)) == (3, 0))
    #expect(try second.importLines(lines, at: time(20)) == (0, 3))
    try second.apply([.set(21, at: 6, .game, 3, [.notes: .text("there")])], at: time(20))
    try store.apply([.delete(20, at: 5, [13])], at: time(20))
    _ = try store.importLines(second.exportLines(), at: time(30))
    _ = try second.importLines(store.exportLines(), at: time(30))
    #expect(try store.exportLines() == second.exportLines())
    #expect(try store.book() == second.book())
    #expect(try store.book().games.map(\.notes) == ["there"])
  }

  @Test(arguments: [
    ("nonsense", "not valid JSON"),
    (SnapChange.set(20, at: 4, .team, 9, [.name: .text("Owls")]).json, "needs its player"),
  ]) func `imports all lines or none`(_ line: String, _ reason: String) throws {
    let error = #expect(throws: ScoreStoreError.self) {
      try store.importLines(Sample.all.map(\.json) + ["", line], at: time(9))
    }
    guard case .badLine(5, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains(reason))
    #expect(try store.changes() == [])
  }

  @Test func `keeps the player and team that were chosen`() throws {
    var context = SnapContext()
    context.choose(player: uuid(5))
    context.teams[uuid(1)] = uuid(2)
    try store.setContext(context)
    #expect(try store.context() == context)
    let again = try SnapStore(ScoreStore(path: log.path))
    #expect(try again.context() == context)
  }

  @Test func `loses nothing that was confirmed where the disk is full`() throws {
    try store.apply(Sample.all, at: time(9))
    let program = try other()
    let pages = try #require(try program.text("PRAGMA page_count"))
    _ = try log.read { try $0.integer("PRAGMA max_page_count = \(pages)") }
    let long = String(repeating: "x", count: 500)
    let more = (0..<60).map { SnapChange.set(30 + $0, at: 5, .game, 3, [.notes: .text(long)]) }
    #expect(throws: ScoreStoreError.diskFull(path: log.path)) {
      try store.apply(more, at: time(9))
    }
    #expect(try store.changes() == Sample.all)
    #expect(try store.faults() == [])
  }
}
