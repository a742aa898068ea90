import ScoreLog
import Testing

@testable import Scorekeeping

/// What pictures of sessions do not show.
struct ConfirmationTests {
  @Test func `a length of three seconds can be set, and cautiously it is twice that`() throws {
    var session = Session(
      at: try Sample.hole(), settings: Session.Settings(window: .seconds(3)))
    let outcomes = try [
      play(Sample.event("heard 1 mike three"), at: 0, in: &session),
      play(Sample.event("row 1 is 1"), at: 1, in: &session),
    ]
    #expect(outcomes == ["confirming 7[Mike 3] until 3.0", "confirming 7[Mike 1!] until 7.0"])
  }

  @Test(
    arguments: [
      ("mike three", 3, [], 1.5), ("mike two", 3, [], 1.5), ("mike seven", 3, [], 1.5),
      ("mike one", 3, [], 3), ("mike ace", 3, [], 3), ("mike eight", 3, [], 3),
      ("mike ten", 3, [], 3), ("mike three jake one", 3, [], 3),
      ("mike six", 2, [], 1.5), ("mike seven", 2, [], 3),
      ("mike three", 5, [], 1.5), ("mike two", 5, [], 3),
      ("mike seven", 5, [], 1.5), ("mike eight", 5, [], 3),
      // Sarah has a 4.
      ("sarah four", 3, [], 1.5), ("sarah five", 3, [], 3),
      ("mike three", 3, [1, 0.7], 1.5),
      ("mike three", 3, [0.69, 1], 3),
    ] as [(String, Int, [Double], Double)])
  func `the window is long where a second look is worth it`(
    _ text: String, par: Int, clarity: [Double], seconds: Double
  ) throws {
    let hole = try Sample.hole()
    var session = Session(
      at: HoleContext(hole: 7, par: par, players: hole.players, results: hole.results),
      settings: Session.Settings(sureFrom: 0.7))
    let heard = try Sample.heard(1, text, clarity: clarity)
    _ = session.handle(heard, at: .zero)
    guard case .confirming(_, let window) = session.state else {
      Issue.record("\(describe(session)) has no window")
      return
    }
    #expect(
      window
        == Session.Window(
          length: .seconds(seconds), closes: .seconds(seconds)))
  }

  static let everybody = [Sample.mike, Sample.jake, Sample.sarah, Sample.al, Sample.bo]

  @Test(
    arguments: [
      // Who may be meant comes first, then who has no score and no row.
      (
        "mike three sam four", 2, [Sample.sarah], [Sample.al, Sample.bo, Sample.jake]
      ),
      // Who may be meant is there also with a score.
      (
        "mike three sam four", 2, [Sample.bo, Sample.al],
        [Sample.al, Sample.bo, Sample.jake, Sample.sarah]
      ),
      (
        "sam four bo three", 1, [], [Sample.al, Sample.mike, Sample.jake, Sample.sarah]
      ),
      // A row's own player comes first.
      (
        "jake three", 1, [Sample.jake, Sample.al],
        [Sample.jake, Sample.mike, Sample.sarah, Sample.bo]
      ),
      (
        "mike three zed four", 2, everybody,
        [Sample.jake, Sample.sarah, Sample.al, Sample.bo]
      ),
      ("mike three", 2, [], []),
    ] as [(String, Int, [PlayerID], [PlayerID])])
  func `the picker offers who may be meant, then who is not scored yet`(
    _ text: String, row: Int, scored: [PlayerID], expected: [PlayerID]
  ) throws {
    let scores = Dictionary(uniqueKeysWithValues: scored.map { ($0, 3) })
    var session = Session(at: try Sample.hole(scores: scores))
    #expect(session.choices(for: 1) == [])
    _ = session.handle(try Sample.heard(1, text), at: .zero)
    #expect(session.choices(for: row) == expected)
  }
}
