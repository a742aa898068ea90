import Golf
import Screen
import Testing

struct PlainLinesTests {
  struct Case: CustomTestStringConvertible {
    let happening: Happening
    let lines: [String]
    let notice: ScreenModel.Notice?

    init(_ happening: Happening, _ lines: [String], _ notice: ScreenModel.Notice? = nil) {
      (self.happening, self.lines, self.notice) = (happening, lines, notice)
    }

    var testDescription: String { lines.first ?? "nothing" }
  }

  static let rows = [
    ScreenModel.Row(id: 1, player: PlayerID(0), strokes: Strokes(3)),
    ScreenModel.Row(id: 2, player: PlayerID(1), strokes: Strokes(4), replaces: Strokes(5)),
  ]
  static let two = ScreenModel.Proposal(hole: 7, rows: rows)
  static let open = ScreenModel.Proposal(
    hole: 7,
    rows: [
      rows[0], ScreenModel.Row(id: 3, strokes: Strokes(4), words: "chevron"),
      ScreenModel.Row(id: 4, player: PlayerID(1)), ScreenModel.Row(id: 5),
      ScreenModel.Row(id: 6, player: PlayerID(1), strokes: Strokes(2), isDoubtful: true),
    ], remarks: ["\"windy\" is not understood"])

  static func standing(_ place: Int?, _ player: Int, _ relative: Int, _ moved: Int)
    -> ScreenModel.Standing
  {
    ScreenModel.Standing(
      place: place, player: PlayerID(player), relativeToPar: relative, strokes: 9, holesPlayed: 3,
      moved: moved)
  }

  static let cases: [Case] = [
    Case(.heard("michael three"), ["heard: michael three"]), Case(.heard(""), []),
    Case(.confirming(two), ["hole 7: Michael 3, Jake 5 → 4 — right?"]),
    Case(
      .partial(open),
      [
        "hole 7: Michael 3, \"chevron\"? 4, Jake ?, ? ?, Jake 2 (sure?) — not all is clear",
        "  \"windy\" is not understood",
      ]),
    Case(
      .failed(["\"x\" is not understood"]),
      [
        "couldn't understand; try again", "  \"x\" is not understood",
      ]),
    Case(
      .committed(two), ["hole 7: Michael 3, Jake 5 → 4 — saved"],
      ScreenModel.Notice("Saved hole 7: Michael 3, Jake 5 → 4")),
    Case(
      .dismissed(two), ["hole 7: Michael 3, Jake 5 → 4 — dropped, nothing saved"],
      ScreenModel.Notice("Dropped, nothing saved: hole 7: Michael 3, Jake 5 → 4")),
    Case(
      .unsaved(two, reason: "the disk is full"),
      ["hole 7: Michael 3, Jake 5 → 4 — NOT SAVED: the disk is full"],
      ScreenModel.Notice(
        "NOT SAVED: the disk is full (hole 7: Michael 3, Jake 5 → 4)", isWarning: true)),
    Case(
      .undone(hole: 7, [PlayerID(1): Strokes(5), PlayerID(0): nil]),
      ["hole 7: Michael without a score, Jake back to 5 — undone"],
      ScreenModel.Notice("Undone, hole 7: Michael without a score, Jake back to 5")),
    Case(
      .standings([standing(1, 1, -2, 1), standing(2, 0, 0, -1), standing(nil, 2, 0, 0)]),
      ["1 Jake -2 ▲1, 2 Michael E ▼1"]),
    Case(
      .standings([standing(1, 1, 1, 0), standing(1, 0, 1, 0)]), ["T1 Jake +1, T1 Michael +1"]),
    Case(.standings([standing(nil, 2, 0, 0)]), []),
    Case(
      .audioLost(reason: "\"hw:1\" is gone"), ["audio lost: \"hw:1\" is gone"],
      ScreenModel.Notice("Audio lost: \"hw:1\" is gone", isWarning: true)),
  ]

  @Test(arguments: cases)
  func `what happens is told in lines and in the line of news`(_ example: Case) throws {
    let lines = PlainLines(roster: try roster("Michael", "Jake", "Ann"))
    #expect(lines.lines(example.happening) == example.lines)
    #expect(lines.notice(example.happening) == example.notice)
  }

  @Test func `a name cannot steer the terminal`() throws {
    let lines = PlainLines(roster: try roster("Eve\u{1B}[2J\u{9B}\r\n\u{2028}x", "Jake"))
    #expect(
      lines.lines(.committed(PlainLinesTests.two)) == [
        "hole 7: Eve?[2J?????x 3, Jake 5 → 4 — saved".replacing("?????", with: "????")
      ])
  }

  private func roster(_ names: String...) throws -> Roster {
    try Roster(names.map { Player(name: $0) })
  }
}
