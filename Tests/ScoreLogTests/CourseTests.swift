import ScoreLog
import Testing

@Suite struct `Courses` {
  @Test func `holes are par 3 but for the exceptions`() throws {
    let course = try Course(name: "Home", holes: 9, exceptions: [2: 4, 9: 5])
    #expect(course == (try Course(name: "Home", pars: [3, 4, 3, 3, 3, 3, 3, 3, 5])))
  }
}
