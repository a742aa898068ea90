import HyzerVoice
import ScoreLog
import Testing

@testable import Scorekeeping

@Suite struct `The hole of words` {
  private static let names = ["Mike", "Jake", "Sarah"]

  /// Scores of "PLAYER HOLE STROKES DEVICE SECOND" each, in that order; with a tilde, one that takes back.
  private static func card(_ scores: [String]) throws -> Scorecard {
    let round = try RoundRecord(
      id: "r", course: "Home", pars: [3, 4, 3],
      entrants: names.map { RoundRecord.Entrant(Player(name: $0), isGuest: false) },
      organiser: "Mike", createdAt: "2026-05-01T09:00:00.000Z", startedAt: nil, changes: [])
    let events = scores.enumerated().map { index, text in
      let words = text.split(separator: " ").map(String.init)
      return ScoreEvent(
        id: EventID("e\(index)"),
        position: LogPosition(clock: index + 1, device: DeviceID(words[3]), number: index + 1),
        round: "r", player: words[0], hole: Int(words[1]) ?? 0,
        result: Strokes(Int(words[2]) ?? 0).map { .strokes($0) },
        takesBack: words[2] == "~" ? "e0" : nil, reportedBy: words[0], deviceName: "d",
        input: .typed, at: "2026-05-01T09:30:\(words[4]).000Z")
    }
    return Scorecard(round, replaying: events)
  }

  private static func words(_ text: String) throws -> ParseResult {
    let round = try Round(hole: 2, par: 4, roster: Roster(names.map { Player(name: $0) }))
    return UtteranceParser(round: round).parse(text)
  }

  private static let first = ["Mike 1 3 a 00", "Jake 1 4 a 00", "Sarah 1 3 a 00"]

  /// What words on hole 2 come to, of whoever has device a or b, 40 s past.
  @Test(arguments: [
    ("Jake five", 2, 1, 1), ("no, Jake had a five", 1, nil, 1), ("hole 3 Jake five", 3, nil, nil),
    ("Mike 3 Jake 4 Sarah 5", 2, nil, 1), ("on 9 Jake five", 2, nil, nil),
    ("no score for Jake", 2, 1, 1), ("sorry, Jake five", 1, nil, 1),
  ])
  func `is the one that they name, correct or may be of`(
    text: String, hole: Int, own: Int?, other: Int?
  ) throws {
    let card = try Self.card(Self.first)
    let result = try Self.words(text)
    let now = "2026-05-01T09:30:40.000Z"
    let mine = HoleOfWords(current: 2, on: card, by: "a", at: now)
    #expect(mine.hole(of: result) == hole)
    #expect(mine.question(result) == own)
    // Who did not complete the hole corrects nothing of their own.
    let theirs = HoleOfWords(current: 2, on: card, by: "b", at: now)
    #expect(theirs.hole(of: result) == (result.hole == 3 ? 3 : 2))
    #expect(theirs.question(result) == other)
  }

  @Test(arguments: [
    (["Mike 2 3 b 30"], "40"), (["Jake 1 ~ a 30"], "40"), ([], "1:01"),
  ])
  func `is the current one where that has a score, a minute is over or the scores are taken back`(
    more: [String], second: String
  ) throws {
    let card = try Self.card(Self.first + more)
    let now = second == "1:01" ? "2026-05-01T09:31:01.000Z" : "2026-05-01T09:30:\(second).000Z"
    for device in ["a", "b"] {
      let words = HoleOfWords(current: 2, on: card, by: DeviceID(device), at: now)
      #expect(words.hole(of: try Self.words("no, Jake had a five")) == 2)
      #expect(words.question(try Self.words("Jake five")) == nil)
    }
  }
}
