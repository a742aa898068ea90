internal import CSQLite
internal import Glibc

/// The status of an SQLite call that failed.
struct SQLiteStatus: Hashable {
  /// The extended result code.
  let code: Int32
  /// What `errno` said when the system refused something, or 0.
  let systemError: Int32

  /// What a full disk, a used-up quota and a limit on a file's size look like.
  private static let noSpace: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]

  /// Returns the error to which the status belongs.
  func error(path: String, reason: String) -> ScoreStoreError {
    // The low byte is the primary result code.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(path: path)
    case SQLITE_FULL: .diskFull(path: path)
    case SQLITE_IOERR:
      Self.noSpace.contains(systemError)
        ? .diskFull(path: path) : .inputOutputFailed(path: path, reason: withSystemError(reason))
    case SQLITE_READONLY: .readOnly(path: path)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      Self.noSpace.contains(systemError)
        ? .diskFull(path: path) : .cannotOpen(path: path, reason: withSystemError(reason))
    case SQLITE_NOTADB: .notADatabase(path: path)
    // Statements are fixed texts: one that does not fit tells that tables are not as they were.
    case SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_FORMAT, SQLITE_MISMATCH:
      .corrupt(path: path, reason: reason)
    case SQLITE_CONSTRAINT: .ruleBroken(path: path, reason: reason)
    case SQLITE_NOMEM: .outOfMemory(path: path)
    default: .internalFault(path: path, reason: "\(reason) (code \(code))")
    }
  }

  private func withSystemError(_ reason: String) -> String {
    guard systemError != 0 else { return reason }
    return "\(reason) (\(unsafe String(cString: strerror(systemError))))"
  }
}
