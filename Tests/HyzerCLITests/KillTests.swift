import Foundation
import HyzerBase
import TestSupport
import Testing

@Suite struct `Killing hyzer` {
  private let log = ScoreLogFile()

  @Test(.timeLimit(.minutes(10)), arguments: [SIGINT, SIGTERM, SIGHUP])
  func `while it listens drops what is shown, and says so`(signal: Int32) throws {
    let program = try RunningProgram([
      "listen", "--plain", "--window", "60", "--round", demoRound, "--input",
      DemoAudio.path("birdie.flac"), "--db", log.path,
    ])
    let shown = try [program.nextLine(), program.nextLine()].compactMap { $0 }
    program.send(signal)
    let (rest, code, isKilled) = try program.end()
    #expect(code == 0 && !isKilled)
    #expect(
      shown + rest == [
        "heard: sarah birdie", "hole 7: Sarah 2 — right?",
        "hole 7: Sarah 2 — dropped, nothing saved",
      ])
    #expect(log("export") == .done())
  }

  private static let players = ["Mike", "Jake", "Sarah"]

  /// The line of a number: it changes every player's score on the hole.
  private static func line(_ number: Int) -> String {
    players.enumerated().map { "\($1) \((number + 3 * $0) % 9 + 1)" }.joined(separator: ", ")
  }

  private struct Event: Decodable {
    let id: String
    let hole: Int
    let player: String
    let strokes: Int
    let transcript: String
  }

  /// Returns the lines whose scores are in the log, in order, after checking that each is whole.
  private func savedLines(_ log: ScoreLogFile) throws -> [String] {
    let outcome = log("export")
    try #require(outcome.code == 0, "\(outcome.errors)")
    let events = try outcome.decoded(Event.self)
    var lines: [String] = []
    for start in stride(from: 0, to: events.count, by: Self.players.count) {
      let commit = events[start...].prefix(Self.players.count)
      let ids = commit.map { String($0.id.prefix { $0 != "." }) }
      #expect(commit.count == Self.players.count)
      #expect(Set(ids).count == 1)
      #expect(Set(commit.map(\.transcript)).count == 1)
      #expect(
        commit.map { "\($0.player) \($0.strokes)" }.joined(separator: ", ")
          == commit.first?.transcript)
      #expect(commit.allSatisfy { $0.hole == 1 })
      lines += commit.prefix(1).map(\.transcript)
    }
    return lines
  }

  @Test(.timeLimit(.minutes(10)), arguments: [1, 2])
  func `at any moment loses nothing that was reported as saved, and halves nothing`(seed: UInt64)
    throws
  {
    _ = try log.round(Self.players)
    // From another hole nothing goes on to the next, so that every line that is printed is a commit.
    _ = log("hole", "9")
    var generator = SeededGenerator(seed: seed)
    var saved = 0
    for _ in 0..<20 {
      let child = try RunningProgram(
        ["enter", "--hole", "1", "-", "--db", log.path], environment: ScoreLogFile.environment)
      func awaitSaved(_ count: Int) throws {
        for _ in 0..<count { _ = try #require(try child.nextLine()) }
      }
      let awaited = Int.random(in: 0...5, using: &generator)
      let written: Int
      if Bool.random(using: &generator) {
        // It is busy with further lines when it is killed.
        written = 12
        try child.write((saved..<saved + written).map(Self.line))
        try awaitSaved(awaited)
      } else {
        // A line is written, and nobody waits until it is saved.
        written = awaited + 1
        try child.write((saved..<saved + awaited).map(Self.line))
        try awaitSaved(awaited)
        try child.write([Self.line(saved + awaited)])
      }
      child.send(SIGKILL)
      let (rest, _, isKilled) = try child.end()
      #expect(isKilled)
      let acknowledged = awaited + rest.count
      let lines = try savedLines(log)
      #expect(lines == (0..<lines.count).map(Self.line))
      #expect(lines.count >= saved + acknowledged)
      #expect(lines.count <= saved + written)
      #expect(log("audit") == .done("clean"))
      saved = lines.count
    }
    #expect(saved > 20)
    let next = log("enter", "--hole", "1", Self.line(saved))
    #expect(next.code == 0)
    #expect(try savedLines(log).count == saved + 1)
  }
}
