import TestSupport
import Testing

@testable import HyzerVoice

/// Sentences that hold a name and a score, and what they come to: scores, or nothing that is saved.
@Suite struct OtherMeaningTests {
  /// Sentences by kinds, each with the scores that are saved, or with nothing where a person is asked; before
  /// them the players, and the par where it is not 3.
  static let sentences = """
    # Two directions, and a name at the end that has no score.
    [Anna, Ben, Carlos, Dee] A four for Anna. Ben five. Carlos four. Dee →
    [Anna, Ben, Carlos, Dee] A four for Anna. Ben five. Carlos four → Anna 4, Ben 5, Carlos 4
    [Anna, Ben, Carlos, Dee] four for Anna Ben →
    [Anna, Ben, Carlos, Dee] Ben five, four for Anna and Dee →
    [Anna, Ben, Carlos, Dee] six for Anna, and Ben →
    [Anna, Ben, Carlos, Dee] pars for Anna and Ben, and Dee →
    [Anna, Ben, Carlos, Dee] pars for Anna and Ben's →
    [Anna, Ben, Carlos, Dee] put Anna down for a double, Ben's seven, Dee par, Carlos →
    [Anna, Ben, Carlos, Dee] and Anna, and Ben parred →
    [Anna, Ben, Carlos, Dee] Anna, and Ben parred →
    [Anna, Ben, Carlos, Dee] Anna, Ben, and Dee parred → Anna 3, Ben 3, Dee 3
    [Anna, Ben, Carlos, Dee] Anna four Ben five and six for Carlos → Anna 4, Ben 5, Carlos 6
    [Anna, Ben, Carlos, Dee] Anna. Four →
    # A hesitation behind names.
    [Anna, Ben, Carlos, Dee] birdie for Anna, Ben, hang on, bogey →
    [Anna, Ben, Carlos, Dee] a four for Anna and Ben, wait, a five →
    # One name twice, and groups that overlap.
    [Anna, Ben, Carlos, Dee] Anna four, Anna five →
    [Anna, Ben, Carlos, Dee] Anna four, Anna four → Anna 4
    [Anna, Ben, Carlos, Dee] Anna four, wait, Anna five → Anna 5
    [Anna, Ben, Carlos, Dee] Anna four Ben five Anna six →
    [Anna, Ben, Carlos, Dee] everyone four all five →
    [Anna, Ben, Carlos, Dee] everyone four, Ben five → Ben 5, Anna 4, Carlos 4, Dee 4
    [Anna, Ben, Carlos, Dee] Anna Anna four → Anna 4
    # Names without "and" share no score.
    [Anna, Ben, Carlos, Dee] Anna Ben bogeyed →
    [Anna, Ben, Carlos, Dee] Anna Ben fours →
    [Anna, Ben, Carlos, Dee] Anna, Ben and Dee all bogeyed → Anna 4, Ben 4, Dee 4
    # Names that sound like other words of the sentence.
    [Al, Ed, Jo] all five →
    [Al, Ed, Jo] bogey for all Jo six →
    [Al, Ed, Jo] all fives → Al 5, Ed 5, Jo 5
    [Joe S, Joe T, Kim] Joe's four →
    [Joe S, Joe T, Kim] joes four →
    [Joe S, Joe T, Kim] Joe T's four → Joe T 4
    [Al, Ace, Eve] Al ace →
    [Al, Ace, Eve] Al ace Eve four →
    [Al, Ace, Eve] Ace four Eve five → Ace 4, Eve 5
    [Al, Ace, Eve] Ace ace → Ace 1
    [Al, Ace, Eve] Al got an ace → Al 1
    [Al, Birdie] Al birdie →
    [Al, Birdie] Al par birdie four → Al 3, Birdie 4
    # "One" may be a pronoun.
    [Anna, Ben] Ben got one too →
    [Anna, Ben] Ben has one →
    [Anna, Ben] one each →
    [Anna, Ben] one for everyone →
    [Anna, Ben] Ben, that's one →
    [Anna, Ben] Ben one → Ben 1
    [Anna, Ben] one for Ben → Ben 1
    [Anna, Ben] Ben got a one → Ben 1
    [Anna, Ben] Anna Ben one two → Anna 1, Ben 2
    # Strokes that are given.
    [Anna, Ben] give Ben one stroke →
    [Anna, Ben] Ben gets two strokes →
    [Anna, Ben] two strokes for Ben →
    [Anna, Ben] Ben three strokes → Ben 3
    [Anna, Ben] give Ben a two → Ben 2
    [Anna, Ben] Ben threw two →
    [Anna, Ben] Ben threw a two → Ben 2
    # How somebody stands in the round.
    [Anna, Ben] Ben's two under →
    [Anna, Ben] Ben is one over →
    [Anna, Ben] Ben shot one under →
    [Anna, Ben] Ben's score is plus five →
    [Anna, Ben] Ben's at plus two →
    [Anna, Ben] at hole seven Ben is one under →
    [Anna, Ben] I'm two under →
    [Anna, Ben] Ben one under → Ben 2
    [Anna, Ben] Ben was one over → Ben 4
    [Anna, Ben] one over for Ben → Ben 4
    # Who still putts.
    [Anna, Ben] Ben for birdie →
    [Anna, Ben] Ben for three →
    [Anna, Ben] Ben is putting for par →
    # The hole's par.
    [Anna, Ben] Ben, it's a par three →
    [Anna, Ben] Ben it's par three →
    [Anna, Ben] Ben parred the par three → Ben 3
    [Anna, Ben] Ben birdied the par four →
    # Names that are everyday words.
    [Chip, Will, Mark, Hope] chip in for par →
    [Chip, Will, Mark, Hope] we'll birdie this →
    [Chip, Will, Mark, Hope] mark a four →
    [Chip, Will, Mark, Hope] Hope for birdie →
    [Chip, Will, Mark, Hope] Mark had a four → Mark 4
    # A recogniser's "two".
    [Anna, Ben] Anna three and Ben too →
    [Anna, Ben] Anna had a three and Ben too → Anna 3, Ben 3
    # A dash, or a sign.
    [Anna, Ben] Anna - 1 →
    [Anna, Ben] Anna - 3, Ben - 4 → Anna 3, Ben 4
    # A story before or behind the score.
    [Anna, Ben] Anna went ob and took a six → Anna 6
    [Anna, Ben] Ben hit a tree and kicked into the creek and got a five → Ben 5
    [Anna, Ben] Ben took a penalty, five → Ben 5
    [Anna, Ben] Ben ob so five → Ben 5
    [Anna, Ben] Ben ob five →
    [Anna, Ben] Ben chained out so four → Ben 4
    [Anna, Ben] Anna drained a forty footer for par → Anna 3
    [Anna, Ben] Anna banged in the birdie putt → Anna 2
    [Anna, Ben] Anna got up and down for par → Anna 3
    [Anna, Ben] Ben took the dreaded double → Ben 5
    [Anna, Ben] Ben five because he went ob → Ben 5
    [Anna, Ben] Ben five with a penalty → Ben 5
    [Anna, Ben] Ben and his brother went ob and got a five →
    [Anna, Ben] Ben almost went ob and got a four →
    [Anna, Ben] Ben could go ob and get a four →
    [Anna, Ben] Ben didn't go ob and got a four →
    [Anna, Ben] Ben is in the circle so four →
    [Anna, Ben] Ben was lying three and took a five →
    [Anna, Ben] Ben went ob with a →
    # Standings without a verb, and places.
    [Anna, Ben] Anna five over →
    [Anna, Ben] Anna six over Ben two over →
    [Anna, Ben] Anna two over → Anna 5
    [Anna, Ben] Anna #1 Ben #2 →
    [Anna, Ben] hole #7 Anna four → Anna 4
    # Cheers, and what goes on.
    [Anna, Ben] come on Anna birdie →
    [Anna, Ben] Anna birdie come on →
    [Anna, Ben] Anna four Ben five and →
    [Anna, Ben] Anna 4+ →
    [Anna, Ben] Anna four huh →
    [Anna, Ben] Anna four really →
    [Anna, Ben] everybody 4s → Anna 4, Ben 4
    # What is said before and after.
    [Anna, Ben] hey Anna four Ben five → Anna 4, Ben 5
    [Anna, Ben] hey Anna, four →
    [Anna, Ben] right so Anna four → Anna 4
    [Anna, Ben] Anna four, right →
    [Anna, Ben] Anna four nice putt Ben five good game → Anna 4, Ben 5
    [Anna, Ben] Anna four Ben five nice shot Ben → Anna 4, Ben 5
    [Anna, Ben] Anna four that's it → Anna 4
    [Anna, Ben] that's it →
    [Anna, Ben] Anna got a four on that one → Anna 4
    [Anna, Ben] another par for Anna → Anna 3
    [Anna, Ben] aaand Anna four → Anna 4
    [Anna, Ben] on seven Anna four → Anna 4
    [Anna, Ben] on six Anna four →
    [Anna, Ben] I have Anna at four, Ben at five → Anna 4, Ben 5
    [Anna, Ben, Dee] everyone par except Ben, he had a five → Ben 5, Anna 3, Dee 3
    [Anna, Ben] Anna four no wait five Ben five → Anna 5, Ben 5
    [Anna, Ben] Anna four, let me fix that, five → Anna 5
    """.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)

  @Test(arguments: sentences)
  func `each sentence is saved as it is meant, or asked about`(line: String) throws {
    let parts = try #require(
      line.wholeMatch(of: /\[(.+)\] (?:\{par (\d)\} )?(.*) →(?: (.*))?/)?.output)
    let players = parts.1.split(separator: ", ").map(String.init)
    let round = try makeRound(players, par: parts.2.flatMap { Int($0) } ?? 3)
    let result = makeParser(round).parse(String(parts.3))
    let scores = result.scores.map { "\(round.roster[$0.player].name) \($0.strokes.count)" }
    #expect(
      (result.status == .success ? scores.joined(separator: ", ") : "") == parts.4 ?? "",
      "\(describe(result, round))")
  }

  @Test func `whoever reports may say so with a short form`() throws {
    let round = try makeRound(["Anna", "Ben"])
    let parser = UtteranceParser(round: round, reporter: PlayerID(1))
    #expect(describe(parser.parse("I'm a three"), round) == "success: Ben 3")
    #expect(parser.parse("I'm two under").status != .success)
  }

  @Test(arguments: [
    (["Tom", "Kate"], ["dom", "cade", "tim", "kade", "tam"]),
    (["Jen", "Ben"], ["gin", "jan", "ken"]),
    (["Robert", "Alexander"], ["roberta", "roberto", "alexandra", "alexandre"]),
  ])
  func `a name of somebody who is not on the card is nobody's`(players: [String], others: [String])
    throws
  {
    let parser = makeParser(try makeRound(players))
    for other in others { #expect(parser.parse("\(other) five").status != .success, "\(other)") }
  }
}
