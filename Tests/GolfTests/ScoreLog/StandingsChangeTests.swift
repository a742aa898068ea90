import Golf
import Testing

@Suite struct `Changes of the standings` {
  @Test func `a change names what was scored and who moved`() throws {
    let card = Scorecard(
      try makeRecord(),
      replaying: [makeEvent("a.1", "Mike", 1, 3), makeEvent("a.2", "Jake", 1, 4)])
    let events = [makeEvent("b.1", "Sarah", 1, 2), makeEvent("b.2", "Jake", 2, 2)]
    let change = StandingsChange(from: card, trigger: events)
    #expect(
      change.triggers == [
        StandingsChange.Trigger(
          event: "b.1", kind: .scored, player: PlayerID(2), hole: 1, from: nil, to: Strokes(2)),
        StandingsChange.Trigger(
          event: "b.2", kind: .scored, player: PlayerID(1), hole: 2, from: nil, to: Strokes(2)),
      ])
    #expect(
      change.moves == [
        StandingsChange.Move(player: PlayerID(1), from: 2, to: 1),
        StandingsChange.Move(player: PlayerID(0), from: 1, to: 3),
      ])
    #expect(change.moves.map(\.isUp) == [true, false])
    #expect(change.standings.lines.map(\.place) == [1, 1, 3])
  }

  @Test func `corrections and what is taken back are told apart`() throws {
    let first = makeEvent("a", "Mike", 1, 3)
    let second = makeEvent("b", "Mike", 1, 4, supersedes: "a")
    let undone = makeEvent("c", "Mike", 1, 3, supersedes: "b", takesBack: "b")
    let gone = makeEvent("d", "Mike", 1, nil, supersedes: "c", takesBack: "a")
    let again = makeEvent("e", "Mike", 1, 5, supersedes: "d")
    let change = StandingsChange(
      from: Scorecard(try makeRecord()), trigger: [first, second, undone, gone, again])
    #expect(
      change.triggers.map(\.kind) == [.scored, .corrected, .takenBack, .takenBack, .scored])
    #expect(change.triggers.map(\.from?.count) == [nil, 3, 4, 3, nil])
    #expect(change.triggers.map(\.to?.count) == [3, 4, 3, nil, 5])
  }

  @Test func `events that change no score trigger nothing`() throws {
    let card = Scorecard(try makeRecord(), replaying: [makeEvent("a", "Mike", 1, 3)])
    let change = StandingsChange(
      from: card, trigger: [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Nobody", 1, 3)])
    #expect(change.triggers == [])
    #expect(change.moves == [])
    #expect(change.standings == card.standings)
  }
}
