internal import FoundationEssentials
package import ScoreLog
internal import Synchronization

/// The logs of many groups in a database of PostgreSQL, as a host serves them.
///
/// It logs in with a role that owns nothing there. Any number of hosts may do so at once.
package final class PostgreSQLGroups: GroupStores {
  private struct Open {
    weak var store: ScoreStore?
    /// The transaction that was the last to write, as far as is known here.
    var changedBy: String
  }

  private struct State {
    var open: [GroupID: Open] = [:]
    /// All transactions before it were seen.
    var seen: String
  }

  private let pool: PostgreSQLPool
  private let state: Mutex<State>

  /// Opens a database that ``PostgreSQLOwner`` prepared; `connections` is how many threads may use it at once.
  ///
  /// - Throws: ``ScoreStoreError``, also where the login is one that row security does not bind.
  package convenience init(
    _ address: PostgreSQLAddress, connections: Int = 4
  ) throws(ScoreStoreError) {
    try self.init(address, as: nil, connections: connections)
  }

  init(
    _ address: PostgreSQLAddress, as role: String?, connections: Int
  ) throws(ScoreStoreError) {
    pool = PostgreSQLPool(address, as: role, size: connections)
    let seen = try ScoreStore.typed(address.shown) { [pool] in
      try pool.lend { connection in
        try Self.requireBound(connection)
        return try connection.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
      }
    }
    guard case .text(let first)? = seen.first?.first else {
      throw .corrupt(path: address.shown, reason: "it does not say which transactions have ended")
    }
    state = Mutex(State(seen: first))
  }

  /// Checks that the tables are those of this version, and that row security holds for the login.
  private static func requireBound(_ connection: PostgreSQLConnection) throws {
    let found = try connection.execute("SELECT version FROM store")
    guard case .integer(let version)? = found.first?.first else {
      throw ScoreStoreError.corrupt(path: connection.path, reason: "it says no version")
    }
    guard version == PostgreSQLSchema.version else {
      throw ScoreStoreError.otherSchema(
        path: connection.path, version: version, supported: PostgreSQLSchema.version)
    }
    let isBound = try connection.execute("SELECT row_security_active('hyzer.events')")
    guard isBound == [[.integer(1)]] else {
      throw ScoreStoreError.cannotOpen(
        path: connection.path,
        reason: "row security does not bind this login; serve with the role of hyzer store init")
    }
  }

  package var path: String { pool.address.shown }

  package func store(of group: GroupID) throws(ScoreStoreError) -> ScoreStore? {
    if let known = state.withLock({ $0.open[group]?.store }) { return known }
    // What is no identifier of a group names none.
    guard UUID(uuidString: group.rawValue) != nil else { return nil }
    let found = try ScoreStore.typed(path) {
      try pool.lend { connection in
        try connection.use(group)
        return try connection.execute("SELECT changed::text FROM groups")
      }
    }
    guard case .text(let changedBy)? = found.first?.first else { return nil }
    return state.withLock { state in
      // Another thread may have been faster.
      if let known = state.open[group]?.store { return known }
      // Nothing here holds the engine.
      let engine = GroupEngine(pool, group) { before, own in self.note(group, before, own) }
      let store = ScoreStore(engine)
      state.open[group] = Open(store: store, changedBy: changedBy)
      return store
    }
  }

  package func group(of key: GroupKey) throws(ScoreStoreError) -> GroupID? {
    let (kind, value) =
      switch key {
      case .token(let hash): ("token", hash.rawValue)
      case .group(let secret): ("group", secret.text)
      case .round(let secret): ("round", secret.text)
      case .code(let code): ("code", code.text)
      }
    return try ScoreStore.typed(path) {
      var found: GroupID?
      try pool.lend { connection in
        try connection.rows("SELECT group_of(?, ?)", [.text(kind), .text(value)]) { row in
          if case .text(let id) = row[0] { found = GroupID(id) }
        }
      }
      return found
    }
  }

  /// Remembers what this process wrote, unless somebody else wrote in between: that is looked for later.
  private func note(_ group: GroupID, _ before: String, _ own: String) {
    state.withLock { state in
      if state.open[group]?.changedBy == before { state.open[group]?.changedBy = own }
    }
  }

  /// Takes time in proportion to the groups in use, and to those that changed.
  ///
  /// A transaction that is open for long makes others that ended meanwhile be looked at again, and hides none.
  package func lookForOtherPrograms() throws(ScoreStoreError) {
    guard !pool.takeMove() else {
      state.withLock { $0 = State(seen: "0") }
      throw .moved(path: path)
    }
    let (since, groups) = state.withLock { state in
      state.open = state.open.filter { $0.value.store != nil }
      return (state.seen, state.open.keys.map(\.rawValue))
    }
    guard !groups.isEmpty else { return }
    let (next, changes) = try ScoreStore.typed(path) {
      try pool.lend { connection in
        var (next, changes) = (since, [(GroupID, String)]())
        try connection.rows(
          """
          SELECT now.next, changed.group_id, changed.changed_by
            FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next) AS now
              LEFT JOIN changed_groups(?::text::xid8, ?::text::uuid[]) AS changed ON true
          """, [.text(since), .text("{\(groups.joined(separator: ","))}")]
        ) { row in
          if case .text(let text) = row[0] { next = text }
          if case (.text(let group), .text(let by)) = (row[1], row[2]) {
            changes.append((GroupID(group), by))
          }
        }
        return (next, changes)
      }
    }
    let stores = state.withLock { state in
      state.seen = next
      return changes.compactMap { group, by -> ScoreStore? in
        guard let open = state.open[group], open.changedBy != by else { return nil }
        state.open[group]?.changedBy = by
        return open.store
      }
    }
    for store in stores { store.announce() }
  }
}
