internal import HyzerBase

/// A line on the terminal that shows how far long work has come; silent in a pipe.
struct Progress {
  /// Redrawing more often than this is more work than the eye can follow.
  private static let shortestPause = Duration.milliseconds(100)

  private static let width = 30

  private let console: Console
  /// What was done before the clock started.
  private let doneBefore: Int
  private let start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?
  private var shown = ""

  /// Makes a line for items of which some may be done already.
  init(_ console: Console, done: Int = 0) {
    self.console = console
    doneBefore = done
  }

  /// Shows that `done` items are finished, and which one is next.
  mutating func show(_ done: Int, of total: Int, _ item: String) {
    if total > 1 { draw("\(done)/\(total) \(item)") }
  }

  /// Shows a bar, and about how long the rest will take; takes it away when all is done.
  mutating func bar(_ done: Int, of total: Int) {
    let now = ContinuousClock.now
    if done == total { return clear() }
    if let drawn, now - drawn < Progress.shortestPause { return }
    drawn = now
    draw(text(done: done, of: total, elapsedSeconds: (now - start) / .seconds(1)))
  }

  /// Returns `[#####.....] 12/24  0:35 left`; the time only once something was done.
  func text(done: Int, of total: Int, elapsedSeconds: Double) -> String {
    let filled = total > 0 ? Progress.width * min(done, total) / total : Progress.width
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: Progress.width - filled)
    let new = done - doneBefore
    guard new > 0, done < total else { return "[\(bar)] \(done)/\(total)" }
    let left = Int((elapsedSeconds / Double(new) * Double(total - done)).rounded(.up))
    let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60)
    let clock =
      hours > 0
      ? "\(hours):\(minutes.digits(2)):\(seconds.digits(2))"
      : "\(minutes):\(seconds.digits(2))"
    return "[\(bar)] \(done)/\(total)  \(clock) left"
  }

  /// Takes the line away, so that other text can stand there.
  mutating func clear() {
    guard !shown.isEmpty else { return }
    console.writeError("\r" + String(repeating: " ", count: shown.count) + "\r")
    shown = ""
  }

  private mutating func draw(_ text: String) {
    guard console.showsProgress else { return }
    clear()
    shown = text.prefix(70).description
    console.writeError("\r" + shown)
  }
}
