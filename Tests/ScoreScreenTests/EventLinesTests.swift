import HyzerVoice
import ScoreLog
import TestSupport
import Testing

@testable import ScoreScreen
@testable import Scorekeeping

struct EventLinesTests {
  private let record: RoundRecord
  private let lines: EventLines

  init() throws {
    let players = ["Michael", "Jake", "Ann"].map { Player(name: $0) }
    record = try RoundRecord(
      id: "round", course: "Test", pars: Array(repeating: 3, count: 9),
      entrants: players.map { RoundRecord.Entrant($0) }, organiser: "anna", createdAt: "")
    lines = EventLines(roster: try Roster(players))
  }

  /// An event of the log, by its number; `old` is the one that it replaces.
  private func score(
    _ number: Int, _ player: String, hole: Int, _ strokes: Int?, replacing old: Int? = nil,
    takesBack: Bool = false
  ) -> ScoreEvent {
    let id = { (number: Int) in EventID("\(number)") }
    return ScoreEvent(
      id: id(number), position: LogPosition(clock: number, device: "phone", number: number),
      round: "round", player: player, hole: hole, result: strokes.flatMap(holeResult),
      kind: takesBack ? .takeBack : .score, supersedes: old.map { [id($0)] } ?? [],
      takesBack: takesBack ? old.map(id) : nil, reportedBy: "anna",
      deviceName: "phone", input: .typed, at: "")
  }

  private func change(_ before: [ScoreEvent], _ events: [ScoreEvent]) -> StandingsChange {
    StandingsChange(from: Scorecard(record, replaying: before), trigger: events)
  }

  private func became(
    _ kind: RoundChange.Kind, _ player: String? = nil, away: [Int] = []
  ) -> RoundChange {
    RoundChange(
      RoundChange.Stamp(id: "1", reportedBy: "Ann", deviceName: "phone", at: ""),
      position: LogPosition(clock: 1, device: "watch", number: 1), round: "round", kind: kind,
      player: player, away: away, scoreCount: 0)
  }

  /// An event with the lines that report it, and what the screen says of it.
  private struct Case {
    let event: RoundEvent
    let lines: [String]
    let standings: Standings?
    let notice: ScreenModel.Notice?

    init(
      _ event: RoundEvent, _ lines: [String], standings: Standings? = nil, notice: String? = nil,
      isWarning: Bool = false
    ) {
      (self.event, self.lines, self.standings) = (event, lines, standings)
      self.notice = notice.map { ScreenModel.Notice($0, isWarning: isWarning) }
    }
  }

  @Test func `every event has its lines, and the screen its line of news`() throws {
    let rows = [
      Draft.Row(id: 1, player: PlayerID(0), result: holeResult(3)),
      Draft.Row(id: 2, player: PlayerID(1), result: holeResult(4), replaces: holeResult(5)),
    ]
    let two = Draft(hole: 7, rows: rows)
    let windy = Problem(.unexplained, text: "windy", range: 0..<5)
    let open = Draft(
      hole: 7,
      rows: [
        rows[0], Draft.Row(id: 3, result: holeResult(4), words: "chevron"),
        Draft.Row(id: 4, player: PlayerID(1)), Draft.Row(id: 5),
        Draft.Row(id: 6, player: PlayerID(1), result: holeResult(2), isDoubtful: true),
      ], remarks: [windy])
    let nothing = UtteranceParser(
      round: try Round(hole: 7, par: 3, roster: try Roster([Player(name: "Jake")]))
    )
    .parse("windy")
    let overtaken = change(
      [score(1, "Michael", hole: 1, 3), score(2, "Jake", hole: 1, 4)],
      [score(3, "Jake", hole: 2, 1)])
    let takenBack = change(
      [
        score(1, "Michael", hole: 7, 3), score(2, "Jake", hole: 7, 5),
        score(3, "Jake", hole: 7, 4, replacing: 2),
      ],
      [
        score(4, "Michael", hole: 7, nil, replacing: 1, takesBack: true),
        score(5, "Jake", hole: 7, 5, replacing: 3, takesBack: true),
      ])
    let level = change(
      [], [score(1, "Jake", hole: 1, 4), score(2, "Michael", hole: 1, 4)]
    ).standings
    let none = Scorecard(record).standings
    let noScore = Draft(
      hole: 7,
      rows: [
        Draft.Row(
          id: 1, player: PlayerID(1), result: .noScore, isDoubtful: true, replaces: holeResult(5))
      ])
    let restored = change(
      [score(1, "Jake", hole: 7, 0), score(2, "Jake", hole: 7, 5, replacing: 1)],
      [score(3, "Jake", hole: 7, 0, replacing: 2, takesBack: true)])
    let same = Draft(
      hole: 7,
      rows: [
        Draft.Row(id: 1, player: PlayerID(1), result: holeResult(5), replaces: holeResult(5))
      ])
    let stands = ScoreEvent(
      id: "9", position: LogPosition(clock: 9, device: "watch", number: 1), round: "round",
      player: "Jake", hole: 7, result: holeResult(4), kind: .resolution, reportedBy: "Ann",
      deviceName: "watch", input: .picked, at: "")
    let kept = try #require(holeResult(5))
    let overruled = OverruledScore(player: PlayerID(1), result: kept, standing: stands)
    let unchanged = change(
      [score(1, "Jake", hole: 7, 5), score(2, "Jake", hole: 7, 5, replacing: 1)],
      [score(3, "Jake", hole: 7, 5, replacing: 2, takesBack: true)])
    #expect(unchanged.triggers.map { $0.text(in: record) } == ["hole 7: Jake stays at 5"])
    let cases = [
      Case(
        .heard(transcript: "michael three", nothing, hole: 7, end: .zero), ["heard: michael three"]),
      Case(.heard(transcript: "", nothing, hole: 7, end: .zero), []),
      Case(.replied(transcript: "yes"), ["heard: yes"]),
      Case(.confirming(two), ["hole 7: Michael 3, Jake 5 → 4 — right?"]),
      Case(
        .partial(open),
        [
          "hole 7: Michael 3, \"chevron\"? 4, Jake ?, ? ?, Jake 2 (sure?) — not all is clear",
          "  \"windy\" is not understood",
        ]),
      Case(
        .failed(transcript: "windy", nothing, hole: 7, end: .zero),
        ["couldn't understand; try again", "  \"windy\" is not understood"]),
      Case(
        .committed(two, overtaken),
        ["hole 7: Michael 3, Jake 5 → 4 — saved", "1 Jake -1 ▲1, 2 Michael E ▼1"],
        standings: overtaken.standings, notice: "Saved hole 7: Michael 3, Jake 5 → 4"),
      Case(
        .committed(same, change([], [])), ["hole 7: Jake 5 — saved"], notice: "Saved hole 7: Jake 5"
      ),
      Case(
        .overruled(hole: 7, [overruled]), ["Jake 5 is kept, but 4 by Ann, the organiser, stands"],
        notice: "Jake 5 is kept, but 4 by Ann, the organiser, stands", isWarning: true),
      Case(
        .disputed(hole: 7, count: 2, isNew: true), ["2 scores are disputed; see hyzer dispute list"]
      ),
      Case(
        .disputed(hole: 7, count: 1, isNew: true), ["1 score is disputed; see hyzer dispute list"]),
      Case(.disputed(hole: 7, count: 1, isNew: false), []),
      Case(
        .undone(hole: 7, unchanged), ["hole 7: Jake stays at 5 — undone"],
        notice: "Undone, hole 7: Jake stays at 5"),
      Case(
        .dismissed(two), ["hole 7: Michael 3, Jake 5 → 4 — dropped, nothing saved"],
        notice: "Dropped, nothing saved: hole 7: Michael 3, Jake 5 → 4"),
      Case(
        .unsaved(two, reason: "the disk is full"),
        ["hole 7: Michael 3, Jake 5 → 4 — NOT SAVED: the disk is full"],
        notice: "NOT SAVED: the disk is full (hole 7: Michael 3, Jake 5 → 4)", isWarning: true),
      Case(
        .undone(hole: 7, takenBack), ["hole 7: Michael without a score, Jake back to 5 — undone"],
        notice: "Undone, hole 7: Michael without a score, Jake back to 5"),
      Case(.changedElsewhere, ["T1 Michael +1, T1 Jake +1"], standings: level),
      Case(.changedElsewhere, []),
      Case(
        .roundChanged([
          became(.join, "Zoe", away: [1, 2, 3, 5]), became(.leave, "Jake", away: [9]),
          became(.finish),
        ]),
        [
          "Zoe joined; no score on holes 1–3, 5", "Jake left; no score on hole 9",
          "The round was finished by Ann",
        ],
        notice: "Zoe joined; no score on holes 1–3, 5; Jake left; no score on hole 9; "
          + "The round was finished by Ann"),
      Case(.refused(reason: "no"), ["no"], notice: "no", isWarning: true),
      Case(
        .complete, ["every player has every hole; finish with hyzer round finish"],
        notice: "All scores recorded. Finalize round? Press f"),
      Case(.moved(hole: 8), []),
      Case(.partial(noScore), ["hole 7: Jake 5 → no score (sure?) — not all is clear"]),
      Case(
        .undone(hole: 7, restored), ["hole 7: Jake back to no score — undone"],
        notice: "Undone, hole 7: Jake back to no score"),
      Case(
        .redone(hole: 7, restored), ["hole 7: Jake no score — brought back"],
        notice: "Brought back, hole 7: Jake no score"),
    ]
    for example in cases {
      #expect(lines.lines(example.event, standings: example.standings ?? none) == example.lines)
      #expect(lines.notice(example.event) == example.notice, "\(example.event)")
    }
  }

  @Test func `a name cannot control the terminal`() throws {
    let lines = EventLines(roster: try Roster([Player(name: "Eve\u{1B}[2J\u{9B}\r\n\u{2028}x")]))
    let draft = Draft(hole: 7, rows: [Draft.Row(id: 1, player: PlayerID(0), result: holeResult(3))])
    #expect(
      lines.lines(.dismissed(draft), standings: Scorecard(record).standings)
        == ["hole 7: Eve?[2J????x 3 — dropped, nothing saved"])
  }
}

struct TypedActionsTests {
  @Test(
    arguments: [
      ("", .accept), ("y", .accept), ("Yes", .accept), ("n", .cancel), ("NO", .cancel),
      ("cancel", .cancel), ("u", .undo), ("undo", .undo), ("Redo", .redo), ("r", .retry),
      ("q", .quit),
      ("Mike three", .enter("Mike three", onHole: nil)), ("nate 4", .enter("nate 4", onHole: nil)),
    ] as [(String, RoundAction)])
  func `a line asks for an action, or is read as scores`(line: String, action: RoundAction) {
    #expect(TypedActions.action(line) == action)
  }

  @Test func `what was typed before a failure comes first`() throws {
    struct Gone: Error {}
    var waiting = TypedActions.Waiting()
    #expect(try waiting.drain() == [])
    waiting = TypedActions.Waiting(lines: ["Mike three", "y"], failure: Gone())
    #expect(try waiting.drain() == [.enter("Mike three", onHole: nil), .accept])
    #expect(throws: Gone.self) { try waiting.drain() }
    #expect(throws: Gone.self) { try waiting.drain() }
  }
}
