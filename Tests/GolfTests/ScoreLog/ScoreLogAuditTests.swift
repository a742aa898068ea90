import Golf
import Testing

struct AuditCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let events: [ScoreEvent]
  let findings: [ScoreLogFinding]

  init(_ name: String, _ events: [ScoreEvent], _ findings: [ScoreLogFinding]) {
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
        [makeEvent("a", "Mike", 1, 3), makeEvent("a", "Jake", 1, 3)], [.duplicateEvent("a")]),
      AuditCase(
        "a round that is not there", [makeEvent("a", "Mike", 1, 3, round: "q")],
        [.unknownRound("a", "q")]),
      AuditCase(
        "a player who is not there", [makeEvent("a", "Bob", 1, 3)], [.unknownPlayer("a", "Bob")]),
      AuditCase(
        "a hole that is not there", [makeEvent("a", "Mike", 4, 3)], [.unknownHole("a", 4)]),
      AuditCase(
        "an unknown superseded", [makeEvent("a", "Mike", 1, 3, supersedes: "z")],
        [.unknownSuperseded("a", "z")]),
      AuditCase(
        "superseding another player's",
        [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Jake", 1, 3, supersedes: "a")],
        [.supersedesElsewhere("b", "a")]),
      AuditCase(
        "superseding another hole's",
        [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 2, 3, supersedes: "a")],
        [.supersedesElsewhere("b", "a")]),
      AuditCase(
        "superseding another round's",
        [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 1, 3, supersedes: "a", round: "s")],
        [.supersedesElsewhere("b", "a")]),
      AuditCase(
        "a fork",
        [
          makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 1, 4, supersedes: "a"),
          makeEvent("c", "Mike", 1, 5, supersedes: "a"),
        ], [.fork("a", by: ["b", "c"])]),
      AuditCase(
        "two roots", [makeEvent("a", "Mike", 1, 3), makeEvent("b", "Mike", 1, 4)],
        [.severalRoots(["a", "b"])]),
      AuditCase(
        "a circle of one", [makeEvent("a", "Mike", 1, 3, supersedes: "a")], [.cycle(["a"])]),
      AuditCase(
        "a circle with a tail",
        [
          makeEvent("a", "Mike", 1, 3, supersedes: "c"),
          makeEvent("b", "Mike", 1, 3, supersedes: "a"),
          makeEvent("c", "Mike", 1, 3, supersedes: "b"),
        ], [.cycle(["a", "c", "b"])]),
      AuditCase(
        "taking back what is not there",
        [
          makeEvent("a", "Mike", 1, 3),
          makeEvent("b", "Mike", 1, nil, supersedes: "a", takesBack: "z"),
        ], [.unknownTakenBack("b", "z")]),
      AuditCase(
        "taking back another player's",
        [
          makeEvent("a", "Mike", 1, 3), makeEvent("b", "Jake", 1, 3),
          makeEvent("c", "Mike", 1, nil, supersedes: "a", takesBack: "b"),
        ], [.takesBackElsewhere("c", "b")]),
      AuditCase(
        "taking back twice",
        [
          makeEvent("a", "Mike", 1, 3),
          makeEvent("b", "Mike", 1, nil, supersedes: "a", takesBack: "a"),
          makeEvent("c", "Mike", 1, nil, supersedes: "b", takesBack: "a"),
        ], [.takenBackTwice("a", by: ["b", "c"])]),
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
    func findings(started: Bool, finishedWith count: Int?) throws -> [ScoreLogFinding] {
      let finish = count.map { RoundRecord.Finish(at: "", eventCount: $0) }
      return ScoreLogAudit.findings(
        rounds: [try makeRecord(started: started, finish: finish)], events: events)
    }
    #expect(try findings(started: true, finishedWith: 2) == [])
    #expect(
      try findings(started: false, finishedWith: nil) == [.beforeStart("a"), .beforeStart("b")])
    #expect(try findings(started: true, finishedWith: 1) == [.afterFinish("b")])
    #expect(
      try findings(started: true, finishedWith: 3)
        == [.eventsLost("r", expected: 3, found: 2)])
  }

  @Test func `two rounds of one identifier are found`() throws {
    let record = try makeRecord()
    #expect(
      ScoreLogAudit.findings(rounds: [record, record], events: []) == [.duplicateRound("r")])
  }

  @Test(arguments: 1...100) func `what commits and undoings make is clean`(seed: Int) throws {
    let log = try RandomLog(seed: UInt64(seed))
    #expect(ScoreLogAudit.findings(rounds: [log.record], events: log.events) == [])
  }

  @Test(
    arguments: [
      (.duplicateRound("r"), "two rounds are called \"r\""),
      (.duplicateEvent("a"), "two events are called \"a\""),
      (.unknownRound("a", "r"), "event \"a\" is of a round that is not in the log: \"r\""),
      (
        .unknownPlayer("a", "Bob"),
        "event \"a\" is of somebody who does not play in the round: \"Bob\""
      ),
      (.unknownHole("a", 19), "event \"a\" is of a hole that the round does not have: 19"),
      (.beforeStart("a"), "event \"a\" is of a round that has not started"),
      (.afterFinish("a"), "event \"a\" came after its round was finished"),
      (
        .eventsLost("r", expected: 3, found: 2), "round \"r\" was finished with 3 events but has 2"
      ),
      (
        .unknownSuperseded("a", "b"), "event \"a\" supersedes one that is not in the log: \"b\""
      ),
      (
        .supersedesElsewhere("a", "b"),
        "event \"a\" supersedes one of another round, player or hole: \"b\""
      ),
      (.fork("a", by: ["b", "c"]), "event \"a\" is superseded by several: \"b\", \"c\""),
      (
        .severalRoots(["a", "b"]),
        "several events of a player and hole supersede none: \"a\", \"b\""
      ),
      (.cycle(["a", "b"]), "events supersede each other in a circle: \"a\", \"b\""),
      (
        .unknownTakenBack("a", "b"), "event \"a\" takes back one that is not in the log: \"b\""
      ),
      (
        .takesBackElsewhere("a", "b"),
        "event \"a\" takes back one of another round, player or hole: \"b\""
      ),
      (.takenBackTwice("a", by: ["b", "c"]), "event \"a\" is taken back by several: \"b\", \"c\""),
    ] as [(ScoreLogFinding, String)])
  func `a finding says what is wrong and where`(finding: ScoreLogFinding, text: String) {
    #expect(finding.description == text)
  }
}
