/// Reads answers from standard input, one a line.
final class LineInput {
  private let console: Console
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  /// Whether the person at the keyboard has had enough.
  private(set) var isStopped = false

  init(_ console: Console) { self.console = console }

  /// Asks, and returns the line that is typed; empty at the end of the input, where nobody is.
  func answer(_ question: String) throws -> String {
    guard !isAtEnd else { return "" }
    console.writeError(question)
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        isStopped = line == "q"
        return line
      }
      let block = try console.readInput(4096)
      guard !block.isEmpty else {
        isAtEnd = true
        console.writeError("\n")
        return ""
      }
      buffer += block
    }
  }
}
