internal import CSQLite
internal import Glibc

/// An SQLite connection with its statements; every call's status is checked here.
@safe
final class SQLiteConnection: SQLEngine {
  let path: String
  private let pointer: OpaquePointer
  private var statements: [String: Statement] = [:]

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

  var guardsOwnDevice: Bool { true }
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(pointer, "main") == 1 }

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) == 0 }

  func dataVersion() throws -> Int {
    var version = 0
    try rows("PRAGMA data_version", []) {
      if case .integer(let number) = $0[0] { version = number }
    }
    return version
  }

  func execute(_ script: String) throws {
    try check { unsafe sqlite3_exec(pointer, script, nil, nil, nil) }
  }

  func rows(_ sql: String, _ values: [SQLValue], _ read: (any SQLRow) throws -> Void) throws {
    let statement = try statement(sql)
    precondition(!statement.isRunning, "a statement within itself: \(sql)")
    precondition(statement.parameterCount == values.count, "\(values.count) values for: \(sql)")
    defer { statement.reset() }
    for (index, value) in values.enumerated() {
      try check { statement.bind(value, to: Int32(index + 1)) }
    }
    while true {
      let status = SQLiteStatus.of(statement.step)
      guard status.code == SQLITE_ROW else {
        guard status.code == SQLITE_DONE else { throw failure(status) }
        return
      }
      try read(statement)
    }
  }

  func begin(writing: Bool) throws { try rows(writing ? "BEGIN IMMEDIATE" : "BEGIN", []) { _ in } }

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
    let statement = unsafe Statement(taking: prepared)
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
private final class Statement: SQLRow {
  private let pointer: OpaquePointer

  init(taking pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit {
    // Repeats the status of the last step, which was checked then.
    _ = unsafe sqlite3_finalize(pointer)
  }

  subscript(column: Int32) -> SQLValue {
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

  var count: Int32 { unsafe sqlite3_column_count(pointer) }

  func name(of column: Int32) -> String? {
    unsafe sqlite3_column_name(pointer, column).map { unsafe String(cString: $0) }
  }

  var isRunning: Bool { unsafe sqlite3_stmt_busy(pointer) != 0 }
  var parameterCount: Int { unsafe Int(sqlite3_bind_parameter_count(pointer)) }

  /// Binds a parameter, counted from 1.
  func bind(_ value: SQLValue, to parameter: Int32) -> Int32 {
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

  func step() -> Int32 { unsafe sqlite3_step(pointer) }

  /// Makes the statement ready for another run.
  func reset() {
    // Repeats the status of the last step, which was checked then.
    _ = unsafe sqlite3_reset(pointer)
    // Never fails.
    _ = unsafe sqlite3_clear_bindings(pointer)
  }
}

extension Database {
  /// Opens a file, and waits for so long for another program to let go of it.
  convenience init(
    path: String, _ access: SQLiteConnection.Access = .making, busyTimeout: Duration
  ) throws {
    self.init(try SQLiteConnection(path: path, access, busyTimeout: busyTimeout))
  }

  /// Makes a database that lies in memory only.
  package convenience init() throws { self.init(try SQLiteConnection()) }
}
