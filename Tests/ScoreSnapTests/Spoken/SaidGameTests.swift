import DiscGolf
import ScoreSnap
import Testing

@testable import HyzerVoice

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
    ("we beat Lincoln wow 40 to 30", "win 40 30 Lincoln wow; is \"Lincoln wow\" Lincoln?"),
    (
      "we beat Mount Zorblatt Quandary Stix 40 30",
      "win 40 30 Mount Zorblatt Quandary Stix; \"Mount Zorblatt Quandary Stix\" is long for a name; check it"
    ),
    ("we won 40 to 40", "open; 40 - 40 is a tie, and no win"),
    ("we won 40 to 50", "win 50 40; the lower score of a win was said first; check it"),
    (
      "the Hawks beat us 40 to 50",
      "loss 40 50 Hawks; the lower score of a win was said first; check it"
    ),
    ("the Hawks lost to us 40 to 50", "win 50 40 Hawks"),
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
    "did we win fifty to forty?", "did we win fifty to forty today or what", "lost 4?-52",
    "Hawks beat Lincoln 50 40", "Mike three, Jake four", "", "maybe won 50 to 40", "we won",
    "we'd have won 50 to 40 if Ava had played", "our soccer team won three to two",
    "tied at the half 20-20", "end of the first quarter Tigers twelve Hawks nine",
    "last year we beat the Hawks 40 to 30", "we are 12 to 13 now", "we didn't lose 50-40 today",
    "if the Hawks beat us 50-40", "who beat us 50-40", "we beat Hawks halftime 20-18",
    "beat Hawks football 21-14",
  ])
  func `takes nothing else for a result`(_ text: String) { #expect(line(text) == "nothing") }

  @Test(arguments: [
    ("so the girls pulled it out today, 38 36 over Lincoln in the rain", "win 38 36 Lincoln"),
    ("hey it's Mia's mom we won twenty six to eighteen everybody played", "win 26 18"),
    ("Hawks beat us 52-29. It wasn't pretty", "loss 29 52 Hawks"),
    ("we were down eight at the half but came back and won 53 to 41", "win 53 41"),
    ("Lincoln was too tall for us we lost 33 to 50", "loss 33 50"),
    ("we went to Springfield and lost 40 30 to the Hawks", "loss 30 40 Hawks"),
    ("beat zorblatts 39 32 in a wild one", "win 39 32 zorblatts"),
    ("beat Notre Dame 60-52 in a wild one", "win 60 52 Notre Dame"),
    ("Tigers 51, Hawks 47, 7-1 on the season", "win 51 47 Hawks"),
  ])
  func `typed with words that nobody foresaw, it is understood and asked about`(
    _ text: String, _ expected: String
  ) {
    #expect(line(text) == "\(expected); not all of it was understood; check it")
  }

  @Test(arguments: [
    "we got hammered 50-40", "edged by Hawks 50-40", "Hawks defeat 50-40", "Hawks W 50-40",
    "Hawks never beat us 50-40", "nobody beat us 50-40", "we beat Hawks not Lincoln 50-40",
    "won 50-40 with seconds left", "lost at home 50-40", "Tigers 20 Q1 12",
    "we have 5 Hawks have 2",
    "beat Hawks Lincoln 50-40", "beat Hawks and Lincoln 50-40", "Tigers beating Hawks 20-18",
    "we won 40 no 50 10", "they won 50-40", "Tigers edged by the Hawks 50-40",
    "some school called Notre Dame beat us 50-40",
  ])
  func `what can be meant otherwise does not save itself`(_ text: String) {
    #expect(Self.names.game(typed: text)?.questions.isEmpty == false)
  }

  @Test(arguments: [
    ("we were defeated by the Hawks 50-40", "loss 40 50 Hawks"),
    ("Tigers edged by the Hawks 50-40", "loss 40 50 Hawks"), ("they won 50-40", "loss 40 50"),
    ("we got the Hawks 50-40", "win 50 40 Hawks"),
  ])
  func `who did what to whom is told apart`(_ text: String, _ expected: String) {
    #expect(line(text).hasPrefix(expected))
  }

  @Test(arguments: [
    ("we won fifty to no fifty two to forty eight", "win 52 48", true),
    ("the Hawks beat us 30 to 28 sorry 32 to 28", "loss 28 32 Hawks", true),
    ("lost by one 50 48", "loss 48 50", false),
  ])
  func `of more than two scores the last two count, and are asked about`(
    _ text: String, _ expected: String, _ isPartly: Bool
  ) {
    let partly = isPartly ? "; not all of it was understood; check it" : ""
    #expect(line(text) == "\(expected); more numbers than two were said; check it" + partly)
  }

  @Test(arguments: [
    ("it was 40 to 30 Hawks", "loss 30 40 Hawks"), ("40-30 Tigers", "win 40 30"),
    ("Hawks sting Tigers 40-30", "loss 30 40 Hawks"),
    ("Hawks outlucked us 40 30", "loss 30 40 Hawks"),
  ])
  func `who is named behind a score, or before a verb that nobody knows, is guessed to have won`(
    _ text: String, _ expected: String
  ) {
    #expect(line(text).hasPrefix("\(expected); who won is a guess; check it"))
  }

  @Test(arguments: [
    ("we won 10 and 3", "win 10 3; this may be a count of games; check it"),
    ("we won twelve and four", "win 12 4; this may be a count of games; check it"),
    ("we beat Lincoln 50 and 43", "win 50 43 Lincoln"),
    ("and we won 12 8", "win 12 8"),
    ("Tigers win streak 5-2", "win 5 2 streak; this may be a count of games; check it"),
    ("we tied it at 40", "tie 40 40; the game may have gone on; check it"),
    ("we tied at 40", "tie 40 40"),
  ])
  func `a count of games, or a score on the way, is asked about`(
    _ text: String, _ expected: String
  ) {
    #expect(line(text) == expected)
  }

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
    let game = Self.names.game(Self.heard(text, isClear: isClear)).game
    #expect(game?.result?.text == "72 - 65")
    #expect(game?.questions.joined(separator: "; ") == questions)
  }

  /// A sentence that was heard, and the words in any order, which are the same if not given.
  private static func heard(
    _ text: String, loose: String? = nil, isClear: Bool = true
  ) -> HeardPhrase<GameForm> {
    func hypothesis(_ text: String) -> Hypothesis {
      Hypothesis(
        words: text.split(separator: " ").map {
          RecognizedWord(text: String($0), confidence: 1, loopLLR: 0, frames: 0..<1)
        },
        confidence: 1)
    }
    return HeardPhrase(
      hypothesis: hypothesis(text),
      phrases: PhraseLanguage.games.phrases(in: text, roster: names.roster, input: .spoken),
      isClear: isClear, loose: hypothesis(loose ?? text))
  }

  @Test(arguments: [
    // Another score, another opponent, something that is left out, and nothing.
    ("we lost 57 to 50", "we lost 57 to 54", "we lost 57 to 54"),
    ("we beat the Hawks 57 to 50", "we beat Lincoln 57 to 50", "we beat Lincoln 57 to 50"),
    ("we lost 57 to 50", "what we lost 57 to 54", "we lost 57 to 50"),
    ("we lost 57 to 50", "what we lost 57 to 50", "we lost 57 to 50"),
    ("we lost 57 to 50", "we last", "we lost 57 to 50"),
    (
      "we cannot have that", "well then we lost 57 to 54 did we",
      "well then we lost 57 to 54 did we"
    ),
    ("we cannot have that", "we lost 57 to 54", "we lost 57 to 54"),
  ])
  func `heard, words in any order have to say the same, and count where a form does not`(
    _ form: String, _ loose: String, _ counting: String
  ) throws {
    let (game, transcript) = Self.names.game(Self.heard(form, loose: loose))
    #expect(transcript == counting)
    let expected = try #require(Self.names.game(typed: counting))
    #expect(game?.result == expected.result)
    #expect(game?.opponent == expected.opponent)
    #expect(game?.questions.contains("not heard clearly; check it") == true)
  }

  @Test func `heard, a word of two letters too many is no other sentence`() {
    let form = "we beat the Hawks 57 to 50"
    for (loose, isAsked) in [
      ("we beat of Hawks 57 to 50", false), ("we beat off Hawks 57 to 50", true),
    ] {
      let game = Self.names.game(Self.heard(form, loose: loose)).game
      #expect(game?.questions == (isAsked ? ["not heard clearly; check it"] : []), "\(loose)")
    }
  }

  @Test func `heard, what is no result is shown as the form that it is nearest to`() {
    let (game, transcript) = Self.names.game(Self.heard("we cannot have that", loose: "we can of"))
    #expect(game == nil)
    #expect(transcript == "we cannot have that")
  }

  @Test(arguments: [
    ("we beat the Hawks thirty to thirty one", "32 - 31"),
    ("we lost forty to forty", "40 - 42"), ("we tied thirty to thirty two", "32 - 32"),
  ])
  func `heard, "to" is two where the scores contradict the end without`(
    _ text: String, _ result: String
  ) {
    let game = Self.names.game(Self.heard(text, isClear: false)).game
    #expect(game?.result?.text == result)
    #expect(game?.questions.isEmpty == false)
  }

  @Test func `heard, a tie on the way is asked about`() {
    let game = Self.names.game(Self.heard("we tied it at forty", loose: "we tied at forty")).game
    #expect(game?.questions == ["the game may have gone on; check it"])
  }

  @Test(arguments: [("we won 20 9", true), ("we won 19 to 9", false), ("we won 20 to 10", false)])
  func `heard, a score of one digit beside one of twenty or more is asked about`(
    _ text: String, _ isAsked: Bool
  ) {
    let game = Self.names.game(Self.heard(text)).game
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
