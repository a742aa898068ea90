package import FoundationEssentials
internal import Glibc

/// Why a file cannot be used, in one line that says what to do.
package struct FileFailure: Error, Hashable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// What is in the file is wrong.
    case badData
    /// There is no such file.
    case missing
    /// Reading or writing failed.
    case inputOutput
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// Reads whole files.
package enum InputFile {
  /// Checks that there is a file, and not a directory, at a path.
  package static func require(_ path: String) throws(FileFailure) {
    var isDirectory = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw FileFailure(.missing, "\"\(path)\": no such file; check the path")
    }
    if isDirectory {
      throw FileFailure(.badData, "\"\(path)\": is a directory; name a file in it")
    }
  }

  package static func contents(of path: String) throws(FileFailure) -> Data {
    Data(try bytes(of: path))
  }

  /// Returns what a file holds, no more than so many bytes of it.
  package static func bytes(of path: String, atMost most: Int = .max)
    throws(FileFailure) -> [UInt8]
  {
    try require(path)
    do throws(SystemFault) {
      return try OpenFile(path).read(atMost: most)
    } catch {
      throw FileFailure(.inputOutput, "\"\(path)\": cannot be read: \(error)")
    }
  }
}

extension InputFile {
  /// Returns the text that a file holds.
  package static func text(of path: String) throws(FileFailure) -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }
}

package enum LineReader {
  /// A line without its newline, and its number from 1.
  package struct Line: Sendable {
    package let number: Int
    package let data: Data
  }

  /// Returns the lines that hold anything but spaces.
  package static func filledLines(of path: String) throws(FileFailure) -> [Line] {
    filledLines(in: try InputFile.contents(of: path))
  }

  package static func filledLines(in data: Data) -> [Line] {
    lines(in: data).filter { !$0.data.allSatisfy { " \t\r".utf8.contains($0) } }
  }

  package static func lines(in data: Data) -> [Line] {
    var parts = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts.enumerated().map { Line(number: $0 + 1, data: Data($1)) }
  }
}

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
        "cannot make the folder \"\(path)\": \(SystemFault(error)); name another")
    }
  }

  /// Checks before long work that its result can be written.
  package static func requireWritable(_ path: String) throws(FileFailure) {
    var isDirectory = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory {
      throw failure(path, "it is a folder")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      throw failure(path, "its folder is missing")
    }
  }

  /// Writes a text, replacing what is there.
  package static func write(_ text: String, to path: String) throws {
    try write(to: path) { sink in try sink(text) }
  }

  /// Writes bytes, replacing what is there.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    try replace(path) { file in
      try write(into: file, of: path) { file in try file.write(bytes) }
    }
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
    try replace(path) { file in
      try write(into: file, of: path) { file in
        try body { text in try file.write(text.utf8) }
      }
    }
  }

  /// Lets `body` write into another file, of the same type by its name, that takes the place of this
  /// one when it is whole.
  ///
  /// - Throws: ``FileFailure`` where the file cannot be written, and what `body` throws.
  package static func replace(_ path: String, by body: (_ file: String) throws -> Void) throws {
    try requireWritable(path)
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard isReplaceable(target.path) else { return try body(target.path) }
    let temporary = target.deletingLastPathComponent()
      .appending(path: ".part-" + target.lastPathComponent).path
    do {
      guard FileManager.default.createFile(atPath: temporary, contents: nil) else {
        throw failure(path, "its folder may not be written")
      }
      try body(temporary)
      try rename(temporary, to: target.path)
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)  // The error itself matters more.
      throw error
    }
  }

  /// Adds text to the end of a file, makes the file if there is none, and waits for the disk.
  package static func append(_ text: String, to path: String) throws(FileFailure) {
    do throws(SystemFault) {
      let file = try OpenFile(path, O_WRONLY | O_CREAT | O_APPEND)
      try file.write(text.utf8)
      try file.synchronize()
      try file.close()
    } catch {
      throw failure(path, error)
    }
  }

  /// Writes into a file that is there; `path` is what it becomes.
  private static func write(
    into file: String, of path: String, _ body: (borrowing OpenFile) throws -> Void
  ) throws {
    do {
      let file = try OpenFile(file, O_WRONLY | O_TRUNC)
      try body(file)
      try file.close()
    } catch let error as SystemFault {
      throw failure(path, error)
    }
  }

  private static func isReplaceable(_ path: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return true }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// The file manager's own way of moving a file refuses to replace one.
  private static func rename(_ temporary: String, to path: String) throws(FileFailure) {
    guard unsafe Glibc.rename(temporary, path) == 0 else { throw failure(path, SystemFault.latest) }
  }

  private static func failure(_ path: String, _ reason: some CustomStringConvertible) -> FileFailure
  {
    FileFailure(.inputOutput, "cannot write \"\(path)\": \(reason); check the folder and its space")
  }
}
