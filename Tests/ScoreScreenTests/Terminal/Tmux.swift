import Foundation
import TestSupport
import Testing

/// A real terminal of a chosen size: a tmux server of its own, ended with the value.
struct Tmux: ~Copyable {
  static let path = "/usr/bin/tmux"
  /// The program that was built with the tests.
  static let hyzer =
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "hyzer").path
  /// A script that leaves the terminal to whoever else opens it.
  static let nothing = "echo before; exec tail -f /dev/null"

  let directory: Tool.Directory

  /// Starts a shell script in a terminal; what it leaves on the screen stays there after its end.
  init(_ script: String, columns: Int, rows: Int) throws {
    let directory = try Tool.Directory()
    // Swift's runtime would wait for a key after a crash.
    let variables = ["LC_ALL=C.UTF-8", "NO_COLOR=", "SWIFT_BACKTRACE=enable=no"]
    let outcome = try Tool.run(
      "/usr/bin/env",
      ["LC_ALL=C.UTF-8", Tmux.path, "-S", "socket", "-f", "/dev/null", "-u", "new-session", "-d"]
        + ["-x", "\(columns)", "-y", "\(rows)", "-s", "test", "env"]
        + variables + ["sh", "-c", script + "\nexec cat"],
      in: directory)
    guard outcome == Tool.Outcome(status: 0, output: "") else { throw Failure(outcome: outcome) }
    self.directory = directory
  }

  deinit {
    // Server and script inherit the signals that the tests' threads block, and so would wait for each
    // other for ever. Nothing is left to end where the terminal is gone already.
    _ = try? Tool.run(
      "/bin/sh",
      ["-c", "kill -KILL $(\(Tmux.path) -S socket display-message -p '#{pid} #{pane_pid}')"],
      in: directory)
  }

  struct Failure: Error {
    let outcome: Tool.Outcome
  }

  /// Runs a command of tmux and returns what it prints.
  @discardableResult
  func command(_ arguments: String...) throws -> String {
    let outcome = try Tool.run(Tmux.path, ["-S", "socket", "-u"] + arguments, in: directory)
    guard outcome.status == 0 else { throw Failure(outcome: outcome) }
    return outcome.output
  }

  func terminal() throws -> String {
    String(try command("display-message", "-p", "-t", "test", "#{pane_tty}").dropLast())
  }

  func press(_ keys: String) throws { try command("send-keys", "-t", "test", keys) }

  func enter(_ line: String) throws {
    try command("send-keys", "-t", "test", "-l", line)
    try press("Enter")
  }

  /// Sends a signal to the process whose number is in the file "pid".
  func signal(_ number: Int32) throws {
    let text = try String(contentsOf: directory.url.appending(path: "pid"), encoding: .utf8)
    let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(process, number) == 0)
  }

  /// The lines on the screen, without the blanks at their ends and the blank lines below.
  func lines() throws -> [String] {
    Tmux.trimmed(
      try command("capture-pane", "-p", "-t", "test").split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init))
  }

  static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Looks at the screen until it is as wanted, often enough for a slow machine; returns its lines.
  func lines(once isWanted: ([String]) -> Bool) throws -> [String] {
    for _ in 0..<2000 {
      let lines = try lines()
      if isWanted(lines) { return lines }
    }
    return try lines()
  }
}
