internal import Foundation
internal import ScoreLog

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
  /// One that cannot be written can be read.
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

  private static func makeFolder(ofFile path: String) throws(ScoreStoreError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      let reason = cause.map { unsafe String(cString: strerror(Int32($0.code))) }
      throw .folderFailed(path: folder.path, reason: reason ?? error.localizedDescription)
    }
  }
}

@available(*, unavailable, message: "a connection and its statements belong to one task at a time")
extension ScoreStore: Sendable {}
