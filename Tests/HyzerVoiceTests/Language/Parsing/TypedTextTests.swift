import Testing

@testable import HyzerVoice

/// What only people who type leave out: spaces, and names.
struct TypedTextTests {
  private static let roster = ["Mike", "Jake", "Mary Anne", "Player 1"]

  private func round(par: Int = 3) throws -> Round {
    try Round(hole: 7, par: par, roster: Roster(TypedTextTests.roster.map { Player(name: $0) }))
  }

  @Test(arguments: [
    ("mike3", "success: Mike 3"), ("MIKE3 jake4", "success: Mike 3, Jake 4"),
    ("mike3jake4", "success: Mike 3, Jake 4"), ("mike10", "success: Mike 10"),
    ("mary anne3", "success: Mary Anne 3"), ("mike+1 jake E", "success: Mike 4, Jake 3"),
    // A name that ends in a number is read first.
    ("player1 4", "success: Player 1 4"), ("player1", "partial"),
    // What is glued to anything else is no score.
    ("tom3", "failed"), ("mike3rd", "failed"), ("mike3x2", "failed"), ("mike333", "failed"),
    ("mike3.5", "partial"), ("mike+1 jake-1", "partial"), ("mike3 4", "partial"),
  ])
  func `a name and a score need no space between them`(_ text: String, _ expected: String) throws {
    let round = try round()
    let line = describe(makeParser(round).parse(text), round)
    #expect(expected.contains(":") ? line == expected : line.hasPrefix(expected), "\(line)")
  }

  @Test func `what is said has its spaces`() throws {
    #expect(try makeParser(round()).parse("mike3", input: .spoken).status == .failed)
  }

  @Test(arguments: [
    ("3 4 3 5", "success: Mike 3, Jake 4, Mary Anne 3, Player 1 5"),
    ("3, 4, E, double bogey", "success: Mike 3, Jake 4, Mary Anne 3, Player 1 5"),
    ("+1 -1 birdie 10", "success: Mike 4, Jake 2, Mary Anne 2, Player 1 10"),
    ("2 -1 3 4", "partial: Mike 2, Mary Anne 3, Player 1 4 | signed \"-1\" Jake"),
    // Two players are without a score.
    ("4 5", "success: Jake 4, Player 1 5"),
  ])
  func `scores alone go to players in the round's order`(_ text: String, _ expected: String) throws
  {
    let round = try round()
    let result = makeParser(round).parse(typed: text, missing: [PlayerID(1), PlayerID(3)])
    #expect(describe(result, round) == expected)
  }

  @Test func `a score alone goes to the last player who is without one`() throws {
    let parser = try makeParser(round())
    #expect(parser.parse(typed: "5", missing: [PlayerID(2)]).scores.map(\.player) == [PlayerID(2)])
    let open = parser.parse(typed: "5", missing: [PlayerID(1), PlayerID(3)])
    #expect(open.status == .failed)
    #expect(open.problems.map(\.kind) == [.missingPlayer])
  }

  @Test(arguments: [("3 4 3", 3), ("3 4 3 5 4", 5)])
  func `another number of scores gives nobody one`(_ text: String, _ count: Int) throws {
    let result = try makeParser(round()).parse(typed: text, missing: [PlayerID(1), PlayerID(3)])
    #expect(result.status == .failed)
    #expect(result.problems.map(\.kind) == [.scoreCount(count, missing: 2, players: 4)])
  }

  @Test func `one player is no players`() throws {
    let round = try round()
    let result = makeParser(round).parse(typed: "3 4", missing: [PlayerID(1)])
    #expect(
      result.problems.map { $0.text(roster: round.roster) }.first?
        .contains("has 2 scores for 1 player without one, of 4;") == true)
  }

  @Test(arguments: ["par 3", "par 4", "3 for 4", "3 and 4", "hole 4", "3 jake"])
  func `what has other words in it is no row of scores`(_ text: String) throws {
    let round = try round()
    let missing = [PlayerID(1), PlayerID(3)]
    let parser = makeParser(round)
    #expect(parser.parse(typed: text, missing: missing) == parser.parse(text))
  }

  @Test func `what is no score in a row asks, and the others are kept`() throws {
    let round = try round()
    let result = makeParser(round).parse(typed: "3 11 dnf 4", missing: [])
    #expect(result.status == .partial)
    #expect(result.scores.map(\.player.index) == [0, 3])
    #expect(result.problems.map(\.kind) == [.scoreOutOfRange(11), .noScore])
    #expect(result.problems.map(\.candidates) == [[PlayerID(1)], [PlayerID(2)]])
  }
}
