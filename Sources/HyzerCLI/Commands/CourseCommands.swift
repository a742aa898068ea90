internal import CommandLineKit
internal import Golf
internal import ScoreStore
internal import Screen

extension OperandSpec {
  fileprivate static let course = OperandSpec(
    name: "NAME", help: "A course; case, accents and punctuation do not count.")
}

extension OptionSpec {
  fileprivate static let pars = OptionSpec(
    long: "pars", argument: "LIST", help: "The par of each of 9 or 18 holes, with commas between.")
  fileprivate static let holePars = OptionSpec(
    long: "hole", argument: "N=PAR", help: "The par of one hole, as in 5=4.", repeats: true)
}

extension Course {
  /// The course in one line.
  fileprivate var line: String {
    "\(name.printable): \(pars.count) holes, par \(pars.reduce(0, +))"
  }

  fileprivate var report: JSONObject {
    ["name": name, "holes": pars.count, "par": pars.reduce(0, +), "pars": pars]
  }
}

/// `hyzer course list`: the courses of the score log.
struct CourseListCommand: Command {
  static let spec = CommandSpec(
    path: ["course", "list"], abstract: "List courses.", options: [.json, .database])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let courses = try toolkit.scoreStore(arguments).courses()
    guard !arguments.flag("json") else {
      for course in courses { try toolkit.console.json(course.report) }
      return
    }
    let rows = courses.map { [$0.name, "\($0.pars.count)", "\($0.pars.reduce(0, +))"] }
    let columns = TextColumns([.left, .right, .right])
    try toolkit.console.lines(columns.lines([["course", "holes", "par"]] + rows, limits: [0: 64]))
  }
}

/// `hyzer course show`: the par of each hole.
struct CourseShowCommand: Command {
  static let spec = CommandSpec(
    path: ["course", "show"], abstract: "Show the par of each hole.", options: [.json, .database],
    operands: [.course])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let course = try toolkit.scoreStore(arguments).course(named: arguments.operands[0])
    guard !arguments.flag("json") else { return try toolkit.console.json(course.report) }
    let record = try RoundRecord(
      id: "", course: course.name, pars: course.pars, entrants: [], organiser: "", createdAt: "")
    try toolkit.console.lines([course.line] + Scorecard(record).table)
  }
}

/// `hyzer course new`: a course of par 3 but for some holes.
struct CourseNewCommand: Command {
  static let spec = CommandSpec(
    path: ["course", "new"], abstract: "Add a course.",
    options: [
      OptionSpec(
        long: "holes", argument: "COUNT", help: "How many holes; 18 if not given.",
        conflicts: ["pars"], completion: .choices(["9", "18"])),
      OptionSpec(
        long: "par", argument: "N", help: "The par of the holes; 3 if not given.",
        conflicts: ["pars"]),
      .holePars,
      OptionSpec(
        long: OptionSpec.pars.long, argument: OptionSpec.pars.argument, help: OptionSpec.pars.help,
        conflicts: ["hole"]),
      .database,
    ],
    operands: [OperandSpec(name: "NAME", help: "What it is called.")],
    examples: [
      Example(
        "hyzer course new \"Mill Pond\" --holes 9 --hole 3=4 --hole 7=5",
        "Add a course of par 3 with two exceptions.")
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let name = arguments.operands[0]
    let course: Course
    if let pars = try CoursePars.list(arguments) {
      course = try Course(name: name, pars: pars)
    } else {
      let holes = arguments.value("holes").flatMap { Int($0) } ?? 18
      let par = try arguments.integer("par", in: Round.parRange) ?? 3
      let usual = try Course(name: name, pars: Array(repeating: par, count: holes))
      course = try CoursePars.change(usual, arguments)
    }
    try toolkit.scoreStore(arguments).addCourse(course)
    try toolkit.console.line(course.line)
  }
}

/// `hyzer course edit`: another name, or other pars; rounds keep what they had.
struct CourseEditCommand: Command {
  static let spec = CommandSpec(
    path: ["course", "edit"], abstract: "Rename a course, or change its pars.",
    discussion: "Rounds keep what they were made with.",
    options: [
      OptionSpec(long: "name", argument: "NAME", help: "What it is called from now on."),
      .holePars, .pars, .database,
    ],
    operands: [.course])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    guard arguments.flag("name") || arguments.flag("pars") || arguments.flag("hole") else {
      throw Failure(
        .usage, "\(arguments.location): nothing to change; give --name, --pars or --hole")
    }
    let store = try toolkit.scoreStore(arguments)
    let old = try store.course(named: arguments.operands[0])
    let named = try Course(
      name: arguments.value("name") ?? old.name, pars: CoursePars.list(arguments) ?? old.pars)
    let new = try CoursePars.change(named, arguments)
    try store.changeCourse(named: old.name, to: new)
    try toolkit.console.line(new.line)
  }
}

/// `hyzer course delete`: forget a course; rounds keep what they had.
struct CourseDeleteCommand: Command {
  static let spec = CommandSpec(
    path: ["course", "delete"], abstract: "Forget a course.",
    discussion: "Rounds keep what they were made with.", options: [.database],
    operands: [.course])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let course = try store.course(named: arguments.operands[0])
    try store.removeCourse(named: course.name)
    try toolkit.console.line("\(course.name.printable): deleted")
  }
}

/// Reads pars from options.
private enum CoursePars {
  /// Returns the pars of `--pars`; nil where it was not given.
  static func list(_ arguments: ParsedArguments) throws -> [Int]? {
    guard let text = arguments.value("pars") else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let pars = parts.compactMap { Int($0) }
    guard pars.count == parts.count else {
      throw arguments.invalidValue(
        "pars", text, expected: "9 or 18 whole numbers with commas between")
    }
    return pars
  }

  /// Returns a course with the pars that `--hole` gives some of its holes.
  static func change(_ course: Course, _ arguments: ParsedArguments) throws -> Course {
    var pars = course.pars
    for text in arguments.values("hole") {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let hole = parts[0], let par = parts[1] else {
        throw arguments.invalidValue("hole", text, expected: "a hole and its par such as 5=4")
      }
      guard pars.indices.contains(hole - 1) else {
        throw CourseError.unknownHole(hole, holes: pars.count)
      }
      pars[hole - 1] = par
    }
    return try Course(name: course.name, pars: pars)
  }
}
