import Golf
import Randomness
import Testing

@Suite struct `Standing in a round` {
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
      ([], []),
      ([(0, 0)], [(1, 0)]),
      ([(0, 0), (0, 0)], [(1, 0), (1, 1)]),
      ([(1, 3), (-1, 3), (1, 2), (2, 3)], [(1, 1), (2, 0), (2, 2), (4, 3)]),
      ([(0, 0), (5, 1), (0, 0), (0, 1)], [(1, 3), (2, 1), (3, 0), (3, 2)]),
      ([(-2, 6), (-2, 6), (-2, 5)], [(1, 0), (1, 1), (1, 2)]),
    ] as [([(Int, Int)], [(Int, Int)])])
  func `players who are level share a place, and those without a score the last`(
    scores: [(Int, Int)], lines: [(Int, Int)]
  ) {
    let standings = Standings(of: Self.totals(scores))
    #expect(standings.lines.map(\.place) == lines.map(\.0))
    #expect(standings.lines.map(\.player.index) == lines.map(\.1))
  }

  @Test func `a line tells the player's total`() throws {
    let standings = Standings(of: Self.totals([(2, 3), (-1, 4)]))
    let line = try #require(standings[PlayerID(1)])
    #expect(line.place == 1)
    #expect(
      (line.name, line.relativeToPar, line.strokes, line.holesPlayed) == ("P1", -1, 11, 4))
    #expect(standings[PlayerID(2)] == nil)
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
