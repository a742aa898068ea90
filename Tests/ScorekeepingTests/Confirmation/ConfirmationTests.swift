import Golf
import Language
import Testing

@testable import Scorekeeping

/// What pictures of sessions do not show.
struct ConfirmationTests {
  @Test func `a commit holds all of the draft`() throws {
    var session = Session(at: try Sample.hole())
    _ = session.handle(try Sample.heard(1, "sarah five", clarity: [0.9, 0.8]), at: .zero)
    let effects = session.handle(.timerFired, at: .seconds(3))
    var draft = Draft(hole: 7)
    draft.rows = [
      Draft.Row(
        id: 1, player: Sample.sarah, strokes: try Sample.strokes(5), confidence: 0.8,
        replaces: try Sample.strokes(4))
    ]
    draft.transcripts = [1: "sarah five"]
    draft.rowsMade = 1
    #expect(effects == [.commit(draft, number: 1)])
    #expect(session.state == .idle)
    #expect(session.pending == [Session.Pending(draft: draft, number: 1)])
  }

  @Test func `a length of three seconds can be set, and cautiously it is twice that`() throws {
    var session = Session(
      at: try Sample.hole(), settings: Session.Settings(window: .seconds(3)))
    let outcomes = try [
      play(Sample.event("heard 1 mike three"), at: 0, in: &session),
      play(Sample.event("row 1 is 1"), at: 1, in: &session),
    ]
    #expect(outcomes == ["confirming 7[Mike 3] until 3.0", "confirming 7[Mike 1!] until 7.0"])
  }

  struct LengthCase: Sendable, CustomTestStringConvertible {
    let par: Int
    let text: String
    let clarity: [Double]
    let seconds: Double

    init(_ text: String, par: Int = 3, clarity: [Double] = [], _ seconds: Double) {
      self.par = par
      self.text = text
      self.clarity = clarity
      self.seconds = seconds
    }

    var testDescription: String { "\(text) at par \(par)" }
  }

  @Test(arguments: [
    LengthCase("mike three", 1.5), LengthCase("mike two", 1.5), LengthCase("mike seven", 1.5),
    LengthCase("mike one", 4), LengthCase("mike ace", 4), LengthCase("mike eight", 4),
    LengthCase("mike ten", 4), LengthCase("mike three jake one", 4),
    LengthCase("mike six", par: 2, 1.5), LengthCase("mike seven", par: 2, 4),
    LengthCase("mike three", par: 5, 1.5), LengthCase("mike two", par: 5, 4),
    LengthCase("mike seven", par: 5, 1.5), LengthCase("mike eight", par: 5, 4),
    // Sarah has a 4.
    LengthCase("sarah four", 1.5), LengthCase("sarah five", 4),
    LengthCase("mike three", clarity: [1, 0.7], 1.5),
    LengthCase("mike three", clarity: [0.69, 1], 4),
  ])
  func `the window is long where a second look is worth it`(_ test: LengthCase) throws {
    let hole = try Sample.hole()
    var session = Session(
      at: HoleContext(hole: 7, par: test.par, players: hole.players, scores: hole.scores),
      settings: Session.Settings(cautiousWindow: .seconds(4), sureFrom: 0.7))
    let heard = try Sample.heard(1, test.text, clarity: test.clarity)
    _ = session.handle(heard, at: .zero)
    guard case .confirming(_, let window) = session.state else {
      Issue.record("\(describe(session)) has no window")
      return
    }
    #expect(
      window
        == Session.Window(
          length: .seconds(test.seconds), closes: .seconds(test.seconds), holds: []))
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
}
