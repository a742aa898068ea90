/// A course as it can be chosen for a round: its name, and the par of each hole.
package struct Course: Hashable, Sendable {
  /// The numbers of holes that a course can have.
  package static let holeCounts: Set<Int> = [9, 18]
  /// What a round's course is called where nobody named it.
  package static let unnamed = "Unnamed course"

  package let name: String
  /// The par of each hole in strokes, the first hole's first; 9 or 18 of them.
  package let pars: [Int]

  /// Makes a course from the par of each hole.
  ///
  /// - Throws: ``CourseError`` for a name without a letter, another number of holes than 9 or 18,
  ///   or a par outside `Round.parRange`.
  package init(name: String, pars: [Int]) throws(CourseError) {
    guard !NameKey(name).letters.isEmpty else { throw .nameless(name) }
    guard Course.holeCounts.contains(pars.count) else { throw .holeCount(pars.count) }
    for (index, par) in pars.enumerated() where !Round.parRange.contains(par) {
      throw .parOutOfRange(hole: index + 1, par: par)
    }
    (self.name, self.pars) = (name, pars)
  }

  /// Makes a course of par 3 but for some holes, whose pars are given by the hole's number from 1.
  ///
  /// - Throws: ``CourseError``, also for an exception of a hole that the course does not have.
  package init(name: String, holes: Int = 18, exceptions: [Int: Int] = [:]) throws(CourseError) {
    guard Course.holeCounts.contains(holes) else { throw .holeCount(holes) }
    for hole in exceptions.keys.sorted() where !(1...holes).contains(hole) {
      throw .unknownHole(hole, holes: holes)
    }
    try self.init(name: name, pars: (1...holes).map { exceptions[$0] ?? 3 })
  }

  private init(checked name: String, _ pars: [Int]) { (self.name, self.pars) = (name, pars) }

  /// The courses with which a new score log begins.
  package static let seeded = [
    Course(checked: "Cedar Creek", Array(repeating: 3, count: 18)),
    Course(checked: "Heron Meadow", [3, 3, 3, 4, 3, 3, 3, 3, 4]),
    Course(checked: "Quarry Ridge", [4, 3, 3, 3, 5, 3, 4, 3, 3, 3, 3, 4, 3, 3, 5, 3, 3, 4]),
  ]
}

/// What makes a course unusable.
package enum CourseError: Error, Hashable, Sendable, CustomStringConvertible {
  case nameless(String)
  case holeCount(Int)
  case parOutOfRange(hole: Int, par: Int)
  case unknownHole(Int, holes: Int)

  /// One line: what is wrong and what to do.
  package var description: String {
    switch self {
    case .nameless(let name):
      "the course name \"\(name)\" has no letter in it; give a name"
    case .holeCount(let count):
      "a course cannot have \(count) holes; give 9 or 18"
    case .parOutOfRange(let hole, let par):
      "the par of hole \(hole) is \(par); give a number from \(Round.parRange.lowerBound) to \(Round.parRange.upperBound)"
    case .unknownHole(let hole, let holes):
      "the course has no hole \(hole); give a number from 1 to \(holes)"
    }
  }
}
