internal import CSQLite

/// An SQLite connection, closed with the value.
@safe
struct DatabaseHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Opens a file, which is made where it does not exist.
  ///
  /// Wraps `sqlite3_open_v2`.
  ///
  /// - Parameters:
  ///   - name: What SQLite is to open; see its manual for names with a meaning.
  ///   - path: The path that errors name.
  /// - Returns: The connection.
  /// - Throws: ``ScoreStoreError``.
  static func open(name: String, path: String) throws(ScoreStoreError) -> DatabaseHandle {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE
    let status = SQLiteStatus.of {
      unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    }
    // "Whether or not an error occurs when it is opened, resources associated with the database
    // connection handle should be released": without memory there is no handle.
    guard let pointer = unsafe opened else { throw .outOfMemory(path: path) }
    let handle = unsafe DatabaseHandle(taking: pointer)
    guard status.code == SQLITE_OK else {
      throw handle.failure(status.whereFolderForbids(path), path: path)
    }
    return handle
  }

  private init(taking pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit {
    // The statements are finalised before or after: the connection lives as long as they do.
    _ = unsafe sqlite3_close_v2(pointer)
  }

  /// Translates the status of a call on this connection that just failed.
  ///
  /// Wraps `sqlite3_errmsg`.
  func failure(_ status: SQLiteStatus, path: String) -> ScoreStoreError {
    status.error(path: path, reason: unsafe String(cString: sqlite3_errmsg(pointer)))
  }
}
