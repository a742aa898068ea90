import Foundation
import TestSupport

@testable import ScoreLog

/// Where a peer of a simulation has its log, and what befalls that.
protocol LogKeeper: AnyObject {
  /// Opens the log as a process that starts does; the one that had it open is killed.
  func open() throws -> ScoreStore
  /// Keeps a copy of the log as it is.
  func backUp() throws
  /// Puts that copy back, or a log as it began where there is none; where that goes `unnoticed` it writes as the device
  /// that it was then.
  func restore(unnoticed: Bool) throws
}

/// A log in an SQLite file.
final class FileLog: LogKeeper {
  private struct Backup {
    let file: String
    let note: Data
  }

  private let folder: Tool.Directory
  private let newDevice: () -> DeviceID
  /// Whether it begins again empty where its process was killed, as if nothing had been on the disk.
  private let isForgetful: Bool
  /// How often there was another file.
  private var lives = 0
  private var path: String
  private var backup: Backup?

  init(isForgetful: Bool, newDevice: @escaping () -> DeviceID) throws {
    (self.isForgetful, self.newDevice) = (isForgetful, newDevice)
    folder = try Tool.Directory()
    path = folder.url.appending(path: "0.db").path
  }

  func open() throws -> ScoreStore {
    if isForgetful { path = newPath() }
    // The one that is killed does not close the file.
    let store = try ScoreStore(path: path, busyTimeout: .zero, newDevice: newDevice)
    // No power fails here, and hundreds of schedules would wait for the disk most of the time.
    try store.database.execute("PRAGMA synchronous = OFF")
    return store
  }

  private func newPath() -> String {
    lives += 1
    return folder.url.appending(path: "\(lives).db").path
  }

  func backUp() throws {
    let file = newPath()
    try Database(path: path, .existing, busyTimeout: .zero).run("VACUUM INTO ?", [file])
    backup = Backup(file: file, note: try Data(contentsOf: URL(filePath: path + ".device")))
  }

  func restore(unnoticed: Bool) throws {
    let note = try Data(contentsOf: URL(filePath: path + ".device"))
    path = newPath()
    guard let backup else { return }
    try FileManager.default.copyItem(atPath: backup.file, toPath: path)
    let newNote = URL(filePath: path + ".device")
    switch lives % 3 {
    case _ where unnoticed:
      try backup.note.write(to: newNote)
      try renewDeviceNote(ofLog: path)
    case 0:
      try note.write(to: newNote)
      try renewDeviceNote(ofLog: path)
    case 1:
      // Into the files that are there, with the note that was theirs.
      try backup.note.write(to: newNote)
      try renewDeviceNote(ofLog: path)
      try putBack([".device": Data(contentsOf: newNote)], ofLog: path)
    default: break
    }
  }
}
