import Golf
import Testing

@Suite struct `Refusals` {
  private static let all: [ScoreLogRefusal] = [
    .noCurrentRound, .unknownRound("r"), .roundExists("r"), .rosterLocked("r"), .noPlayers("r"),
    .roundFinished("r"), .unknownHole(19, holes: 18), .unknownPlayer("Bob", "r"),
    .unknownPlayerNumber(4, "r"), .nameTaken("Mike", "r"), .noScores,
    .twoScores("Mike", hole: 3), .commitExists("c"), .nothingToUndo("r"), .unknownEvent("e"),
    .utteranceExists("u"), .unregistered("Bob"), .playerExists("Mike"),
    .playerHasRounds("Mike"), .unspeakableName("?"), .unknownCourse("Home"),
    .courseExists("Home"), .scoresMissing("r", [.init(hole: 1, names: ["Mike"])]),
  ]

  @Test func `missing scores are listed by player`() {
    let refusal = ScoreLogRefusal.scoresMissing(
      "r", [.init(hole: 1, names: ["Mike", "Jake"]), .init(hole: 7, names: ["Jake"])])
    #expect(
      refusal.description
        == "round \"r\" misses scores: Mike on 1; Jake on 1, 7; enter them, or finish the round early"
    )
  }

  @Test(arguments: all) func `every message is one line that says what to do`(
    refusal: ScoreLogRefusal
  ) {
    #expect(!refusal.description.contains("\n"))
    #expect(refusal.description.contains(/; [a-z]+ .+[^.]$/))
  }
}
