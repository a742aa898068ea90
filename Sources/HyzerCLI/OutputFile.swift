internal import Foundation
internal import Recordings

/// Writes files so that a kill at any moment leaves a whole file or none.
enum OutputFile {
  static func makeFolder(_ path: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        .inputOutput,
        "cannot make the folder \"\(path)\": \(error.localizedDescription); name another")
    }
  }

  /// Writes a text, replacing what is there.
  static func write(_ text: String, to path: String) throws(Failure) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Failure(
        .inputOutput,
        "cannot write \"\(path)\": \(error.localizedDescription); check the folder and its space")
    }
  }

  /// Writes 16 kHz mono samples, replacing what is there; `part` tells apart those who write at
  /// the same time.
  static func write(
    _ samples: [Int16], to name: String, in folder: String, part: Int = 0
  ) throws {
    let temporary = "\(folder)/.part-\(part)-\(name)"
    let path = "\(folder)/\(name)"
    try Recording.write(
      samples: samples, sampleRateHz: Recording.sampleRateHz, path: temporary)
    // Foundation's own way of moving a file refuses to replace one.
    guard unsafe rename(temporary, path) == 0 else {
      throw Failure(
        .inputOutput,
        "cannot write \"\(path)\": \(unsafe String(cString: strerror(errno))); check the folder")
    }
  }

  /// Adds text to the end of a file, makes the file if there is none, and waits for the disk.
  static func append(_ text: String, to path: String) throws(Failure) {
    do {
      if !FileManager.default.fileExists(atPath: path) {
        try Data().write(to: URL(fileURLWithPath: path))
      }
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(text.utf8))
      try handle.synchronize()
    } catch {
      throw Failure(
        .inputOutput,
        "cannot write \"\(path)\": \(error.localizedDescription); check the folder and its space")
    }
  }
}
