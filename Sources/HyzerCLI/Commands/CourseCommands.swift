internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen

extension OperandSpec {
  fileprivate static let course = OperandSpec(
    name: "NAME", help: "A course. Case, accents and punctuation make no difference.")
}

extension OptionSpec {
  static let holes = OptionSpec(
    long: "holes", argument: "COUNT", help: "How many holes, 1 to 36. The default is 18.",
    conflicts: ["pars"])

  fileprivate static let holePars = OptionSpec(
    long: "hole", argument: "N=PAR", help: "The par of one hole, as in 5=4.", repeats: true)

  static func pars(conflicts: [String] = []) -> OptionSpec {
    OptionSpec(
      long: "pars", argument: "LIST",
      help: "The par of each of the holes, 1 to 36 of them, separated by commas.",
      conflicts: conflicts)
  }
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

enum CourseListCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["course", "list"], abstract: "List courses.", options: [.json, .database])

  static func run(_ context: CommandContext) throws {
    try context.show(context.store.courses()) {
      $0.report
    } table: { courses in
      let rows = courses.map { [$0.name, "\($0.pars.count)", "\($0.pars.reduce(0, +))"] }
      return TextColumns([.left, .right, .right]).lines(
        [["course", "holes", "par"]] + rows, limits: [0: 64])
    }
  }
}

enum CourseShowCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["course", "show"], abstract: "Show the par of each hole.", options: [.json, .database],
    operands: [.course])

  static func run(_ context: CommandContext) throws {
    let course = try context.store.chosenCourse(context.arguments.operands(.course)[0])
    let record = try RoundRecord(
      id: "", course: course.name, pars: course.pars, entrants: [], organiser: "", createdAt: "")
    try context.show(json: course.report, lines: [course.line] + Scorecard(record).table)
  }
}

enum CourseNewCommand: Command {
  static let spec = CommandSpec(
    path: ["course", "new"], abstract: "Add a course.",
    options: [.holes, par, .holePars, pars, .database], operands: [name],
    examples: [
      Example(
        "hyzer course new \"Mill Pond\" --holes 9 --hole 3=4 --hole 7=5",
        "Add a course of par 3 with two exceptions.")
    ])

  private static let par = OptionSpec(
    long: "par", argument: "N", help: "The par of the holes. The default is 3.",
    conflicts: ["pars"])
  private static let pars = OptionSpec.pars(conflicts: ["hole"])
  private static let name = OperandSpec(name: "NAME", help: "What it is called.")

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let par = try arguments.integer(par, in: Round.parRange) ?? 3
    let usual = try Course(
      name: arguments.operands(name)[0],
      pars: arguments.pars(pars) ?? Array(repeating: par, count: arguments.holes()))
    let course = try arguments.changingHoles(of: usual)
    try context.store.addCourse(course)
    try context.console.line(course.line)
  }
}

enum CourseEditCommand: Command {
  static let spec = CommandSpec(
    path: ["course", "edit"], abstract: "Rename a course, or change its pars.",
    discussion: "Rounds that were made before keep the course as it was.",
    options: [name, .holePars, pars, .database], operands: [.course])

  private static let name = OptionSpec(
    long: "name", argument: "NAME", help: "What it is called from now on.")
  private static let pars = OptionSpec.pars()

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    guard [name, pars, .holePars].contains(where: arguments.flag) else {
      throw arguments.misuse("nothing to change; give --name, --pars or --hole")
    }
    let store = try context.store
    let old = try store.chosenCourse(arguments.operands(.course)[0])
    let named = try Course(
      name: arguments.value(name) ?? old.name, pars: arguments.pars(pars) ?? old.pars)
    let new = try arguments.changingHoles(of: named)
    try store.changeCourse(named: old.name, to: new)
    try context.console.line(new.line)
  }
}

enum CourseDeleteCommand: Command {
  static let spec = CommandSpec(
    path: ["course", "delete"], abstract: "Forget a course.",
    discussion: "You are asked first in a terminal. Rounds that were played on it keep it.",
    options: [.unasked, .database], operands: [.course])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let course = try store.chosenCourse(context.arguments.operands(.course)[0])
    if !context.arguments.flag(.unasked), context.console.isTerminal {
      try context.confirm("Delete \(course.name)?")
    }
    try store.removeCourse(named: course.name)
    try context.console.line("\(course.name.printable): deleted")
  }
}

extension ParsedArguments {
  /// How many holes a new course has.
  func holes() throws(UsageError) -> Int { try integer(.holes, in: Course.holeCounts) ?? 18 }

  /// The par of each hole; nil if they are not given.
  func pars(_ option: OptionSpec) throws -> [Int]? {
    try value(option, expected: "whole numbers with commas between, one for each hole") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let pars = parts.compactMap { Int($0) }
      return pars.count == parts.count ? pars : nil
    }
  }

  /// Returns a course with the pars that `--hole` gives some of its holes.
  fileprivate func changingHoles(of course: Course) throws -> Course {
    let changes = try values(.holePars, expected: "a hole and its par such as 5=4") {
      text -> (hole: Int, par: Int)? in
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let hole = parts[0], let par = parts[1] else { return nil }
      return (hole: hole, par: par)
    }
    var pars = course.pars
    for (hole, par) in changes {
      guard pars.indices.contains(hole - 1) else {
        throw CourseError.unknownHole(hole, holes: pars.count)
      }
      pars[hole - 1] = par
    }
    return try Course(name: course.name, pars: pars)
  }
}
