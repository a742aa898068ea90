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

  /// The lines of a season of games, each won by as many points as its number says.
  private static func season(_ number: Int, games: Int) -> [String] {
    func id(_ place: Int) -> String {
      let digits = String(place, radix: 16)
      return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
    let first = 10_000 * number
    func line(_ place: Int, _ kind: String, _ fields: String) -> String {
      #"{"id":"\#(id(0xF00_0000 + first + place))","at":"2026-11-26T10:00:00.000Z","kind":"\#(kind)","#
        + #""of":"\#(id(first + place))","set":{\#(fields)}}"#
    }
    return [
      line(0, "player", #""name":"P\#(number)","position":\#(number).0"#),
      line(1, "team", #""player":"\#(id(first))","name":"T","position":1.0"#),
    ]
      + (2..<2 + games).map { place in
        line(
          place, "game",
          #""team":"\#(id(first + 1))","date":"2026-11-26","time":"10:00","result":"#
            + #"{"outcome":"win","team":\#(20 + number),"opponent":20}"#)
      }
  }

  /// The bytes of a file; -1 where there is none.
  private static func size(of path: String) -> Int {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return size ?? -1
  }

  @Test(.timeLimit(.minutes(10)), arguments: [1, 2])
  func `while a season is imported keeps all of it or nothing`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let file = log.folder.path("season.jsonl")
    var kept: [String] = []
    for number in 1...12 {
      let season = Self.season(number, games: 300)
      try Data((season.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
      let child = try RunningProgram(
        ["snap", "import", file, "--db", log.path], environment: ScoreLogFile.environment)
      // At once, when it opens the file, when it writes, or somewhat later.
      let bytes = [-1, 0, 1, 100_000][Int.random(in: 0..<4, using: &generator)]
      var looks = 0
      while looks < 50_000, Self.size(of: log.path + "-wal") < bytes { looks += 1 }
      child.send(SIGKILL)
      let (lines, _, _) = try child.end()
      let found = log("snap", "export").outputLines
      #expect(found == kept || found == kept + season)
      if !lines.isEmpty { #expect(found == kept + season) }
      #expect(log("audit") == .done("clean"))
      kept = found
    }
    #expect(log("snap", "import", file).code == 0)
    #expect(log("snap", "export").outputLines.count.isMultiple(of: 302))
  }
}
