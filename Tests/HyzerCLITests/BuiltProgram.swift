import Foundation
import TestSupport

/// The program as the build leaves it, for what only another process can show.
enum BuiltProgram {
  /// Beside the bundle of the tests, wherever the build puts its products.
  static let path = {
    let arguments = CommandLine.arguments
    let bundle = arguments.firstIndex(of: "--test-bundle-path").flatMap {
      arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil
    }
    return URL(fileURLWithPath: bundle ?? arguments[0]).deletingLastPathComponent()
      .appending(path: "hyzer").path
  }()

  /// Runs a line of shell in which `$HYZER` is the program.
  static func shell(_ line: String, in directory: borrowing Tool.Directory) throws -> Tool.Outcome {
    try Tool.run(
      "/usr/bin/env",
      ["HYZER=\(path)", "HYZER_MODEL=/nowhere", "HYZER_USER=Ann", "/bin/sh", "-c", line],
      in: directory)
  }
}
