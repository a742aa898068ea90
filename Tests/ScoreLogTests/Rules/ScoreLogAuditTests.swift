import Testing

@testable import ScoreLog

@Suite struct `Audit of a score log` {
  @Test(
    arguments: [
      ("", []), ("a Mike 1 3, b Mike 1 4 >a", []),
      ("a Mike 1 3, a Jake 1 3", [#"two events are called "a""#]),
      ("a Mike 1 3 @q", [#"event "a" is of a round that is not in the log: "q""#]),
      ("a Bob 1 3", [#"event "a" is of somebody who does not play in the round: "Bob""#]),
      ("a Mike 4 3", [#"event "a" is of a hole that the round does not have: 4"#]),
      ("a Mike 1 3 >z", [#"event "a" supersedes one that is not in the log: "z""#]),
      (
        "a Mike 1 3, b Jake 1 3 >a",
        [#"event "b" supersedes one of another round, player or hole: "a""#]
      ),
      (
        "a Mike 1 3, b Mike 2 3 >a",
        [#"event "b" supersedes one of another round, player or hole: "a""#]
      ),
      (
        "a Mike 1 3, b Mike 1 3 >a @s",
        [#"event "b" supersedes one of another round, player or hole: "a""#]
      ),
      ("a Mike 1 3, b Mike 1 4 >a, c Mike 1 5 >a #B", []),
      ("a Mike 1 3, b Mike 1 4 #B, c Mike 1 4 >a+b #C", []),
      ("a Mike 1 3 >a", [#"event "a" supersedes one that was made later: "a""#]),
      (
        "a Mike 1 3 >c, b Mike 1 3 >a, c Mike 1 3 >b",
        [#"event "a" supersedes one that was made later: "c""#]
      ),
      (
        "a Mike 1 3, b Mike 1 - >a <z",
        [#"event "b" takes back one that is not in the log: "z""#]
      ),
      (
        "a Mike 1 3, b Jake 1 3, c Mike 1 - >a <b",
        [#"event "c" takes back one of another round, player or hole: "b""#]
      ),
      ("a Mike 1 - <b, b Mike 1 3", [#"event "a" takes back one that was made later: "b""#]),
      ("a Mike 1 3, b Mike 1 - >a <a, c Mike 1 - >b <a", []),
      ("a Mike 1 3 #B, b Mike 1 3, c Mike 2 3 #B", []),
      (
        "a Mike 1 3 #B =1/2, b Mike 2 3 #B =2/5, c Mike 3 3 #B =3/6",
        [#"round "r" lacks events of device "B": 1, 3-4"#]
      ),
      (
        "a Mike 1 3 #B =1/9007199254740992",
        [#"round "r" lacks events of device "B": 1-9007199254740991"#]
      ),
      // A device that wrote as two lacks nothing.
      ("a Mike 1 3 =1/1, b Mike 2 3 =2/1", []),
    ])
  func `everything that is wrong is found`(script: String, findings: [String]) throws {
    let other = try RoundRecord(
      id: "s", course: "Home", pars: [3],
      entrants: [RoundRecord.Entrant(Player(name: "Mike"))], organiser: "", createdAt: "",
      startedAt: "")
    #expect(
      ScoreLogAudit.findings(rounds: [try makeRecord(), other], events: makeEvents(script))
        == findings)
  }

  @Test func `events are of rounds that have started, and are neither finished nor deleted`()
    throws
  {
    for (changes, script, expected) in [
      ([makeChange(.finish, after: 2)], "a Mike 1 3, b Jake 1 3", []),
      (
        [makeChange(.finish, after: 1)], "a Mike 1 3, b Jake 1 3 =3/3",
        [#"event "b" came after its round was finished"#]
      ),
      // Another device did not know.
      ([makeChange(.finish, after: 1)], "a Mike 1 3, b Jake 1 3 =3/1 #B", []),
      (
        [makeChange(.finish, after: 1), makeChange(.reopen, after: 1, at: 3)],
        "a Mike 1 3, b Jake 1 3 =4/4", []
      ),
      (
        [makeChange(.delete, after: 0), makeChange(.restore, after: 1, at: 3)],
        "a Mike 1 3 =2/2, b Jake 1 3 =4/4", [#"event "a" came after its round was deleted"#]
      ),
      (
        [makeChange(.finish, after: 3, at: 3)], "a Mike 1 3, b Jake 1 3",
        [#"the finish of round "r" came after 3 events, but there are 2"#]
      ),
      (
        [makeChange(.join, "Zoe", after: 2)], "a Mike 1 3, b Jake 1 3",
        [#"the join of round "r" is of somebody who does not play in it: "Zoe""#]
      ),
      // Who joined under two names is one.
      (
        [
          makeChange(.join, "Zoe", entrant: "Zoe", at: 1),
          makeChange(.join, "ZOE", entrant: "ZOE", at: 1, by: "B"),
        ], "a Zoe 1 3 =2/2, b ZOE 1 4 >a #B =3/2", []
      ),
      (
        [makeChange(.finish, after: 1)], "a Mike 1 3, b Jake 1 3 #B =2/2",
        [#"round "r" lacks events of device "B": 1"#]
      ),
      (
        [makeChange(.finish, after: 2, at: 4)], "a Mike 1 3, b Jake 1 3",
        [#"round "r" lacks events of device "A": 3"#]
      ),
    ] as [([RoundChange], String, [String])] {
      let record = try makeRecord(changes: changes)
      #expect(
        ScoreLogAudit.findings(rounds: [record], events: makeEvents(script)) == expected)
    }
    #expect(
      ScoreLogAudit.findings(
        rounds: [try makeRecord(started: false)], events: makeEvents("a Mike 1 3"))
        == [#"event "a" is of a round that has not started"#])
  }

  @Test func `two rounds of one identifier are found`() throws {
    let record = try makeRecord()
    #expect(
      ScoreLogAudit.findings(rounds: [record, record], events: []) == [
        #"two rounds are called "r""#
      ])
  }
}

@Suite struct `Refusals` {
  private static let all: [ScoreLogRefusal] = [
    .noCurrentRound, .unknownRound("r"), .roundExists("r"), .noPlayers("r"),
    .roundFinished("r"), .notFinished("r"), .roundDeleted("r"), .notDeleted("r"),
    .organiserOnly("reopen the round", organiser: "Ann"), .hasLeft("Sam"),
    .unknownHole(19, holes: 18),
    .unknownPlayer("Bob", "r"),
    .nameTaken("Mike"), .noScores,
    .twoScores("Mike", hole: 3), .commitExists("c"), .nothingToUndo("r"), .nothingToRedo("r"),
    .unknownEvent("e"),
    .utteranceExists("u"), .unregistered("Bob"), .playerExists("Mike"),
    .playerHasRounds("Mike"), .unspeakableName("?"), .longName("Bob"), .unknownCourse("Home"),
    .courseExists("Home"), .deviceRevoked("d"), .changedMeanwhile("Mike", hole: 3),
    .notTheLast("c", last: "d"), .scoresMissing("r", [.init(hole: 1, names: ["Mike"])]),
  ]

  @Test func `missing scores are listed by player`() {
    let refusal = ScoreLogRefusal.scoresMissing(
      "r",
      [.init(hole: 1, names: ["Mike", "Jake"])] + (6...9).map { .init(hole: $0, names: ["Jake"]) })
    #expect(
      refusal.description
        == "round \"r\" misses scores: Mike on 1; Jake on 1, 6-9; enter them, or finish the round early"
    )
  }

  @Test func `a round is named as in lists of rounds`() {
    let id: RoundID = "92698e5a-b5cd-498c-a485-1d4afc27f3d1"
    #expect(
      ScoreLogRefusal.noPlayers(id).description.hasPrefix("round \"92698e5a\" has no players"))
  }

  @Test(arguments: all) func `every message is one line that says what to do`(
    refusal: ScoreLogRefusal
  ) {
    #expect(!refusal.description.contains("\n"))
    #expect(refusal.description.contains(/; [a-z]+ .+[^.]$/))
  }
}
