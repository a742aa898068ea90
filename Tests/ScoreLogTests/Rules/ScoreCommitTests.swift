import TestSupport
import Testing

@testable import ScoreLog

@Suite struct `Identifiers` {
  @Test(
    arguments: [
      ("c7.1", "c7"), ("2026.05.1", "2026.05"), ("c7", "c7"), ("c7.", "c7."), ("c7.x", "c7.x"),
      (".1", ".1"), ("", ""), ("a.1b", "a.1b"), ("é.3", "é"),
    ] as [(EventID, CommitID)])
  func `an event's commit is what stands before its number`(event: EventID, commit: CommitID) {
    #expect(event.commit == commit)
  }
}

@Suite struct `Positions` {
  @Test func `what was seen before comes first, and devices order what was made apart`() {
    let order = [at(1, "A", 9), at(1, "B", 1), at(1, "B", 2), at(2, "A", 1)]
    #expect(order.reversed().sorted() == order)
  }

  @Test func `clocks end where a greater one would be no number`() {
    let last = at(LogPosition.range.upperBound, "A", 7)
    #expect(last.advanced(by: 2) == at(last.clock, "A", 9))
  }

  @Test func `a vector has what comes before the first gap`() {
    var vector = VersionVector(["A": 2, "B": 0])
    #expect(vector.numbers == ["A": 2])
    for (number, isThere) in [(1, true), (2, true), (3, false)] {
      #expect(
        vector.contains(at(9, "A", number)) == isThere)
    }
    #expect(!vector.contains(at(1, "B", 1)))
    vector["A"] = 0
    #expect(vector == VersionVector())
    #expect(vector["A"] == 0)
  }
}

@Suite struct `Commits` {
  private static let first = at(1, "A", 1)

  @Test func `each score supersedes what was said, has its place, and keeps where it comes from`()
    throws
  {
    let three = try #require(holeResult(3))
    let four = try #require(holeResult(4))
    let card = Scorecard(try makeRecord(), replaying: makeEvents("a Jake 2 5, b Jake 2 6 >a"))
    let commit = ScoreCommit(
      id: "c", round: "r", hole: 2,
      scores: [
        ScoreCommit.Score(
          player: "Mike", result: three, input: .voice, transcript: "mike three",
          confidence: 0.9, clip: "1.flac", utterance: "u1"),
        ScoreCommit.Score(player: "Jake", result: four, input: .typed),
      ], reportedBy: "Ann", deviceName: "phone", at: "2026-05-01T10:00:00.000Z")
    #expect(
      try commit.events(on: card, from: at(7, "A", 3)) == [
        ScoreEvent(
          id: "c.1", position: at(7, "A", 3), round: "r",
          player: "Mike", hole: 2, result: three, reportedBy: "Ann",
          deviceName: "phone", input: .voice, transcript: "mike three", confidence: 0.9,
          at: "2026-05-01T10:00:00.000Z", clip: "1.flac", utterance: "u1"),
        ScoreEvent(
          id: "c.2", position: at(8, "A", 4), round: "r",
          player: "Jake", hole: 2, result: four, supersedes: ["b"], reportedBy: "Ann",
          deviceName: "phone", input: .typed, at: "2026-05-01T10:00:00.000Z"),
      ])
  }

  @Test func `a score that the device has said is no event, and the others keep their numbers`()
    throws
  {
    let card = Scorecard(try makeRecord(), replaying: [makeEvent("a", "Mike", 1, 3)])
    let events = try makeCommit("c", 1, [(0, 3), (1, 4)]).events(on: card, from: at(2, "A", 2))
    #expect(events.map(\.id) == ["c.2"])
    // No number is left out.
    #expect(events.map(\.position.number) == [2])
    #expect(try makeCommit("c", 1, [(0, 3)]).events(on: card, from: Self.first) == [])
  }

  @Test func `who confirms what another device said keeps it where that one is taken back`() throws
  {
    let said = makeEvent("b", "Mike", 1, 3, by: "B")
    let confirmed = try makeCommit("c", 1, [(0, 3)])
      .events(on: Scorecard(makeRecord(), replaying: [said]), from: at(2, "A", 1))
    #expect(confirmed.map(\.id) == ["c.1"])
    let undone = makeEvent(
      "b2", "Mike", 1, nil, place: 2, by: "B", supersedes: ["b"], takesBack: "b")
    let card = Scorecard(try makeRecord(), replaying: [said, undone] + confirmed)
    #expect(card.result(of: PlayerID(0), onHole: 1) == .strokes(try #require(Strokes(3))))
    #expect(card.disputes.isEmpty)
  }

  @Test func `a finished or deleted round takes no scores, nor does another`() throws {
    for (kind, refusal) in [
      (.finish, .roundFinished("r")), (.delete, .roundDeleted("r")),
    ] as [(RoundChange.Kind, ScoreLogRefusal)] {
      #expect(throws: refusal) {
        try makeCommit("c", 1, [(0, 3)])
          .events(on: Scorecard(makeRecord(changes: [makeChange(kind)])), from: Self.first)
      }
    }
    let other = try RoundRecord(
      id: "other", course: "Home", pars: [3], entrants: [], organiser: "", createdAt: "")
    #expect(throws: ScoreLogRefusal.unknownRound("r")) {
      try makeCommit("c", 1, [(0, 3)]).events(on: Scorecard(other), from: Self.first)
    }
  }

  @Test(
    arguments: [
      ("", true), ("c.2 Jake 1 4", true), ("c.1 Mike 1 3, c.2 Jake 1 4", true),
      ("c.1 Mike 1 4", false), ("c.1 Jake 1 3", false), ("c.3 Ann 1 3", false),
      ("c.1 Mike 2 3", false), ("c.1 Mike 1 3 <b", false),
    ])
  func `a commit is the same again where its events say the same`(
    script: String, isSame: Bool
  ) throws {
    let commit = makeCommit("c", 1, [(0, 3), (1, 4)])
    #expect(commit.isRepeated(by: makeEvents(script), in: try makeRecord()) == isSame)
  }
}

@Suite struct `Undoings` {
  @Test func `identifiers from elsewhere that look like one commit are not taken for one`()
    throws
  {
    var card = Scorecard(
      try makeRecord(), replaying: makeEvents("event.1 Mike 1 3, event.2 Mike 2 3"))
    #expect(Undoing(on: card, by: "A")?.changes.map(\.event) == ["event.2"])
    card.apply(makeEvent("event.3", "Jake", 2, 3, place: 3, at: "2026-05-01T10:05:00.000Z"))
    #expect(Undoing(on: card, by: "A")?.changes.map(\.event) == ["event.3"])
  }
}
