internal import Evaluation
internal import Foundation

/// Reads a file line by line, holding one block of it at a time.
struct LineReader {
  /// A longer line is no line of ours, and would otherwise be read whole into memory.
  static let longestLine = 1 << 24
  private static let blockBytes = 1 << 16

  private let path: String
  private let handle: FileHandle
  private var buffer = Data()
  private var isAtEnd = false
  /// The number of the line that was returned last, from 1.
  private(set) var number = 0

  /// Opens a file.
  ///
  /// - Throws: ``Failure`` where it is missing, a directory, or not to be read.
  init(path: String) throws {
    try JSONFile.requireFile(path)
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Failure(.inputOutput, "\"\(path)\": cannot be read; check who may read it")
    }
    self.path = path
    self.handle = handle
  }

  /// Returns the next line without its newline, nil after the last one.
  mutating func next() throws(Failure) -> Data? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        number += 1
        return line
      }
      if isAtEnd {
        guard !buffer.isEmpty else { return nil }
        defer { buffer = Data() }
        number += 1
        return buffer
      }
      guard buffer.count <= LineReader.longestLine else {
        throw Failure(
          .badData, "\"\(path)\" line \(number + 1): longer than \(LineReader.longestLine) bytes")
      }
      do {
        let block = try handle.read(upToCount: LineReader.blockBytes) ?? Data()
        isAtEnd = block.isEmpty
        buffer += block
      } catch {
        throw Failure(.inputOutput, "\"\(path)\": cannot be read: \(error.localizedDescription)")
      }
    }
  }

  /// Returns the next line that holds anything but spaces.
  mutating func nextFilled() throws(Failure) -> Data? {
    while let line = try next() {
      if !line.allSatisfy({ " \t\r".utf8.contains($0) }) { return line }
    }
    return nil
  }

  /// A line of a file, and its number from 1.
  struct Line {
    let number: Int
    let data: Data
  }

  /// Returns all lines of a file that hold anything but spaces.
  static func filledLines(of path: String) throws -> [Line] {
    var reader = try LineReader(path: path)
    var lines: [Line] = []
    while let data = try reader.nextFilled() {
      lines.append(Line(number: reader.number, data: data))
    }
    return lines
  }
}
