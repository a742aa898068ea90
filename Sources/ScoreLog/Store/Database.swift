internal import CSQLite
internal import DiscGolf
internal import Glibc

/// An SQLite connection with its statements; every call's status is checked here.
@safe
final class Database {
  /// The path that errors name.
  let path: String
  private let pointer: OpaquePointer
  private var statements: [String: Statement] = [:]
  /// Makes the identifier of a device that nothing else is.
  var newDevice: () -> DeviceID = DeviceID.random

  /// How a file is opened.
  enum Access: Hashable {
    /// It is made where it does not exist.
    case making
    /// It is there.
    case existing
    /// It is there, and not written, but for what readers and writers need to know of each other.
    case reading
    /// It is there, and nothing beside it can be written either: a folder that is read-only, a full disk.
    case readingAlone

    fileprivate var flags: Int32 {
      switch self {
      case .making: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .existing: SQLITE_OPEN_READWRITE
      case .reading: SQLITE_OPEN_READONLY
      case .readingAlone: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    }
  }

  /// Opens what SQLite knows by a name.
  private init(
    name: String, path: String, _ access: Access = .making, system: String? = nil
  ) throws {
    var opened: OpaquePointer?
    let flags = access.flags | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX
    let status = SQLiteStatus.of { unsafe sqlite3_open_v2(name, &opened, flags, system) }
    // "Whether or not an error occurs when it is opened, resources associated with the database
    // connection handle should be released": without memory there is no handle.
    guard let pointer = unsafe opened else { throw ScoreStoreError.outOfMemory(path: path) }
    unsafe self.pointer = pointer
    self.path = path
    if status.code & 0xFF == SQLITE_CANTOPEN, access != .making, status.systemError == ENOENT {
      throw ScoreStoreError.missing(path: path)
    }
    guard status.code == SQLITE_OK else { throw failure(status.whereFolderForbids(path)) }
  }

  /// Opens a file, and waits for so long for another program to let go of it.
  convenience init(path: String, _ access: Access = .making, busyTimeout: Duration) throws {
    if access == .readingAlone {
      try self.init(alone: path)
    } else {
      try self.init(name: Self.name(path), path: path, access)
    }
    let milliseconds = Int32(max(0, min(busyTimeout / .milliseconds(1), Double(Int32.max))))
    try check { unsafe sqlite3_busy_timeout(pointer, milliseconds) }
  }

  /// Opens a file beside which nothing can be written, so that no other program does either.
  ///
  /// SQLite reads a write-ahead log where nobody else can see its index only if it holds the file
  /// for itself, for which a file that is only read has no locks; without such a log the file alone is all.
  private convenience init(alone path: String) throws {
    let log = Self.resolved(path) + "-wal"
    var status = stat()
    let hasLog = unsafe stat(log, &status) == 0 && status.st_size > 0
    let escaped = Self.name(path).flatMap { character in
      "%?#".contains(character)
        ? "%" + String(character.asciiValue ?? 0, radix: 16) : String(character)
    }
    try self.init(
      name: "file:\(String(escaped))\(hasLog ? "" : "?immutable=1")", path: path, .readingAlone,
      system: hasLog ? "unix-none" : nil)
    guard hasLog else { return }
    try check { unsafe csqlite_keep_log(pointer) }
    try execute("PRAGMA locking_mode = EXCLUSIVE")
  }

  /// Where a file is, behind symbolic links.
  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Returns the name of a file, since SQLite gives a meaning to no name and to those that begin with a
  /// colon.
  private static func name(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  /// Makes a database that lies in memory only.
  convenience init() throws { try self.init(name: ":memory:", path: ":memory:") }

  deinit {
    // The statements are finalised before or after: the connection lives as long as they do.
    _ = unsafe sqlite3_close_v2(pointer)
  }

  var isReadOnly: Bool { unsafe sqlite3_db_readonly(pointer, "main") == 1 }

  /// Whether what is written now is saved only at the end of a transaction.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) == 0 }

  /// Returns a number that differs from an earlier one if another connection changed the file since.
  func dataVersion() throws -> Int { try integer("PRAGMA data_version") }

  /// Runs statements without parameters that are needed once.
  func execute(_ script: String) throws {
    try check { unsafe sqlite3_exec(pointer, script, nil, nil, nil) }
  }

  /// Runs a statement that gives no rows.
  func run(_ sql: String, _ values: [any Storable] = []) throws {
    _ = try rows(sql, values) { _ in }
  }

  /// Returns what `read` makes of each row; it must not run the same statement.
  func rows<Value>(
    _ sql: String, _ values: [any Storable] = [], _ read: (Statement) throws -> Value
  ) throws -> [Value] {
    let statement = try statement(sql)
    precondition(!statement.isRunning, "a statement within itself: \(sql)")
    precondition(statement.parameterCount == values.count, "\(values.count) values for: \(sql)")
    defer { statement.reset() }
    for (index, value) in values.enumerated() {
      try check { statement.bind(value.stored, to: Int32(index + 1)) }
    }
    var result: [Value] = []
    while true {
      let status = SQLiteStatus.of(statement.step)
      guard status.code == SQLITE_ROW else {
        guard status.code == SQLITE_DONE else { throw failure(status) }
        return result
      }
      result.append(try read(statement))
    }
  }

  /// Returns the first column of the first row; nil where there is no row.
  func value<Value: Storable>(_ sql: String, _ values: [any Storable] = []) throws -> Value? {
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
  func exists(_ sql: String, _ values: [any Storable]) throws -> Bool {
    try !rows(sql, values) { _ in }.isEmpty
  }

  /// Does all of `body`, or nothing where it throws, while other writers wait.
  func write<Value>(_ body: () throws -> Value) throws -> Value {
    try transaction("BEGIN IMMEDIATE") {
      let value = try body()
      // What is written to a file that nobody finds again is not saved.
      try requireFile()
      return value
    }
  }

  /// Throws where the path no longer leads to the file that was opened.
  func requireFile() throws {
    var hasMoved: Int32 = 0
    let status = SQLiteStatus.of {
      unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    }
    // What lies in memory has no file.
    if status.code == SQLITE_NOTFOUND { return }
    guard status.code == SQLITE_OK else { throw failure(status) }
    guard hasMoved == 0 else { throw ScoreStoreError.moved(path: path) }
  }

  /// Lets all of `body` see one state of the file.
  func read<Value>(_ body: () throws -> Value) throws -> Value { try transaction("BEGIN", body) }

  /// Does all of `body`, or nothing where it throws, within a transaction that may go on.
  func part<Value>(_ body: () throws -> Value) throws -> Value {
    try bracket("SAVEPOINT part", "RELEASE part", else: ["ROLLBACK TO part", "RELEASE part"], body)
  }

  /// One within another is a part of that.
  private func transaction<Value>(_ begin: String, _ body: () throws -> Value) throws -> Value {
    try isInTransaction ? body() : bracket(begin, "COMMIT", else: ["ROLLBACK"], body)
  }

  private func bracket<Value>(
    _ begin: String, _ end: String, else undo: [String], _ body: () throws -> Value
  ) throws -> Value {
    try run(begin)
    do {
      let value = try body()
      try run(end)
      return value
    } catch {
      // After some failures, as of a full disk, SQLite has rolled back by itself. The first
      // failure is the one to report; were this one to fail too, the next begin would say so.
      for statement in undo where isInTransaction { try? run(statement) }
      throw error
    }
  }

  private func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    var prepared: OpaquePointer?
    try check {
      unsafe sqlite3_prepare_v3(
        pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    }
    guard let prepared = unsafe prepared else {
      throw ScoreStoreError.internalFault(path: path, reason: "an empty statement")
    }
    let statement = unsafe Statement(taking: prepared, path: path)
    statements[sql] = statement
    return statement
  }

  private func check(_ call: () -> Int32) throws {
    let status = SQLiteStatus.of(call)
    guard status.code == SQLITE_OK else { throw failure(status) }
  }

  /// Translates the status of a call on this connection that just failed.
  private func failure(_ status: SQLiteStatus) -> ScoreStoreError {
    status.error(path: path, reason: unsafe String(cString: sqlite3_errmsg(pointer)))
  }
}

/// A compiled statement and, while it runs, its current row; finalised with its last user.
@safe
final class Statement {
  private let pointer: OpaquePointer
  private let path: String

  fileprivate init(taking pointer: OpaquePointer, path: String) {
    unsafe self.pointer = pointer
    self.path = path
  }

  deinit {
    // Repeats the status of the last step, which was checked then.
    _ = unsafe sqlite3_finalize(pointer)
  }

  /// Returns a column's value.
  ///
  /// - Throws: ``ScoreStoreError/corrupt(path:reason:)`` where it has another type, or is NULL and
  ///   must not be.
  subscript<Value: Storable>(column: Int32) -> Value {
    get throws {
      guard let value = Value(stored: stored(column)) else {
        let name = unsafe sqlite3_column_name(pointer, column).map { unsafe String(cString: $0) }
        throw ScoreStoreError.corrupt(path: path, reason: "a row has no \(name ?? "value")")
      }
      return value
    }
  }

  private func stored(_ column: Int32) -> SQLValue {
    switch unsafe sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: return .integer(unsafe Int(sqlite3_column_int64(pointer, column)))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(pointer, column))
    case SQLITE_NULL: return .null
    default:
      guard let bytes = unsafe sqlite3_column_text(pointer, column) else { return .null }
      let count = unsafe Int(sqlite3_column_bytes(pointer, column))
      return .text(
        unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    }
  }

  fileprivate var isRunning: Bool { unsafe sqlite3_stmt_busy(pointer) != 0 }
  fileprivate var parameterCount: Int { unsafe Int(sqlite3_bind_parameter_count(pointer)) }

  /// Binds a parameter, counted from 1.
  fileprivate func bind(_ value: SQLValue, to parameter: Int32) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(pointer, parameter)
    case .integer(let integer): return unsafe sqlite3_bind_int64(pointer, parameter, Int64(integer))
    case .real(let real): return unsafe sqlite3_bind_double(pointer, parameter, real)
    case .text(var text):
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe csqlite_bind_text(pointer, parameter, $0.baseAddress, UInt64($0.count))
        }
      }
    }
  }

  fileprivate func step() -> Int32 { unsafe sqlite3_step(pointer) }

  /// Makes the statement ready for another run.
  fileprivate func reset() {
    // Repeats the status of the last step, which was checked then.
    _ = unsafe sqlite3_reset(pointer)
    // Never fails.
    _ = unsafe sqlite3_clear_bindings(pointer)
  }
}

// MARK: - Values

/// A value of a column or of a statement's parameter.
enum SQLValue: Hashable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
}

/// A type whose values a column holds.
protocol Storable {
  var stored: SQLValue { get }
  /// Nil where a column holds something else.
  init?(stored: SQLValue)
}

extension SQLValue: Storable {
  var stored: SQLValue { self }
  init(stored: SQLValue) { self = stored }
}

extension Int: Storable {
  var stored: SQLValue { .integer(self) }
  init?(stored: SQLValue) {
    guard case .integer(let value) = stored else { return nil }
    self = value
  }
}

extension Double: Storable {
  var stored: SQLValue { .real(self) }
  init?(stored: SQLValue) {
    guard case .real(let value) = stored else { return nil }
    self = value
  }
}

extension String: Storable {
  var stored: SQLValue { .text(self) }
  init?(stored: SQLValue) {
    guard case .text(let value) = stored else { return nil }
    self = value
  }
}

extension Optional: Storable where Wrapped: Storable {
  var stored: SQLValue { self?.stored ?? .null }
  init?(stored: SQLValue) {
    if stored == .null {
      self = .none
    } else {
      guard let value = Wrapped(stored: stored) else { return nil }
      self = value
    }
  }
}

extension Identifier: Storable {
  var stored: SQLValue { .text(rawValue) }
  init?(stored: SQLValue) {
    guard case .text(let value) = stored else { return nil }
    self.init(value)
  }
}
