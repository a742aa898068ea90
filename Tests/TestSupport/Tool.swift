package import Foundation

/// Runs a tool of the system and collects what it prints.
package enum Tool {
  /// How a run ended.
  package struct Outcome: Equatable, Sendable {
    /// The exit status; -1 for an end by a signal.
    package var status: Int32
    /// Output and errors together.
    package var output: String

    package init(status: Int32, output: String) {
      self.status = status
      self.output = output
    }
  }

  /// The system could not start another process.
  package struct NotStarted: Error {}

  /// Runs a program to its end.
  package static func run(
    _ path: String, _ arguments: [String], input: String = "", in directory: borrowing Directory
  ) throws -> Outcome {
    let source = directory.url.appending(path: ".input")
    try Data(input.utf8).write(to: source)
    let words = ([path] + arguments).map(quoted).joined(separator: " ")
    return try shell("cd \(quoted(directory.url.path)) && exec \(words) <.input 2>&1")
  }

  /// Runs a line of a shell to its end.
  ///
  /// Goes through `popen`, since Foundation's `Process` leaks now and then under LeakSanitizer.
  static func shell(_ line: String) throws -> Outcome {
    guard let stream = unsafe popen(line, "re") else { throw NotStarted() }
    var bytes: [UInt8] = []
    while case let byte = unsafe fgetc(stream), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    // The exit status is the second byte of what wait(2) returns; the first is a signal.
    let status = unsafe pclose(stream)
    return Outcome(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -1,
      output: String(decoding: bytes, as: UTF8.self))
  }

  /// Whether there is a program at a path.
  package static func exists(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// An empty directory that is removed with its owner.
  package struct Directory: ~Copyable {
    package let url: URL

    package init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    // A directory left behind does not make a test wrong.
    deinit { try? FileManager.default.removeItem(at: url) }
  }
}

/// Lends a folder, and removes it with all that is in it.
package func withTemporaryFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
  let folder = try Tool.Directory()
  return try body(folder.url.path)
}

/// Writes a text into a file and returns its path.
package func write(_ text: String, to path: String) throws -> String {
  try text.write(toFile: path, atomically: false, encoding: .utf8)
  return path
}

/// Reads the text of a file.
package func read(_ path: String) throws -> String {
  try String(contentsOfFile: path, encoding: .utf8)
}
