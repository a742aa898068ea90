import DiscGolf
import HyzerVoice
import ScoreSnap
import Testing

@Suite struct `How a game ended, in a sentence` {
  private static let names = GameNames(
    team: "Tigers", opponents: ["Hawks", "Lincoln", "St. Mary's", "Three Rivers"])

  private func line(_ text: String, by names: GameNames = names) -> String {
    guard let game = names.game(typed: text) else { return "nothing" }
    let said = game.result.map { "\($0.outcome) \($0.team) \($0.opponent)" } ?? "open"
    return ([said + (game.opponent.isEmpty ? "" : " \(game.opponent)")] + game.questions)
      .joined(separator: "; ")
  }

  @Test(arguments: [
    ("we won seventy two to sixty five against the Hawks", "win 72 65 Hawks"),
    ("lost to Lincoln fifty forty eight", "loss 48 50 Lincoln"),
    ("tied at forty", "tie 40 40"),
    ("okay so we beat Three Rivers one hundred and two to ninety eight", "win 102 98 Three Rivers"),
    ("we won one oh two to a hundred", "win 102 100"),
    ("the Hawks beat us fifty five to fifty", "loss 50 55 Hawks"),
    ("Tigers beat Hawks 60-50", "win 60 50 Hawks"),
    ("Hawks won 60 to 50", "loss 50 60 Hawks"),
    ("Hawks beat Tigers 60 50", "loss 50 60 Hawks"),
    ("Hawks lost to us 60 to 50", "win 60 50 Hawks"),
    ("tigers 33 hawks 40", "loss 33 40 Hawks"),
    ("Lincoln 12, us 20", "win 20 12 Lincoln"),
    ("we tied Saint Mary's thirty three all", "tie 33 33 St. Mary's"),
    ("W 72-65 vs. Hawks!", "win 72 65 Hawks"),
    ("L, 48:50, Lincoln", "loss 48 50 Lincoln"),
    ("we beat the Hawks thirty to nothing", "win 30 0 Hawks"),
    ("lost by two to Lincoln 50 48", "loss 48 50 Lincoln"),
    ("it was fifty two forty four for us", "win 52 44"),
    ("we won 72 to 65 over St. Ignatius", "win 72 65 St. Ignatius"),
    ("we lost 40 41", "loss 40 41"),
    ("we beat them 40 30", "win 40 30"),
    ("Us 51 Them 47", "win 51 47"),
    ("we played the Hawks and lost fifty to forty", "loss 40 50 Hawks"),
    ("big win 78 to 52 against st marys", "win 78 52 St. Mary's"),
  ])
  func `says who won, by what, against whom`(_ text: String, _ expected: String) {
    #expect(line(text) == expected)
  }

  @Test(arguments: [
    ("tied fifty to forty eight", "open; 50 - 48 is no tie: in a tie both scores are the same"),
    ("we won 40 to 40", "open; 40 - 40 is a tie, and no win"),
    ("we won 40 to 50", "win 50 40; the lower score of a win was said first; check it"),
    ("final score 51 to 44", "open; who won was not said"),
    ("we won 201 to 50", "win 201 50; 201 points are many; check it"),
    ("Hawks 72 us 65 we won", "open Hawks; 65 - 72 is no win: the opponent has more points"),
    ("we beat the Tigers 50 40", "win 50 40; a team does not play itself; whom did it play?"),
  ])
  func `asks about what is open or contradicts itself`(_ text: String, _ expected: String) {
    #expect(line(text) == expected)
  }

  @Test(arguments: [
    "we won by seven", "we are five and two", "half time thirty to twenty", "Ava scored twelve",
    "we won fifty to no fifty two to forty eight", "did we win fifty to forty?", "lost 4?-52",
    "Hawks beat Lincoln 50 40", "Mike three, Jake four", "", "won 50 40 30", "lost by one 50 48",
    "maybe won 50 to 40", "we won", "won by a point 72 to 65",
  ])
  func `takes nothing else for a result`(_ text: String) { #expect(line(text) == "nothing") }

  @Test(arguments: [
    ("we won 72 to 65 against the Hawks", true, ""),
    ("we won 72 to 65 against the Hawks", false, "not heard clearly; check it"),
    ("us 72 Hawks 65", true, "who won was not said; check it"),
    ("Tigers 72 Hawks 65", true, "who won was not said; check it"),
    ("us 72 them 65", true, "who won was not said; check it"),
    ("them 65 us 72", true, "who won was not said; check it"),
  ])
  func `heard, it saves itself where it is clear and says who won`(
    _ text: String, _ isClear: Bool, _ questions: String
  ) {
    let phrases = PhraseLanguage.games.phrases(
      in: text, roster: Self.names.roster, input: .spoken)
    let game = Self.names.game(
      HeardPhrase(hypothesis: .nothing, phrases: phrases, isClear: isClear))
    #expect(game?.result?.text == "72 - 65")
    #expect(game?.questions.joined(separator: "; ") == questions)
  }

  @Test(arguments: [("we won 20 9", true), ("we won 19 to 9", false), ("we won 20 to 10", false)])
  func `heard, a score of one digit beside one of twenty or more is asked about`(
    _ text: String, _ isAsked: Bool
  ) {
    let phrases = PhraseLanguage.games.phrases(
      in: text, roster: Self.names.roster, input: .spoken)
    let game = Self.names.game(
      HeardPhrase(hypothesis: .nothing, phrases: phrases, isClear: true))
    #expect(game?.questions == (isAsked ? ["9 points are few; check it"] : []))
  }

  @Test func `knows nobody where nobody is known, and no name twice`() {
    let nobody = GameNames(team: nil, opponents: [])
    #expect(nobody.roster == nil)
    #expect(line("we won 72 65 against the Hawks", by: nobody) == "win 72 65 Hawks")
    #expect(line("Tigers won 72 65", by: nobody) == "nothing")
    let twice = GameNames(team: "Tigers", opponents: ["Hawks", "hawks", "!", "TIGERS"])
    #expect(twice.roster?.players.map(\.name) == ["Tigers", "Hawks"])
  }
}
