import ScoreLog
import Testing

@Suite struct `Courses` {
  @Test func `holes are par 3 but for the exceptions`() throws {
    let course = try Course(name: "Home", holes: 9, exceptions: [2: 4, 9: 5])
    #expect(course == (try Course(name: "Home", pars: [3, 4, 3, 3, 3, 3, 3, 3, 5])))
    #expect(try Course(name: "Home").pars == Array(repeating: 3, count: 18))
  }

  @Test(
    arguments: [
      ("", [3], .nameless("")), ("...", [3], .nameless("...")),
      ("Home", [], .holeCount(0)), ("Home", Array(repeating: 3, count: 37), .holeCount(37)),
      ("Home", [3, 1, 3, 3, 3, 3, 3, 3, 3], .parOutOfRange(hole: 2, par: 1)),
      ("Home", [3, 3, 3, 3, 3, 3, 3, 3, 7], .parOutOfRange(hole: 9, par: 7)),
    ] as [(String, [Int], CourseError)])
  func `a course that cannot be played is refused`(
    name: String, pars: [Int], error: CourseError
  ) {
    #expect(throws: error) { try Course(name: name, pars: pars) }
  }

  @Test(arguments: [1, 10, 24, 36])
  func `a course has any number of holes up to 36`(holes: Int) throws {
    #expect(try Course(name: "Home", holes: holes).pars.count == holes)
  }

  @Test func `an exception is of a hole that the course has`() {
    #expect(throws: CourseError.unknownHole(10, holes: 9)) {
      try Course(name: "Home", holes: 9, exceptions: [10: 4, 3: 4])
    }
    #expect(throws: CourseError.unknownHole(0, holes: 18)) {
      try Course(name: "Home", exceptions: [0: 4])
    }
    #expect(throws: CourseError.holeCount(0)) { try Course(name: "Home", holes: 0) }
    #expect(throws: CourseError.parOutOfRange(hole: 3, par: 9)) {
      try Course(name: "Home", exceptions: [3: 9])
    }
  }

  @Test func `three courses of different names are there from the start`() throws {
    #expect(Set(Course.seeded.map { NameKey($0.name) }).count == 3)
    #expect(Course.seeded.map(\.pars.count) == [18, 9, 18])
    for course in Course.seeded {
      #expect(try Course(name: course.name, pars: course.pars) == course)
    }
  }
}

@Suite struct `Round records` {
  @Test(
    arguments: [
      (["Mike"], [], .holeCount(0)),
      (["Mike"], Array(repeating: 3, count: 37), .holeCount(37)),
      (["Mike"], [3, 7], .parOutOfRange(hole: 2, par: 7)),
      (["Mike", "MIKE"], [3], .roster(.duplicateName("MIKE", "Mike"))),
      (["Mike", "?"], [3], .roster(.unspeakableName("?"))),
    ] as [([String], [Int], RoundRecordError)])
  func `a round that cannot be is refused`(
    names: [String], pars: [Int], error: RoundRecordError
  ) {
    #expect(throws: error) { try makeRecord(names, pars: pars) }
  }

  @Test func `a round of 36 holes that nobody has joined is one`() throws {
    let record = try makeRecord([], pars: Array(repeating: 3, count: 36))
    #expect(record.holes == 1...36)
    #expect(record.players == [])
    #expect(Scorecard(record).isComplete(hole: 1) == false)
    #expect(Scorecard(record).phase == .active)
    #expect(throws: RoundRecordError.roster(.empty)) { try record.situation(atHole: 1) }
  }

  @Test func `the situation at a hole has its par and the players in order`() throws {
    let record = try makeRecord()
    let round = try record.situation(atHole: 2)
    #expect(
      round
        == (try Round(
          course: "Home", hole: 2, par: 4, roster: Roster(record.entrants.map(\.player)))))
    #expect(throws: RoundRecordError.unknownHole(4, holes: 3)) { try record.situation(atHole: 4) }
  }

  @Test(
    arguments: [
      (false, false, 0, .setup), (false, false, 2, .setup), (true, false, 1, .active),
      (true, false, 2, .awaitingFinalisation), (true, true, 2, .completed),
      (true, true, 1, .finishedEarly), (false, true, 0, .finishedEarly),
    ] as [(Bool, Bool, Int, RoundPhase)])
  func `the phase follows from start, end and completeness`(
    isStarted: Bool, isFinished: Bool, scores: Int, phase: RoundPhase
  ) throws {
    let changes = isFinished ? [makeChange(.finish, after: scores)] : []
    let record = try makeRecord(["Mike", "Jake"], pars: [3], started: isStarted, changes: changes)
    let events = makeEvents("a.1 Mike 1 3, a.2 Jake 1 4")[..<scores]
    #expect(Scorecard(record, replaying: events).phase == phase)
    #expect(phase.isFinished == isFinished)
    #expect(record.isLocked == (isStarted || isFinished))
  }

  @Test func `an error says what to do`() {
    let errors: [any Error] = [
      CourseError.nameless("!"), CourseError.holeCount(37),
      CourseError.parOutOfRange(hole: 2, par: 7), CourseError.unknownHole(10, holes: 9),
      RoundRecordError.holeCount(0), RoundRecordError.parOutOfRange(hole: 1, par: 1),
      RoundRecordError.unknownHole(19, holes: 18), RoundRecordError.roster(.empty),
    ]
    #expect(
      errors.map { "\($0)" }.joined(separator: "\n") == """
        the course name "!" has no letter in it; give a name
        a course cannot have 37 holes; give 1 to 36
        the par of hole 2 is 7; give a number from 2 to 6
        the course has no hole 10; give a number from 1 to 9
        a round cannot have 0 holes; give 1 to 36
        the par of hole 1 is 1; give a number from 2 to 6
        the round has no hole 19; give a number from 1 to 18
        the roster has no players; give at least one in "players"
        """)
  }
}
