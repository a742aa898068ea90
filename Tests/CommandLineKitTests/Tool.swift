import Foundation

/// Runs a tool of the system and collects what it prints.
enum Tool {
  struct Outcome: Equatable {
    var status: Int32
    var output: String
  }

  struct NotStarted: Error {}

  /// Output and errors of a run, together.
  ///
  /// Goes through `popen`, since Foundation's `Process` leaks now and then under LeakSanitizer.
  static func run(
    _ path: String, _ arguments: [String], input: String = "", in directory: borrowing Directory
  ) throws -> Outcome {
    let source = directory.url.appending(path: ".input")
    try Data(input.utf8).write(to: source)
    let words = ([path] + arguments).map(quoted).joined(separator: " ")
    let line = "cd \(quoted(directory.url.path)) && exec \(words) <.input 2>&1"
    guard let stream = unsafe popen(line, "re") else { throw NotStarted() }
    var bytes: [UInt8] = []
    while case let byte = unsafe fgetc(stream), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    // The exit status is the second byte of what wait(2) tells; the first is a signal.
    let status = unsafe pclose(stream)
    return Outcome(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -1,
      output: String(decoding: bytes, as: UTF8.self))
  }

  static func exists(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// An empty directory that is removed with its owner.
  struct Directory: ~Copyable {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    // A directory left behind does not make a test wrong.
    deinit { try? FileManager.default.removeItem(at: url) }
  }
}
