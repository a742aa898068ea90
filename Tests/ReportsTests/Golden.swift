import Foundation
import Testing

/// Reports as they were when somebody last looked at them.
enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  /// Compares a whole text with the file of a name, or writes it where `HYZER_UPDATE_GOLDEN` is 1.
  static func expect(
    _ text: String, toBe name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["HYZER_UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(
      firstDifference(text, golden) == nil,
      "\(name) is another; look at it and run the tests with HYZER_UPDATE_GOLDEN=1",
      sourceLocation: sourceLocation)
  }

  /// The first line in which two texts differ, since whole pages would fill the log.
  private static func firstDifference(_ text: String, _ golden: String) -> String? {
    guard text != golden else { return nil }
    let (lines, expected) = (
      text.components(separatedBy: "\n"), golden.components(separatedBy: "\n")
    )
    let index = zip(lines, expected).enumerated().first { $1.0 != $1.1 }?.offset
    guard let index else { return "\(lines.count) lines instead of \(expected.count)" }
    return "line \(index + 1): \(lines[index])\ninstead of: \(expected[index])"
  }
}
