public import Foundation

/// Runs a tool of the system and collects what it prints.
public enum Tool {
  /// How a run ended.
  public struct Outcome: Equatable, Sendable {
    /// The exit status; -1 for an end by a signal.
    public var status: Int32
    /// What was printed.
    public var output: String

    /// Makes an outcome.
    public init(status: Int32, output: String) {
      self.status = status
      self.output = output
    }
  }

  /// The system could not start another process.
  public struct NotStarted: Error {}

  /// Output and errors of a run, together.
  ///
  /// Goes through `popen`, since Foundation's `Process` leaks now and then under LeakSanitizer.
  public static func run(
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

  /// Whether there is a program at a path.
  public static func exists(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// An empty directory that is removed with its owner.
  public struct Directory: ~Copyable {
    /// Where it is.
    public let url: URL

    /// Makes a directory among the temporary files.
    public init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    // A directory left behind does not make a test wrong.
    deinit { try? FileManager.default.removeItem(at: url) }
  }
}
