internal import CSQLite

/// A compiled statement, finalised with its last user; a class, since statements are kept and
/// shared.
@safe
final class PreparedStatement {
  private let pointer: OpaquePointer
  private let path: String
  private let sql: String

  /// Compiles a statement.
  ///
  /// Wraps `sqlite3_prepare_v3`.
  init(_ sql: String, on handle: borrowing DatabaseHandle, path: String) throws(ScoreStoreError) {
    var prepared: OpaquePointer?
    let status = SQLiteStatus.of {
      unsafe sqlite3_prepare_v3(
        handle.pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    }
    guard status.code == SQLITE_OK else { throw handle.failure(status, path: path) }
    guard let pointer = unsafe prepared else {
      throw .internalFault(path: path, reason: "an empty statement")
    }
    unsafe self.pointer = pointer
    self.path = path
    self.sql = sql
  }

  deinit {
    // Repeats the status of the last step, which was checked then.
    _ = unsafe sqlite3_finalize(pointer)
  }

  /// Whether it is between two rows.
  ///
  /// Wraps `sqlite3_stmt_busy`.
  var isRunning: Bool { unsafe sqlite3_stmt_busy(pointer) != 0 }

  /// Binds all parameters, in order from the first.
  ///
  /// Wraps `sqlite3_bind_*`.
  func bind(_ values: [SQLValue], on handle: borrowing DatabaseHandle) throws(ScoreStoreError) {
    precondition(
      unsafe Int(sqlite3_bind_parameter_count(pointer)) == values.count,
      "\(values.count) values for: \(sql)")
    for (index, value) in values.enumerated() {
      let parameter = Int32(index + 1)
      let status = SQLiteStatus.of {
        switch value {
        case .null: unsafe sqlite3_bind_null(pointer, parameter)
        case .integer(let integer): unsafe sqlite3_bind_int64(pointer, parameter, Int64(integer))
        case .real(let real): unsafe sqlite3_bind_double(pointer, parameter, real)
        case .text(var text):
          text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
              unsafe csqlite_bind_text(pointer, parameter, $0.baseAddress, UInt64($0.count))
            }
          }
        }
      }
      guard status.code == SQLITE_OK else { throw handle.failure(status, path: path) }
    }
  }

  /// Goes to the next row and returns whether there is one.
  ///
  /// Wraps `sqlite3_step`.
  func step(on handle: borrowing DatabaseHandle) throws(ScoreStoreError) -> Bool {
    let status = SQLiteStatus.of { unsafe sqlite3_step(pointer) }
    switch status.code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw handle.failure(status, path: path)
    }
  }

  /// Makes the statement ready for another run.
  ///
  /// Wraps `sqlite3_reset` and `sqlite3_clear_bindings`.
  func reset() {
    // Repeats the status of the last step, which was checked then.
    _ = unsafe sqlite3_reset(pointer)
    // Never fails.
    _ = unsafe sqlite3_clear_bindings(pointer)
  }

  // MARK: - The current row

  /// Returns a column's text; nil where it is NULL.
  ///
  /// Wraps `sqlite3_column_text` and `sqlite3_column_bytes`.
  func text(_ column: Int32) -> String? {
    guard let bytes = unsafe sqlite3_column_text(pointer, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Returns a column's number; nil where it is NULL.
  ///
  /// Wraps `sqlite3_column_int64`.
  func integer(_ column: Int32) -> Int? {
    isNull(column) ? nil : unsafe Int(sqlite3_column_int64(pointer, column))
  }

  /// Returns a column's number; nil where it is NULL.
  ///
  /// Wraps `sqlite3_column_double`.
  func real(_ column: Int32) -> Double? {
    isNull(column) ? nil : unsafe sqlite3_column_double(pointer, column)
  }

  /// Returns the text of a column that is never NULL.
  func requiredText(_ column: Int32) throws(ScoreStoreError) -> String {
    guard let text = text(column) else { throw missing(column) }
    return text
  }

  /// Returns the number of a column that is never NULL.
  func requiredInteger(_ column: Int32) throws(ScoreStoreError) -> Int {
    guard let integer = integer(column) else { throw missing(column) }
    return integer
  }

  /// Returns the number of a column that is never NULL.
  func requiredReal(_ column: Int32) throws(ScoreStoreError) -> Double {
    guard let real = real(column) else { throw missing(column) }
    return real
  }

  private func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  private func missing(_ column: Int32) -> ScoreStoreError {
    let name = unsafe sqlite3_column_name(pointer, column).map { unsafe String(cString: $0) }
    return .corrupt(path: path, reason: "a row has no \(name ?? "value")")
  }
}
