import Foundation
import TestSupport
import Testing

@testable import ScoreScreen

@Suite(.serialized, .enabled(if: Tool.exists(Tmux.path), "tmux is not installed"))
struct TerminalScreenTests {
  private static let small = ScreenSize(rows: 20, columns: 40)

  /// Shows a sample, checks that it is there as `layout` draws it, and lends terminal and screen.
  private func show(
    _ sample: SampleScreen, _ size: ScreenSize = small, _ environment: [String: String] = [:],
    as layout: ScreenLayout = ScreenLayout(glyphs: .unicode, width: TerminalScreen.width),
    _ body: (borrowing Tmux, borrowing TerminalScreen) throws -> Void = { _, _ in }
  ) throws {
    let tmux = try Tmux(Tmux.nothing, columns: size.columns, rows: size.rows)
    #expect(try tmux.lines { $0 == ["before"] } == ["before"])
    let file = try #require(FileHandle(forUpdatingAtPath: tmux.terminal()))
    let (model, state) = (try sample.model(), try sample.state())
    let screen = try TerminalScreen(
      input: file.fileDescriptor, output: file.fileDescriptor,
      environment: ["TERM": "screen", "LC_ALL": "C.UTF-8"].merging(environment) { $1 })
    #expect(screen.size == size)
    try screen.paint(
      ScreenLayout(glyphs: screen.glyphs, width: TerminalScreen.width)
        .frame(model, state, size: size))
    let expected = lines(layout.frame(model, state, size: size))
    #expect(try tmux.lines { $0 == expected } == expected)
    try body(tmux, screen)
  }

  private func lines(_ frame: Frame) -> [String] {
    Tmux.trimmed((0..<frame.size.rows).map { frame.text(ofRow: $0) })
  }

  @Test(arguments: [SampleScreen.confirming, .partial, .names, .committed, .typing])
  func `a terminal shows a frame cell by cell`(_ sample: SampleScreen) throws {
    try show(sample, ScreenSize(rows: 24, columns: 80))
    try show(sample)
  }

  @Test func `every key arrives, and keys without a meaning do not`() throws {
    let keys: [(String, Key?)] = [
      ("Space", .character(" ")), ("x", .character("x")), ("Down", .down), ("Up", .up),
      ("Left", .left), ("Right", .right), ("Tab", .tab), ("BSpace", .backspace), ("DC", .delete),
      ("Enter", .enter), ("Escape", .escape), ("é", .character("é")), ("李", .character("李")),
      ("🥏", .character("🥏")), ("C-l", .resized), ("Down", .down), ("F5", nil),
      ("5", .character("5")),
    ]
    try show(.crowd) { tmux, screen in
      for (name, key) in keys {
        try tmux.press(name)
        // One without a meaning ends the wait.
        #expect(screen.nextKey(waitingAtMost: .seconds(30)) == key, "\(name)")
      }
    }
  }

  @Test func `what is pasted comes between marks`() throws {
    try show(.idle) { tmux, screen in
      try tmux.command("set-buffer", "u\n5")
      try tmux.command("paste-buffer", "-p", "-t", "test")
      for key in [Key.pasteBegin, .character("u"), .enter, .character("5"), .pasteEnd] {
        #expect(screen.nextKey(waitingAtMost: .seconds(30)) == key)
      }
    }
  }

  @Test func `Control-L repairs what something else has written`() throws {
    try show(.idle) { tmux, screen in
      let file = try #require(FileHandle(forWritingAtPath: tmux.terminal()))
      try file.write(contentsOf: Data("\u{1B}[3;1Hgarbage".utf8))
      #expect(try tmux.lines { $0[2].hasPrefix("garbage") }[2].hasPrefix("garbage"))
      try tmux.press("C-l")
      #expect(screen.nextKey(waitingAtMost: .seconds(30)) == .resized)
      let frame = ScreenLayout(glyphs: screen.glyphs, width: TerminalScreen.width)
        .frame(try SampleScreen.idle.model(), ScreenState(), size: screen.size)
      try screen.paint(frame)
      let repaired = lines(frame)
      #expect(try tmux.lines { $0 == repaired } == repaired)
    }
  }

  @Test func `a terminal without Unicode gets ASCII`() throws {
    try show(
      .names, Self.small, ["LC_ALL": "C"],
      as: ScreenLayout(glyphs: .ascii) { $0.isASCII ? 1 : -1 })
  }

  @Test func `a locale for UTF-8 that is not installed does not cost the characters`() throws {
    try show(.names, Self.small, ["LC_ALL": "xx_XX.UTF-8"])
  }

  @Test(arguments: [
    ([:], true), (["TERM": "vt100"], false), (["NO_COLOR": "1"], false),
  ])
  func `colours are used where they are to be had and wanted`(
    _ environment: [String: String], hasColors: Bool
  ) throws {
    try show(.confirming, Self.small, environment) { tmux, _ in
      let text = try tmux.command("capture-pane", "-e", "-p", "-t", "test")
      #expect(text.contains("\u{1B}[32m") == hasColors)
    }
  }

  @Test func `over par is amber, and two over red, where a terminal has the colours`() throws {
    try show(.confirming, Self.small, ["TERM": "screen-256color"]) { tmux, _ in
      let text = try tmux.command("capture-pane", "-e", "-p", "-t", "test")
      for color in [77, 214, 203] { #expect(text.contains("\u{1B}[38;5;\(color)m"), "\(color)") }
    }
  }

  @Test(
    arguments: [
      (["TERM": "screen"], nil),
      (
        ["TERM": "nonsense"],
        "the terminal type \"nonsense\" in TERM is not known here; set it to another, such as \"xterm\""
      ),
      (
        ["TERM": "dumb"],
        "a terminal of type \"dumb\", as TERM says, cannot move its cursor; set TERM if it is of "
          + "another type"
      ),
      (["TERM": ""], "TERM is not set; set it to the terminal's kind, such as \"xterm\""),
      ([:], "TERM is not set; set it to the terminal's kind, such as \"xterm\""),
    ] as [([String: String], String?)])
  func `the terminal is as it was after the screen, and where there can be none`(
    _ environment: [String: String], problem: String?
  ) throws {
    let tmux = try Tmux(Tmux.nothing, columns: 80, rows: 10)
    let terminal = try tmux.terminal()
    let file = try #require(FileHandle(forUpdatingAtPath: terminal))
    func modes() throws -> String {
      try Tool.run("/usr/bin/stty", ["-g", "-F", terminal], in: tmux.directory).output
    }
    #expect(try tmux.lines { $0 == ["before"] } == ["before"])
    let before = try modes()
    var message: String?
    do {
      let screen = try TerminalScreen(
        input: file.fileDescriptor, output: file.fileDescriptor, environment: environment)
      try screen.paint(
        ScreenLayout(glyphs: .ascii, width: cells)
          .frame(try SampleScreen.idle.model(), ScreenState(), size: screen.size))
      #expect(try tmux.lines { $0.joined().contains("LEADERBOARD") } != ["before"])
      #expect(try modes() != before)
    } catch let error as TerminalError {
      message = error.description
    }
    #expect(message == problem.map { "cannot show the screen: \($0), or use --plain" })
    #expect(try modes() == before)
    #expect(try tmux.lines { $0 == ["before"] } == ["before"])
  }

  @Test func `what is no terminal is refused`() throws {
    let null = try #require(FileHandle(forUpdatingAtPath: "/dev/null"))
    #expect(throws: TerminalError.notATerminal) {
      _ = try TerminalScreen(
        input: null.fileDescriptor, output: null.fileDescriptor, environment: ["TERM": "xterm"])
    }
  }

  @Test func `there is one screen at a time, and another after it`() throws {
    do {
      let first = try ScreenClaim()
      #expect(throws: TerminalError.alreadyOpen) { _ = try ScreenClaim() }
      _ = consume first
    }
    _ = try ScreenClaim()
  }
}
