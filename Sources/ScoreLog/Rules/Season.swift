package import HyzerBase

/// What registered players did in a year, in all rounds that were finished in it.
///
/// A round counts for whoever has a score on every hole of it. Who came late, left early or missed a hole has none
/// there: strokes of fewer holes compare with nobody's, and in an average would be worth more than those of a whole
/// round. A round is won by who is first in it, by all of them where several are level, and by nobody where only one
/// person has a score. Guests are names within a round, of which nobody knows who they were: they have no line, but
/// who is behind one has not won.
package struct Season: Hashable, Sendable {
  /// What a player did in some rounds that count, one at least.
  package struct Record: Hashable, Sendable {
    package let player: String
    package fileprivate(set) var rounds = 0
    package fileprivate(set) var wins = 0
    package fileprivate(set) var strokes = 0
    package fileprivate(set) var relativeToPar = 0
    /// The fewest strokes relative to par in one of the rounds.
    package fileprivate(set) var best = Int.max

    fileprivate init(_ player: String) { self.player = player }

    /// Strokes relative to par, a round.
    package var average: Double { Double(relativeToPar) / Double(rounds) }

    /// Returns whether the average is lower than another's; that of whole numbers is compared exactly.
    fileprivate func isBetter(than other: Record) -> Bool {
      relativeToPar * other.rounds < other.relativeToPar * rounds
    }

    fileprivate mutating func add(_ line: Standing, isWon: Bool) {
      rounds += 1
      if isWon { wins += 1 }
      strokes += line.strokes
      relativeToPar += line.relativeToPar
      best = min(best, line.relativeToPar)
    }
  }

  package struct Line: Hashable, Sendable {
    /// The place, from 1; shared by players of the same average.
    package let place: Int
    package let isShared: Bool
    package let record: Record
  }

  /// What players did on one course.
  package struct CourseLines: Hashable, Sendable {
    /// The name as of now, or as the latest round has it.
    package let course: String
    package let lines: [Line]
  }

  package let year: Int
  /// A line for each player, the lowest average first; of equal ones, that of more rounds.
  package let lines: [Line]
  /// The same for each course, by name.
  package let courses: [CourseLines]

  /// Returns the seasons of some rounds, in any order of those, the latest season first.
  ///
  /// `year` gives that of a time, nil where it is none; `names` how players are called now, where that is otherwise than
  /// in a round, and `courses` how courses are.
  package static func all(
    of rounds: [RoundSummary], names: [RoundID: [PlayerID: String]] = [:],
    courses: [CourseIdentity: String] = [:], year: (String) -> Int?
  ) -> [Season] {
    let counting = rounds.filter { $0.phase.isFinished && !$0.round.isDeleted }
      // Of those of the same time, any order that is always the same.
      .sorted { ($0.round.createdAt, $0.id.rawValue) < ($1.round.createdAt, $1.id.rawValue) }
    return Dictionary(grouping: counting) { $0.round.finish.flatMap { year($0.at) } }
      .compactMap { year, rounds in year.map { Season($0, rounds, names, courses) } }
      .filter { !$0.lines.isEmpty }
      .sorted { $0.year > $1.year }
  }

  private init(
    _ year: Int, _ rounds: [RoundSummary], _ names: [RoundID: [PlayerID: String]],
    _ courseNames: [CourseIdentity: String]
  ) {
    var table = Table()
    var courses: [NameKey: (name: String, table: Table)] = [:]
    for round in rounds {
      let record = round.round
      let courseName = record.courseIdentity.flatMap { courseNames[$0] } ?? record.course
      let course = NameKey(courseName)
      let isContest = round.standings.lines.count { $0.holesPlayed > 0 } > 1
      for line in round.standings.lines
      where line.holesPlayed == record.pars.count && !record.entrants[line.player.index].isGuest {
        let name = names[record.id]?[line.player] ?? line.name
        let isWon = isContest && line.place == 1
        table.add(line, of: name, isWon: isWon)
        courses[course, default: (courseName, Table())].table.add(line, of: name, isWon: isWon)
        courses[course]?.name = courseName
      }
    }
    self.year = year
    lines = table.lines
    self.courses = courses.sorted { $0.key.letters < $1.key.letters }.map {
      CourseLines(course: $0.value.name, lines: $0.value.table.lines)
    }
  }

  /// Players' records by their names.
  private struct Table {
    private var records: [NameKey: Record] = [:]

    mutating func add(_ line: Standing, of name: String, isWon: Bool) {
      records[NameKey(name), default: Record(name)].add(line, isWon: isWon)
    }

    var lines: [Line] {
      let records = records.sorted { $0.key.letters < $1.key.letters }.map(\.value)
      // Sorting is stable, so that names decide last.
      return records.sorted {
        $0.isBetter(than: $1) || !$1.isBetter(than: $0) && $0.rounds > $1.rounds
      }.map { record in
        Line(
          place: records.count { $0.isBetter(than: record) } + 1,
          isShared: records.count { !$0.isBetter(than: record) && !record.isBetter(than: $0) } > 1,
          record: record)
      }
    }
  }
}

extension Season {
  /// Returns the lines of one player, in their places; nil where there are none.
  package func only(_ player: NameKey) -> Season? {
    func own(_ lines: [Line]) -> [Line] { lines.filter { NameKey($0.record.player) == player } }
    let found = own(lines)
    guard !found.isEmpty else { return nil }
    return Season(
      year: year, lines: found,
      courses: courses.map { CourseLines(course: $0.course, lines: own($0.lines)) }
        .filter { !$0.lines.isEmpty })
  }

  private init(year: Int, lines: [Line], courses: [CourseLines]) {
    (self.year, self.lines, self.courses) = (year, lines, courses)
  }

  /// Returns the season as hosts and `hyzer history --season --json` say it.
  package var report: JSONObject {
    let lines = lines.map { line -> JSONObject in
      let record = line.record
      return [
        "player": record.player, "rounds": record.rounds, "wins": record.wins,
        "strokes": record.strokes, "relativeToPar": record.relativeToPar,
        "average": record.roundedAverage,
      ]
    }
    let courses = courses.flatMap { course in
      course.lines.map { line -> JSONObject in
        [
          "course": course.course, "player": line.record.player, "rounds": line.record.rounds,
          "average": line.record.roundedAverage, "best": line.record.best,
        ]
      }
    }
    return ["year": year, "lines": lines, "courses": courses]
  }
}

extension Season.Record {
  /// The average in hundredths, which is more than anybody compares.
  fileprivate var roundedAverage: Double { (average * 100).rounded() / 100 }
}
