internal import Foundation
internal import ScoreLog
internal import Synchronization

/// Lends a few connections to one database.
final class PostgreSQLPool: Sendable {
  let address: PostgreSQLAddress
  /// As whom statements are run; nil for who logs in.
  private let role: String?
  private let free: DispatchSemaphore
  private let idle = Mutex<[PostgreSQLConnection]>([])

  init(_ address: PostgreSQLAddress, as role: String? = nil, size: Int) {
    (self.address, self.role) = (address, role)
    free = DispatchSemaphore(value: size)
  }

  /// Lends a connection, which others get after ``giveBack(_:)``; waits until one is free.
  func borrow() throws -> PostgreSQLConnection {
    free.wait()
    // A server that was started again has closed those that were idle.
    while let connection = idle.withLock({ $0.popLast() }) {
      if connection.isAlive, !connection.isInTransaction { return connection }
    }
    do {
      return try PostgreSQLConnection(address, as: role)
    } catch {
      free.signal()
      throw error
    }
  }

  func giveBack(_ connection: PostgreSQLConnection) {
    if connection.isAlive, !connection.isInTransaction {
      idle.withLock { $0.append(connection) }
    }
    free.signal()
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

  init(
    _ pool: PostgreSQLPool, _ group: GroupID,
    wrote: @escaping (_ before: String, _ own: String) -> Void
  ) {
    (self.pool, self.group, self.wrote) = (pool, group, wrote)
  }

  deinit { if let held { pool.giveBack(held) } }

  var path: String { pool.address.shown }
  var isReadOnly: Bool { false }
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
          RETURNING before.changed::text, g.changed::text
        """)
      guard case (.text(let before), .text(let own))? = rows.first.map({ ($0[0], $0[1]) }) else {
        throw ScoreStoreError.missing(path: path)
      }
      wrote(before, own)
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
    return try body(held)
  }

  private func endHolding() {
    if let held { pool.giveBack(held) }
    held = nil
  }
}
