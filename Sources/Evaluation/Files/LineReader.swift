package import Foundation

/// Reads the lines of a file.
package enum LineReader {
  /// A line without its newline, and its number from 1.
  package struct Line: Sendable {
    package let number: Int
    package let data: Data
  }

  package static func lines(of path: String) throws(FileFailure) -> [Line] {
    lines(in: try JSONFile.contents(of: path))
  }

  /// Returns the lines that hold anything but spaces.
  package static func filledLines(of path: String) throws(FileFailure) -> [Line] {
    filledLines(in: try JSONFile.contents(of: path))
  }

  static func filledLines(in data: Data) -> [Line] {
    lines(in: data).filter { !$0.data.allSatisfy { " \t\r".utf8.contains($0) } }
  }

  private static func lines(in data: Data) -> [Line] {
    var parts = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts.enumerated().map { Line(number: $0 + 1, data: Data($1)) }
  }
}
