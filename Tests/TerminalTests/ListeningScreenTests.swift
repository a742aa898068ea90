import Foundation
import TestSupport
import Testing

/// The whole program on a real terminal, from a recording to the log.
@Suite(.enabled(if: Tool.exists(Tmux.path), "tmux is not installed"), .serialized)
struct `The screen of hyzer listen` {
  private static let program = URL(filePath: Tmux.sample).deletingLastPathComponent()
    .appending(path: "hyzer").path

  private func listen(_ recording: String, columns: Int, rows: Int) throws -> Tmux {
    try Tmux(
      """
      \(Self.program) listen --round '\(DemoAudio.path("round.json"))' --db log.db --fast \
        --input '\(DemoAudio.path(recording))'
      echo "ended with $?"
      \(Self.program) leaderboard --db log.db
      """, columns: columns, rows: rows)
  }

  @Test(arguments: [(80, 24), (40, 20)])
  func `shows what was heard, saves it, and takes it back`(columns: Int, rows: Int) throws {
    let screen = try listen("pairs.flac", columns: columns, rows: rows)
    var lines = try screen.lines { $0.contains { $0.contains("Hole 7: right?") } }
    #expect(lines.contains { $0.contains("M I C H A E L") })
    #expect(lines.contains { $0.contains("J A K E") && $0.contains("bogey") })
    try screen.press("Enter")
    lines = try screen.lines { $0.contains { $0.contains("Saved hole 7") } }
    #expect(lines.contains { $0.contains("Michael") && $0.contains(" E ") })
    #expect(lines.contains { $0.contains("Jake") && $0.contains("+1") })

    // A typed line, corrected by a digit.
    try screen.press("t")
    _ = try screen.lines { $0.contains { $0.contains("scores:") } }
    try screen.command("send-keys", "-t", "test", "-l", "Sarah 4")
    try screen.press("Enter")
    _ = try screen.lines { $0.contains { $0.contains("S A R A H") } }
    try screen.press("2")
    _ = try screen.lines { $0.contains { $0.contains("birdie") } }
    try screen.press("Enter")
    lines = try screen.lines { $0.contains { $0.contains("Saved hole 7: Sarah 2") } }
    #expect(lines.contains { $0.contains("Sarah") && $0.contains("-1") })

    try screen.press("u")
    _ = try screen.lines { $0.contains { $0.contains("Undone, hole 7") } }
    try screen.press("Right")
    _ = try screen.lines { $0.contains { $0.contains("Hole 8") } }
    try screen.press("q")
    lines = try screen.lines { $0.contains { $0.contains("Siobhan") && $0.hasPrefix("–") } }
    #expect(lines.contains("ended with 0"))
    #expect(lines.contains { $0.contains("Michael") && $0.contains("E") })
    #expect(lines.contains { $0.contains("Sarah") && $0.hasPrefix("–") })
  }

  @Test func `asks for what is unclear and keeps what was heard`() throws {
    let screen = try listen("both.flac", columns: 80, rows: 24)
    let lines = try screen.lines { $0.contains { $0.contains("not all is clear") } }
    #expect(lines.contains { $0.contains("sure?") })
    try screen.press("Enter")
    _ = try screen.lines { $0.contains { $0.contains("Saved hole 7: Michael 3, Jake 3") } }
    try screen.press("q")
    _ = try screen.lines { $0.contains("ended with 0") }
  }
}
