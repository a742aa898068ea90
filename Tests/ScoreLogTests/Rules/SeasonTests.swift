import HyzerBase
import Testing

@testable import ScoreLog

@Suite struct `Seasons` {
  /// Makes a finished round of players on holes of par 3, each with the strokes of the holes; 0 is no score, and who
  /// has fewer than others left early.
  private func round(
    _ id: RoundID, _ scores: KeyValuePairs<String, [Int]>, course: String = "Home", holes: Int = 3,
    guests: Set<String> = [], finished at: String? = "2026-05-01T12:00:00.000Z",
    isDeleted: Bool = false
  ) throws -> RoundSummary {
    func change(_ kind: RoundChange.Kind, _ at: String, _ place: Int) -> RoundChange {
      RoundChange(
        RoundChange.Stamp(
          id: ChangeID("\(id)-\(kind)"), reportedBy: "Mike", deviceName: "phone", at: at),
        position: LogPosition(clock: place, device: "A", number: place), round: id, kind: kind,
        scoreCount: 0)
    }
    let record = try RoundRecord(
      id: id, course: course, pars: Array(repeating: 3, count: holes),
      entrants: scores.map {
        RoundRecord.Entrant(Player(name: $0.key), isGuest: guests.contains($0.key))
      }, organiser: "Mike", createdAt: "2026-05-01T09:00:00.000Z",
      startedAt: "2026-05-01T09:30:00.000Z",
      changes: (at.map { [change(.finish, $0, 100)] } ?? [])
        + (isDeleted ? [change(.delete, "2026-06-01T12:00:00.000Z", 101)] : []))
    let events = scores.flatMap { name, strokes in
      strokes.enumerated().map { index, count in
        makeEvent(
          EventID("\(id)-\(name)-\(index)"), name, index + 1, count, place: index + 1,
          by: DeviceID(name), round: id)
      }
    }
    return RoundSummary(Scorecard(record, replaying: events))
  }

  private func seasons(
    _ rounds: [RoundSummary], names: [RoundID: [PlayerID: String]] = [:]
  ) -> [Season] {
    Season.all(of: rounds, names: names) { Int($0.prefix(4)) }
  }

  /// A season in few words: year, and each line as "1 Mike 2 rounds, 1 won, 18 strokes, -1".
  private func text(_ season: Season) -> [String] {
    season.lines.map { line in
      let record = line.record
      return "\(line.isShared ? "T" : "")\(line.place) \(record.player) \(record.rounds) rounds, "
        + "\(record.wins) won, \(record.strokes) strokes, "
        + "\(RelativeToPar.sign(record.relativeToPar))"
    }
  }

  @Test func `players are ranked by their average, and share a place where it is the same`() throws
  {
    let season = try #require(
      try seasons([
        round("a", ["Mike": [3, 3, 3], "Jake": [3, 3, 2], "Ann": [4, 4, 4]]),
        round("b", ["Mike": [3, 2, 2], "Ann": [3, 3, 3]]),
      ]).first)
    #expect(season.year == 2026)
    // A third of rounds is compared exactly, and who played more comes first.
    #expect(
      text(season) == [
        "T1 Mike 2 rounds, 1 won, 16 strokes, -2", "T1 Jake 1 rounds, 1 won, 8 strokes, -1",
        "3 Ann 2 rounds, 0 won, 21 strokes, +3",
      ])
    #expect(season.lines.map(\.record.average) == [-1, -1, 1.5])
  }

  @Test func `a round counts for whoever has a score on every hole of it`() throws {
    let rounds = try [
      round(
        "a",
        [
          "Mike": [4, 4, 4], "Left": [2, 2], "Picked": [2, 0, 2], "Sam": [5, 5, 5], "Nobody": [],
        ])
    ]
    #expect(
      seasons(rounds).map(text) == [
        ["1 Mike 1 rounds, 1 won, 12 strokes, +3", "2 Sam 1 rounds, 0 won, 15 strokes, +6"]
      ])
    // Nor one that nobody played to its end, though somebody is first in it.
    #expect(seasons([try round("b", ["Mike": [2, 2], "Sam": [3, 3]])]).isEmpty)
  }

  @Test func `those who are level have both won, and who is alone has not`() throws {
    #expect(
      seasons([
        try round("a", ["Mike": [3, 3, 3], "Jake": [3, 3, 3]]), try round("b", ["Ann": [2, 2, 2]]),
      ]).map(text) == [
        [
          "1 Ann 1 rounds, 0 won, 6 strokes, -3", "T2 Jake 1 rounds, 1 won, 9 strokes, E",
          "T2 Mike 1 rounds, 1 won, 9 strokes, E",
        ]
      ])
  }

  @Test func `a guest has no line, and who is behind one has not won`() throws {
    #expect(
      seasons([
        try round("a", ["Mike": [3, 3, 3], "Nate": [2, 2, 2]], guests: ["Nate"])
      ]).map(text) == [["1 Mike 1 rounds, 0 won, 9 strokes, E"]])
  }

  @Test func `a round belongs to the year of its finish, and one without a finish to none`() throws
  {
    let rounds = try [
      round("a", ["Mike": [3, 3, 3]], finished: "2025-12-31T23:30:00.000Z"),
      round("b", ["Mike": [4, 4, 4]], finished: "2026-01-01T00:30:00.000Z"),
      round("c", ["Mike": [2, 2, 2]], finished: nil),
      round("d", ["Mike": [2, 2, 2]], isDeleted: true),
      round("e", ["Mike": [2, 2, 2]], finished: "some day"),
    ]
    #expect(seasons(rounds).map(\.year) == [2026, 2025])
    #expect(
      seasons(rounds).flatMap(text) == [
        "1 Mike 1 rounds, 0 won, 12 strokes, +3", "1 Mike 1 rounds, 0 won, 9 strokes, E",
      ])
    // The caller says which day it is where people are.
    #expect(Season.all(of: rounds) { _ in 2026 }.map(\.lines.count) == [1])
  }

  @Test func `each course has its own averages and best rounds`() throws {
    let season = try #require(
      seasons([
        try round("a", ["Mike": [3, 3, 3], "Jake": [2, 3, 3]], course: "Mill Pond"),
        try round("b", ["Mike": [2, 2, 2]], course: "mill pond"),
        try round("c", ["Mike": [3, 3, 4]], course: "Home"),
      ]).first)
    #expect(season.courses.map(\.course) == ["Home", "mill pond"])
    let lines = season.courses.map { $0.lines.map(\.record) }
    #expect(lines.map { $0.map(\.player) } == [["Mike"], ["Mike", "Jake"]])
    #expect(lines.map { $0.map(\.average) } == [[1], [-1.5, -1]])
    #expect(lines.map { $0.map(\.best) } == [[1], [-3, -1]])
    #expect(season.only(NameKey("jake"))?.courses.map(\.course) == ["mill pond"])
    #expect(season.only(NameKey("jake"))?.lines.map(\.place) == [1])
    #expect(season.only(NameKey("nobody")) == nil)
  }

  @Test func `who has another name by now is one person`() throws {
    let rounds = try [round("a", ["Mick": [3, 3, 3]]), round("b", ["Mike": [3, 3, 3]])]
    #expect(seasons(rounds).first?.lines.count == 2)
    #expect(
      seasons(rounds, names: ["a": [PlayerID(0): "Mike"]]).map(text) == [
        ["1 Mike 2 rounds, 0 won, 18 strokes, E"]
      ])
  }

  @Test func `as JSON it has the averages in hundredths`() throws {
    let season = try #require(
      seasons([
        try round("a", ["Mike": [3, 3, 4]]), try round("b", ["Mike": [3, 3, 3]]),
        try round("c", ["Mike": [3, 3, 3]]),
      ]).first)
    #expect(
      try JSONLine.encode(season.report)
        == #"{"courses":[{"average":0.33,"best":0,"course":"Home","player":"Mike","rounds":3}],"#
        + #""lines":[{"average":0.33,"player":"Mike","relativeToPar":1,"rounds":3,"strokes":28,"wins":0}],"#
        + #""year":2026}"#)
  }
}
