/// A line on the terminal that shows how far long work has come; silent in a pipe.
struct Progress {
  private let console: Console
  private let total: Int
  private var shown = ""

  init(_ console: Console, total: Int) {
    self.console = console
    self.total = total
  }

  /// Shows that `done` items are finished, and which one is next.
  mutating func show(_ done: Int, _ item: String) {
    guard console.showsProgress, total > 1 else { return }
    clear()
    shown = "\(done)/\(total) \(item)".prefix(70).description
    console.writeError("\r" + shown)
  }

  /// Takes the line away, so that other text can stand there.
  mutating func clear() {
    guard !shown.isEmpty else { return }
    console.writeError("\r" + String(repeating: " ", count: shown.count) + "\r")
    shown = ""
  }
}
