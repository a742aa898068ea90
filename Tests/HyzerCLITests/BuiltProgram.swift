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

  /// Runs lines of shell, in which `$HYZER` is the program, and returns the lines that they print.
  static func shell(_ lines: String, in directory: borrowing Tool.Directory) throws -> [String] {
    try Tool.run(
      "/usr/bin/env",
      ["HYZER=\(path)", "HYZER_MODEL=/nowhere", "HYZER_USER=Ann", "/bin/sh", "-c", lines],
      in: directory
    ).output.split(separator: "\n").map(String.init)
  }
}

/// The program in another process, which ends with this value.
final class RunningProgram {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread: [UInt8] = []

  init(_ arguments: [String], environment: [String: String]? = nil) throws {
    // A shell that runs the tests in the background has them, and what they start, ignore Ctrl-C.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal", BuiltProgram.path] + arguments
    if let environment { process.environment = environment }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  // What has ended already cannot be killed, and need not be.
  deinit {
    _ = kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func write(_ lines: [String]) throws {
    try input.fileHandleForWriting.write(
      contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Waits for a line of output; nil where the program ends without one.
  func nextLine() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  func send(_ signal: Int32) { _ = kill(process.processIdentifier, signal) }

  /// Waits for the end, and returns the lines that were printed before it, the exit code, and whether a
  /// signal ended the process.
  func end() throws -> (lines: [String], code: Int32, isKilled: Bool) {
    var lines: [String] = []
    while let line = try nextLine() { lines.append(line) }
    process.waitUntilExit()
    return (lines, process.terminationStatus, process.terminationReason == .uncaughtSignal)
  }
}
