package import ScoreLog

/// What the owner of a database does with the logs of many groups; hosts have no right to any of it.
package final class PostgreSQLOwner {
  let address: PostgreSQLAddress
  private let connection: PostgreSQLConnection

  /// Logs in; the address is that of the owner of the tables, or of who is to own them.
  package init(_ address: PostgreSQLAddress) throws(ScoreStoreError) {
    self.address = address
    connection = try ScoreStore.typed(address.shown) {
      try PostgreSQLConnection(address, timeout: .seconds(600))
    }
    // What an owner does takes as long as it takes.
    try run("SET statement_timeout = 0; SET lock_timeout = '60s'")
  }

  package var path: String { connection.path }

  @discardableResult
  func run(_ script: String) throws(ScoreStoreError) -> [[SQLValue]] {
    try ScoreStore.typed(path) { try connection.execute(script) }
  }

  func rows(_ sql: String, _ values: [SQLValue]) throws(ScoreStoreError) -> [[SQLValue]] {
    try ScoreStore.typed(path) {
      var found: [[SQLValue]] = []
      try connection.rows(sql, values) { row in
        found.append((0..<row.count).map { row[$0] })
      }
      return found
    }
  }

  /// Makes the tables, to be served by who logs in with a role, which is made if need be, or as its member.
  ///
  /// - Throws: ``ScoreStoreError``, with `.ruleBroken` where there are some already.
  package func prepare(forHost role: String) throws(ScoreStoreError) {
    try requireEmpty()
    try make(role)
    try run(PostgreSQLSchema.script(host: role))
    try renewDevices()
  }

  func requireEmpty() throws(ScoreStoreError) {
    guard try run("SELECT 1 FROM pg_namespace WHERE nspname = 'hyzer'").isEmpty else {
      throw .ruleBroken(path: path, reason: "the database has the tables already")
    }
  }

  /// Makes the role of those who serve, where it is missing.
  func make(_ role: String) throws(ScoreStoreError) {
    guard try rows("SELECT 1 FROM pg_roles WHERE rolname = ?", [.text(role)]).isEmpty else {
      return
    }
    let name = PostgreSQLSchema.quoted(role)
    try run("CREATE ROLE \(name); GRANT \(name) TO CURRENT_USER")
  }

  /// The identifiers and names of all groups, by name.
  package func groups() throws(ScoreStoreError) -> [HostedGroup] {
    try run("SELECT id::text, name, secret FROM groups ORDER BY name, id").compactMap { row in
      guard case (.text(let id), .text(let name), .text(let text)) = (row[0], row[1], row[2]),
        let secret = JoinSecret(text)
      else { return nil }
      return HostedGroup(id: GroupID(id), name: name, secret: secret)
    }
  }

  /// Begins a group, or gives one another name or invitation.
  package func host(_ group: HostedGroup) throws(ScoreStoreError) {
    let values: [SQLValue] = [
      .text(group.id.rawValue), .text(group.name), .text(group.secret.text),
    ]
    _ = try rows(
      """
      WITH made AS (INSERT INTO groups (id, name, secret) VALUES (?::text::uuid, ?, ?)
          ON CONFLICT ON CONSTRAINT groups_pkey
            DO UPDATE SET name = excluded.name, secret = excluded.secret RETURNING id),
          device AS (INSERT INTO this_device (group_id, singleton, id)
            SELECT id, 1, gen_random_uuid()::text FROM made ON CONFLICT DO NOTHING
            RETURNING group_id, id)
        INSERT INTO own_devices (group_id, id) SELECT group_id, id FROM device RETURNING id
      """, values)
  }

  /// Gives each log another device, whose place in it no device has: after a backup was put back.
  package func renewDevices() throws(ScoreStoreError) {
    try run(
      """
      BEGIN;
      INSERT INTO own_devices (group_id, id) SELECT group_id, id FROM this_device
        ON CONFLICT DO NOTHING;
      UPDATE this_device SET id = gen_random_uuid()::text;
      UPDATE store SET origin = system_identifier || '/' || timeline_id || '/'
          || (SELECT oid FROM pg_database WHERE datname = current_database())
        FROM pg_control_system(), pg_control_checkpoint();
      UPDATE groups SET changed = pg_current_xact_id();
      COMMIT
      """)
  }

  /// Returns the logs as a host sees them, which also holds the owner to the rows of one group at a time.
  package func served() throws(ScoreStoreError) -> PostgreSQLGroups {
    guard case .text(let role)? = try run("SELECT host FROM store").first?.first else {
      throw .corrupt(path: path, reason: "it does not say who serves it")
    }
    return try PostgreSQLGroups(address, as: role, connections: 1)
  }
}
