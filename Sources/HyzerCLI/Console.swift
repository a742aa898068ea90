internal import Evaluation
internal import Foundation
internal import Synchronization

/// Where a command's text goes and comes from; tests put their own in place of the terminal.
package struct Console: Sendable {
  /// Writes to standard output.
  let write: @Sendable (String) throws -> Void
  /// Writes to standard error.
  let writeError: @Sendable (String) -> Void
  /// Reads the next bytes of standard input, at most a number of them; none at its end.
  var readInput: @Sendable (Int) throws -> [UInt8] = { _ in [] }
  /// Whether standard error is a terminal, on which progress is worth showing.
  var showsProgress = false
  /// Whether somebody can see a screen and press keys: standard input and output are a terminal.
  var isTerminal = false
  /// The environment's variables.
  var environment: [String: String] = [:]

  /// The process's own standard streams and environment.
  package static let standard = Console(
    write: { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
    // Where standard error is closed nothing can be reported.
    writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
    readInput: { try FileHandle.standardInput.read(upToCount: $0).map { Array($0) } ?? [] },
    showsProgress: isatty(STDERR_FILENO) == 1,
    isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
    environment: ProcessInfo.processInfo.environment)

  // MARK: - Output

  func line(_ text: String) throws { try piece(text + "\n") }

  /// Writes a part of a line.
  func piece(_ text: String) throws {
    do {
      try write(text)
    } catch {
      throw Failure(
        .inputOutput, "cannot write to standard output: \(error.localizedDescription)")
    }
  }

  func lines(_ lines: [String]) throws {
    for text in lines { try line(text) }
  }

  func json(_ object: JSONObject) throws { try json(of: object) }

  /// Writes a value as JSON on one line, its keys in alphabetical order.
  func json(of value: some Encodable) throws { try line(JSONLine.encode(value)) }

  func errorLine(_ text: String) {
    writeError(text.replacing("\n", with: " ") + "\n")
  }

  // MARK: - Input

  /// Reads everything up to the end of standard input, or fails where that is more than `limit` bytes.
  func inputBytes(limit: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count <= limit {
      let next: [UInt8]
      do {
        next = try readInput(1 << 16)
      } catch {
        throw Failure(.inputOutput, "cannot read standard input: \(error.localizedDescription)")
      }
      if next.isEmpty { return all }
      all += next
    }
    throw Failure(.badData, "standard input is longer than \(limit) bytes; give less at a time")
  }

  /// Reads the lines of a text in UTF-8, without those that are empty.
  func inputLines() throws -> [String] {
    guard let text = String(bytes: try inputBytes(limit: 1 << 24), encoding: .utf8) else {
      throw Failure(.badData, "standard input is not text in UTF-8")
    }
    return text.split(whereSeparator: \.isNewline).map(String.init)
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
    return stride(from: 0, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}

/// Reads standard input line by line while somebody types.
///
/// It asks for one byte at a time: more would wait for more lines than one.
final class TypedLines: Sendable {
  private static let longestLine = 4096

  private let console: Console
  private let isAtEnd = Mutex(false)

  init(_ console: Console) { self.console = console }

  /// Waits for a line and returns it without its end and the spaces around it; nil at the end of
  /// the input.
  func next() throws(Failure) -> String? {
    var line: [UInt8] = []
    while !isAtEnd.withLock({ $0 }) {
      let bytes: [UInt8]
      do {
        bytes = try console.readInput(1)
      } catch {
        throw Failure(.inputOutput, "cannot read standard input: \(error.localizedDescription)")
      }
      guard let byte = bytes.first else {
        isAtEnd.withLock { $0 = true }
        return line.isEmpty ? nil : text(line)
      }
      if byte == UInt8(ascii: "\n") { return text(line) }
      if line.count < Self.longestLine { line.append(byte) }
    }
    return nil
  }

  private func text(_ line: [UInt8]) -> String {
    String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }
}
