internal import Foundation
internal import Synchronization

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
