import ScoreLog
import Testing

@testable import ScoreSnap

@Suite struct `The result of a game` {
  @Test(arguments: [
    (Outcome.win, 65, 72, "72 - 65"), (.win, 72, 65, "72 - 65"), (.loss, 72, 65, "65 - 72"),
    (.tie, 40, 40, "40 - 40"),
  ]) func `gives the scores of a board their sides`(
    _ outcome: Outcome, _ first: Int, _ second: Int, _ text: String
  ) throws {
    let result = try GameResult(outcome, ofScores: (first, second))
    #expect(result.text == text)
    #expect(result.outcome == outcome)
  }

  @Test(arguments: [
    (Outcome.win, 65, 72, "65 - 72 is no win: the opponent has more points"),
    (.loss, 72, 65, "72 - 65 is no loss: the team has more points"),
    (.tie, 72, 65, "72 - 65 is no tie: in a tie both scores are the same"),
    (.win, 40, 40, "40 - 40 is a tie, and no win"),
    (.loss, 40, 40, "40 - 40 is a tie, and no loss"),
    (.win, 1000, 2, "a score of 1000 is not from 0 to 999"),
    (.loss, -1, 2, "a score of -1 is not from 0 to 999"),
  ]) func `is never what its scores contradict`(
    _ outcome: Outcome, _ team: Int, _ opponent: Int, _ reason: String
  ) {
    #expect(throws: SnapRefusal(reason)) {
      try GameResult(outcome, team: team, opponent: opponent)
    }
  }
}

@Suite struct `A change of a season` {
  @Test(arguments: Sample.all + [.delete(20, at: 4, [13])])
  func `reads back as it is written`(_ change: SnapChange) throws {
    #expect(try SnapChange(json: change.json) == change)
  }

  private static func line(_ kind: String, _ set: String) -> String {
    """
    {"id":"\(uuid(1) as SnapID)","at":"\(time(1))","kind":"\(kind)","of":"\(uuid(2) as SnapID)","set":{\(set)}}
    """
  }

  @Test func `keeps texts without spaces around them`() throws {
    let change = try SnapChange(json: Self.line("player", #""name":"  Ava \n""#))
    #expect(change.body == .set(.player, uuid(2), [.name: .text("Ava")]))
  }

  @Test(arguments: [
    ("player", #""name":" ""#, "a name is empty; give one"),
    ("player", #""name":7"#, "expected a string at set.name"),
    ("player", #""goals":7"#, "a player has no \"goals\""),
    ("team", #""date":"2026-01-01""#, "a team has no \"date\""),
    ("coach", "", "\"coach\" is neither player, team nor game"),
    ("player", #""colour":"red""#, "\"red\" is no colour as #30d5c8"),
    ("player", #""position":null"#, "the position is not one"),
    ("game", #""date":"2026-02-30""#, "\"2026-02-30\" is no day as 2026-11-26"),
    ("game", #""date":"1026-02-03""#, "\"1026-02-03\" is no day as 2026-11-26"),
    ("game", #""time":"24:00""#, "\"24:00\" is no time of day as 18:05"),
    ("game", #""utcOffset":"1""#, "\"1\" is no offset from UTC as +01:00"),
    ("game", #""latitude":91"#, "the latitude is not one"),
    ("game", #""team":"x""#, "\"x\" is no UUID in lower case"),
    (
      "game", #""result":{"outcome":"win","team":1,"opponent":2}"#,
      "1 - 2 is no win: the opponent has more points"
    ),
    (
      "game", #""result":{"outcome":"draw","team":1,"opponent":1}"#,
      "\"draw\" is no outcome; give win, loss or tie"
    ),
    ("game", #""opponent":"\#(String(repeating: "x", count: 61))""#, "more than 60 letters"),
    ("game", #""notes":"\#(String(repeating: "x", count: 501))""#, "more than 500 letters"),
  ]) func `is refused with what is wrong`(_ kind: String, _ set: String, _ reason: String) {
    let error = #expect(throws: SnapRefusal.self) {
      try SnapChange(json: Self.line(kind, set))
    }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["{", "[]", #"{"id":"1","at":"","delete":[]}"#, ""])
  func `is no other text`(_ text: String) {
    #expect(throws: SnapRefusal.self) { try SnapChange(json: text) }
  }

  @Test func `is not later than now`() {
    #expect(Sample.game.notAfter(time(2)).at == time(2))
    #expect(Sample.game.notAfter(time(4)) == Sample.game)
  }
}
