import Golf
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
      ("Home", [], .holeCount(0)), ("Home", Array(repeating: 3, count: 10), .holeCount(10)),
      ("Home", [3, 1, 3, 3, 3, 3, 3, 3, 3], .parOutOfRange(hole: 2, par: 1)),
      ("Home", [3, 3, 3, 3, 3, 3, 3, 3, 7], .parOutOfRange(hole: 9, par: 7)),
    ] as [(String, [Int], CourseError)])
  func `a course that cannot be played is refused`(
    name: String, pars: [Int], error: CourseError
  ) {
    #expect(throws: error) { try Course(name: name, pars: pars) }
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

  @Test(
    arguments: [
      (.nameless("!"), "the course name \"!\" has no letter in it; give a name"),
      (.holeCount(12), "a course cannot have 12 holes; give 9 or 18"),
      (
        .parOutOfRange(hole: 2, par: 7),
        "the par of hole 2 is 7; give a number from 2 to 6"
      ),
      (
        .unknownHole(10, holes: 9), "the course has no hole 10; give a number from 1 to 9"
      ),
    ] as [(CourseError, String)])
  func `an error says what to do`(error: CourseError, text: String) {
    #expect(error.description == text)
  }
}
