internal import Glibc

/// A copy of a file of an earlier version, on the disk beside it, for the time until it is brought up
/// to date.
struct SchemaCopy: ~Copyable {
  /// The file of which it is a copy.
  private let original: String
  /// Where it is while it is not kept: a name that nothing else has.
  private let path: String
  /// Where it is kept; nil while it is not.
  private var kept: String?

  /// Makes a copy, and waits until it is on the disk.
  static func make(of database: Database) throws -> SchemaCopy {
    var name = Array("\(database.path).copy-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw failure(database.path) }
    // Nothing is written through it.
    defer { _ = close(descriptor) }
    let copy = SchemaCopy(
      original: database.path,
      path: String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    try database.copy(to: copy.path)
    guard fsync(descriptor) == 0 else { throw failure(database.path) }
    return copy
  }

  /// It is left behind only where a program is killed.
  deinit { _ = unsafe unlink(path) }

  /// Lets it stay, under a name that says the version; a file that has that name stays too.
  mutating func keep(version: Int) throws {
    var number = 1
    var name = "\(original).schema-\(version)"
    // A file of ours takes the name first: to move one never fails where there is another.
    var place = unsafe open(name, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    while place < 0 {
      guard errno == EEXIST else { throw Self.failure(original) }
      number += 1
      name = "\(original).schema-\(version)-\(number)"
      place = unsafe open(name, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    }
    // Nothing was written to it.
    _ = close(place)
    kept = name
    guard unsafe rename(path, name) == 0 else { throw Self.failure(original) }
  }

  /// Removes it, since the original has not changed.
  mutating func giveUp() {
    if let kept { _ = unsafe unlink(kept) }
    kept = nil
  }

  private static func failure(_ path: String) -> ScoreStoreError {
    .copyFailed(path: path, reason: unsafe String(cString: strerror(errno)))
  }
}
