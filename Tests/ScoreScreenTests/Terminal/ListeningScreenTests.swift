import Foundation
import TestSupport
import Testing

/// The whole program on a real terminal, from a recording to the log.
@Suite(.enabled(if: Tool.exists(Tmux.path), "tmux is not installed"), .serialized)
struct `The screen of hyzer listen` {
  private static let listen =
    "\(Tmux.hyzer) listen --round '\(DemoAudio.path("round.json"))' --db log.db --device nowhere"

  private func listen(_ recording: String, columns: Int, rows: Int) throws -> Tmux {
    let listen = Self.listen.replacing(
      "--device nowhere", with: "--fast --window 60 --input '\(DemoAudio.path(recording))'")
    return try Tmux("\(listen)\necho \"ended with $?\"", columns: columns, rows: rows)
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
    try screen.enter("Sarah 4")
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
      screen, ["Cedar Creek, hole 8 of 18, par 3"], ["1", "Michael", "E"], ["2", "Jake", "+1"],
      ["–", "Sarah"], ["–", "Siobhan"], ["ended with 0"])
  }

  @Test func `each digit is for the row that is selected`() throws {
    let screen = try Tmux("\(Self.listen) --window 60", columns: 80, rows: 24)
    try expect(screen, ["Press t and type the scores"])
    // Without a pause: a key acts on what the one before it made.
    try screen.command("send-keys", "-t", "test", "Down", "3", "4", "Down", "5", "Down", "0")
    try expect(
      screen, ["MICHAEL", " bogey"], ["J A K E", "double bogey"], ["▶ S A R A H", "+7"])
    try screen.press("Enter")
    try expect(screen, ["Saved hole 7: Michael 4, Jake 5, Sarah 10"])
  }

  @Test func `pasted lines are shown and saved one by one`() throws {
    let screen = try Tmux("\(Self.listen) --window 60", columns: 80, rows: 24)
    try expect(screen, ["Press t and type the scores"])
    try screen.command("set-buffer", "Michael 3, Jake 4\nSarah 5 Siobhan 5\nu q 2\n")
    try screen.command("paste-buffer", "-p", "-t", "test")
    try expect(screen, ["scores: Michael 3, Jake 4", "+2 pasted lines"])
    try screen.press("Enter")
    try expect(screen, ["M I C H A E L", "par"], ["J A K E", "bogey"])
    try screen.press("Enter")
    try expect(screen, ["Michael  3"], ["scores: Sarah 5 Siobhan 5", "+1 pasted line"])
    try screen.press("Enter")
    try expect(screen, ["Hole 7: right?"], ["S A R A H"], ["S I O B H A N"])
    // What is dropped takes the lines after it along.
    try screen.press("Escape")
    try expect(screen, ["Dropped: nothing was saved"], ["q quit"])
  }

  @Test func `asks for what is unclear and keeps what was heard`() throws {
    let screen = try listen("both.flac", columns: 80, rows: 24)
    try expect(screen, ["not all is clear"], ["sure?"])
    try screen.press("Enter")
    try expect(screen, ["Saved hole 7: Michael 3, Jake 3"])
    try screen.press("q")
    try expect(screen, ["ended with 0"])
  }

  @Test func `without a microphone scores can be typed, in a window of any size`() throws {
    let screen = try Tmux(Self.listen, columns: 80, rows: 24)
    try expect(screen, ["scores can still be typed"], ["LEADERBOARD"])
    try screen.command("resize-window", "-t", "test", "-x", "40", "-y", "20")
    try expect(screen, ["Cedar Creek       Hole 7 of 18   Par 3"], ["LEADERBOARD"])
  }

  @Test func `without a model scores can be typed, and what is not understood can be mended`()
    throws
  {
    let screen = try Tmux(
      "HYZER_MODEL=/nowhere \(Self.listen.replacing("--device nowhere", with: "--input '\(DemoAudio.path("pairs.flac"))'"))",
      columns: 80, rows: 24)
    try expect(screen, ["scores can still be typed: t"], ["Press t and type the scores"])
    try screen.press("t")
    try screen.enter("jakee4")
    try expect(screen, ["scores: jakee4"], ["\"jakee4\" is not understood"])
    try screen.command("send-keys", "-t", "test", "BSpace", "BSpace", "4")
    try screen.press("Enter")
    try expect(screen, ["J A K E", "bogey"], ["still: Michael, Sarah, Siobhan"])
    try screen.press("x")
    try expect(screen, ["no score"])
  }

  /// Listens in a terminal, and then says how that ended and whether the terminal is as it was.
  private func listenOnce() throws -> Tmux {
    try Tmux(
      """
      ulimit -c 0; echo before; stty -g >before
      sh -c 'echo $$ >pid; exec "$@"' sh \(Self.listen) 2>errors
      echo "status $?"
      stty -g >after
      cmp before after && echo "same modes"
      """, columns: 80, rows: 24)
  }

  private func type(_ text: String, on screen: borrowing Tmux) throws {
    try screen.press("t")
    try expect(screen, ["scores:"])
    try screen.enter(text)
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT])
  func `the terminal is as it was when a signal ends the program`(_ number: Int32) throws {
    let screen = try listenOnce()
    try expect(screen, ["LEADERBOARD"])
    try screen.signal(number)
    let lines = try screen.lines { $0.last == "same modes" }
    #expect(lines.first == "before")
    // Those that ask for the end end it in order. The shell may say how its child ended in between.
    let status = [SIGHUP, SIGINT, SIGTERM].contains(number) ? 0 : 128 + number
    #expect(lines.suffix(2) == ["status \(status)", "same modes"])
    // Nothing is marked any more as pasted, which the terminal would show.
    try screen.command("set-buffer", "pasted")
    try screen.command("paste-buffer", "-p", "-t", "test")
    #expect(try screen.lines { $0.last?.hasSuffix("pasted") == true }.last == "pasted")
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func `scores that are not saved when a signal comes are not lost`(_ number: Int32) throws {
    let screen = try listenOnce()
    try expect(screen, ["LEADERBOARD"])
    let log = screen.directory.url.appending(path: "log.db").path
    let other = try OtherProgram(log)
    try other.run("BEGIN IMMEDIATE")
    try type("Mike 3, Jake 4", on: screen)
    try expect(screen, ["Hole 7: NOT SAVED"])
    try screen.signal(number)
    // The last try takes a moment, and people are impatient.
    try screen.signal(number)
    let lines = try screen.lines { $0.last == "same modes" }
    #expect(lines.suffix(2) == ["status 74", "same modes"])
    let errors = try String(
      contentsOf: screen.directory.url.appending(path: "errors"), encoding: .utf8)
    #expect(
      errors.contains("enter them with: hyzer enter --hole 7 --db 'log.db' 'Michael 3, Jake 4'"))
    try other.run("ROLLBACK")
    let left = screen.directory.url.appending(path: "log-unsaved.jsonl")
    // Whoever pressed Ctrl-C reads what was said.
    #expect(FileManager.default.fileExists(atPath: left.path) == (number != SIGINT))
    guard number != SIGINT else { return }
    let again = try Tmux(
      "cd '\(screen.directory.url.path)'; \(Self.listen); echo \"ended with $?\"", columns: 80,
      rows: 24)
    try expect(again, ["Hole 7: left unsaved. Save it?"], ["M I C H A E L"], ["J A K E"])
    try again.press("Enter")
    try expect(again, ["Saved hole 7: Michael 3, Jake 4"])
    try again.press("q")
    try expect(again, ["ended with 0"])
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }

  @Test func `scores that were left are asked about by one session, and once`() throws {
    let listen =
      "sh -c 'echo $$ >pid; exec \"$@\"' sh \(Tmux.hyzer) listen --db log.db --device nowhere"
    let first = try Tmux(
      """
      \(Tmux.hyzer) round new --course Heron --new-course -p Mike -p Jake --db log.db >round
      printf '{"round":"%s","hole":1,"scores":[{"player":"Mike","strokes":3}]}\\n' $(cat round) \
        >log-unsaved.jsonl
      \(listen)
      """, columns: 80, rows: 24)
    try expect(first, ["Hole 1: left unsaved. Save it?"], ["M I K E"])
    let inFolder = "cd '\(first.directory.url.path)';"
    let second = try Tmux(
      "\(inFolder) \(Tmux.hyzer) listen --db log.db --device nowhere", columns: 80, rows: 24)
    try expect(second, ["Press t and type the scores"])
    try first.press("Enter")
    try expect(first, ["Saved hole 1: Mike 3"])
    try expect(second, ["Mike  3"])
    try second.press("t")
    try second.enter("Mike 5")
    try expect(second, ["Hole 1: right?"])
    try second.press("Enter")
    try expect(second, ["Saved hole 1: Mike 3 → 5"])
    // Its file is as it was.
    try first.signal(SIGKILL)
    let third = try Tmux("\(inFolder) \(listen)", columns: 80, rows: 24)
    try expect(third, ["Press t and type the scores"], ["Mike  5"])
  }

  @Test func `a process without a terminal says so`() throws {
    let screen = try Tmux("setsid --wait \(Self.listen); echo \"status $?\"", columns: 120, rows: 9)
    try expect(
      screen, ["cannot show the screen: there is no terminal; run it in one, or use --plain"],
      ["status 69"])
  }
}
