internal import CSQLite
internal import Glibc

/// The status of an SQLite call, with what the system had to say.
struct SQLiteStatus: Hashable {
  /// The extended result code.
  let code: Int32
  /// `errno` where the system refused something during the call, or 0.
  let systemError: Int32

  /// Makes one SQLite call.
  ///
  /// `sqlite3_system_errno` tells nothing of a commit that fails, so `errno` itself is asked.
  static func of(_ call: () -> Int32) -> SQLiteStatus {
    errno = 0
    let code = call()
    return SQLiteStatus(code: code, systemError: errno)
  }

  /// Returns the status of opening a file, with the reason of its folder if that is to blame.
  ///
  /// What SQLite tried last was to read a file that is not there, which hides why it could not be
  /// made.
  func whereFolderForbids(_ path: String) -> SQLiteStatus {
    guard code & 0xFF == SQLITE_CANTOPEN, systemError == ENOENT else { return self }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard unsafe access(folder, W_OK | X_OK) != 0 else { return self }
    return SQLiteStatus(code: code, systemError: errno)
  }

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
