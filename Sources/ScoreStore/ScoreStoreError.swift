public import Golf

/// What kept the score log's file from being read or written.
///
/// Nothing that was saved before is lost by any of these, and nothing is half saved. ``description``
/// says each in full; `path` is the file, and `reason` the message of SQLite, the system or a rule.
public enum ScoreStoreError: Error, Hashable, Sendable {
  case folderFailed(path: String, reason: String)
  case cannotOpen(path: String, reason: String)
  case readOnly(path: String)
  case diskFull(path: String)
  case busy(path: String)
  case inputOutputFailed(path: String, reason: String)
  case corrupt(path: String, reason: String)
  case notADatabase(path: String)
  case foreign(path: String)
  case newerSchema(path: String, version: Int, supported: Int)
  case badLine(number: Int, reason: String)
  case refused(ScoreLogRefusal)
  case ruleBroken(path: String, reason: String)
  case outOfMemory(path: String)
  case internalFault(path: String, reason: String)

  /// What kind of failure it is.
  public enum Category: Hashable, Sendable {
    /// The file's or the import's content is wrong.
    case badData
    /// Reading or writing failed.
    case inputOutput
    /// A rule forbids what was asked.
    case refusal
    /// The program itself is at fault, or the machine is out of memory.
    case internalFault
  }

  /// What kind of failure it is.
  public var category: Category {
    switch self {
    case .folderFailed, .cannotOpen, .readOnly, .diskFull, .busy, .inputOutputFailed: .inputOutput
    case .corrupt, .notADatabase, .foreign, .newerSchema, .badLine: .badData
    case .refused, .ruleBroken: .refusal
    case .outOfMemory, .internalFault: .internalFault
    }
  }
}

extension ScoreStoreError: CustomStringConvertible {
  /// One line that says what failed, on which file, and what to do.
  public var description: String {
    switch self {
    case .folderFailed(let path, let reason):
      "cannot make the folder \"\(path)\" for the score log: \(reason); name another with --db"
    case .cannotOpen(let path, let reason):
      "cannot open the score log \"\(path)\": \(reason); check the path and its permissions"
    case .readOnly(let path):
      "cannot write the score log \"\(path)\": it is read-only; change the permissions of the file and its folder, or name another with --db"
    case .diskFull(let path):
      "cannot write the score log \"\(path)\": the disk is full; free some space and try again"
    case .busy(let path):
      "cannot use the score log \"\(path)\": another program holds it; try again, or close that program"
    case .inputOutputFailed(let path, let reason):
      "cannot read or write the score log \"\(path)\": \(reason); check the disk and try again"
    case .corrupt(let path, let reason):
      "the score log \"\(path)\" is damaged: \(reason); restore a copy of it, or go on in a new file with --db"
    case .notADatabase(let path):
      "\"\(path)\" is no score log: it is not an SQLite database; check the path"
    case .foreign(let path):
      "\"\(path)\" is no score log: it is the database of another program; check the path"
    case .newerSchema(let path, let version, let supported):
      "the score log \"\(path)\" has schema \(version), but this program knows only \(supported); install the later version that made it"
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
