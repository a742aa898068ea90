import Foundation
import TestSupport
import Testing

@testable import Screen

/// The screen in a real terminal.
@Suite(.serialized, .enabled(if: Tool.exists(Tmux.path), "tmux is not installed"))
struct TerminalScreenTests {
  @Test(arguments: [SampleScreen.confirming, .partial, .names, .committed, .typing])
  func `a terminal shows a frame cell by cell`(_ sample: SampleScreen) throws {
    for size in [ScreenSize(rows: 24, columns: 80), ScreenSize(rows: 20, columns: 40)] {
      let tmux = try Tmux("\"$sample\" \(sample)", columns: size.columns, rows: size.rows)
      let expected = lines(try sample.model(), try sample.state(), size)
      #expect(try tmux.lines { $0 == expected } == expected)
    }
  }

  @Test func `every key arrives, and keys without a meaning do not`() throws {
    let keys: [(String, Key)] = [
      ("Space", .character(" ")), ("x", .character("x")), ("Down", .down), ("Up", .up),
      ("Left", .left), ("Right", .right), ("Tab", .tab), ("BSpace", .backspace), ("DC", .delete),
      ("Enter", .enter), ("Escape", .escape), ("é", .character("é")), ("李", .character("李")),
      ("🥏", .character("🥏")), ("C-l", .resized), ("Down", .down), ("F5", .escape),
      ("5", .character("5")),
    ]
    let size = ScreenSize(rows: 20, columns: 40)
    let tmux = try Tmux("\"$sample\" crowd", columns: size.columns, rows: size.rows)
    var (model, state) = (try SampleScreen.crowd.model(), try SampleScreen.crowd.state())
    let first = lines(model, state, size)
    #expect(try tmux.lines { $0 == first } == first)
    for (name, key) in keys {
      try tmux.press(name)
      if name == "F5" { continue }
      let actions = state.handle(key, in: model)
      model.notice = ScreenModel.Notice("\(key) \(actions)")
      let expected = lines(model, state, size)
      #expect(try tmux.lines { $0 == expected } == expected, "\(name)")
    }
  }

  @Test func `a frame is laid out anew when the window gets another size`() throws {
    let tmux = try Tmux("\"$sample\" idle", columns: 80, rows: 24)
    var model = try SampleScreen.idle.model()
    let wide = lines(model, ScreenState(), ScreenSize(rows: 24, columns: 80))
    #expect(try tmux.lines { $0 == wide } == wide)
    try tmux.command("resize-window", "-t", "test", "-x", "40", "-y", "20")
    model.notice = ScreenModel.Notice("\(Key.resized) []")
    let narrow = lines(model, ScreenState(), ScreenSize(rows: 20, columns: 40))
    #expect(try tmux.lines { $0 == narrow } == narrow)
  }

  @Test func `Control-L repairs what something else has written`() throws {
    let size = ScreenSize(rows: 20, columns: 40)
    let tmux = try Tmux("\"$sample\" idle", columns: size.columns, rows: size.rows)
    var model = try SampleScreen.idle.model()
    let first = lines(model, ScreenState(), size)
    #expect(try tmux.lines { $0 == first } == first)
    let terminal = try tmux.command("display-message", "-p", "-t", "test", "#{pane_tty}")
    let file = try #require(FileHandle(forWritingAtPath: String(terminal.dropLast())))
    try file.write(contentsOf: Data("\u{1B}[3;1Hgarbage".utf8))
    #expect(try tmux.lines { $0[2].hasPrefix("garbage") }[2].hasPrefix("garbage"))
    try tmux.press("C-l")
    model.notice = ScreenModel.Notice("\(Key.resized) []")
    let repaired = lines(model, ScreenState(), size)
    #expect(try tmux.lines { $0 == repaired } == repaired)
  }

  @Test func `a terminal without Unicode gets ASCII`() throws {
    let size = ScreenSize(rows: 20, columns: 40)
    let tmux = try Tmux(
      "\"$sample\" names", columns: size.columns, rows: size.rows, environment: ["LC_ALL=C"])
    let layout = ScreenLayout(glyphs: .ascii) { $0.isASCII ? 1 : -1 }
    let expected = lines(
      try SampleScreen.names.model(), try SampleScreen.names.state(), size, layout)
    #expect(try tmux.lines { $0 == expected } == expected)
  }

  @Test func `a locale for UTF-8 that is not installed does not cost the characters`() throws {
    let size = ScreenSize(rows: 20, columns: 40)
    let tmux = try Tmux(
      "\"$sample\" names", columns: size.columns, rows: size.rows,
      environment: ["LC_ALL=xx_XX.UTF-8"])
    let expected = lines(try SampleScreen.names.model(), try SampleScreen.names.state(), size)
    #expect(try tmux.lines { $0 == expected } == expected)
  }

  @Test(arguments: [
    ("TERM=screen", true), ("TERM=vt100", false), ("NO_COLOR=1", false),
  ])
  func `colours are used where they are to be had and wanted`(
    variable: String, hasColors: Bool
  ) throws {
    let size = ScreenSize(rows: 20, columns: 40)
    let tmux = try Tmux(
      "\"$sample\" confirming", columns: size.columns, rows: size.rows, environment: [variable])
    let expected = lines(
      try SampleScreen.confirming.model(), try SampleScreen.confirming.state(), size)
    #expect(try tmux.lines { $0 == expected } == expected)
    let green = try tmux.command("capture-pane", "-e", "-p", "-t", "test").contains("\u{1B}[32m")
    #expect(green == hasColors)
  }

  /// Says how the program ended, and whether the terminal is as it was before.
  static let aftermath = """
    echo "status $?"
    stty -g >after
    cmp before after && echo "same modes"
    """

  @Test func `the terminal is as it was when the screen ends`() throws {
    let tmux = try Tmux(
      "echo before; stty -g >before; \"$sample\" idle\n\(TerminalScreenTests.aftermath)",
      columns: 80, rows: 24)
    _ = try tmux.lines { $0.joined().contains("LEADERBOARD") }
    try tmux.press("q")
    let expected = ["before", "the screen is closed", "status 0", "same modes"]
    #expect(try tmux.lines { $0.last == "same modes" } == expected)
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT])
  func `the terminal is as it was when a signal ends the program`(_ signal: Int32) throws {
    let tmux = try Tmux(
      """
      ulimit -c 0; echo before; stty -g >before
      sh -c 'echo $$ >pid; exec "$sample" idle' 2>errors
      \(TerminalScreenTests.aftermath)
      """, columns: 80, rows: 24)
    _ = try tmux.lines { $0.joined().contains("LEADERBOARD") }
    let file = tmux.directory.url.appending(path: "pid")
    let text = try String(contentsOf: file, encoding: .utf8)
    let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(process, signal) == 0)
    let lines = try tmux.lines { $0.last == "same modes" }
    #expect(lines.first == "before")
    // The shell may say how its child ended in between.
    #expect(lines.suffix(2) == ["status \(128 + signal)", "same modes"])
  }

  @Test(arguments: [
    (
      "TERM=nonsense",
      "cannot show the screen: the terminal type \"nonsense\" in TERM is not known here; "
        + "set it to another, such as \"xterm\", or use --plain"
    ),
    (
      "TERM=dumb",
      "cannot show the screen: a terminal of type \"dumb\", as TERM says, cannot move its cursor; "
        + "set TERM if it is of another type, or use --plain"
    ),
    (
      "TERM=",
      "cannot show the screen: TERM is not set; set it to the terminal's kind, such as \"xterm\", "
        + "or use --plain"
    ),
  ])
  func `a terminal that cannot show a screen is refused in a line`(
    variable: String, message: String
  ) throws {
    let tmux = try Tmux(
      "stty -g >before; \"$sample\" idle\n\(TerminalScreenTests.aftermath)", columns: 200, rows: 10,
      environment: [variable])
    #expect(try tmux.lines { $0.last == "same modes" } == [message, "status 69", "same modes"])
  }

  @Test func `what is no terminal is refused`() throws {
    let null = try #require(FileHandle(forUpdatingAtPath: "/dev/null"))
    #expect(throws: TerminalError.notATerminal) {
      _ = try TerminalScreen(
        input: null.fileDescriptor, output: null.fileDescriptor, environment: ["TERM": "xterm"])
    }
  }

  @Test func `a process without a terminal is told so`() throws {
    let directory = try Tool.Directory()
    // In a session of its own, a process has no controlling terminal.
    let outcome = try Tool.run("/usr/bin/setsid", ["--wait", Tmux.sample, "idle"], in: directory)
    #expect(
      outcome
        == Tool.Outcome(
          status: 69,
          output: "cannot show the screen: there is no terminal; run it in one, or use --plain\n"))
  }

  @Test func `there is one screen at a time, and another after it`() throws {
    do {
      let first = try ScreenClaim()
      #expect(throws: TerminalError.alreadyOpen) { _ = try ScreenClaim() }
      _ = consume first
    }
    _ = try ScreenClaim()
  }

  private func lines(
    _ model: ScreenModel, _ state: ScreenState, _ size: ScreenSize, _ layout: ScreenLayout? = nil
  ) -> [String] {
    _ = CharacterEncoding.adopt(["LC_ALL": "C.UTF-8"])
    let layout = layout ?? ScreenLayout(glyphs: .unicode, width: TerminalScreen.width)
    let frame = layout.frame(model, state, size: size)
    return Tmux.trimmed((0..<size.rows).map { frame.text(ofRow: $0) })
  }
}
