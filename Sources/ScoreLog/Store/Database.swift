/// What runs SQL where a log is kept: one connection, or what lends connections.
package protocol SQLEngine: AnyObject {
  /// What errors name.
  var path: String { get }
  var isReadOnly: Bool { get }
  /// Whether events of the log's own device that it did not make just now are refused, unless it says that it receives.
  var guardsOwnDevice: Bool { get }
  /// Whether what is written now is saved only at the end of a transaction.
  var isInTransaction: Bool { get }

  /// Runs statements without parameters that are needed once.
  func execute(_ script: String) throws

  /// Runs a statement, whose parameters are `?` or `?1`, and has each row read; what is called may not run the same
  /// statement.
  func rows(_ sql: String, _ values: [SQLValue], _ read: (any SQLRow) throws -> Void) throws

  /// Begins a transaction, in which others write neither before its end, where it is `writing`, nor are seen to.
  func begin(writing: Bool) throws

  /// Throws where what is written now would not be found again, as in a file that was removed.
  func requireFile() throws

  /// Returns a number that differs from an earlier one if another program has written since.
  func dataVersion() throws -> Int
}

/// A row that a statement gave.
package protocol SQLRow {
  var count: Int32 { get }
  subscript(column: Int32) -> SQLValue { get }
  func name(of column: Int32) -> String?
}

/// The tables of a log, and what is asked of them; the SQL is what both SQLite and PostgreSQL understand.
package final class Database {
  let engine: any SQLEngine
  /// Makes the identifier of a device that nothing else is.
  var newDevice: () -> DeviceID = DeviceID.random
  /// What was asked for in the transaction that goes on, and is the same until its end.
  private struct Known {
    var device: DeviceID?
    var revoked: Set<DeviceID>?
    /// The commit that was kept last.
    var commit: CommitID?
  }

  private var known = Known()
  /// Who brings what is added; nil for the log itself.
  var bringer: Bringer?
  /// To how many events and starts of rounds others may make the log grow.
  var mostBrought = RoundLines.mostOfLog

  init(_ engine: any SQLEngine) { self.engine = engine }

  package var path: String { engine.path }
  var isReadOnly: Bool { engine.isReadOnly }
  var isInTransaction: Bool { engine.isInTransaction }

  package func execute(_ script: String) throws { try engine.execute(script) }

  /// Runs a statement that gives no rows.
  package func run(_ sql: String, _ values: [any Storable] = []) throws {
    _ = try rows(sql, values) { _ in }
  }

  /// Returns what `read` makes of each row; it must not run the same statement.
  package func rows<Value>(
    _ sql: String, _ values: [any Storable] = [], _ read: (Row) throws -> Value
  ) throws -> [Value] {
    var result: [Value] = []
    try engine.rows(sql, values.map(\.stored)) { result.append(try read(Row(of: $0, path: path))) }
    return result
  }

  /// Returns the first column of the first row; nil where there is no row.
  package func value<Value: Storable>(_ sql: String, _ values: [any Storable] = []) throws -> Value?
  {
    let found: [Value] = try rows(sql, values) { try $0[0] }
    return found.first
  }

  /// Returns the number in the first column of the only row.
  func integer(_ sql: String) throws -> Int {
    guard let found: Int = try value(sql) else {
      throw ScoreStoreError.corrupt(path: path, reason: "no row for: \(sql)")
    }
    return found
  }

  /// Returns whether a query gives a row.
  package func exists(_ sql: String, _ values: [any Storable]) throws -> Bool {
    try !rows(sql, values) { _ in }.isEmpty
  }

  /// Does all of `body`, or nothing where it throws, while other writers wait.
  func write<Value>(_ body: () throws -> Value) throws -> Value {
    try transaction(writing: true) {
      let value = try body()
      // What is written to a file that nobody finds again is not saved.
      try engine.requireFile()
      return value
    }
  }

  /// Lets all of `body` see one state of the log.
  func read<Value>(_ body: () throws -> Value) throws -> Value {
    try transaction(writing: false, body)
  }

  /// Does all of `body`, or nothing where it throws, within a transaction that may go on.
  func part<Value>(_ body: () throws -> Value) throws -> Value {
    try run("SAVEPOINT part")
    return try bracket(
      "RELEASE SAVEPOINT part", else: ["ROLLBACK TO SAVEPOINT part", "RELEASE SAVEPOINT part"], body
    )
  }

  /// Returns the device that the log is; that of no device where it cannot be written.
  func thisDevice() throws -> DeviceID {
    if let device = known.device { return device }
    let found = try knownDevice() ?? .unknown
    if isInTransaction { known.device = found }
    return found
  }

  func setThisDevice(_ id: DeviceID) throws {
    known.device = nil
    try run(
      """
      INSERT INTO this_device (singleton, id) VALUES (1, ?)
        ON CONFLICT (singleton) DO UPDATE SET id = excluded.id
      """, [id])
    try run("INSERT INTO own_devices (id) VALUES (?) ON CONFLICT DO NOTHING", [id])
  }

  func isRevoked(_ device: DeviceID) throws -> Bool {
    if let revoked = known.revoked { return revoked.contains(device) }
    let found = Set(try rows("SELECT id FROM revoked_devices") { try $0[0] as DeviceID })
    if isInTransaction { known.revoked = found }
    return found.contains(device)
  }

  /// Runs a statement that says which devices are revoked.
  func revoke(_ sql: String, _ device: DeviceID) throws {
    known.revoked = nil
    try run(sql, [device, device])
  }

  func keep(_ commit: CommitID, of round: RoundID) throws {
    guard known.commit != commit else { return }
    try run(
      """
      INSERT INTO commits (id, round_id)
        SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM commits WHERE id = ?)
      """, [commit, round, commit])
    if isInTransaction { known.commit = commit }
  }

  /// One within another is a part of that.
  private func transaction<Value>(writing: Bool, _ body: () throws -> Value) throws -> Value {
    if isInTransaction { return try body() }
    try engine.begin(writing: writing)
    defer { known = Known() }
    return try bracket("COMMIT", else: ["ROLLBACK"], body)
  }

  private func bracket<Value>(
    _ end: String, else undo: [String], _ body: () throws -> Value
  ) throws -> Value {
    do {
      let value = try body()
      try run(end)
      return value
    } catch {
      // After some failures, as of a full disk, SQLite has rolled back by itself. The first
      // failure is the one to report; were this one to fail too, the next begin would say so.
      for statement in undo where isInTransaction { try? run(statement) }
      known = Known()
      throw error
    }
  }
}

/// A row that a statement gave, while it is read.
package struct Row {
  private let values: any SQLRow
  private let path: String

  fileprivate init(of values: any SQLRow, path: String) {
    (self.values, self.path) = (values, path)
  }

  /// Returns a column's value.
  ///
  /// - Throws: ``ScoreStoreError/corrupt(path:reason:)`` where it has another type, or is NULL and
  ///   must not be.
  package subscript<Value: Storable>(column: Int32) -> Value {
    get throws {
      guard let value = Value(stored: values[column]) else {
        throw ScoreStoreError.corrupt(
          path: path, reason: "a row has no \(values.name(of: column) ?? "value")")
      }
      return value
    }
  }
}

// MARK: - Values

/// A value of a column or of a statement's parameter.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
}

/// A type whose values a column holds.
package protocol Storable {
  var stored: SQLValue { get }
  /// Nil where a column holds something else.
  init?(stored: SQLValue)
}

extension SQLValue: Storable {
  package var stored: SQLValue { self }
  package init(stored: SQLValue) { self = stored }
}

extension Int: Storable {
  package var stored: SQLValue { .integer(self) }
  package init?(stored: SQLValue) {
    guard case .integer(let value) = stored else { return nil }
    self = value
  }
}

extension Double: Storable {
  package var stored: SQLValue { .real(self) }
  package init?(stored: SQLValue) {
    guard case .real(let value) = stored else { return nil }
    self = value
  }
}

extension String: Storable {
  package var stored: SQLValue { .text(self) }
  package init?(stored: SQLValue) {
    guard case .text(let value) = stored else { return nil }
    self = value
  }
}

extension Optional: Storable where Wrapped: Storable {
  package var stored: SQLValue { self?.stored ?? .null }
  package init?(stored: SQLValue) {
    if stored == .null {
      self = .none
    } else {
      guard let value = Wrapped(stored: stored) else { return nil }
      self = value
    }
  }
}

extension Identifier: Storable {
  package var stored: SQLValue { .text(rawValue) }
  package init?(stored: SQLValue) {
    guard case .text(let value) = stored else { return nil }
    self.init(value)
  }
}
