internal import Glibc
internal import HyzerBase

/// Tells a log's file from copies and from earlier states of itself, by a note in a file beside it.
///
/// Two files that wrote as the same device would give the same numbers to different events. So a file
/// without its note, with that of another machine or another file (as where a folder was copied), with
/// fewer events than the note says, or with a note that something else than this program wrote (as where a
/// backup was put back in place), takes a new identifier.
struct DeviceIdentity {
  private struct Note: Equatable {
    let device: DeviceID
    let machine: String
    /// The greatest `sequence` of the events that the file has had.
    let sequence: Int
    /// The number of the log's file in its file system.
    let inode: UInt64
    /// When the note was written, by the clock of its file system, in ns since 1970.
    var writtenAt: Int

    init(device: DeviceID, sequence: Int, inode: UInt64, writtenAt: Int = 0) {
      (self.device, self.sequence, self.inode) = (device, sequence, inode)
      self.writtenAt = writtenAt
      let id = try? InputFile.text(of: "/etc/machine-id")
      machine = id?.split(separator: "\n").first.map { String($0) } ?? "unknown"
    }

    /// Reads a note; nil where there is none.
    init?(_ text: String) {
      let parts = text.split(whereSeparator: \.isWhitespace)
      guard parts.count == 5, let sequence = Int(parts[2]), let inode = UInt64(parts[3]),
        let writtenAt = Int(parts[4])
      else { return nil }
      (device, machine) = (DeviceID(String(parts[0])), String(parts[1]))
      (self.sequence, self.inode, self.writtenAt) = (sequence, inode, writtenAt)
    }

    /// Of the same length whatever the numbers, so that it can be replaced in place.
    var text: String {
      "\(device) \(machine) "
        + "\(sequence.digits(20)) \(inode.digits(20)) \(writtenAt.digits(20))\n"
    }
  }

  /// Where the note is: beside the file itself, also where a symbolic link leads to it.
  private let path: String
  private let inode: UInt64

  /// Takes up the device that a file is, or makes a new one of it.
  init(of database: Database) throws {
    let file = try Self.file(of: database)
    (path, inode) = (file.path + ".device", file.inode)
    do {
      if !database.isReadOnly { try takeUp(database) }
    } catch ScoreStoreError.corrupt {
      // What can still be read is to be read, and the audit is to say what is damaged.
    }
  }

  /// Returns where a log's file is, behind symbolic links, and its number.
  private static func file(of database: Database) throws -> (path: String, inode: UInt64) {
    func failure() -> ScoreStoreError {
      .cannotOpen(path: database.path, reason: "\(SystemFault.latest)")
    }
    guard let resolved = unsafe realpath(database.path, nil) else { throw failure() }
    defer { unsafe free(resolved) }
    var status = stat()
    guard unsafe stat(resolved, &status) == 0 else { throw failure() }
    return (unsafe String(cString: resolved), UInt64(status.st_ino))
  }

  private func takeUp(_ database: Database) throws {
    // The note first: the file may grow meanwhile.
    guard try !fits(database) else { return }
    try database.write {
      // Another program may have been faster.
      guard try !fits(database) else { return }
      let id = database.newDevice()
      let note = Note(device: id, sequence: try database.lastSequence(), inode: inode)
      guard Self.write(note, to: path) else {
        // Without a note nothing can be told apart, and a file is to be one device all the same.
        if try database.knownDevice() == nil { try database.setThisDevice(id) }
        return
      }
      try database.setThisDevice(id)
    }
  }

  func note(_ database: Database) {
    guard let device = try? database.knownDevice(), let sequence = try? database.lastSequence()
    else { return }
    // Where it fails, less is told apart; the scores are safe.
    _ = Self.write(Note(device: device, sequence: sequence, inode: inode), to: path)
  }

  /// Whether the note is that of the file as it is, or of an earlier state of it.
  private func fits(_ database: Database) throws -> Bool {
    guard let note = read(), let device = try database.knownDevice() else { return false }
    let own = Note(
      device: device, sequence: note.sequence, inode: inode, writtenAt: note.writtenAt)
    return try note == own && note.sequence <= database.lastSequence()
  }

  // MARK: - The note's file

  /// How much later than the note says its file may have been changed, in ns; chosen: programs that are held up
  /// between two calls, where whoever puts a backup back takes longer.
  private static let longestDelay = 20_000_000
  /// How much earlier: file systems round times, to 2 s at most.
  private static let coarsestTime = 2_000_000_000

  /// Returns the note that this program has written; nil where none is there, or it was copied, also into the same
  /// file: nobody but the kernel sets when a file was last changed (`st_ctim`).
  private func read() -> Note? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    // Nothing is written through it.
    defer { _ = close(file) }
    // Nobody else is in the middle of it, where the file system has locks.
    _ = flock(file, LOCK_SH)
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe pread(file, &bytes, bytes.count, 0)
    guard count > 0, let note = Note(String(decoding: bytes.prefix(count), as: UTF8.self)),
      Self.isDated(note, file)
    else { return nil }
    return note
  }

  /// Whether a note's file was last changed when the note says.
  private static func isDated(_ note: Note, _ file: Int32) -> Bool {
    guard let changedAt = changedAt(file) else { return false }
    return -coarsestTime...longestDelay ~= changedAt &- note.writtenAt
  }

  private static func write(_ note: Note, to path: String) -> Bool {
    let file = unsafe open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    // Given back when the file is closed.
    _ = flock(file, LOCK_EX)
    var note = note
    // Only once it is written the file system says when that was; whoever was held up in between writes it again.
    var isWritten = write(note, to: file)
    for _ in 0..<10 where isWritten && !isDated(note, file) {
      note.writtenAt = changedAt(file) ?? 0
      isWritten = write(note, to: file)
    }
    return close(file) == 0 && isWritten
  }

  private static func write(_ note: Note, to file: Int32) -> Bool {
    let bytes = Array(note.text.utf8)
    // That of another machine may be longer.
    return unsafe pwrite(file, bytes, bytes.count, 0) == bytes.count
      && ftruncate(file, off_t(bytes.count)) == 0
  }

  /// Returns when an open file was last changed, in ns since 1970; nil where the system does not say.
  private static func changedAt(_ file: Int32) -> Int? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return nil }
    // No time of a damaged file system ends the program.
    return status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
  }
}
