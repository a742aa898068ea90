import Foundation
import HyzerBase
import TestSupport
import Testing

/// Another process that saves the lines it is given.
private struct Child {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ log: ScoreLogFile) throws {
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = ["enter", "--hole", "1", "-", "--db", log.path]
    process.environment = ScoreLogFile.environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func write(_ lines: [String]) throws {
    try input.fileHandleForWriting.write(
      contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Waits for so many lines that report something as saved.
  func awaitSaved(_ count: Int) throws {
    var left = count
    while left > 0 {
      let byte = try #require(try output.fileHandleForReading.read(upToCount: 1)?.first)
      if byte == UInt8(ascii: "\n") { left -= 1 }
    }
  }

  /// Kills the process, and returns how many more lines it printed before.
  func kill() throws -> Int {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)  // It is gone where this fails.
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    return rest.count { $0 == UInt8(ascii: "\n") }
  }
}

@Suite struct `Killing hyzer` {
  @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM, SIGHUP])
  func `while it listens drops what is shown, and says so`(signal: Int32) throws {
    try withScoreLog { log in
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
      process.arguments = [
        "listen", "--plain", "--window", "60", "--round", demoRound, "--input",
        DemoAudio.path("pairs.flac"), "--db", log.path,
      ]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var lines: [String] = []
      var line: [UInt8] = []
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
        if lines.count == 2 { #expect(Foundation.kill(process.processIdentifier, signal) == 0) }
      }
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
      #expect(
        lines == [
          "heard: mike three jake four", "hole 7: Michael 3, Jake 4 — right?",
          "hole 7: Michael 3, Jake 4 — dropped, nothing saved",
        ])
      #expect(log("export") == Outcome(code: 0, output: "", errors: ""))
    }
  }

  private static let players = ["Mike", "Jake", "Sarah"]

  /// The line of a number: it changes every player's score on the hole.
  private static func line(_ number: Int) -> String {
    players.enumerated().map { "\($1) \((number + 3 * $0) % 9 + 1)" }.joined(separator: ", ")
  }

  private struct Event: Decodable {
    let id: String
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
      lines += commit.prefix(1).map(\.transcript)
    }
    return lines
  }

  @Test(.timeLimit(.minutes(2)), arguments: [1, 2])
  func `at any moment loses nothing that was reported as saved, and halves nothing`(seed: UInt64)
    throws
  {
    try withScoreLog { log in
      _ = try log.round(Self.players)
      // From another hole nothing goes on to the next, so that every line that is printed is a commit.
      _ = log("hole", "9")
      var generator = SeededGenerator(seed: seed)
      var saved = 0
      for _ in 0..<20 {
        let child = try Child(log)
        let awaited = Int.random(in: 0...5, using: &generator)
        let written: Int
        if Bool.random(using: &generator) {
          // It is busy with further lines when it is killed.
          written = 12
          try child.write((saved..<saved + written).map(Self.line))
          try child.awaitSaved(awaited)
        } else {
          // A line is written, and nobody waits until it is saved.
          written = awaited + 1
          try child.write((saved..<saved + awaited).map(Self.line))
          try child.awaitSaved(awaited)
          try child.write([Self.line(saved + awaited)])
        }
        let acknowledged = awaited + (try child.kill())
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
}
