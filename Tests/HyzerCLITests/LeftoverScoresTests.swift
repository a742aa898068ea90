import Foundation
import ScoreLog
import Scorekeeping
import Testing

@testable import HyzerCLI

@Suite struct `Scores that no session saved` {
  private let folder = Folder()

  /// A round with what was entered in it: holes, players and strokes.
  private func card(
    _ id: RoundID = "r", _ scores: [(hole: Int, player: String, count: Int)] = []
  ) throws -> Scorecard {
    let store = try ScoreStore(path: folder.path("s-\(UUID()).db"))
    try store.createRound(
      id, course: Course(name: "Home"), organiser: "Mike",
      joining: ["Mike", "Jake"].map { .player($0) }, at: "2026-05-01T09:00:00.000Z")
    for score in scores {
      try store.commit(
        ScoreCommit(
          round: id, hole: score.hole,
          scores: [ScoreCommit.Score(player: score.player, strokes: score.count)],
          reportedBy: "Mike"))
    }
    return try store.scorecard(of: id)
  }

  private func leftovers(
    _ id: RoundID = "r", _ scores: [(hole: Int, player: String, count: Int)] = []
  ) throws -> LeftoverScores {
    LeftoverScores(besideLog: folder.path("s.db"), of: try card(id, scores))
  }

  private static func draft(_ hole: Int, _ count: Int?, _ other: Int? = nil) -> Draft {
    let scores = [(PlayerID(0), count)] + (other.map { [(PlayerID(1), $0)] } ?? [])
    return Draft(
      leftover: scores.map { player, count in
        (player, count.flatMap { Strokes($0) }.map { .strokes($0) } ?? .noScore)
      }, onHole: hole)
  }

  @Test func `come back to the round that they are of, until they are answered`() throws {
    let file = try leftovers()
    #expect(file.path == folder.path("s-unsaved.jsonl"))
    #expect(try file.read() == [])
    let drafts = [Self.draft(1, 3), Self.draft(2, nil)]
    try file.replace([], by: drafts)
    let asked = try file.read()
    #expect(asked.map(\.draft) == drafts)
    let other = try leftovers("q")
    #expect(try other.read() == [])
    try other.replace([], by: [Self.draft(3, 4)])
    // One was answered.
    try file.replace(asked, by: [drafts[1]])
    #expect(try file.read().map(\.draft) == [drafts[1]])
    try file.replace(file.read(), by: [])
    #expect(try file.read() == [])
    #expect(try other.read().map(\.draft) == [Self.draft(3, 4)])
    try other.replace(other.read(), by: [])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `of another session stay where that was not asked about them`() throws {
    let file = try leftovers()
    let asked = try file.read()
    // Another session ends meanwhile.
    try file.replace([], by: [Self.draft(1, 3)])
    try file.replace(asked, by: [])
    #expect(try file.read().map(\.draft) == [Self.draft(1, 3)])
    try file.replace(asked, by: [Self.draft(1, 3), Self.draft(2, 4)])
    #expect(try file.read().map(\.draft) == [Self.draft(1, 3), Self.draft(2, 4)])
  }

  @Test func `leave lines alone that cannot be read`() throws {
    let path = try folder.file("s-unsaved.jsonl", "oops\n")
    let file = try leftovers()
    #expect(try file.read() == [])
    try file.replace([], by: [Self.draft(1, 3)])
    try file.replace(file.read(), by: [])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "oops\n")
  }

  @Test(
    arguments: [
      // Saved, saved and corrected, and said anew.
      [(1, "Mike", 3)], [(1, "Mike", 3), (1, "Mike", 5)], [(1, "Mike", 4)],
    ] as [[(Int, String, Int)]])
  func `are not asked about again once the log has something later`(
    _ later: [(Int, String, Int)]
  ) throws {
    // What stood when they were left is what they would replace.
    let before = [(1, "Mike", 6), (2, "Mike", 3)]
    let file = try leftovers("r", before)
    try file.replace([], by: [Self.draft(1, 3, 4)])
    #expect(try file.read().map(\.draft) == [Self.draft(1, 3, 4)])
    let since = try leftovers("r", before + later)
    let jake = Draft(leftover: [(PlayerID(1), .strokes(try #require(Strokes(4))))], onHole: 1)
    let asked = try since.read()
    #expect(asked.map(\.draft) == [jake])
    // Who does not answer is asked about the same again.
    try since.replace(asked, by: [jake])
    #expect(try since.read().map(\.draft) == [jake])
    let both = try leftovers("r", before + later + [(1, "Jake", 5)])
    #expect(try both.read().map(\.draft) == [nil])
    try both.replace(both.read(), by: [])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `that nobody answered do not come to stand over what was said meanwhile`() throws {
    let file = try leftovers()
    try file.replace([], by: [Self.draft(1, 3)])
    let asked = try file.read()
    // Mike 5 is entered while the question waits, and the session ends.
    let later = try leftovers("r", [(1, "Mike", 5)])
    try later.replace(asked, by: [Self.draft(1, 3)])
    #expect(try later.read().map(\.draft) == [nil])
  }

  @Test func `of an earlier version are compared by what they say`() throws {
    _ = try folder.file(
      "s-unsaved.jsonl",
      #"{"round":"r","hole":1,"scores":[{"player":"Mike","strokes":3}]}"# + "\n")
    #expect(try leftovers("r", [(1, "Mike", 6)]).read().map(\.draft) == [Self.draft(1, 3)])
    let saved = try leftovers("r", [(1, "Mike", 3), (1, "Mike", 5)])
    #expect(try saved.read().map(\.draft) == [nil])
  }

  @Test func `are asked about by one session at a time`() throws {
    let file = try leftovers()
    let first = try #require(LeftoverScores.Claim(file))
    #expect(LeftoverScores.Claim(file) == nil)
    first.end()
    let second = try #require(LeftoverScores.Claim(file))
    second.end()
    #expect(!FileManager.default.fileExists(atPath: file.path + ".lock"))
  }
}
