import HyzerBase
import TestSupport
import Testing

@testable import ScoreLog

@Suite struct `Scorecards` {
  @Test func `events of other rounds, players and holes count for nothing`() throws {
    let record = try makeRecord()
    let events = makeEvents("a Mike 1 3 @other, b mike 1 3, c Mike 4 3, d Mike 0 3")
    #expect(Scorecard(record, replaying: events) == Scorecard(record))
  }

  @Test func `a card knows what is missing and where to go next`() throws {
    var card = Scorecard(try makeRecord(["Mike", "Jake"]))
    #expect(card.nextHole(after: 1) == 2)
    #expect(card.nextHole(after: 3) == 1)
    for event in makeEvents("a Mike 1 3, b Jake 1 3, c Jake 3 3") { card.apply(event) }
    #expect(card.isComplete(hole: 1))
    #expect(!card.isComplete(hole: 3))
    #expect(card.playersMissing(onHole: 3) == [PlayerID(0)])
    #expect(
      card.missing == [
        MissingScores(hole: 2, names: ["Mike", "Jake"]), MissingScores(hole: 3, names: ["Mike"]),
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

  @Test func `a hole without a score counts for nothing, and is not missing`() throws {
    let card = Scorecard(
      try makeRecord(["Mike", "Jake"], pars: [3, 5]),
      replaying: makeEvents(
        "a Mike 1 2, b Mike 2 0, c Jake 1 4, d Jake 1 0 >c, e Jake 1 4 >d <d, f Jake 1 - >e <c"))
    #expect(
      card.total(of: PlayerID(0))
        == PlayerTotal(
          player: PlayerID(0), name: "Mike", relativeToPar: -1, strokes: 2, holesPlayed: 1,
          holesMissed: 0))
    #expect(card.result(of: PlayerID(0), onHole: 2) == .noScore)
    #expect(card.strokes(of: PlayerID(0), onHole: 2) == nil)
    #expect(card.missing.map(\.names) == [["Jake"], ["Jake"]])
    #expect(card.isComplete(hole: 2, counting: [PlayerID(1)]))
  }

  @Test func `scores are brought back in some of the draws`() throws {
    let redone = try (1...60).map { try RandomLog(seed: $0).redone }
    #expect(redone.reduce(0, +) > 30)
  }

  @Test(arguments: 1...60)
  func `any log gives the scores of keeping every state, in any order`(seed: Int) throws {
    let log = try RandomLog(seed: UInt64(seed))
    var card = Scorecard(log.record)
    for (index, event) in log.events.enumerated() {
      card.apply(event)
      let replayed = Scorecard(log.record, replaying: log.events[...index])
      #expect(replayed == card)
      #expect(replayed.standings == card.standings)
    }
    for player in log.record.players {
      let scores = log.state[log.record.name(of: player)]
      for hole in log.record.holes {
        #expect(card.result(of: player, onHole: hole) == scores?[hole].flatMap(holeResult))
      }
    }
    var random = SeededGenerator(seed: UInt64(seed), name: "shuffle")
    for _ in 0..<5 {
      #expect(Scorecard(log.record, replaying: log.events.shuffled(using: &random)) == card)
    }
  }
}

@Suite struct `Standing in a round` {
  /// Returns who stands where, as "1 Mike, T2 Jake", in a round of Mike, Jake and Ann on three holes of par 3.
  private static func places(
    _ events: String, _ changes: [RoundChange] = []
  ) throws -> String {
    let record = try makeRecord(pars: [3, 3, 3], changes: changes)
    return Scorecard(record, replaying: makeEvents(events)).standings.lines
      .map { "\($0.placeLabel ?? "–") \($0.name)" }.joined(separator: ", ")
  }

  @Test func `who has not played what the others have is ranked below them`() throws {
    let two = "a Mike 1 3, b Jake 1 4, c Mike 2 4, d Jake 2 5"
    // One good hole wins nothing: by having come late or left, by no score, or where scores were never entered.
    for (events, changes) in [
      (", e Ann 2 2", [makeChange(.join, "Ann", away: [1])]),
      (", e Ann 1 2", [makeChange(.leave, "Ann", away: [2, 3])]),
      (", e Ann 2 2, f Ann 1 0", []),
      (", e Ann 2 2", [makeChange(.finish)]),
    ] {
      #expect(try Self.places(two + events, changes) == "1 Mike, 2 Jake, 3 Ann", "\(events)")
    }
    // Who missed more is below who missed less, and nobody misses what nobody played.
    #expect(
      try Self.places(
        "a Mike 1 9, b Mike 2 9, c Jake 1 5, d Jake 2 0, e Ann 1 0, f Ann 2 0, g Ann 3 0")
        == "1 Mike, 2 Jake, – Ann")
    #expect(
      try Self.places("a Mike 1 4, b Jake 1 3, c Ann 1 3, d Ann 2 0") == "T1 Jake, T1 Ann, 3 Mike")
  }

  @Test func `while a round goes on, nobody falls behind because scores come one by one`() throws {
    // Ann's score of the second hole is still to come, and so are those of a group that began elsewhere.
    #expect(
      try Self.places("a Mike 1 3, b Jake 1 4, c Ann 1 2, d Mike 2 3, e Jake 2 3")
        == "1 Ann, 2 Mike, 3 Jake")
    #expect(try Self.places("a Mike 1 4, b Jake 1 4, c Ann 3 3") == "1 Ann, T2 Mike, T2 Jake")
  }

  /// Makes totals from pairs of relative to par and holes played.
  private static func totals(_ scores: [(Int, Int)]) -> [PlayerTotal] {
    scores.enumerated().map {
      PlayerTotal(
        player: PlayerID($0), name: "P\($0)", relativeToPar: $1.0, strokes: 3 * $1.1 + $1.0,
        holesPlayed: $1.1)
    }
  }

  @Test(
    arguments: [
      ([], [], []),
      ([(0, 0)], [(1, 0)], [nil]),
      ([(0, 0), (0, 0)], [(1, 0), (1, 1)], [nil, nil]),
      (
        [(1, 3), (-1, 3), (1, 2), (2, 3)], [(1, 1), (2, 0), (2, 2), (4, 3)], ["1", "T2", "T2", "4"]
      ),
      ([(0, 0), (5, 1), (0, 0), (0, 1)], [(1, 3), (2, 1), (3, 0), (3, 2)], ["1", "2", nil, nil]),
      ([(-2, 6), (-2, 6), (-2, 5)], [(1, 0), (1, 1), (1, 2)], ["T1", "T1", "T1"]),
    ] as [([(Int, Int)], [(Int, Int)], [String?])])
  func `players who are level share a place, and those without a score the last`(
    scores: [(Int, Int)], lines: [(Int, Int)], labels: [String?]
  ) {
    let standings = Standings(of: Self.totals(scores))
    #expect(standings.lines.map(\.place) == lines.map(\.0))
    #expect(standings.lines.map(\.player.index) == lines.map(\.1))
    #expect(standings.lines.map(\.placeLabel) == labels)
  }

  @Test(arguments: 1...200)
  func `a place is one more than the number of players who are better`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let totals = Self.totals(
      (0..<Int.random(in: 0...9, using: &random)).map { _ in
        let holes = Int.random(in: 0...2, using: &random)
        return (holes == 0 ? 0 : Int.random(in: -2...2, using: &random), holes)
      })
    let standings = Standings(of: totals)
    func isBetter(_ one: PlayerTotal, _ other: PlayerTotal) -> Bool {
      if one.holesPlayed == 0 { return false }
      return other.holesPlayed == 0 || one.relativeToPar < other.relativeToPar
    }
    for total in totals {
      let better = totals.count { isBetter($0, total) }
      #expect(standings[total.player]?.place == better + 1)
      #expect(standings[total.player]?.total == total)
    }
    #expect(standings.lines.count == totals.count)
    let order = standings.lines.map { ($0.place, $0.player.index) }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 })
  }
}

@Suite struct `Changes of the standings` {
  @Test func `a change names what was scored and who moved`() throws {
    let card = Scorecard(
      try makeRecord(), replaying: makeEvents("a.1 Mike 1 3, a.2 Jake 1 4"))
    let change = StandingsChange(
      from: card, trigger: makeEvents("b.1 Ann 1 2, b.2 Jake 2 2"))
    #expect(
      change.triggers == [
        StandingsChange.Trigger(
          event: "b.1", kind: .scored, player: PlayerID(2), hole: 1, from: nil, to: holeResult(2)),
        StandingsChange.Trigger(
          event: "b.2", kind: .scored, player: PlayerID(1), hole: 2, from: nil, to: holeResult(2)),
      ])
    #expect(
      change.moves == [
        StandingsChange.Move(player: PlayerID(1), from: 2, to: 1),
        StandingsChange.Move(player: PlayerID(0), from: 1, to: 3),
      ])
    #expect(change.moves.map(\.isUp) == [true, false])
    #expect(change.standings.lines.map(\.place) == [1, 1, 3])
  }

  @Test func `scores, corrections and what is taken back differ in kind`() throws {
    let change = StandingsChange(
      from: Scorecard(try makeRecord()),
      trigger: makeEvents(
        "a Mike 1 3, b Mike 1 4 >a, c Mike 1 3 >b <b, d Mike 1 - >c <a, e Mike 1 5 >d"))
    #expect(
      change.triggers.map(\.kind) == [.scored, .corrected, .takenBack, .takenBack, .scored])
    #expect(change.triggers.map(\.from?.strokes?.count) == [nil, 3, 4, 3, nil])
    #expect(change.triggers.map(\.to?.strokes?.count) == [3, 4, 3, nil, 5])
  }

  @Test
  func `an event over which another stands changes nothing, and one of nobody is passed over`()
    throws
  {
    let card = Scorecard(try makeRecord(), replaying: makeEvents("a Mike 1 3 ! #B =5"))
    let change = StandingsChange(from: card, trigger: makeEvents("b Mike 1 4, c Nobody 1 3"))
    #expect(change.triggers.map(\.event) == ["b"])
    #expect(change.triggers.map(\.from) == [holeResult(3)])
    #expect(change.triggers.map(\.to) == [holeResult(3)])
    #expect(change.moves == [])
    #expect(change.standings == card.standings)
  }
}
