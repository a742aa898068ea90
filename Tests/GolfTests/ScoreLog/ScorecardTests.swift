import Golf
import Randomness
import Testing

@Suite struct `Scorecards` {
  @Test func `the leaf of the chain counts, not the newest time nor the last event`() throws {
    let chain = [
      makeEvent("a", "Mike", 1, 3, at: "2026-05-01T12:00:00.000Z"),
      makeEvent("b", "Mike", 1, 4, supersedes: "a", at: "2026-05-01T09:00:00.000Z"),
      makeEvent("c", "Mike", 1, 5, supersedes: "b", at: "2026-05-01T11:00:00.000Z"),
    ]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for order in orders {
      let card = Scorecard(try makeRecord(), replaying: order.map { chain[$0] })
      #expect(card.strokes(of: PlayerID(0), onHole: 1) == Strokes(5))
      #expect(card.entry(of: PlayerID(0), onHole: 1)?.event == "c")
    }
  }

  @Test func `a score that is taken back is none, but what it supersedes stays superseded`()
    throws
  {
    let card = Scorecard(
      try makeRecord(),
      replaying: [
        makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 1, nil, supersedes: "a"),
      ])
    #expect(card.strokes(of: PlayerID(0), onHole: 1) == nil)
    #expect(card.entry(of: PlayerID(0), onHole: 1)?.event == "b")
    #expect(card.total(of: PlayerID(0)).holesPlayed == 0)
  }

  @Test func `an event applied twice counts once`() throws {
    let event = makeEvent("a", "Mike", 1, 3)
    var card = Scorecard(try makeRecord(), replaying: [event])
    let before = card
    card.apply(event)
    #expect(card == before)
  }

  @Test(
    arguments: [
      makeEvent("a", "Mike", 1, 3, round: "other"), makeEvent("a", "mike", 1, 3),
      makeEvent("a", "Mike", 4, 3), makeEvent("a", "Mike", 0, 3),
    ])
  func `events of other rounds, players and holes count for nothing`(event: ScoreEvent) throws {
    let record = try makeRecord()
    #expect(Scorecard(record, replaying: [event]) == Scorecard(record))
  }

  @Test func `where a log forks, the same leaf counts in any order`() throws {
    let fork = [
      makeEvent("a", "Mike", 1, 3), makeEvent("c", "Mike", 1, 4, supersedes: "a"),
      makeEvent("b", "Mike", 1, 5, supersedes: "a"),
    ]
    let record = try makeRecord()
    let card = Scorecard(record, replaying: fork)
    #expect(card == Scorecard(record, replaying: fork.reversed()))
    #expect(card.entry(of: PlayerID(0), onHole: 1)?.event == "b")
  }

  @Test func `a card knows what is missing and where to go next`() throws {
    var card = Scorecard(try makeRecord(["Mike", "Jake"]))
    #expect(card.nextHole(after: 1) == 2)
    #expect(card.nextHole(after: 3) == 1)
    for event in [
      makeEvent("a", "Mike", 1, 3), makeEvent("b", "Jake", 1, 3), makeEvent("c", "Jake", 3, 3),
    ] { card.apply(event) }
    #expect(card.isComplete(hole: 1))
    #expect(!card.isComplete(hole: 3))
    #expect(card.playersMissing(onHole: 3) == [PlayerID(0)])
    #expect(
      card.missing == [
        MissingScores(hole: 2, players: [PlayerID(0), PlayerID(1)]),
        MissingScores(hole: 3, players: [PlayerID(0)]),
      ])
    #expect(card.nextHole(after: 3) == 2)
    #expect(card.nextHole(after: 1) == 2)
    card.apply(makeEvent("d", "Mike", 3, 3))
    #expect(card.nextHole(after: 2) == nil)
    #expect(!card.isComplete)
    card.apply(makeEvent("e", "Mike", 2, 3))
    card.apply(makeEvent("f", "Jake", 2, 3))
    #expect(card.isComplete)
    #expect(card.missing == [])
    #expect(card.nextHole(after: 1) == nil)
  }

  @Test func `a total counts the par of the holes played only`() throws {
    let card = Scorecard(
      try makeRecord(pars: [3, 5, 4]),
      replaying: [makeEvent("a", "Jake", 1, 2), makeEvent("b", "Jake", 2, 6)])
    #expect(
      card.total(of: PlayerID(1))
        == PlayerTotal(
          player: PlayerID(1), name: "Jake", relativeToPar: 0, strokes: 8, holesPlayed: 2))
  }

  // MARK: - Logs drawn for a seed

  @Test(arguments: 1...60)
  func `the scores of any log are those that keeping every state gives`(seed: Int) throws {
    let log = try RandomLog(seed: UInt64(seed))
    let card = Scorecard(log.record, replaying: log.events)
    for player in log.record.players {
      for hole in log.record.holes {
        #expect(
          card.strokes(of: player, onHole: hole)?.count
            == log.state[log.record.name(of: player)]?[hole])
      }
    }
  }

  @Test(arguments: 1...60)
  func `replaying any log gives the standings of applying its events one by one`(seed: Int)
    throws
  {
    let log = try RandomLog(seed: UInt64(seed))
    var card = Scorecard(log.record)
    for (index, event) in log.events.enumerated() {
      card.apply(event)
      let replayed = Scorecard(log.record, replaying: log.events[...index])
      #expect(replayed == card)
      #expect(replayed.standings == card.standings)
    }
  }

  @Test(arguments: 1...60)
  func `shuffling the events of any log gives the same card`(seed: Int) throws {
    let log = try RandomLog(seed: UInt64(seed))
    let card = Scorecard(log.record, replaying: log.events)
    var random = SeededGenerator(seed: UInt64(seed), name: "shuffle")
    for _ in 0..<5 {
      #expect(Scorecard(log.record, replaying: log.events.shuffled(using: &random)) == card)
    }
  }
}
