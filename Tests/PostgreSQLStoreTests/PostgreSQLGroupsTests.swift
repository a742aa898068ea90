import Foundation
import PostgreSQLSupport
import ScoreLog
import TestSupport
import Testing

@testable import PostgreSQLStore

@Suite struct `Statements for PostgreSQL` {
  @Test(arguments: [
    ("SELECT a FROM t WHERE b = ? AND c = ?", "SELECT a FROM t WHERE b = $1 AND c = $2"),
    (
      "UPDATE t SET a = (a | ?1) - (a & ?1) WHERE b = ?2",
      "UPDATE t SET a = (a | $1) - (a & $1) WHERE b = $2"
    ),
    ("SELECT '?' WHERE a = ?", "SELECT '?' WHERE a = $1"),
    (
      "INSERT INTO t (a) VALUES (?) ON CONFLICT (a) DO UPDATE SET b = 1",
      "INSERT INTO t (a) VALUES ($1) ON CONFLICT (group_id, a) DO UPDATE SET b = 1"
    ),
  ])
  func `number their parameters, and name keys within the group`(sql: String, expected: String) {
    #expect(PostgreSQLConnection.numbered(sql) == expected)
  }
}

/// Two groups in a database, which their owner made, and two hosts that serve it.
@Suite final class `Groups in PostgreSQL` {
  private let address: String
  private let owner: PostgreSQLOwner
  private let hosts: [PostgreSQLGroups]
  private let groups = ["Tuesday", "Friday"].map {
    HostedGroup(id: GroupID(UUID().uuidString.lowercased()), name: $0, secret: .new())
  }

  init() throws {
    address = try PreparedDatabase.copy()
    owner = try PostgreSQLOwner(PostgreSQLAddress(address))
    for group in groups { try owner.host(group) }
    let login = try PostgreSQLAddress(
      PreparedDatabase.address(address, as: PreparedDatabase.host))
    hosts = try (0..<2).map { _ in try PostgreSQLGroups(login, connections: 2) }
  }

  private func store(_ host: Int, _ group: Int) throws -> ScoreStore {
    try #require(try hosts[host].store(of: groups[group].id))
  }

  /// Makes a round in a log, with a score, as a device brings it.
  private func bring(_ round: RoundID, to store: ScoreStore, _ group: Int) throws {
    let file = try Tool.Directory()
    let other = try ScoreStore(path: file.url.appending(path: "other.db").path)
    try other.createRound(
      round, course: Course.seeded[1], organiser: "Mike",
      joining: [.player("Mike"), .player("Jake")],
      at: "2026-05-01T09:00:00.000Z")
    try other.commit(
      ScoreCommit(
        id: CommitID("\(round).c"), round: round, hole: 1,
        scores: ["Mike", "Jake"].compactMap { name in
          holeResult(3).map { ScoreCommit.Score(player: name, result: $0, input: .typed) }
        }, reportedBy: "Mike", deviceName: "phone", at: "2026-05-01T10:00:00.000Z"))
    let lines = try other.stretch(after: 0, except: [], of: groups[group].id)
    let merged = try store.merge(
      lines.rounds, of: groups[group].id,
      by: lines.rounds.map { _ in Bringer(device: "laptop", at: "2026-05-01T10:00:00.000Z") })
    #expect(merged.flatMap(\.refused) == [])
  }

  @Test func `a group's log is its own, on every host`() throws {
    try bring("r", to: store(0, 0), 0)
    #expect(try store(1, 0).scorecard(of: "r").events.count == 2)
    #expect(try store(1, 0).hostedGroup() == groups[0])
    #expect(try store(1, 0).ownDevices() == [store(0, 0).thisDevice()])
    #expect(try store(0, 1).rounds().isEmpty && store(0, 1).lastSequence() == 0)
    // Not even a round of the same identifier meets another group's.
    try bring("r", to: store(1, 1), 1)
    #expect(try store(0, 1).lastSequence() == 3)
    for group in 0..<2 { #expect(try store(0, group).audit().faults == []) }
    #expect(try hosts[0].store(of: "no group") == nil)
    #expect(try hosts[0].store(of: GroupID(UUID().uuidString)) == nil)
  }

  @Test func `tokens, codes and secrets lead to their group as long as they let somebody in`()
    throws
  {
    let (host, token) = (hosts[1], TokenHash(String(repeating: "a", count: 64)))
    let store = try store(0, 1)
    try bring("r", to: store, 1)
    #expect(try host.group(of: .token(token)) == nil)
    try store.admitMember(
      tokenHash: token, device: "laptop", orAs: "other", at: "2026-05-01T10:00:00.000Z")
    #expect(try host.group(of: .token(token)) == groups[1].id)
    try store.giveUp(tokenHash: token)
    #expect(try host.group(of: .token(token)) == nil)
    var generator = SystemRandomNumberGenerator()
    let invitations = (0..<2).map { _ in Invitation(using: &generator) }
    _ = try store.invitation(for: "r") { invitations[0] }
    #expect(try host.group(of: .code(invitations[0].code)) == groups[1].id)
    #expect(try host.group(of: .round(invitations[0].secret)) == groups[1].id)
    _ = try store.renewInvitation(for: "r") { invitations[1] }
    #expect(try host.group(of: .code(invitations[0].code)) == nil)
    #expect(try host.group(of: .round(invitations[1].secret)) == groups[1].id)
    #expect(try host.group(of: .group(groups[0].secret)) == groups[0].id)
    let renewed = HostedGroup(id: groups[0].id, name: "Wednesday", secret: .new())
    try owner.host(renewed)
    #expect(try host.group(of: .group(groups[0].secret)) == nil)
    #expect(try host.group(of: .group(renewed.secret)) == groups[0].id)
    #expect(try owner.groups().map(\.name) == ["Friday", "Wednesday"])
  }

  @Test func `what another host writes is told once, and what this one writes at once`() throws {
    let (one, other) = (try store(0, 0), try store(1, 0))
    let followers = try [LogFollower(of: one), LogFollower(of: try store(0, 1))]
    func look() throws -> [Int?] {
      try hosts[0].lookForOtherPrograms()
      return try followers.map { try $0.changes()?.events.count }
    }
    #expect(try look() == [nil, nil])
    try bring("r", to: other, 0)
    #expect(try look() == [2, nil])
    #expect(try look() == [nil, nil])
    try bring("s", to: one, 0)
    #expect(try followers[0].changes()?.events.count == 2)
    #expect(try look() == [nil, nil])
    // Between two of one's own, too, and what is no event.
    try bring("t", to: other, 0)
    try one.revoke("somebody")
    #expect(try followers[0].changes()?.events.count == 2)
    try other.revoke("somebody else")
    #expect(try look() == [0, nil])
  }

  @Test func `a transaction that stays open hides nothing that others write`() throws {
    let (one, other) = (try store(0, 0), try store(1, 1))
    let follower = try LogFollower(of: one)
    let open = try PostgreSQLConnection(PostgreSQLAddress(address))
    try open.execute("BEGIN; SELECT pg_current_xact_id()")
    try bring("r", to: other, 1)
    try bring("s", to: store(1, 0), 0)
    try hosts[0].lookForOtherPrograms()
    #expect(try follower.changes()?.events.count == 2)
    try hosts[0].lookForOtherPrograms()
    #expect(try follower.changes() == nil)
    try open.execute("COMMIT")
    try bring("t", to: store(1, 0), 0)
    try hosts[0].lookForOtherPrograms()
    #expect(try follower.changes()?.events.count == 2)
  }

  @Test func `who holds a group's log holds up no other, and that not for ever`() throws {
    let open = try PostgreSQLConnection(PostgreSQLAddress(address))
    try open.execute(
      "BEGIN; UPDATE groups SET name = 'held' WHERE id = '\(groups[0].id)'")
    try bring("r", to: store(0, 1), 1)
    let held = try store(0, 0)
    #expect(throws: ScoreStoreError.busy(path: held.path)) { try bring("r", to: held, 0) }
    // The server ends a transaction in which nobody does anything for so long.
    #expect(
      try open.execute("SHOW idle_in_transaction_session_timeout") == [[.text("10s")]])
    try open.execute("ROLLBACK")
    try bring("r", to: held, 0)
    #expect(try store(1, 0).lastSequence() == 3)
  }

  @Test func `events say who brought them, and who wrote them into the database`() throws {
    try bring("r", to: store(0, 0), 0)
    let connection = try PostgreSQLConnection(PostgreSQLAddress(address))
    let rows = try connection.execute(
      "SELECT DISTINCT brought_by, brought_at, written_by FROM events")
    #expect(
      rows == [
        [.text("laptop"), .text("2026-05-01T10:00:00.000Z"), .text(PreparedDatabase.host)]
      ])
    // Of a device that brings its own, others' bringing is named.
    let store = try store(0, 0)
    #expect(try store.audit().carried == [])
    let device = try #require(try store.events(of: "r").first).position.device
    let token = TokenHash(String(repeating: "b", count: 64))
    try store.admitMember(
      tokenHash: token, device: "phone", orAs: "other", at: "2026-05-01T10:00:00.000Z")
    try store.renewDevice(tokenHash: token, device)
    #expect(
      try store.audit().carried == [
        "device laptop brought 2 events of device \(device), the first at 2026-05-01T10:00:00.000Z"
      ])
  }

  @Test func `a statement is planned once, and not again for each group`() throws {
    let connection = try PostgreSQLConnection(PostgreSQLAddress(address))
    for group in groups {
      try connection.use(group.id)
      try connection.rows("SELECT max(clock) FROM events WHERE round_id = ?", [.text("r")]) { _ in }
    }
    let plans = try connection.execute(
      """
      SELECT generic_plans, custom_plans FROM pg_prepared_statements
        WHERE statement LIKE '%max(clock)%'
      """)
    #expect(plans == [[.integer(2), .integer(0)]])
  }

  @Test func `what is acknowledged is on the disk, whatever the database's settings say`() throws {
    try PostgreSQLConnection(PostgreSQLAddress(address)).execute(
      """
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
      END $$
      """)
    let connection = try PostgreSQLConnection(PostgreSQLAddress(address))
    #expect(try connection.execute("SHOW synchronous_commit") == [[.text("on")]])
  }

  @Test func `a connection that did not answer in time is of no more use, and held by nobody`()
    throws
  {
    let connection = try PostgreSQLConnection(
      PostgreSQLAddress(address), timeout: .milliseconds(500))
    try connection.execute("BEGIN")
    #expect(throws: ScoreStoreError.self) { try connection.execute("SELECT pg_sleep(60)") }
    #expect(!connection.isAlive && !connection.isInTransaction)
    // Nor is one whose statements speak of tables that are no more.
    let other = try PostgreSQLConnection(PostgreSQLAddress(address))
    #expect(throws: ScoreStoreError.self) { try other.execute("SELECT * FROM nothing") }
    #expect(!other.isAlive)
  }

  @Test func `where another database takes the place, all that was known of it is forgotten once`()
    throws
  {
    try bring("r", to: store(0, 0), 0)
    let kept = try store(0, 0)
    try hosts[0].lookForOtherPrograms()
    try PreparedDatabase.replace(address)
    // Where a connection was idle it may end first.
    _ = try? kept.lastSequence()
    let moved = ScoreStoreError.moved(path: hosts[0].path)
    #expect(throws: moved) { try kept.lastSequence() }
    #expect(throws: moved) { try hosts[0].store(of: groups[1].id) }
    #expect(throws: moved) { try hosts[0].lookForOtherPrograms() }
    try hosts[0].lookForOtherPrograms()
    #expect(try hosts[0].store(of: groups[0].id) == nil)
  }

  @Test func `an owner's login does not serve, since row security does not bind it`() throws {
    #expect(throws: ScoreStoreError.self) { try PostgreSQLGroups(PostgreSQLAddress(address)) }
    #expect(throws: ScoreStoreError.self) { try owner.prepare(forHost: PreparedDatabase.host) }
  }

  @Test func `a group that is erased leaves nothing, and the others everything`() throws {
    for group in 0..<2 {
      let store = try store(0, group)
      try bring("r", to: store, group)
      try store.admitMember(
        tokenHash: TokenHash(String(repeating: "\(group)", count: 64)), device: "laptop",
        orAs: "other", at: "2026-05-01T10:00:00.000Z")
    }
    let erased = try store(0, 0)
    try owner.erase(groups[0].id)
    #expect(try owner.groups() == [groups[1]])
    let connection = try PostgreSQLConnection(PostgreSQLAddress(address))
    let tables = try connection.execute(
      """
      SELECT table_name FROM information_schema.columns JOIN information_schema.tables
          USING (table_schema, table_name)
        WHERE table_schema = 'hyzer' AND column_name = 'group_id' AND table_type = 'BASE TABLE'
      """
    ).map { $0[0] }
    #expect(tables.count > 15)
    for case .text(let table) in tables {
      let left = try connection.execute(
        "SELECT count(*) FROM \(table) WHERE group_id = '\(groups[0].id)'")
      #expect(left == [[.integer(0)]], "\(table)")
    }
    #expect(try store(1, 1).scorecard(of: "r").events.count == 2)
    // Who served it meanwhile is told, and writes nothing.
    #expect(throws: ScoreStoreError.self) { try bring("s", to: erased, 0) }
  }

  /// Everything that is not a host's to do, said by a host's login that knows a group.
  @Test(arguments: [
    "SELECT count(*) = 0 FROM directory", "UPDATE events SET strokes = 1",
    "DELETE FROM events", "TRUNCATE events", "UPDATE commits SET round_id = 's'",
    "UPDATE rounds SET course = 'elsewhere'", "UPDATE rounds SET started_at = 'later'",
    "DELETE FROM rounds", "UPDATE round_players SET name = 'Zoe'", "DELETE FROM round_players",
    "INSERT INTO groups (id, name, secret) VALUES (gen_random_uuid(), 'x', 'y')",
    "DELETE FROM groups", "UPDATE groups SET id = gen_random_uuid()",
    "INSERT INTO events_0 SELECT * FROM events", "SELECT * FROM events_0",
    "UPDATE events SET written_by = 'me'", "ALTER TABLE events DISABLE ROW LEVEL SECURITY",
    "DROP POLICY own_group ON events", "CREATE TABLE hyzer.own (a int)",
    "SET ROLE owner", "SELECT lead_token()", "UPDATE store SET origin = ''",
    "INSERT INTO courses (group_id, name_key, name, pars) SELECT id, 'x', 'x', '333' FROM (SELECT '{other}'::uuid AS id) o",
    "UPDATE players SET group_id = '{other}'",
  ])
  func `a host's login may not`(statement: String) throws {
    for group in 0..<2 { try bring("r", to: store(0, group), group) }
    let login = try PostgreSQLConnection(
      PostgreSQLAddress(PreparedDatabase.address(address, as: PreparedDatabase.host)))
    try login.use(groups[0].id)
    #expect(throws: ScoreStoreError.self) {
      try login.execute(statement.replacing("{other}", with: groups[1].id.rawValue))
    }
    #expect(try store(1, 0).audit().faults == [] && store(1, 1).audit().faults == [])
  }

  @Test func `a host's login sees one group that it knows, and without one nothing`() throws {
    for group in 0..<2 { try bring("r", to: store(0, group), group) }
    let login = try PostgreSQLConnection(
      PostgreSQLAddress(PreparedDatabase.address(address, as: PreparedDatabase.host)))
    let counts =
      "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM groups), "
      + "(SELECT count(*) FROM hosted_group), (SELECT count(*) FROM round_states)"
    #expect(try login.execute(counts) == [[0, 0, 0, 0].map(SQLValue.integer)])
    try login.use(groups[0].id)
    #expect(try login.execute(counts) == [[2, 1, 1, 1].map(SQLValue.integer)])
    // Nor does it learn which others there are.
    #expect(
      try login.execute("SELECT * FROM changed_groups('0', ARRAY[]::uuid[])").isEmpty)
    // What it writes says so, whatever it says.
    try login.execute(
      """
      INSERT INTO events (sequence, id, round_id, device, number, clock, kind, player, hole,
          strokes, commit_id, reported_by, device_name, input, at, line, written_by)
        SELECT 99, 'forged', round_id, device, 99, 99, kind, player, hole, 1, commit_id,
          reported_by, device_name, input, at, line, 'somebody' FROM events LIMIT 1
      """)
    let owners = try PostgreSQLConnection(PostgreSQLAddress(address))
    #expect(
      try owners.execute("SELECT written_by FROM events WHERE id = 'forged'") == [
        [.text(PreparedDatabase.host)]
      ])
    // And the audit finds it.
    #expect(try store(1, 0).audit().faults != [])
  }
}
