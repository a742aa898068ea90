import DiscGolf
import Foundation
import ScoreLog
import Scorekeeping
import Testing

@testable import HyzerCLI

@Suite struct `Scores that no session saved` {
  private let folder = Folder()

  private static func record(_ id: RoundID) throws -> RoundRecord {
    try RoundRecord(
      id: id, course: "Home", pars: [3, 3, 3],
      entrants: ["Mike", "Jake"].map { RoundRecord.Entrant(Player(name: $0)) }, organiser: "Mike",
      createdAt: "2026-05-01T09:00:00.000Z")
  }

  private static func draft(_ hole: Int, _ count: Int?) -> Draft {
    Draft(
      leftover: [
        (PlayerID(0), count.flatMap { Strokes($0) }.map { .strokes($0) } ?? .noScore)
      ], onHole: hole)
  }

  @Test func `come back to the round that they are of, until they are answered`() throws {
    let file = LeftoverScores(besideLog: folder.path("s.db"), of: try Self.record("r"))
    #expect(file.path == folder.path("s-unsaved.jsonl"))
    #expect(try file.read() == [])
    let drafts = [Self.draft(1, 3), Self.draft(2, nil)]
    try file.replace([], by: drafts)
    #expect(try file.read() == drafts)
    let other = LeftoverScores(besideLog: folder.path("s.db"), of: try Self.record("q"))
    #expect(try other.read() == [])
    try other.replace([], by: [Self.draft(3, 4)])
    // One was answered.
    try file.replace(drafts, by: [drafts[1]])
    #expect(try file.read() == [drafts[1]])
    try file.replace([drafts[1]], by: [])
    #expect(try file.read() == [])
    #expect(try other.read() == [Self.draft(3, 4)])
    try other.replace([Self.draft(3, 4)], by: [])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `of another session stay where that was not asked about them`() throws {
    let file = LeftoverScores(besideLog: folder.path("s.db"), of: try Self.record("r"))
    let asked = try file.read()
    // Another session ends meanwhile.
    try file.replace([], by: [Self.draft(1, 3)])
    try file.replace(asked, by: [])
    #expect(try file.read() == [Self.draft(1, 3)])
    try file.replace(asked, by: [Self.draft(1, 3), Self.draft(2, 4)])
    #expect(try file.read() == [Self.draft(1, 3), Self.draft(2, 4)])
  }

  @Test func `leave lines alone that cannot be read`() throws {
    let path = try folder.file("s-unsaved.jsonl", "oops\n")
    let file = LeftoverScores(besideLog: folder.path("s.db"), of: try Self.record("r"))
    #expect(try file.read() == [])
    try file.replace([], by: [Self.draft(1, 3)])
    try file.replace([Self.draft(1, 3)], by: [])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "oops\n")
  }
}
