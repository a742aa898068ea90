internal import CSQLite
internal import Glibc
internal import HyzerBase

/// What kept the score log's file from being read or written.
///
/// Nothing that was saved before is lost by any of these, and nothing is half saved. ``description``
/// says each in full; `path` is the file, and `reason` the message of SQLite, the system or a rule.
public enum ScoreStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder of a new file cannot be made.
  case folderFailed(path: String, reason: String)
  /// The file does not exist, and is not made to be read.
  case missing(path: String)
  /// The file cannot be opened or made.
  case cannotOpen(path: String, reason: String)
  /// The file cannot be written.
  case readOnly(path: String)
  /// The disk has no room left.
  case diskFull(path: String)
  /// Another program holds the file, longer than was to be waited.
  case busy(path: String)
  /// The path no longer leads to the file that was opened.
  case moved(path: String)
  /// The disk cannot be read or written.
  case inputOutputFailed(path: String, reason: String)
  /// The file is damaged.
  case corrupt(path: String, reason: String)
  /// The file is no SQLite database.
  case notADatabase(path: String)
  /// The file is the database of another program.
  case foreign(path: String)
  /// The file was made by a program of another version.
  case otherSchema(path: String, version: Int, supported: Int)
  /// A line of an import is no event, or contradicts the log or a rule; lines count from 1.
  case badLine(number: Int, reason: String)
  /// A rule forbids it, or the log does not know what it is about.
  case refused(ScoreLogRefusal)
  /// A rule of the file itself forbids it.
  case ruleBroken(path: String, reason: String)
  /// There is no memory left.
  case outOfMemory(path: String)
  /// The log was used wrongly.
  case internalFault(path: String, reason: String)

  /// Whose fault an error is.
  public enum Category: Hashable, Sendable {
    /// What was read is wrong.
    case badData
    /// There is nothing to read.
    case missing
    /// The system or another program is in the way.
    case inputOutput
    /// A rule forbids it.
    case refusal
    /// The program is wrong, or the machine has no memory left.
    case internalFault
  }

  /// What kind of error it is.
  public var category: Category {
    switch self {
    case .missing: .missing
    case .folderFailed, .cannotOpen, .readOnly, .diskFull, .busy, .moved, .inputOutputFailed:
      .inputOutput
    case .corrupt, .notADatabase, .foreign, .otherSchema, .badLine: .badData
    case .refused, .ruleBroken: .refusal
    case .outOfMemory, .internalFault: .internalFault
    }
  }

  /// Whether it may come of something that a reader writes beside the file.
  var isOfWriting: Bool {
    switch self {
    case .readOnly, .diskFull, .cannotOpen, .inputOutputFailed: true
    default: false
    }
  }

  /// One line: what, where and what to do.
  public var description: String {
    switch self {
    case .folderFailed(let path, let reason):
      "cannot make the folder \"\(path)\" for the score log: \(reason); name another with --db"
    case .missing(let path):
      "there is no score log \"\(path)\"; check the path, or make one with `hyzer round new`"
    case .cannotOpen(let path, let reason):
      "cannot open the score log \"\(path)\": \(reason); check the path and its permissions"
    case .readOnly(let path):
      "cannot write the score log \"\(path)\": it is read-only; change the permissions of the file and its folder, or name another with --db"
    case .diskFull(let path):
      "cannot write the score log \"\(path)\": the disk is full; free some space and try again"
    case .busy(let path):
      "cannot use the score log \"\(path)\": another program holds it; try again, or close that program"
    case .moved(let path):
      "the score log \"\(path)\" was removed or replaced while it was in use; put it back, or start again to go on in what is there now"
    case .inputOutputFailed(let path, let reason):
      "cannot read or write the score log \"\(path)\": \(reason); check the disk and try again"
    case .corrupt(let path, let reason):
      "the score log \"\(path)\" is damaged: \(reason); restore a copy of it, or go on in a new file with --db"
    case .notADatabase(let path):
      "\"\(path)\" is no score log: it is not an SQLite database; check the path"
    case .foreign(let path):
      "\"\(path)\" is no score log: it is the database of another program; check the path"
    case .otherSchema(let path, let version, let supported) where version > supported:
      "the score log \"\(path)\" has schema \(version), but this program knows only \(supported); install the later version that made it"
    case .otherSchema(let path, let version, let supported):
      "the score log \"\(path)\" has schema \(version), but this program knows only \(supported); export it with the earlier version that made it, and import that into a new file"
    case .badLine(let number, let reason):
      "line \(number): \(reason); nothing was imported"
    case .refused(let refusal):
      refusal.description
    case .ruleBroken(let path, let reason):
      "the score log \"\(path)\" refuses it: \(reason); nothing was saved"
    case .outOfMemory(let path):
      "cannot use the score log \"\(path)\": out of memory; close other programs"
    case .internalFault(let path, let reason):
      "the score log \"\(path)\" was used wrongly: \(reason); report this as a bug"
    }
  }
}

/// The status of an SQLite call, with what the system had to say.
struct SQLiteStatus: Hashable {
  let code: Int32
  /// `errno` where the system refused something during the call, or 0.
  let systemError: Int32

  /// Makes one SQLite call.
  ///
  /// `sqlite3_system_errno` stays 0 where a commit fails, so `errno` itself is read.
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
    // Statements are fixed texts: where one does not fit, the tables are not as they were.
    case SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_FORMAT, SQLITE_MISMATCH:
      .corrupt(path: path, reason: reason)
    case SQLITE_CONSTRAINT: .ruleBroken(path: path, reason: reason)
    case SQLITE_NOMEM: .outOfMemory(path: path)
    default: .internalFault(path: path, reason: "\(reason) (code \(code))")
    }
  }

  private func withSystemError(_ reason: String) -> String {
    guard systemError != 0 else { return reason }
    return "\(reason) (\(SystemFault(systemError)))"
  }
}
