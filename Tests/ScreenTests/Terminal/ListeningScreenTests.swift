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
      \(Self.program) listen --round '\(DemoAudio.path("round.json"))' --db log.db --fast --window 60 \
        --input '\(DemoAudio.path(recording))'
      echo "ended with $?"
      \(Self.program) leaderboard --db log.db
      """, columns: columns, rows: rows)
  }

  /// Waits for a screen with lines that hold these texts, each line all texts of one list.
  ///
  /// They are waited for together: a screen can be caught while it is being painted.
  private func expect(
    _ screen: borrowing Tmux, _ wanted: [String]...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func isThere(_ texts: [String], in lines: [String]) -> Bool {
      lines.contains { line in texts.allSatisfy { line.contains($0) } }
    }
    let lines = try screen.lines { lines in wanted.allSatisfy { isThere($0, in: lines) } }
    for texts in wanted {
      #expect(
        isThere(texts, in: lines), "\(texts) in\n\(lines.joined(separator: "\n"))",
        sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [(80, 24), (40, 20)])
  func `shows what was heard, saves it, and takes it back`(columns: Int, rows: Int) throws {
    let screen = try listen("pairs.flac", columns: columns, rows: rows)
    try expect(screen, ["Hole 7: right?"], ["M I C H A E L", "par"], ["J A K E", "bogey"])
    try screen.press("Enter")
    try expect(screen, ["Saved hole 7"], ["Michael", " E "], ["Jake", "+1"])

    // A typed line, corrected by a digit.
    try screen.press("t")
    try expect(screen, ["scores:"])
    try screen.command("send-keys", "-t", "test", "-l", "Sarah 4")
    try screen.press("Enter")
    try expect(screen, ["S A R A H", "bogey"])
    try screen.press("2")
    try expect(screen, ["S A R A H", "birdie"])
    try screen.press("Enter")
    try expect(screen, ["Saved hole 7: Sarah 2"], ["Sarah", "-1"])

    try screen.press("u")
    try expect(screen, ["Undone, hole 7"])
    try screen.press("Right")
    try expect(screen, ["Hole 8"])
    try screen.press("q")
    try expect(
      screen, ["ended with 0"], ["1", "Michael", "E"], ["2", "Jake", "+1"], ["–", "Sarah"],
      ["–", "Siobhan"])
  }

  @Test func `asks for what is unclear and keeps what was heard`() throws {
    let screen = try listen("both.flac", columns: 80, rows: 24)
    try expect(screen, ["not all is clear"], ["sure?"])
    try screen.press("Enter")
    try expect(screen, ["Saved hole 7: Michael 3, Jake 3"])
    try screen.press("q")
    try expect(screen, ["ended with 0"])
  }
}
