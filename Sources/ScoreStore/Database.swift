internal import CSQLite

/// An SQLite connection with its statements; every call's status is checked here or below.
final class Database {
  /// The path that errors name.
  let path: String
  private let handle: DatabaseHandle
  private var statements: [String: PreparedStatement] = [:]

  /// Opens a file, which is made where it does not exist.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - busyTimeout: How long to wait for another program to let go of the file.
  /// - Throws: ``ScoreStoreError``.
  init(path: String, busyTimeout: Duration) throws(ScoreStoreError) {
    // SQLite gives a meaning to no name and to those that begin with a colon.
    let name = path.hasPrefix("/") ? path : "./" + path
    handle = try DatabaseHandle.open(name: name, path: path)
    self.path = path
    let milliseconds = Int32(max(0, min(busyTimeout / .milliseconds(1), Double(Int32.max))))
    try check { unsafe sqlite3_busy_timeout(handle.pointer, milliseconds) }
  }

  /// Makes a database that lies in memory only.
  init() throws(ScoreStoreError) {
    path = ":memory:"
    handle = try DatabaseHandle.open(name: path, path: path)
  }

  /// Whether the file cannot be written.
  ///
  /// Wraps `sqlite3_db_readonly`.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle.pointer, "main") == 1 }

  /// Runs statements without parameters that are needed once.
  ///
  /// Wraps `sqlite3_exec`.
  func execute(_ script: String) throws(ScoreStoreError) {
    try check { unsafe sqlite3_exec(handle.pointer, script, nil, nil, nil) }
  }

  /// Runs a statement that gives no rows.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(ScoreStoreError) {
    _ = try rows(sql, values) { _ throws(ScoreStoreError) in }
  }

  /// Returns what `read` makes of each row; it must not run the same statement.
  func rows<Value>(
    _ sql: String, _ values: [SQLValue] = [],
    _ read: (PreparedStatement) throws(ScoreStoreError) -> Value
  ) throws(ScoreStoreError) -> [Value] {
    let statement = try statement(sql)
    precondition(!statement.isRunning, "a statement within itself: \(sql)")
    defer { statement.reset() }
    try statement.bind(values, on: handle)
    var result: [Value] = []
    while try statement.step(on: handle) { result.append(try read(statement)) }
    return result
  }

  /// Returns what `read` makes of the first row; nil where there is none.
  func first<Value>(
    _ sql: String, _ values: [SQLValue] = [],
    _ read: (PreparedStatement) throws(ScoreStoreError) -> Value
  ) throws(ScoreStoreError) -> Value? {
    try rows(sql, values, read).first
  }

  /// Returns the number in the first column of the only row.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws(ScoreStoreError) -> Int {
    let found = try first(sql, values) { (row) throws(ScoreStoreError) in
      try row.requiredInteger(0)
    }
    guard let found else { throw .corrupt(path: path, reason: "no row for: \(sql)") }
    return found
  }

  /// Returns whether a query gives a row.
  func exists(_ sql: String, _ values: [SQLValue]) throws(ScoreStoreError) -> Bool {
    try first(sql, values) { _ throws(ScoreStoreError) in true } ?? false
  }

  /// Does all of `body`, or nothing where it throws; other writers wait meanwhile.
  func write<Value>(
    _ body: () throws(ScoreStoreError) -> Value
  ) throws(ScoreStoreError) -> Value {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Lets all of `body` see one state of the file.
  func read<Value>(
    _ body: () throws(ScoreStoreError) -> Value
  ) throws(ScoreStoreError) -> Value {
    try transaction("BEGIN", body)
  }

  private func transaction<Value>(
    _ begin: String, _ body: () throws(ScoreStoreError) -> Value
  ) throws(ScoreStoreError) -> Value {
    try run(begin)
    do throws(ScoreStoreError) {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // After some failures, as of a full disk, SQLite has rolled back by itself. The first
      // failure is the one to tell of; were this one to fail too, the next begin would say so.
      if unsafe sqlite3_get_autocommit(handle.pointer) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  private func statement(_ sql: String) throws(ScoreStoreError) -> PreparedStatement {
    if let statement = statements[sql] { return statement }
    let statement = try PreparedStatement(sql, on: handle, path: path)
    statements[sql] = statement
    return statement
  }

  private func check(_ call: () -> Int32) throws(ScoreStoreError) {
    let status = SQLiteStatus.of(call)
    guard status.code == SQLITE_OK else { throw handle.failure(status, path: path) }
  }
}
