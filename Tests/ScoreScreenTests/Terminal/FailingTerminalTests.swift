import Foundation
import HyzerBase
import ScoreLog
import TestSupport
import Testing

/// The whole program in a terminal, which starts again whenever it is killed.
private struct FailingTerminal: ~Copyable {
  private let screen: Tmux
  private let log: String
  private var generator: SeededGenerator

  init(seed: UInt64) throws {
    let screen = try Tmux(
      """
      mkfifo go; read line <go
      \(Tmux.hyzer) round new --course 'Cedar Creek' -p Mike -p Jake -p Sarah --db log.db >round
      while :; do
        sh -c 'echo $$ >pid; exec "$@"' sh \(Tmux.hyzer) listen --plain --device nowhere --window 0.5 \
          --db log.db
        echo "ended $?"
      done
      """, columns: 200, rows: 20)
    let log = screen.directory.url.appending(path: "log.db").path
    // All that is shown is kept, also what has left the screen.
    try screen.command("pipe-pane", "-t", "test", "cat >>shown")
    _ = try Tool.run("/bin/sh", ["-c", "echo >go"], in: screen.directory)
    self.log = log
    generator = SeededGenerator(seed: seed)
    self.screen = screen
  }

  private func shown() throws -> [String] {
    let path = screen.directory.url.appending(path: "shown").path
    guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(
      String.init)
  }

  /// Looks until so many lines that hold a text were shown, but not for ever; returns how many were.
  @discardableResult
  private func look(for text: String, _ count: Int) throws -> Int {
    var found = 0
    for _ in 0..<2000 {
      found = try shown().count { $0.contains(text) }
      if found >= count { break }
      // Also passes the time.
      _ = try screen.lines()
    }
    return found
  }

  private func count(_ text: String) throws -> Int { try shown().count { $0.contains(text) } }

  /// Plays rounds of typed scores, each with its own trouble, and returns what was broken.
  mutating func play(rounds: Int) throws -> [String] {
    for round in 1...rounds {
      // Each start says what can be typed.
      try look(for: "Enter saves", try count("ended") + 1)
      let scores = ["Mike", "Jake", "Sarah"].map {
        "\($0) \(Int.random(in: 2...6, using: &generator))"
      }
      // What is waited for is counted before it can come.
      let (asked, saved) = (try count("right?"), try count("— saved"))
      let (refused, ended) = (try count("NOT SAVED"), try count("ended"))
      let trouble = round % 6
      let other = try OtherProgram(log)
      if trouble == 3 { try other.run("BEGIN IMMEDIATE") }
      if trouble == 4 { try FileManager.default.moveItem(atPath: log, toPath: log + "~") }
      try screen.enter(scores.joined(separator: ", "))
      switch trouble {
      case 0:
        try look(for: "right?", asked + 1)
        try screen.signal(SIGKILL)
        try look(for: "ended", ended + 1)
      case 2:
        try look(for: "right?", asked + 1)
        try screen.signal(SIGSTOP)
        for _ in 0..<Int.random(in: 1...60, using: &generator) { _ = try screen.lines() }
        try screen.signal(SIGCONT)
        try look(for: "— saved", saved + 1)
      case 3, 4:
        try look(for: "NOT SAVED", refused + 1)
        if trouble == 3 { try other.run("ROLLBACK") }
        if trouble == 4 { try FileManager.default.moveItem(atPath: log + "~", toPath: log) }
        try screen.enter("r")
        try look(for: "— saved", saved + 1)
      case 5:
        try look(for: "right?", asked + 1)
        for _ in 0..<Int.random(in: 0...25, using: &generator) { _ = try screen.lines() }
        try screen.signal(SIGKILL)
        try look(for: "ended", ended + 1)
      default: try look(for: "— saved", saved + 1)
      }
    }
    return try faults()
  }

  /// Compares what was shown as saved with the log.
  private func faults() throws -> [String] {
    let store = try ScoreStore(path: log)
    let round = try #require(try store.currentHole()).round
    let events = try store.events(of: round)
    var faults = try store.audit().faults
    var inLog: [String] = []
    for event in events {
      inLog.append("hole \(event.hole): \(event.player) \(event.result?.text ?? "none")")
    }
    var rest = inLog
    var shownSaved = 0
    for line in try shown() where line.contains("— saved") {
      let text = line.replacing(" — saved", with: "")
      guard let start = text.firstRange(of: "hole "),
        let colon = text[start.lowerBound...].firstIndex(of: ":")
      else { continue }
      let hole = text[start.lowerBound..<colon]
      for score in text[colon...].dropFirst(2).split(separator: ", ") {
        // "Mike 3 → 5" was 3 before.
        let words = score.split(separator: " ").map(String.init)
        let event = "\(hole): \(words[0]) \(words.last ?? "")"
        shownSaved += 1
        // A score that stood already makes no event.
        if words.count > 2, words[1] == words[3] { continue }
        guard let place = rest.firstIndex(of: event) else {
          faults.append("\(event) was shown as saved, and is not in the log")
          continue
        }
        rest.remove(at: place)
      }
    }
    // What a kill kept from being shown is one commit each.
    let kills = try count("ended 137")
    if rest.count > 3 * kills { faults.append("the log has \(rest), which nobody was shown") }
    if shownSaved < 6 { faults.append("hardly anything was saved") }
    return faults
  }
}

@Suite(.enabled(if: Tool.exists(Tmux.path), "tmux is not installed"), .serialized)
struct `A terminal in which everything fails` {
  @Test(.timeLimit(.minutes(10)))
  func `shows nothing as saved that is not in the log`() throws {
    var terminal = try FailingTerminal(seed: 1)
    #expect(try terminal.play(rounds: 12) == [])
  }
}
