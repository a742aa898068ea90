import PostgreSQLSupport

@testable import PostgreSQLStore
@testable import ScoreLog

/// A group's log in PostgreSQL, which two hosts serve in turn.
final class GroupLog: LogKeeper {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private let database: ServedDatabase
  private let group: HostedGroup
  private var starts = 0
  /// What each host has open: one that no longer serves the group still holds it.
  private var stores: [ScoreStore?] = [nil, nil]
  /// The rows of each table, as JSON; those of a new group at first.
  private var backup: [String] = []

  init(_ group: HostedGroup) throws {
    (database, self.group) = (try ServedDatabase.shared.get(), group)
    try PostgreSQLOwner(database.address).host(group)
    try backUp()
  }

  func open() throws -> ScoreStore {
    starts += 1
    let turn = starts % 2
    if starts % 3 == 0, let other = stores[1 - turn] {
      stores[1 - turn] = nil
      try killWriting(other)
    }
    guard let store = try database.hosts[turn].store(of: group.id) else {
      throw Broken(description: "the group is gone")
    }
    stores[turn] = store
    return store
  }

  /// Ends a connection in the middle of a transaction, as with the process that has it.
  private func killWriting(_ store: ScoreStore) throws {
    try store.database.engine.begin(writing: true)
    try store.database.run("UPDATE rounds SET digest = 0")
    let process = try store.database.integer("SELECT pg_backend_pid()")
    let ended = try run("SELECT pg_terminate_backend(\(process), 10000)")
    guard ended == [[.integer(1)]] else { throw Broken(description: "\(process) goes on") }
  }

  @discardableResult
  private func run(_ script: String) throws -> [[SQLValue]] {
    try database.owner.lend { try $0.execute(script) }
  }

  /// Makes a statement for each table, with what tells the group's rows.
  private func forEachTable(_ statement: (_ name: String, _ own: String) -> String) -> [String] {
    database.tables.map { name, key in statement(name, "\(key) = '\(group.id)'") }
  }

  func backUp() throws {
    let rows = forEachTable { name, own in
      "SELECT coalesce(json_agg(row), '[]')::text FROM \(name) AS row WHERE \(own)"
    }
    backup = try run(rows.joined(separator: " UNION ALL ")).map { row in
      guard case .text(let json) = row[0] else { throw Broken(description: "no JSON: \(row)") }
      return json
    }
  }

  func restore(unnoticed: Bool) throws {
    var script = ["BEGIN", "SET LOCAL session_replication_role = replica"]
    // As pg_restore does, which makes references and triggers last.
    script += forEachTable { name, own in "DELETE FROM \(name) WHERE \(own)" }
    script += zip(database.tables, backup).map { table, json in
      """
      INSERT INTO \(table.name) OVERRIDING SYSTEM VALUE
        SELECT * FROM json_populate_recordset(NULL::\(table.name), '\(json.replacing("'", with: "''"))')
      """
    }
    if !unnoticed {
      // As `PostgreSQLOwner.renewDevices()` does for all groups.
      script += [
        """
        INSERT INTO own_devices (group_id, id)
          SELECT group_id, id FROM this_device WHERE group_id = '\(group.id)' ON CONFLICT DO NOTHING
        """,
        "UPDATE this_device SET id = gen_random_uuid()::text WHERE group_id = '\(group.id)'",
        "UPDATE groups SET changed = pg_current_xact_id() WHERE id = '\(group.id)'",
      ]
    }
    try run((script + ["COMMIT"]).joined(separator: ";\n"))
  }
}

/// A database of many groups, which two hosts serve.
private struct ServedDatabase: Sendable {
  static let shared = Result { try ServedDatabase() }

  /// By which its owner logs in.
  let address: PostgreSQLAddress
  let owner: PostgreSQLPool
  let hosts: [PostgreSQLGroups]
  /// Each table with rows of groups, and the column that says of which.
  let tables: [(name: String, key: String)]

  private init() throws {
    let copy = try PreparedDatabase.copy()
    address = try PostgreSQLAddress(copy)
    owner = PostgreSQLPool(address, size: 2)
    let login = try PostgreSQLAddress(PreparedDatabase.address(copy, as: PreparedDatabase.host))
    hosts = try (0..<2).map { _ in try PostgreSQLGroups(login) }
    let found = try owner.lend {
      try $0.execute(
        """
        SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
          WHERE relnamespace = 'hyzer'::regnamespace AND relkind IN ('r', 'p')
            AND NOT relispartition AND attname = 'group_id'
        """)
    }
    tables =
      [("groups", "id")]
      + found.compactMap { row in
        if case .text(let name) = row[0] { (name, "group_id") } else { nil }
      }
  }
}
