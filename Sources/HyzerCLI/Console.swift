internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
internal import HyzerVoice
internal import Synchronization

/// Where a command's text goes and comes from; tests put their own in place of the terminal.
package struct Console: Sendable {
  /// Writes to standard output.
  let write: @Sendable (String) throws -> Void
  let writeError: @Sendable (String) -> Void
  /// Waits for bytes of standard input and returns those that are there, at most a number of them;
  /// none at its end.
  var readInput: @Sendable (Int) throws -> [UInt8] = { _ in [] }
  /// Whether standard error is a terminal, on which progress is worth showing.
  var showsProgress = false
  /// Whether somebody can see a screen and press keys: standard input and output are a terminal.
  var isTerminal = false
  /// How many columns the terminal has that standard output is; nil where it is none.
  var columns: @Sendable () -> Int? = { nil }
  var environment: [String: String] = [:]

  /// The process's own standard streams and environment.
  package static let standard = {
    let errors = StandardStreams.prepare()
    return Console(
      write: { try StandardStreams.write($0, to: STDOUT_FILENO) },
      // Where standard error is closed nothing can be reported.
      writeError: { try? StandardStreams.write($0, to: errors) },
      readInput: StandardStreams.read,
      showsProgress: isatty(errors) == 1,
      isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
      columns: StandardStreams.columns, environment: ProcessInfo.processInfo.environment)
  }()

  // MARK: - Output

  func line(_ text: String) throws { try piece(text + "\n") }

  /// Writes a part of a line.
  func piece(_ text: String) throws {
    do { try write(text) } catch { throw LostAnswer(reason: "\(error)") }
  }

  /// Writes lines at once, so that whoever reads no more than the first of a few takes nothing from
  /// the others.
  func lines(_ lines: [String]) throws {
    if !lines.isEmpty { try piece(lines.map { $0 + "\n" }.joined()) }
  }

  func json(_ object: JSONObject) throws { try json(of: object) }

  /// Writes a value as JSON on one line, its keys in alphabetical order.
  func json(of value: some Encodable) throws { try line(JSONLine.encode(value)) }

  func errorLine(_ text: String) {
    writeError(text.replacing("\n", with: " ") + "\n")
  }

  // MARK: - Input

  /// Waits for the next bytes of standard input; none at its end.
  fileprivate func nextInput() throws(Failure) -> [UInt8] {
    do { return try readInput(1 << 16) } catch {
      throw Failure(.inputOutput, "cannot read standard input: \(error); check where it comes from")
    }
  }

  /// Reads everything up to the end of standard input, or fails where that is more than `limit` bytes.
  func inputBytes(limit: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count <= limit {
      let next = try nextInput()
      if next.isEmpty { return all }
      all += next
    }
    throw Failure(.badData, "standard input is longer than \(limit) bytes; give less at a time")
  }

  /// Reads 16-bit little-endian samples, at most `limit` of them.
  func inputSamples(limit: Int) throws -> [Int16] {
    let bytes = try inputBytes(limit: limit * 2)
    guard bytes.count.isMultiple(of: 2) else {
      throw Failure(
        .badData, "standard input ends within a sample; give 16 kHz mono s16le, two bytes each")
    }
    guard !bytes.isEmpty else {
      throw Failure(.badData, "standard input has no samples; give 16 kHz mono s16le")
    }
    return Recording(littleEndian: bytes).samples
  }
}

/// What was to be printed could not be written to standard output.
struct LostAnswer: Error {
  let reason: String
  /// How much was saved, where something was.
  var saved = "saved"

  /// The failure to report, after a command that changed the score log or one that did not.
  func failure(afterSaving hasSaved: Bool) -> Failure {
    Failure(
      .inputOutput,
      hasSaved
        ? "\(saved), only the answer could not be written to standard output: \(reason); "
          + "see what is saved with hyzer round show"
        : "cannot write to standard output: \(reason); check where it goes")
  }
}

private enum StandardStreams {
  /// Makes the streams safe to use, and returns the descriptor on which to report errors.
  ///
  /// It is not standard error itself, where libraries print what nobody asked for and are silenced.
  static func prepare() -> Int32 {
    // Writing then fails, with a reason that can be reported, where it would end the process.
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    // A file that is opened later must not get the number of a stream that is closed. What stands in
    // its place refuses to be read or written, as a closed stream does.
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", mode)
    }
    let errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    return errors < 0 ? STDERR_FILENO : errors
  }

  /// Writes all of a text; a signal does not end it.
  static func write(_ text: String, to descriptor: Int32) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { bytes = bytes.dropFirst(count) } else { try throwUnlessInterrupted(errno) }
    }
  }

  /// Waits for bytes on standard input; what has come is returned at once, and a signal does not end
  /// it.
  @Sendable static func read(_ count: Int) throws -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let got = unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, count)
        failure = got < 0 ? errno : 0
        filled = max(got, 0)
      }
      if failure == 0 { return bytes }
      try throwUnlessInterrupted(failure)
    }
  }

  /// Returns how many columns the terminal of standard output has.
  @Sendable static func columns() -> Int? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  private static func throwUnlessInterrupted(_ code: Int32) throws {
    if code != EINTR { throw Fault(description: "\(SystemFault(code))") }
  }

  /// What kept a stream from being read or written, in the system's words.
  private struct Fault: Error, CustomStringConvertible {
    let description: String
  }
}

/// Reads standard input line by line, each as soon as it has come.
final class TypedLines: Sendable {
  /// What keeps a line from being read as text.
  enum Fault: Error {
    /// It is not UTF-8; the text has replacement characters in place of what is not.
    case notText(String)
    /// It has more bytes than this.
    case tooLong(Int)

    /// What can be read of the line.
    var text: String {
      if case .notText(let text) = self { text } else { "" }
    }

    var message: String {
      switch self {
      case .notText: "is not text in UTF-8; give it in that encoding"
      case .tooLong(let most): "is longer than \(most) bytes; give it in parts"
      }
    }
  }

  private static let longestLine = 1 << 20

  private struct State {
    var bytes: ArraySlice<UInt8> = []
    var isAtEnd = false
  }

  private let console: Console
  private let state = Mutex(State())

  init(_ console: Console) { self.console = console }

  /// Waits for a line and returns it without its end and the spaces around it, or what is wrong with
  /// it; nil at the end of the input.
  func nextLine() throws(Failure) -> Result<String, Fault>? {
    var line: [UInt8] = []
    var length = 0
    while true {
      var state = self.state.withLock { $0 }
      if state.bytes.isEmpty, !state.isAtEnd {
        state.bytes = try console.nextInput()[...]
        state.isAtEnd = state.bytes.isEmpty
      }
      let end = state.bytes.firstIndex(of: UInt8(ascii: "\n"))
      let part = state.bytes[..<(end ?? state.bytes.endIndex)]
      length += part.count
      if length <= TypedLines.longestLine { line += part }
      state.bytes = state.bytes[part.endIndex...].dropFirst()
      self.state.withLock { $0 = state }
      if end == nil, !state.isAtEnd { continue }
      if state.isAtEnd, length == 0 { return nil }
      if length > TypedLines.longestLine { return .failure(.tooLong(TypedLines.longestLine)) }
      let text = String(decoding: line, as: UTF8.self).trimmed
      return String(validating: line, as: UTF8.self) == nil
        ? .failure(.notText(text)) : .success(text)
    }
  }

  /// Waits for a line as ``nextLine()`` does; a line with a fault is read as far as it can be.
  func next() throws(Failure) -> String? {
    switch try nextLine() {
    case nil: nil
    case .success(let text), .failure(.notText(let text)): text
    case .failure(let fault): throw Failure(.badData, "a line \(fault.message)")
    }
  }
}
