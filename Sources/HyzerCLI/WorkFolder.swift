internal import Evaluation
internal import Foundation
internal import Synchronization

/// A folder for files that are not to stay, removed with the value.
final class WorkFolder: Sendable {
  private static let longestComplaint = 300

  private let path: String
  private let count = Mutex(0)

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("hyzer-\(UUID().uuidString)")
    try OutputFile.makeFolder(url.path)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file that does not exist yet.
  func newFile(_ ending: String) -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return "\(path)/\(number).\(ending)"
  }

  func remove(_ file: String) { try? FileManager.default.removeItem(atPath: file) }

  /// Makes an empty file and opens it to be written.
  func handle(_ file: String) throws -> FileHandle {
    try OutputFile.write("", to: file)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: file))
  }

  func text(_ file: String) throws -> String {
    String(decoding: try JSONFile.contents(of: file), as: UTF8.self)
  }

  /// What a program wrote to a file of complaints, on one line after a colon; empty for nothing.
  func complaint(_ file: String) -> String {
    guard let text = try? self.text(file) else { return "" }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? "" : ": \(words.prefix(Self.longestComplaint))"
  }
}
