import TestSupport
import Testing

@testable import DiscGolf
@testable import ScoreLog

@Suite struct `Identifiers` {
  @Test func `a commit numbers its events`() {
    let commit: CommitID = "c7"
    #expect(commit.event(1) == "c7.1")
    #expect(commit.event(12).commit == commit)
  }

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
    let order = [
      LogPosition(clock: 1, device: "A", number: 9), LogPosition(clock: 1, device: "B", number: 1),
      LogPosition(clock: 1, device: "B", number: 2), LogPosition(clock: 2, device: "A", number: 1),
    ]
    #expect(order.reversed().sorted() == order)
  }

  @Test func `clocks end where a greater one would be no number`() {
    let last = LogPosition(clock: LogPosition.range.upperBound, device: "A", number: 7)
    #expect(
      last.advanced(by: 2) == LogPosition(clock: last.clock, device: "A", number: 9))
  }

  @Test func `a vector has what comes before the first gap`() {
    var vector = VersionVector(["A": 2, "B": 0])
    #expect(vector.numbers == ["A": 2])
    for (number, isThere) in [(1, true), (2, true), (3, false)] {
      #expect(
        vector.contains(LogPosition(clock: 9, device: "A", number: number)) == isThere)
    }
    #expect(!vector.contains(LogPosition(clock: 1, device: "B", number: 1)))
    vector["A"] = 0
    #expect(vector == VersionVector())
    #expect(vector["A"] == 0)
  }
}

@Suite struct `Commits` {
  private static let first = LogPosition(clock: 1, device: "A", number: 1)

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
      try commit.events(on: card, from: LogPosition(clock: 7, device: "A", number: 3)) == [
        ScoreEvent(
          id: "c.1", position: LogPosition(clock: 7, device: "A", number: 3), round: "r",
          player: "Mike", hole: 2, result: three, reportedBy: "Ann",
          deviceName: "phone", input: .voice, transcript: "mike three", confidence: 0.9,
          at: "2026-05-01T10:00:00.000Z", clip: "1.flac", utterance: "u1"),
        ScoreEvent(
          id: "c.2", position: LogPosition(clock: 8, device: "A", number: 4), round: "r",
          player: "Jake", hole: 2, result: four, supersedes: ["b"], reportedBy: "Ann",
          deviceName: "phone", input: .typed, at: "2026-05-01T10:00:00.000Z"),
      ])
  }

  @Test func `a score that stands already is no event, and the others keep their numbers`()
    throws
  {
    let card = Scorecard(try makeRecord(), replaying: [makeEvent("a", "Mike", 1, 3)])
    let events = try makeCommit("c", 1, [(0, 3), (1, 4)]).events(
      on: card, from: LogPosition(clock: 2, device: "A", number: 2))
    #expect(events.map(\.id) == ["c.2"])
    // No number is left out.
    #expect(events.map(\.position.number) == [2])
    #expect(try makeCommit("c", 1, [(0, 3)]).events(on: card, from: Self.first) == [])
  }

  @Test(
    arguments: [
      (makeCommit("c", 4, [(0, 3)]), .unknownHole(4, holes: 3)),
      (makeCommit("c", 0, [(0, 3)]), .unknownHole(0, holes: 3)),
      (makeCommit("c", 1, [(9, 3)]), .unknownPlayer("Nobody", "r")),
      (makeCommit("c", 1, [(Int, Int)]()), .noScores),
      (makeCommit("c", 1, [(1, 3), (1, 3)]), .twoScores("Jake", hole: 1)),
    ] as [(ScoreCommit, ScoreLogRefusal)])
  func `scores that the round cannot have are refused`(
    commit: ScoreCommit, refusal: ScoreLogRefusal
  ) throws {
    let card = Scorecard(try makeRecord())
    #expect(throws: refusal) { try commit.events(on: card, from: Self.first) }
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
  @Test func `the last commit is taken back, then the one before`() throws {
    let record = try makeRecord()
    var events: [ScoreEvent] = []
    func card() -> Scorecard { Scorecard(record, replaying: events) }
    events += try makeCommit("a", 1, [(0, 3), (1, 4)]).events(on: card(), from: events.next())
    events += try makeCommit("b", 1, [(0, 5)]).events(on: card(), from: events.next())

    let first = try #require(Undoing(on: card(), by: "A"))
    #expect(first.commit == "b")
    #expect(first.hole == 1)
    #expect(
      first.changes == [
        Undoing.Change(
          event: "b.1", player: PlayerID(0), name: "Mike", from: holeResult(5), to: holeResult(3))
      ])
    events += first.events(makeUndoing("x"), on: card(), from: events.next())
    #expect(
      events.last
        == ScoreEvent(
          id: "x.1", position: LogPosition(clock: 4, device: "A", number: 4), round: "r",
          player: "Mike", hole: 1, result: holeResult(3), kind: .takeBack, supersedes: ["b.1"],
          takesBack: "b.1", reportedBy: "Jake", deviceName: "watch", input: .typed,
          at: "2026-05-01T11:00:00.000Z"))

    let second = try #require(Undoing(on: card(), by: "A"))
    #expect(second.commit == "a")
    #expect(second.changes.map(\.name) == ["Mike", "Jake"])
    #expect(second.changes.map(\.to) == [nil, nil])
    let undone = second.events(makeUndoing("y"), on: card(), from: events.next())
    #expect(undone.map(\.supersedes) == [["x.1"], ["a.2"]])
    #expect(undone.map(\.takesBack) == ["a.1", "a.2"])
    events += undone

    #expect(Undoing(on: card(), by: "A") == nil)
    #expect(card().standings == Scorecard(record).standings)
  }

  @Test func `what is scored after an undoing is taken back first`() throws {
    let events = makeEvents(
      "a.1 Mike 1 3, b.1 Mike 1 4 >a.1, x.1 Mike 1 3 >b.1 <b.1, c.1 Mike 1 6 >x.1")
    let undoing = try #require(
      Undoing(on: Scorecard(makeRecord(), replaying: events), by: "A"))
    #expect(undoing.commit == "c")
    #expect(undoing.changes.map(\.to) == [holeResult(3)])
  }

  @Test func `identifiers from elsewhere that look like one commit are not taken for one`()
    throws
  {
    var card = Scorecard(
      try makeRecord(), replaying: makeEvents("event.1 Mike 1 3, event.2 Mike 2 3"))
    #expect(Undoing(on: card, by: "A")?.changes.map(\.event) == ["event.2"])
    card.apply(makeEvent("event.3", "Jake", 2, 3, place: 3, at: "2026-05-01T10:05:00.000Z"))
    #expect(Undoing(on: card, by: "A")?.changes.map(\.event) == ["event.3"])
  }

  @Test func `nothing is left to undo in a round without scores`() throws {
    #expect(Undoing(on: Scorecard(try makeRecord()), by: "A") == nil)
  }
}
