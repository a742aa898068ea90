import Foundation
import PostgreSQLStore
import ScoreLog
import TestSupport

/// A database of its own on a server of its own, whose groups are copies of one that was played into.
final class BenchDatabase {
  static let players = ["Michael", "Jake", "Sarah", "Nate", "Siobhan", "José"]
  static let time = "2026-05-02T09:00:00.000Z"
  /// What is being played in each group.
  static let today: RoundID = "today"
  /// As which each group's log writes.
  static let hub = "hub"
  static let bigRounds = 250

  let server: PostgreSQLServer
  let bigGroup = HostedGroup(id: BenchDatabase.group(1 << 24), name: "Big", secret: .new())
  private(set) var groups = 0
  /// Up to where each group's log goes before devices write, and that of the group with many rounds.
  private(set) var (lastPlace, bigPlace) = (0, 0)
  private var emptyBytes = 0

  init() throws {
    server = try PostgreSQLServer([
      "fsync": "on", "shared_buffers": "256MB", "autovacuum": "on", "max_wal_size": "2GB",
      "track_wal_io_timing": "on",
      "shared_preload_libraries": "pg_stat_statements",
      "pg_stat_statements.track_planning": "on",
    ])
    _ = try server.run("CREATE DATABASE bench", in: "postgres")
    _ = try server.run("CREATE ROLE hyzer_host LOGIN", in: "postgres")
    let owner = try PostgreSQLOwner(PostgreSQLAddress(server.address("bench")))
    try owner.prepare(forHost: "hyzer_host")
    try run(
      """
      CREATE EXTENSION pg_stat_statements SCHEMA public;
      CREATE FUNCTION public.bench_group(i int) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
        SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid $$
      """)
    let model = HostedGroup(id: Self.group(0), name: "Model", secret: .new())
    for group in [model, bigGroup] { try owner.host(group) }
    try run("UPDATE hyzer.this_device SET id = '\(Self.hub)'")
    try play("history", players: SaturdayLoad.players, in: owner.served(), model.id)
    try begin(Self.today, players: SaturdayLoad.players, in: store(owner.served(), model.id))
    try play("big0x", players: 6, in: owner.served(), bigGroup.id)
    try copyBigRound()
    lastPlace = try store(owner.served(), model.id).lastSequence()
    bigPlace = try store(owner.served(), bigGroup.id).lastSequence()
    emptyBytes = try bytes()
  }

  /// The address by which hosts log in.
  var hostAddress: String { server.address("bench", user: "hyzer_host") }

  @discardableResult
  func run(_ sql: String) throws -> String { try server.run(sql, in: "bench") }

  static func group(_ number: Int) -> GroupID {
    GroupID("00000000-0000-4000-8000-" + hexadecimal(number, digits: 12))
  }

  /// What lets a device in.
  static func token(_ group: Int, _ device: Int) -> String {
    hexadecimal(group * 8 + device, digits: 64)
  }

  private static func hexadecimal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  private func bytes() throws -> Int {
    try Int(run("VACUUM ANALYZE") + run("SELECT pg_database_size('bench')")) ?? 0
  }

  var bytesOfGroup: Int { get throws { (try bytes() - emptyBytes) / max(1, groups) } }

  /// The identifiers of all events that devices wrote; one that is there twice is twice among them.
  func written() throws -> [String] {
    try run("SELECT id FROM hyzer.events WHERE id LIKE 'bench-%' OR id LIKE 'enter-%'")
      .split(separator: "\n").map(String.init)
  }

  /// Removes what devices wrote.
  func forget() throws {
    try run(
      """
      SET session_replication_role = replica;
      DELETE FROM hyzer.events WHERE id LIKE 'bench-%' OR id LIKE 'enter-%';
      DELETE FROM hyzer.commits WHERE id LIKE 'bench-%' OR id LIKE 'enter-%'
      """)
  }

  /// How many statements the server was asked.
  func statements() throws -> Int {
    try Int(run("SELECT sum(calls)::bigint FROM pg_stat_statements")) ?? 0
  }

  /// How often the server has waited for its log to be on the disk, and for how many milliseconds in all.
  func syncs() throws -> (count: Double, milliseconds: Double) {
    let found = try run("SELECT wal_sync, wal_sync_time FROM pg_stat_wal").split(separator: "|")
      .compactMap { Double($0) }
    return found.count == 2 ? (found[0], found[1]) : (0, 0)
  }

  /// The statements that took the server longest.
  func slowest() throws -> String {
    try run(
      """
      SELECT round(total_plan_time) || ' ms to plan, ' || round(total_exec_time) || ' ms, ' || calls || ' times: '
          || left(regexp_replace(query, '\\s+', ' ', 'g'), 110)
        FROM pg_stat_statements ORDER BY total_plan_time + total_exec_time DESC LIMIT 14
      """)
  }

  /// Makes a backup and restores it into a database of its own; returns the seconds that each took, and whether all
  /// groups and events are there.
  func drill() throws -> (backup: Double, restore: Double, isWhole: Bool) {
    let (file, start) = ("\(server.path)/drill.dump", ContinuousClock.now)
    try PostgreSQLOwner(PostgreSQLAddress(server.address("bench"))).backUp(to: file)
    let written = ContinuousClock.now
    _ = try server.run("CREATE DATABASE drill", in: "postgres")
    try PostgreSQLOwner(PostgreSQLAddress(server.address("drill")))
      .restore(from: file, forHost: "hyzer_host")
    let end = ContinuousClock.now
    let counts = try ["bench", "drill"].map {
      try server.run(
        "SELECT (SELECT count(*) FROM hyzer.groups), (SELECT count(*) FROM hyzer.events)", in: $0)
    }
    return ((written - start) / .seconds(1), (end - written) / .seconds(1), counts[0] == counts[1])
  }

  // MARK: - Filling

  private func store(_ groups: PostgreSQLGroups, _ group: GroupID) throws -> ScoreStore {
    guard let store = try groups.store(of: group) else { throw CocoaError(.fileNoSuchFile) }
    return store
  }

  private func begin(_ round: RoundID, players: Int, in store: ScoreStore) throws {
    let names = Self.players.prefix(players)
    try store.createRound(
      round, course: Course.seeded[0], organiser: names[0], joining: names.map { .player($0) },
      at: Self.time)
    try store.startRound(round, at: Self.time)
  }

  private func play(
    _ round: RoundID, players: Int, in groups: PostgreSQLGroups, _ group: GroupID
  ) throws {
    let store = try store(groups, group)
    try begin(round, players: players, in: store)
    for hole in 1...SaturdayLoad.holes {
      let scores = Self.players.prefix(players).compactMap { name in
        Strokes(3).map { ScoreCommit.Score(player: name, result: .strokes($0), input: .typed) }
      }
      try store.commit(
        ScoreCommit(
          id: CommitID("\(round)-\(hole)"), round: round, hole: hole, scores: scores,
          reportedBy: "Michael", deviceName: "laptop", at: Self.time))
    }
  }

  /// Copies a group's rows as they are, with what checks them off.
  private static let asCopies =
    "SET search_path = hyzer, public, pg_catalog; SET session_replication_role = replica;"

  private func copy(
    _ tables: [String], to target: String, from source: String, changing changed: [String: String]
  ) throws -> String {
    try tables.map { table in
      let columns = try run(
        """
        SELECT string_agg(column_name, ',') FROM information_schema.columns
          WHERE table_schema = 'hyzer' AND table_name = '\(table)' AND column_name <> 'group_id'
        """
      ).split(separator: ",").map(String.init)
      let values = columns.map { changed["\(table).\($0)"] ?? changed["*.\($0)"] ?? $0 }
      return """
        INSERT INTO \(table) (group_id, \(columns.joined(separator: ", ")))
          OVERRIDING SYSTEM VALUE SELECT \(target), \(values.joined(separator: ", "))
          FROM \(table) CROSS JOIN \(source);
        """
    }.joined(separator: "\n")
  }

  private func copyBigRound() throws {
    let other = "'big' || i || 'x'"
    func renamed(_ column: String) -> String { "replace(\(column), 'big0x', \(other))" }
    let span = "(SELECT max(sequence) FROM events WHERE group_id = '\(bigGroup.id)') * i"
    let sql = try copy(
      ["rounds", "round_players", "commits", "events"], to: "group_id",
      from: "generate_series(1, \(Self.bigRounds - 1)) i WHERE group_id = '\(bigGroup.id)'",
      changing: [
        "*.id": renamed("id"), "*.round_id": other, "*.commit_id": renamed("commit_id"),
        "*.line": renamed("line"), "*.sequence": "sequence + \(span)",
      ])
    try run("\(Self.asCopies) \(sql)")
  }

  /// Adds groups until there are so many: each with a round that was played, one that goes on, and its devices.
  func fill(to count: Int) throws {
    let range = "generate_series(\(groups + 1), \(count)) i"
    let rows = try copy(
      [
        "courses", "players", "rounds", "round_players", "commits", "events", "current_hole",
        "this_device", "own_devices",
      ], to: "bench_group(i)", from: "\(range) WHERE group_id = bench_group(0)", changing: [:])
    let names = Self.players.map { "'\($0)'" }.joined(separator: ", ")
    try run(
      """
      \(Self.asCopies)
      INSERT INTO groups (id, name, secret)
        SELECT bench_group(i), 'Group ' || i, lpad(upper(to_hex(i)), 26, '0') FROM \(range);
      INSERT INTO directory SELECT directory_key('group', lpad(upper(to_hex(i)), 26, '0')), bench_group(i)
        FROM \(range);
      \(rows)
      CREATE TEMP TABLE added AS SELECT bench_group(i) AS id, d,
          encode(sha256(convert_to(lpad(to_hex(i * 8 + d), 64, '0'), 'UTF8')), 'hex') AS token
        FROM \(range), generate_series(0, \(SaturdayLoad.devicesOfGroup - 1)) d;
      INSERT INTO admissions (group_id, token_hash, device, player, is_guest, is_member, admitted_at)
        SELECT id, token, 'd' || d, CASE WHEN d IN (2, 3) THEN (ARRAY[\(names)])[d + 1] END, 0,
          CASE WHEN d < 2 THEN 1 ELSE 0 END, '\(Self.time)' FROM added;
      INSERT INTO admitted_rounds (group_id, token_hash, round_id, is_organiser)
        SELECT id, token, '\(Self.today)', 0 FROM added WHERE d >= 2;
      INSERT INTO directory SELECT directory_key('token', token), id FROM added
      """)
    groups = count
    try run("CHECKPOINT")
  }
}
