internal import Foundation

/// Reads what comes in a pipe.
struct StandardInput {
  private let console: Console

  init(_ console: Console) { self.console = console }

  /// Returns everything up to the end, or fails where that is more than `limit` bytes.
  func bytes(limit: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count <= limit {
      let next: [UInt8]
      do {
        next = try console.readInput(1 << 16)
      } catch {
        throw Failure(
          .inputOutput, "cannot read standard input: \(error.localizedDescription)")
      }
      if next.isEmpty { return all }
      all += next
    }
    throw Failure(.badData, "standard input is longer than \(limit) bytes; give less at a time")
  }

  /// Returns the lines of a text in UTF-8, without those that are empty.
  func lines() throws -> [String] {
    let all = try bytes(limit: 1 << 24)
    guard let text = String(bytes: all, encoding: .utf8) else {
      throw Failure(.badData, "standard input is not text in UTF-8")
    }
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Returns 16-bit little-endian samples, at most so many.
  func samples(limit: Int) throws -> [Int16] {
    let all = try bytes(limit: limit * 2)
    guard all.count.isMultiple(of: 2) else {
      throw Failure(
        .badData, "standard input ends within a sample; give 16 kHz mono s16le, two bytes each")
    }
    guard !all.isEmpty else {
      throw Failure(.badData, "standard input has no samples; give 16 kHz mono s16le")
    }
    return stride(from: 0, to: all.count, by: 2).map {
      Int16(bitPattern: UInt16(all[$0]) | UInt16(all[$0 + 1]) << 8)
    }
  }
}
