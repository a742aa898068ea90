internal import Dispatch
internal import ScoreLog
internal import Synchronization

/// Lends a few connections to one database.
final class PostgreSQLPool: Sendable {
  let address: PostgreSQLAddress
  /// As whom statements are run; nil for who logs in.
  private let role: String?
  private let free: DispatchSemaphore
  private struct State {
    var idle: [PostgreSQLConnection] = []
    var incarnation: String?
    /// Whether that has become another since somebody last asked.
    var hasMoved = false
  }

  private let state = Mutex(State())

  init(_ address: PostgreSQLAddress, as role: String? = nil, size: Int) {
    (self.address, self.role) = (address, role)
    free = DispatchSemaphore(value: size)
  }

  /// Lends a connection, which others get after ``giveBack(_:)``; waits until one is free.
  ///
  /// - Throws: ``ScoreStoreError/moved(path:)`` where the database has become another state of it, or may have, until
  ///   ``takeMove()`` was asked.
  func borrow() throws -> PostgreSQLConnection {
    guard free.wait(timeout: .now() + 15) == .success else {
      throw ScoreStoreError.busy(path: address.shown)
    }
    do {
      guard !state.withLock(\.hasMoved) else { throw ScoreStoreError.moved(path: address.shown) }
      // A server that was started again has closed those that were idle.
      while let connection = state.withLock({ $0.idle.popLast() }) {
        if connection.isAlive, !connection.isInTransaction { return connection }
      }
      let connection = try PostgreSQLConnection(address, as: role)
      let hasMoved = state.withLock { state in
        defer { state.incarnation = connection.incarnation }
        let isOther = state.incarnation.map { $0 != connection.incarnation } ?? false
        if isOther { state.idle = [] }
        state.hasMoved = state.hasMoved || isOther
        return state.hasMoved
      }
      guard !hasMoved else { throw ScoreStoreError.moved(path: address.shown) }
      return connection
    } catch {
      free.signal()
      throw error
    }
  }

  func giveBack(_ connection: PostgreSQLConnection) {
    if connection.isAlive, !connection.isInTransaction {
      state.withLock { $0.idle.append(connection) }
    }
    free.signal()
  }

  /// Returns whether the database has become another state of it since this was last asked.
  func takeMove() -> Bool {
    state.withLock { state in
      defer { state.hasMoved = false }
      return state.hasMoved
    }
  }

  func lend<Value>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
    let connection = try borrow()
    defer { giveBack(connection) }
    return try body(connection)
  }
}

/// Runs the SQL of one group's log on connections that others use as well; belongs to the group's ``ScoreStore``.
final class GroupEngine: SQLEngine {
  private let pool: PostgreSQLPool
  private let group: GroupID
  /// Told which transaction wrote last before one of this process, and that one.
  private let wrote: (_ before: String, _ own: String) -> Void
  /// While a transaction goes on.
  private var held: PostgreSQLConnection?
  /// What is to be told of it once it has written.
  private var writing: (before: String, own: String)?

  init(
    _ pool: PostgreSQLPool, _ group: GroupID,
    wrote: @escaping (_ before: String, _ own: String) -> Void
  ) {
    (self.pool, self.group, self.wrote) = (pool, group, wrote)
  }

  deinit { if let held { pool.giveBack(held) } }

  var path: String { pool.address.shown }
  var isReadOnly: Bool { false }
  var guardsOwnDevice: Bool { false }
  var isInTransaction: Bool { held != nil }

  func execute(_ script: String) throws {
    try withConnection { _ = try $0.execute(script) }
  }

  func rows(_ sql: String, _ values: [SQLValue], _ read: (any SQLRow) throws -> Void) throws {
    try withConnection { try $0.rows(sql, values, read) }
  }

  /// A log that several write is read as of one moment; whoever writes waits for others who write into the same log.
  func begin(writing: Bool) throws {
    let connection = try pool.borrow()
    held = connection
    do {
      try connection.use(group)
      guard writing else {
        _ = try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return
      }
      let rows = try connection.execute(
        """
        BEGIN;
        UPDATE groups g SET changed = pg_current_xact_id()
          FROM (SELECT id, changed FROM groups FOR UPDATE) before WHERE g.id = before.id
          RETURNING before.changed::text, g.changed::text, g.id::text
        """)
      // What shares one session among several would lead into another group.
      guard case (.text(let before), .text(let own))? = rows.first.map({ ($0[0], $0[1]) }),
        rows.first?[2] == .text(group.rawValue.lowercased())
      else { throw ScoreStoreError.missing(path: path) }
      self.writing = (before, own)
    } catch {
      if connection.isInTransaction { _ = try? connection.execute("ROLLBACK") }
      endHolding()
      throw error
    }
  }

  /// The group was there when the transaction began, and stays as long as that goes on.
  func requireFile() {}

  /// What others write is asked for all groups at once: ``PostgreSQLGroups/lookForOtherPrograms()``.
  func dataVersion() -> Int { 0 }

  private func withConnection<Value>(
    _ body: (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    guard let held else {
      return try pool.lend { connection in
        try connection.use(group)
        return try body(connection)
      }
    }
    // A commit, a rollback, or a lost connection ends it.
    defer { if !held.isInTransaction { endHolding() } }
    let value = try body(held)
    if !held.isInTransaction, let writing { wrote(writing.before, writing.own) }
    return value
  }

  private func endHolding() {
    if let held { pool.giveBack(held) }
    (held, writing) = (nil, nil)
  }
}
