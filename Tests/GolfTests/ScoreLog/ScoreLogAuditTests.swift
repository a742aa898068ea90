import Golf
import Testing

struct AuditCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let events: [ScoreEvent]
  let findings: [String]

  init(_ name: String, _ events: [ScoreEvent], _ findings: [String]) {
    testDescription = name
    self.events = events
    self.findings = findings
  }
}

@Suite struct `Audit of a score log` {
  @Test(
    arguments: [
      AuditCase("nothing", [], []),
      AuditCase(
        "a correction",
        [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 1, 4, supersedes: "a")], []),
      AuditCase(
        "the same identifier twice",
        [makeEvent("a", "Mike", 1, 3), makeEvent("a", "Jake", 1, 3)],
        [#"two events are called "a""#]),
      AuditCase(
        "a round that is not there", [makeEvent("a", "Mike", 1, 3, round: "q")],
        [#"event "a" is of a round that is not in the log: "q""#]),
      AuditCase(
        "a player who is not there", [makeEvent("a", "Bob", 1, 3)],
        [#"event "a" is of somebody who does not play in the round: "Bob""#]),
      AuditCase(
        "a hole that is not there", [makeEvent("a", "Mike", 4, 3)],
        [#"event "a" is of a hole that the round does not have: 4"#]),
      AuditCase(
        "an unknown superseded", [makeEvent("a", "Mike", 1, 3, supersedes: "z")],
        [#"event "a" supersedes one that is not in the log: "z""#]),
      AuditCase(
        "superseding another player's",
        [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Jake", 1, 3, supersedes: "a")],
        [#"event "b" supersedes one of another round, player or hole: "a""#]),
      AuditCase(
        "superseding another hole's",
        [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 2, 3, supersedes: "a")],
        [#"event "b" supersedes one of another round, player or hole: "a""#]),
      AuditCase(
        "superseding another round's",
        [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 1, 3, supersedes: "a", round: "s")],
        [#"event "b" supersedes one of another round, player or hole: "a""#]),
      AuditCase(
        "a fork",
        [
          makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 1, 4, supersedes: "a"),
          makeEvent("c", "Mike", 1, 5, supersedes: "a"),
        ], [#"event "a" is superseded by several: "b", "c""#]),
      AuditCase(
        "two roots", [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 1, 4)],
        [#"several events of a player and hole supersede none: "a", "b""#]),
      AuditCase(
        "a circle of one", [makeEvent("a", "Mike", 1, 3, supersedes: "a")],
        [#"events supersede each other in a circle: "a""#]),
      AuditCase(
        "a circle with a tail",
        [
          makeEvent("a", "Mike", 1, 3, supersedes: "c"),
          makeEvent("b", "Mike", 1, 3, supersedes: "a"),
          makeEvent("c", "Mike", 1, 3, supersedes: "b"),
        ], [#"events supersede each other in a circle: "a", "c", "b""#]),
      AuditCase(
        "taking back what is not there",
        [
          makeEvent("a", "Mike", 1, 3),
          makeEvent("b", "Mike", 1, nil, supersedes: "a", takesBack: "z"),
        ], [#"event "b" takes back one that is not in the log: "z""#]),
      AuditCase(
        "taking back another player's",
        [
          makeEvent("a", "Mike", 1, 3), makeEvent("b", "Jake", 1, 3),
          makeEvent("c", "Mike", 1, nil, supersedes: "a", takesBack: "b"),
        ], [#"event "c" takes back one of another round, player or hole: "b""#]),
      AuditCase(
        "taking back twice",
        [
          makeEvent("a", "Mike", 1, 3),
          makeEvent("b", "Mike", 1, nil, supersedes: "a", takesBack: "a"),
          makeEvent("c", "Mike", 1, nil, supersedes: "b", takesBack: "a"),
        ], [#"event "a" is taken back by several: "b", "c""#]),
    ])
  func `everything that is wrong is found`(test: AuditCase) throws {
    let other = try RoundRecord(
      id: "s", course: "Home", pars: [3],
      entrants: [RoundRecord.Entrant(Player(name: "Mike"))], organiser: "", createdAt: "",
      startedAt: "")
    #expect(
      ScoreLogAudit.findings(rounds: [try makeRecord(), other], events: test.events)
        == test.findings)
  }

  @Test func `events are of rounds between start and finish`() throws {
    let events = [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Jake", 1, 3)]
    func findings(started: Bool, finishedWith count: Int?) throws -> [String] {
      let finish = count.map { RoundRecord.Finish(at: "", eventCount: $0) }
      return ScoreLogAudit.findings(
        rounds: [try makeRecord(started: started, finish: finish)], events: events)
    }
    #expect(try findings(started: true, finishedWith: 2) == [])
    #expect(
      try findings(started: false, finishedWith: nil) == [
        #"event "a" is of a round that has not started"#,
        #"event "b" is of a round that has not started"#,
      ])
    #expect(
      try findings(started: true, finishedWith: 1) == [
        #"event "b" came after its round was finished"#
      ])
    #expect(
      try findings(started: true, finishedWith: 3)
        == [#"round "r" was finished with 3 events but has 2"#])
  }

  @Test func `two rounds of one identifier are found`() throws {
    let record = try makeRecord()
    #expect(
      ScoreLogAudit.findings(rounds: [record, record], events: []) == [
        #"two rounds are called "r""#
      ])
  }

  @Test(arguments: 1...100) func `what commits and undoings make is clean`(seed: Int) throws {
    let log = try RandomLog(seed: UInt64(seed))
    #expect(ScoreLogAudit.findings(rounds: [log.record], events: log.events) == [])
  }
}

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
