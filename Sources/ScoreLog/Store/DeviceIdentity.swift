internal import DiscGolf
internal import Foundation
internal import Glibc

/// Tells a log's file from copies and from earlier states of itself, by a note in a file beside it.
///
/// Two files that wrote as the same device would give the same numbers to different events. So a file
/// without its note, with that of another machine or another file (as where a folder was copied), or with
/// fewer events than the note says, takes a new identifier.
struct DeviceIdentity {
  private struct Note: Equatable {
    let device: DeviceID
    let machine: String
    /// The greatest `sequence` of the events that the file has had.
    let sequence: Int
    /// The number of the file in its file system.
    let inode: UInt64

    init(device: DeviceID, sequence: Int, inode: UInt64) {
      (self.device, self.sequence, self.inode) = (device, sequence, inode)
      let id = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
      machine = id?.split(separator: "\n").first.map { String($0) } ?? "unknown"
    }

    init?(contentsOf path: String) {
      let parts = (try? String(contentsOfFile: path, encoding: .utf8))?.split(
        whereSeparator: \.isWhitespace)
      guard let parts, parts.count == 4, let sequence = Int(parts[2]), let inode = UInt64(parts[3])
      else { return nil }
      (device, machine) = (DeviceID(String(parts[0])), String(parts[1]))
      (self.sequence, self.inode) = (sequence, inode)
    }

    /// Of the same length whatever the number, so that it can be replaced in place.
    var text: String {
      "\(device) \(machine) " + String(format: "%020lld %020llu\n", Int64(sequence), inode)
    }
  }

  /// Where the note is: beside the file itself, also where a symbolic link leads to it.
  private let path: String
  private let inode: UInt64

  /// Takes up the device that a file is, or makes a new one of it.
  init(of database: Database, _ newDevice: () -> DeviceID) throws {
    let file = try Self.file(of: database)
    (path, inode) = (file.path + ".device", file.inode)
    do {
      if !database.isReadOnly { try takeUp(database, newDevice) }
    } catch ScoreStoreError.corrupt {
      // What can still be read is to be read, and the audit is to say what is damaged.
    }
  }

  /// Returns where a log's file is, behind symbolic links, and its number.
  private static func file(of database: Database) throws -> (path: String, inode: UInt64) {
    func failure() -> ScoreStoreError {
      .cannotOpen(path: database.path, reason: unsafe String(cString: strerror(errno)))
    }
    guard let resolved = unsafe realpath(database.path, nil) else { throw failure() }
    defer { unsafe free(resolved) }
    var status = stat()
    guard unsafe stat(resolved, &status) == 0 else { throw failure() }
    return (unsafe String(cString: resolved), UInt64(status.st_ino))
  }

  private func takeUp(_ database: Database, _ newDevice: () -> DeviceID) throws {
    // The note first: the file may grow meanwhile.
    guard try !fits(Note(contentsOf: path), database) else { return }
    try database.write {
      // Another program may have been faster.
      guard try !fits(Note(contentsOf: path), database) else { return }
      let id = newDevice()
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

  /// Whether a note is that of a file, or of an earlier state of it.
  private func fits(_ note: Note?, _ database: Database) throws -> Bool {
    guard let note, let device = try database.knownDevice() else { return false }
    let own = Note(device: device, sequence: note.sequence, inode: inode)
    return try note == own && note.sequence <= database.lastSequence()
  }

  private static func write(_ note: Note, to path: String) -> Bool {
    let file = unsafe open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let bytes = Array(note.text.utf8)
    let written = unsafe pwrite(file, bytes, bytes.count, 0)
    // That of another machine may be longer.
    let isWhole = written == bytes.count && ftruncate(file, off_t(bytes.count)) == 0
    return close(file) == 0 && isWhole
  }
}

extension Database {
  /// Returns the device that the file is; that of no device where it cannot be written.
  func thisDevice() throws -> DeviceID { try knownDevice() ?? .unknown }

  /// What people call the device that the file is; nil where nobody has said.
  func thisDeviceName() throws -> String? {
    let name: String?? = try value("SELECT name FROM this_device")
    return name ?? nil
  }

  fileprivate func knownDevice() throws -> DeviceID? { try value("SELECT id FROM this_device") }

  func setThisDevice(_ id: DeviceID) throws {
    try run(
      """
      INSERT INTO this_device (singleton, id) VALUES (1, ?)
        ON CONFLICT (singleton) DO UPDATE SET id = excluded.id
      """, [id])
  }

  /// Lets what the file's own device made come in as what others made does, while `body` takes it in: a file that was restored gets back what it had.
  func receiving<Value>(_ body: () throws -> Value) throws -> Value {
    try part {
      try run("UPDATE this_device SET is_receiving = 1")
      let value = try body()
      try run("UPDATE this_device SET is_receiving = 0")
      return value
    }
  }

  func lastSequence() throws -> Int {
    try integer("SELECT coalesce(max(sequence), 0) FROM events")
  }
}
