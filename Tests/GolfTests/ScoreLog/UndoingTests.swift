import Golf
import Testing

@Suite struct `Undoings` {
  @Test func `the last commit is taken back, then the one before`() throws {
    let record = try makeRecord()
    var events = try makeCommit("a", 1, [(0, 3), (1, 4)]).events(on: Scorecard(record))
    events += try makeCommit("b", 1, [(0, 5)]).events(
      on: Scorecard(record, replaying: events))

    let first = try #require(Undoing(in: record, events: events))
    #expect(first.commit == "b")
    #expect(first.hole == 1)
    #expect(
      first.changes == [
        Undoing.Change(
          event: "b.1", player: PlayerID(0), name: "Mike", from: Strokes(5), to: Strokes(3))
      ])
    events += first.events(makeUndoing("x"), on: Scorecard(record, replaying: events))
    #expect(
      events.last
        == ScoreEvent(
          id: "x.1", round: "r", player: "Mike", hole: 1, strokes: Strokes(3),
          supersedes: "b.1", takesBack: "b.1", reportedBy: "Jake", device: "watch",
          input: .voice, transcript: "undo", at: "2026-05-01T11:00:00.000Z"))

    let second = try #require(Undoing(in: record, events: events))
    #expect(second.commit == "a")
    #expect(second.changes.map(\.name) == ["Mike", "Jake"])
    #expect(second.changes.map(\.to) == [nil, nil])
    let undone = second.events(makeUndoing("y"), on: Scorecard(record, replaying: events))
    #expect(undone.map(\.supersedes) == ["x.1", "a.2"])
    #expect(undone.map(\.takesBack) == ["a.1", "a.2"])
    events += undone

    #expect(Undoing(in: record, events: events) == nil)
    #expect(
      Scorecard(record, replaying: events).standings == Scorecard(record).standings)
  }

  @Test func `what is scored after an undoing is taken back first`() throws {
    let record = try makeRecord()
    let events = [
      makeEvent("a.1", "Mike", 1, 3), makeEvent("b.1", "Mike", 1, 4, supersedes: "a.1"),
      makeEvent("x.1", "Mike", 1, 3, supersedes: "b.1", takesBack: "b.1"),
      makeEvent("c.1", "Mike", 1, 6, supersedes: "x.1"),
    ]
    let undoing = try #require(Undoing(in: record, events: events))
    #expect(undoing.commit == "c")
    #expect(undoing.changes.map(\.to) == [Strokes(3)])
  }

  @Test func `identifiers from elsewhere that look like one commit are not taken for one`()
    throws
  {
    let record = try makeRecord()
    let events = [
      makeEvent("event.1", "Mike", 1, 3, at: "2026-05-01T10:00:00.000Z"),
      makeEvent("event.2", "Mike", 2, 3, at: "2026-05-01T10:00:00.000Z"),
      makeEvent("event.3", "Jake", 2, 3, at: "2026-05-01T10:05:00.000Z"),
    ]
    #expect(Undoing(in: record, events: events)?.changes.map(\.event) == ["event.3"])
    #expect(Undoing(in: record, events: Array(events[..<2]))?.changes.map(\.event) == ["event.2"])
  }

  @Test func `nothing is left to undo in a round without scores`() throws {
    #expect(Undoing(in: try makeRecord(), events: []) == nil)
  }
}
