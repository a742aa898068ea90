internal import Glibc

/// The score log in an SQLite file.
///
/// What a call that returned has saved survives a crash of the program or the machine; what a call
/// that threw was to save is not there at all. Calls block while they read and write, and wait for
/// other programs that use the file, up to the busy timeout.
public final class ScoreStore {
  let database: Database

  /// Opens the file, and makes it where it does not exist: with three courses and no rounds.
  ///
  /// A file that is no score log, is damaged, or was made by a later version is left as it is.
  /// One that cannot be written can be read, as long as its folder can be written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - makingFolder: Whether to make the folder, and those above it, where they do not exist.
  ///   - busyTimeout: How long to wait for another program to let go of the file.
  /// - Throws: ``ScoreStoreError``.
  public init(
    path: String, makingFolder: Bool = false, busyTimeout: Duration = .seconds(2)
  ) throws(ScoreStoreError) {
    if makingFolder { try Self.makeFolder(ofFile: path) }
    database = try Database(path: path, busyTimeout: busyTimeout)
    try Schema.prepare(database)
  }

  /// The file's path, as it was given.
  public var path: String { database.path }

  /// Whether the file can only be read.
  public var isReadOnly: Bool { database.isReadOnly }

  /// A number that differs from an earlier one if another connection changed the file since.
  ///
  /// Changes through this value do not count.
  ///
  /// - Throws: ``ScoreStoreError``.
  public func dataVersion() throws(ScoreStoreError) -> Int {
    try database.integer("PRAGMA data_version")
  }

  /// Makes the folders above a file, from the uppermost down; wraps `mkdir`.
  private static func makeFolder(ofFile path: String) throws(ScoreStoreError) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      let folder = String(path[..<end])
      if unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST { continue }
      throw .folderFailed(path: folder, reason: unsafe String(cString: strerror(errno)))
    }
  }
}

@available(*, unavailable, message: "a connection and its statements belong to one task at a time")
extension ScoreStore: Sendable {}
