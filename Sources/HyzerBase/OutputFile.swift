internal import Foundation

/// Writes files so that a kill at any moment leaves a whole file or none.
package enum OutputFile {
  /// Makes a folder, and those around it, if need be.
  package static func makeFolder(_ path: String) throws(FileFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileFailure(
        .inputOutput,
        "cannot make the folder \"\(path)\": \(error.localizedDescription); name another")
    }
  }

  /// Checks before long work that its result can be written.
  package static func requireWritable(_ path: String) throws(FileFailure) {
    var isDirectory: ObjCBool = false
    if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      throw failure(path, "it is a folder")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      throw failure(path, "its folder is missing")
    }
  }

  /// Writes a text, replacing what is there.
  package static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes, replacing what is there.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    try pour(into: path) { handle in try put(Data(bytes), handle, path) }
  }

  /// Writes a text that comes piece by piece, replacing what is there.
  ///
  /// What is no regular file, such as a pipe or a device, is written to and stays what it is; a link
  /// is followed.
  ///
  /// - Throws: ``FileFailure`` where the file cannot be written, and what `body` throws.
  package static func write(
    to path: String, _ body: (_ sink: (String) throws -> Void) throws -> Void
  ) throws {
    try pour(into: path) { handle in
      try body { text in try put(Data(text.utf8), handle, path) }
    }
  }

  /// Lets `body` write into the file of a path, or into another of the same type that takes its place
  /// when it is whole.
  package static func replace(_ path: String, by body: (_ file: String) throws -> Void) throws {
    try requireWritable(path)
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard isReplaceable(target.path) else { return try body(target.path) }
    let temporary = target.deletingLastPathComponent()
      .appendingPathComponent(".part-" + target.lastPathComponent).path
    do {
      guard FileManager.default.createFile(atPath: temporary, contents: nil) else {
        throw failure(path, "its folder may not be written")
      }
      try body(temporary)
      // Foundation's own way of moving a file refuses to replace one.
      guard unsafe rename(temporary, target.path) == 0 else {
        throw failure(path, unsafe String(cString: strerror(errno)))
      }
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)  // The error itself matters more.
      throw error
    }
  }

  /// Adds text to the end of a file, makes the file if there is none, and waits for the disk.
  package static func append(_ text: String, to path: String) throws(FileFailure) {
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
      throw failure(path, error.localizedDescription)
    }
  }

  private static func pour(into path: String, _ body: (FileHandle) throws -> Void) throws {
    try replace(path) { file in
      do {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        defer { try? handle.close() }  // Closed twice, the second time does nothing.
        try body(handle)
        try handle.close()
      } catch let error as CocoaError {
        throw failure(path, error.localizedDescription)
      }
    }
  }

  private static func put(_ data: Data, _ handle: FileHandle, _ path: String) throws(FileFailure) {
    do {
      try handle.write(contentsOf: data)
    } catch {
      throw failure(path, error.localizedDescription)
    }
  }

  private static func isReplaceable(_ path: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return true }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static func failure(_ path: String, _ reason: String) -> FileFailure {
    FileFailure(.inputOutput, "cannot write \"\(path)\": \(reason); check the folder and its space")
  }
}
