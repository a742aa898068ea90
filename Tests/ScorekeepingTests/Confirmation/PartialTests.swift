import Golf
import Language
import Testing

@testable import Scorekeeping

/// What is open until a person has looked at it.
struct PartialTests {
  @Test func `nothing is saved until the last open thing is set`() throws {
    var line = try Timeline()
    line.at(
      0, try Sample.heard(1, "sam four jake"), "partial 7[? 4 of Al/Bo \"sam\", Jake ? \"jake\"]")
    line.at(9, .timerFired, "same")
    line.at(9, .asked(.accept), "same")
    line.at(9, Sample.replied(.accept, 2), "same")
    line.at(10, .asked(.setPlayer(row: 1, Sample.bo)), "partial 7[Bo 4! of Al/Bo, Jake ? \"jake\"]")
    line.at(10, .asked(.accept), "same")
    line.at(19, .timerFired, "same")
    line.at(
      20, .asked(.setStrokes(row: 2, try Sample.strokes(5))),
      "confirming 7[Bo 4! of Al/Bo, Jake 5!] until 21.5")
    line.at(
      21.5, .timerFired,
      "idle & #1 | commit #1 7[Bo 4! of Al/Bo, Jake 5!]")
  }

  @Test func `a yes clears doubts and remarks where every row has a player and a score`() throws {
    let doubtful = try Sample.heard(1, "mike three banana", clarity: [0.4, 1, 1])
    let again = try Sample.heard(1, "mike three mike")
    for yes in [Session.Event.asked(.accept), Sample.replied(.accept, 2)] {
      var line = try Timeline()
      line.at(0, doubtful, "partial 7[Mike 3?~0.4, + unexplained \"banana\"]")
      line.at(1, yes, "idle & #1 | commit #1 7[Mike 3~0.4]")
      line = try Timeline()
      line.at(0, again, "partial 7[Mike 3?~1.0 \"mike\"]")
      line.at(1, yes, "idle & #1 | commit #1 7[Mike 3]")
    }
  }

  @Test func `words that are not understood stay open until a yes, or until all is said anew`()
    throws
  {
    var line = try Timeline()
    line.at(
      0, try Sample.heard(1, "mike three banana"), "partial 7[Mike 3, + unexplained \"banana\"]")
    line.at(
      1, try Sample.heard(2, "jake four"), "partial 7[Mike 3, Jake 4, + unexplained \"banana\"]")
    line.at(
      2, try Sample.heard(3, "mike three jake four"),
      "confirming 7[Mike 3, Jake 4] until 3.5")
  }

  @Test func `a picked score clears the doubt about it`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three", clarity: [0.4, 1]), "partial 7[Mike 3?~0.4]")
    line.at(
      1, .asked(.setStrokes(row: 1, try Sample.strokes(3))),
      "confirming 7[Mike 3!] until 2.5")
  }

  @Test func `a row that nobody meant is removed, and the last one takes the draft with it`() throws
  {
    var line = try Timeline()
    line.at(
      0, try Sample.heard(1, "mike three sam four"), "partial 7[Mike 3, ? 4 of Al/Bo \"sam\"]")
    line.at(1, .asked(.removeRow(3)), "same")
    line.at(2, .asked(.removeRow(2)), "confirming 7[Mike 3] until 3.5")
    line.at(3, .asked(.removeRow(1)), "dismissed")
  }

  @Test func `rows keep their identifiers, and a new row gets a new one`() throws {
    var line = try Timeline()
    line.at(
      0, try Sample.heard(1, "mike three jake four"),
      "confirming 7[Mike 3, Jake 4] until 1.5")
    line.at(1, .asked(.removeRow(2)), "confirming 7[Mike 3] until 2.5")
    line.at(
      2, try Sample.heard(2, "mike five bo six"), "confirming 7[Mike 5, Bo 6] until 3.5")
    line.at(3, .asked(.removeRow(2)), "same")
    line.at(3, .asked(.removeRow(3)), "confirming 7[Mike 5] until 4.5")
  }

  @Test func `a score for nobody in particular is a question, and a name answers it`() throws {
    var line = try Timeline()
    line.at(
      0, try Sample.heard(1, "mike three jake four"),
      "confirming 7[Mike 3, Jake 4] until 1.5")
    line.at(
      1, Sample.replied(.change(nil, try Sample.strokes(5)), 2),
      "partial 7[Mike 3, Jake 4, + missingPlayer \"reply 2\"]")
    line.at(
      2, Sample.replied(.change(Sample.jake, try Sample.strokes(6)), 3),
      "partial 7[Mike 3, Jake 6, + missingPlayer \"reply 2\"]")
    line.at(
      3, Sample.replied(.change(Sample.jake, try Sample.strokes(5)), 4),
      "confirming 7[Mike 3, Jake 5] until 4.5")
  }

  @Test func `a score without a name is that of the only row`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "sam four"), "partial 7[? 4 of Al/Bo \"sam\"]")
    line.at(
      1, Sample.replied(.change(nil, try Sample.strokes(5)), 2),
      "partial 7[? 5~1.0 of Al/Bo \"sam\"]")
    line.at(
      2, .asked(.setPlayer(row: 1, Sample.al)), "confirming 7[Al 5! of Al/Bo] until 3.5")
    line.at(
      3, Sample.replied(.change(nil, try Sample.strokes(6)), 3),
      "confirming 7[Al 6 of Al/Bo] until 4.5")
  }

  @Test func `a score without a name answers what the only row asks`() throws {
    let five = try Sample.strokes(5)
    var line = try Timeline()
    line.at(0, try Sample.heard(3, "jake"), "partial 7[Jake ? \"jake\"]")
    // It was said before the row.
    line.at(1, Sample.replied(.change(nil, five), 2), "same")
    line.at(
      2, Sample.replied(.change(nil, five), 4), "confirming 7[Jake 5] until 3.5")
  }

  @Test func `nothing that is not understood stands in the way of what comes next`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "rubbish"), "failed \"rubbish\"")
    line.at(1, .asked(.retry), "listening | listen")
    #expect(line.session.isListening)
    line.at(2, .speechStarted(utterance: 2), "same")
    line.at(3, try Sample.heard(2, "more rubbish"), "failed \"more rubbish\"")
    line.at(4, try Sample.heard(3, "mike three"), "confirming 7[Mike 3] until 5.5")
    line.at(5, .asked(.cancel), "dismissed")
    line.at(6, try Sample.heard(4, "rubbish"), "failed \"rubbish\"")
    line.at(7, .asked(.cancel), "idle")
  }

  struct ChoiceCase: Sendable, CustomTestStringConvertible {
    let text: String
    let row: Int
    let scored: [PlayerID]
    let expected: [PlayerID]

    init(_ text: String, row: Int, scored: [PlayerID], _ expected: [PlayerID]) {
      self.text = text
      self.row = row
      self.scored = scored
      self.expected = expected
    }

    var testDescription: String { "row \(row) of \(text), \(scored) scored" }
  }

  static let everybody = [Sample.mike, Sample.jake, Sample.sarah, Sample.al, Sample.bo]

  @Test(arguments: [
    // Who may be meant comes first, then who has no score and no row.
    ChoiceCase(
      "mike three sam four", row: 2, scored: [Sample.sarah], [Sample.al, Sample.bo, Sample.jake]),
    // Who may be meant is there also with a score.
    ChoiceCase(
      "mike three sam four", row: 2, scored: [Sample.bo, Sample.al],
      [Sample.al, Sample.bo, Sample.jake, Sample.sarah]),
    ChoiceCase(
      "sam four bo three", row: 1, scored: [], [Sample.al, Sample.mike, Sample.jake, Sample.sarah]),
    // A row's own player comes first.
    ChoiceCase(
      "jake three", row: 1, scored: [Sample.jake, Sample.al],
      [Sample.jake, Sample.mike, Sample.sarah, Sample.bo]),
    ChoiceCase(
      "mike three zed four", row: 2, scored: everybody,
      [Sample.jake, Sample.sarah, Sample.al, Sample.bo]),
    ChoiceCase("mike three", row: 2, scored: [], []),
  ])
  func `the picker offers who may be meant, then who is not scored yet`(_ test: ChoiceCase) throws {
    let scores = Dictionary(uniqueKeysWithValues: test.scored.map { ($0, 3) })
    var session = Session(at: try Sample.hole(scores: scores))
    #expect(session.choices(for: 1) == [])
    _ = session.handle(try Sample.heard(1, test.text), at: .zero)
    #expect(session.choices(for: test.row) == test.expected)
  }

  @Test func `a player of another row can be picked only for what was said later`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "sam four al three"), "partial 7[? 4 of Al/Bo \"sam\", Al 3]")
    line.at(1, .asked(.setPlayer(row: 1, Sample.al)), "same")
    line.at(
      2, try Sample.heard(2, "sam five"),
      "partial 7[? 4 of Al/Bo \"sam\", Al 3, ? 5 of Al/Bo \"sam\"]")
    #expect(line.session.choices(for: 3).first == Sample.al)
    line.at(
      3, .asked(.setPlayer(row: 3, Sample.al)),
      "partial 7[? 4 of Al/Bo \"sam\", Al 5! of Al/Bo]")
  }
}
