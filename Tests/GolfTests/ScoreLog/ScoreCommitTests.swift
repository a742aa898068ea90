import Golf
import Testing

@Suite struct `Commits` {
  @Test func `each score supersedes what stands, and keeps where it comes from`() throws {
    let three = try #require(Strokes(3))
    let four = try #require(Strokes(4))
    let card = Scorecard(
      try makeRecord(),
      replaying: [makeEvent("a", "Jake", 2, 5), makeEvent("b", "Jake", 2, 6, supersedes: "a")])
    let commit = ScoreCommit(
      id: "c", round: "r", hole: 2,
      scores: [
        ScoreCommit.Score(
          player: PlayerID(0), strokes: three, input: .voice, transcript: "mike three",
          confidence: 0.9, clip: "1.flac", utterance: "u1"),
        ScoreCommit.Score(player: PlayerID(1), strokes: four, input: .typed),
      ], reportedBy: "Sarah", device: "phone", at: "2026-05-01T10:00:00.000Z")
    #expect(
      try commit.events(on: card) == [
        ScoreEvent(
          id: "c.1", round: "r", player: "Mike", hole: 2, strokes: three, reportedBy: "Sarah",
          device: "phone", input: .voice, transcript: "mike three", confidence: 0.9,
          at: "2026-05-01T10:00:00.000Z", clip: "1.flac", utterance: "u1"),
        ScoreEvent(
          id: "c.2", round: "r", player: "Jake", hole: 2, strokes: four, supersedes: "b",
          reportedBy: "Sarah", device: "phone", input: .typed, at: "2026-05-01T10:00:00.000Z"),
      ])
  }

  @Test func `a score that stands already is no event, and the others keep their numbers`()
    throws
  {
    let card = Scorecard(try makeRecord(), replaying: [makeEvent("a", "Mike", 1, 3)])
    let events = try makeCommit("c", 1, [(0, 3), (1, 4)]).events(on: card)
    #expect(events.map(\.id) == ["c.2"])
    #expect(try makeCommit("c", 1, [(0, 3)]).events(on: card) == [])
  }

  @Test(
    arguments: [
      (makeCommit("c", 4, [(0, 3)]), .unknownHole(4, holes: 3)),
      (makeCommit("c", 0, [(0, 3)]), .unknownHole(0, holes: 3)),
      (makeCommit("c", 1, [(3, 3)]), .unknownPlayerNumber(4, "r")),
      (makeCommit("c", 1, []), .noScores),
      (makeCommit("c", 1, [(1, 3), (1, 3)]), .twoScores("Jake", hole: 1)),
    ] as [(ScoreCommit, ScoreLogRefusal)])
  func `scores that the round cannot have are refused`(
    commit: ScoreCommit, refusal: ScoreLogRefusal
  ) throws {
    let card = Scorecard(try makeRecord())
    #expect(throws: refusal) { try commit.events(on: card) }
  }

  @Test func `a finished round takes no scores, nor does another`() throws {
    let finish = RoundRecord.Finish(at: "2026-05-01T12:00:00.000Z", eventCount: 0)
    #expect(throws: ScoreLogRefusal.roundFinished("r")) {
      try makeCommit("c", 1, [(0, 3)]).events(on: Scorecard(makeRecord(finish: finish)))
    }
    let other = try RoundRecord(
      id: "other", course: "Home", pars: [3], entrants: [], organiser: "", createdAt: "")
    #expect(throws: ScoreLogRefusal.unknownRound("r")) {
      try makeCommit("c", 1, [(0, 3)]).events(on: Scorecard(other))
    }
  }

  @Test(
    arguments: [
      ([], true), ([makeEvent("c.2", "Jake", 1, 4)], true),
      ([makeEvent("c.1", "Mike", 1, 3), makeEvent("c.2", "Jake", 1, 4)], true),
      ([makeEvent("c.1", "Mike", 1, 4)], false), ([makeEvent("c.1", "Jake", 1, 3)], false),
      ([makeEvent("c.3", "Sarah", 1, 3)], false), ([makeEvent("c.1", "Mike", 2, 3)], false),
      ([makeEvent("c.1", "Mike", 1, 3, takesBack: "b")], false),
    ] as [([ScoreEvent], Bool)])
  func `a commit is the same again where its events say the same`(
    events: [ScoreEvent], isSame: Bool
  ) throws {
    let commit = makeCommit("c", 1, [(0, 3), (1, 4)])
    #expect(commit.isRepeated(by: events, in: try makeRecord()) == isSame)
  }
}
