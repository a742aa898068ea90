package import DiscGolf
package import Foundation

/// Makes a round of players given by name, without ceremony.
package func makeRound(_ names: [String], par: Int = 3, hole: Int? = 7) throws -> Round {
  try Round(hole: hole, par: par, roster: Roster(names.map { Player(name: $0) }))
}

/// Makes a result of so many strokes, or no score for 0; nil where nobody can have them.
package func holeResult(_ strokes: Int) -> HoleResult? {
  strokes == 0 ? .noScore : Strokes(strokes).map { .strokes($0) }
}

/// The recordings that come with the project.
package enum DemoAudio {
  /// The project's folder.
  package static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the path of a file in `Audio`.
  package static func path(_ name: String) -> String {
    project.appending(path: "Audio").appending(path: name).path
  }
}

/// A text as it was when somebody last looked at it, in the folder `Golden` beside a test.
package struct GoldenFile {
  private let file: URL

  /// The golden file of a name, beside the file of the test.
  package init(_ name: String, besideTest test: String = #filePath) {
    file = URL(filePath: test).deletingLastPathComponent().appending(path: "Golden")
      .appending(path: name)
  }

  /// Compares a whole text with the file, or writes it where `HYZER_UPDATE_GOLDEN` is 1.
  ///
  /// - Returns: The first line in which they differ, since whole pages would fill the log, and what
  ///   to do; nil where they are the same.
  package func difference(from text: String) throws -> String? {
    if ProcessInfo.processInfo.environment["HYZER_UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    guard text != golden else { return nil }
    let (lines, expected) = (
      text.components(separatedBy: "\n"), golden.components(separatedBy: "\n")
    )
    let index = zip(lines, expected).enumerated().first { $1.0 != $1.1 }?.offset
    let difference =
      index.map { "line \($0 + 1): \(lines[$0])\ninstead of: \(expected[$0])" }
      ?? "\(lines.count) lines instead of \(expected.count)"
    return "\(file.lastPathComponent) differs; look at it and run the tests with "
      + "HYZER_UPDATE_GOLDEN=1\n\(difference)"
  }
}
