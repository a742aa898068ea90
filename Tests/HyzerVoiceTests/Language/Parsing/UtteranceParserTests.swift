import TestSupport
import Testing

@testable import HyzerVoice

/// Pronunciations as the CMU dictionary gives them.
let sounds: [String: [String]] = [
  "mike": ["M AY K"], "jake": ["JH EY K"], "sarah": ["S EH R AH"], "jon": ["JH AA N"],
  "john": ["JH AA N"], "chris": ["K R IH S"], "kris": ["K R IH S"], "nate": ["N EY T"],
  "juan": ["W AA N", "HH W AA N"], "forrest": ["F AO R AH S T"], "mick": ["M IH K"],
  "jack": ["JH AE K"], "one": ["W AH N"], "won": ["W AH N"], "four": ["F AO R"], "for": ["F AO R"],
  "eight": ["EY T"], "ate": ["EY T"], "three": ["TH R IY"], "two": ["T UW"], "to": ["T UW"],
  "bob": ["B AA B"], "banana": ["B AH N AE N AH"], "bo": ["B OW"], "joe": ["JH OW"],
  "al": ["AE L"], "sara": ["S EH R AH"], "sarah's": ["S EH R AH Z"], "ed": ["EH D"],
]

func pronounce(_ word: String) -> [Pronunciation] {
  (sounds[word.lowercased()] ?? []).compactMap { try? Pronunciation(parsing: $0) }
}

func makeParser(_ round: Round) -> UtteranceParser {
  let spellings = round.roster.players.flatMap(\.spellings)
  return UtteranceParser(
    round: round,
    namePronunciations: Dictionary(
      spellings.map { ($0, pronounce($0)) }, uniquingKeysWith: { first, _ in first }),
    pronounce: pronounce)
}

/// Writes a whole result on one line, so that a case compares all of it.
func describe(_ result: ParseResult, _ round: Round) -> String {
  func name(_ player: PlayerID) -> String { round.roster[player].name }
  var line = result.status.rawValue
  let scores = result.scores.map { "\(name($0.player)) \($0.strokes.count)" }
  if !scores.isEmpty { line += ": " + scores.joined(separator: ", ") }
  for correction in result.corrections {
    line += " [\(name(correction.player)) \(correction.from.count)→"
    line += correction.to.map { "\($0.count)]" } ?? "]"
  }
  for problem in result.problems {
    line += " | \(problem.kind) \"\(problem.text)\""
    if !problem.candidates.isEmpty {
      line += " " + problem.candidates.map(name).joined(separator: "/")
    }
    if let strokes = problem.strokes { line += " =\(strokes.count)" }
  }
  return line
}

@Suite struct UtteranceParserTests {
  /// A sentence on each line, and all that the parser should make of it; before it the players, where they are
  /// not Mike, Jake and Sarah, and the par, where it is not 3.
  static let sentences = """
    # Both orders.
    Mike three → success: Mike 3
    Mike three, Jake four, Sarah birdie → success: Mike 3, Jake 4, Sarah 2
    three for Mike → success: Mike 3
    three for Mike four for Jake → success: Mike 3, Jake 4
    for Mike a four → success: Mike 4
    # Joiners.
    Mike got a three → success: Mike 3
    Jake took a five and Sarah had four → success: Jake 5, Sarah 4
    give Mike a four → success: Mike 4
    put Mike down for a four → success: Mike 4
    Mike's got an eight → success: Mike 8
    # Several players, one score or many.
    Mike and Jake both three → success: Mike 3, Jake 3
    Mike, Jake and Sarah all got a four → success: Mike 4, Jake 4, Sarah 4
    Mike Jake Sarah three four two → success: Mike 3, Jake 4, Sarah 2
    Mike and Jake three four → success: Mike 3, Jake 4
    three for Mike and Jake → success: Mike 3, Jake 3
    Mike and Jake three → partial: Mike 3, Jake 3 | ambiguousSentence "Mike and Jake three" Mike/Jake
    Mike Jake three → partial: Mike 3, Jake 3 | ambiguousSentence "Mike Jake three" Mike/Jake
    Mike Jake Sarah three four → partial | missingScore "Mike" Mike | conflictingScores "Jake Sarah three four" Jake/Sarah
    Mike and Jake birdies → success: Mike 2, Jake 2
    # No score.
    no score for Mike → partial | noScore "no score for Mike" Mike
    no score for Mick → partial | uncertainName "Mick" Mike
    Bob DNF → failed | unknownName "Bob"
    # Groups.
    everyone par → success: Mike 3, Jake 3, Sarah 3
    Mike three everyone else four → success: Mike 3, Jake 4, Sarah 4
    Mike birdie, the rest bogey → success: Mike 2, Jake 4, Sarah 4
    Jake five, Sarah same as Jake → success: Jake 5, Sarah 5
    Sarah same as Jake, Jake five → success: Jake 5, Sarah 5
    Jake five, same for Sarah → success: Jake 5, Sarah 5
    everyone par, Mike birdie → success: Mike 2, Jake 3, Sarah 3
    Mike birdie, everyone par → partial: Jake 3, Sarah 3 | conflictingScores "everyone par" Mike
    everyone except Mike par → success: Jake 3, Sarah 3
    all got par → success: Mike 3, Jake 3, Sarah 3
    we parred → success: Mike 3, Jake 3, Sarah 3
    everybody got their par → success: Mike 3, Jake 3, Sarah 3
    Jake five, Mike did too → success: Jake 5, Mike 5
    give Mike two strokes → partial: Mike 2 | ambiguousSentence "give Mike two strokes" Mike
    sorry Mike, four for Jake → success: Jake 4
    everyone else four → partial | unclearGroup "everyone else four" Mike/Jake/Sarah =4
    Mick three everyone else four → partial | uncertainName "Mick" Mike =3 | unclearGroup "everyone else four" Mike/Jake/Sarah =4
    Sarah same as Jake → partial | nothingToCopy "Sarah same as Jake" Sarah
    # Corrections.
    Mike three, no, four → success: Mike 4 [Mike 3→4]
    Mike three no wait make that five → success: Mike 5 [Mike 3→5]
    Mike three Mike four → partial | conflictingScores "Mike four" Mike
    Mike three, Jake four, scratch that → success: Mike 3
    Mike three scratch that Mike five → success: Mike 5
    Mike three scratch that → failed
    Mike three start over Jake four → success: Jake 4
    Mike three, no, make that Jake → success: Jake 3 [Mike 3→]
    Mike three, no, Jake three → success: Jake 3
    Mike no Jake three → success: Jake 3
    Mike three, no, Jake four → partial: Jake 4 | unclearCorrection "Mike three no" Mike =3
    Mike three no → partial | unclearCorrection "Mike three no" Mike =3
    Mike three, no, Mike four → success: Mike 4 [Mike 3→4]
    Mike and Jake both three no four → success: Mike 4, Jake 4 [Mike 3→4] [Jake 3→4]
    [Eric, Erica] Eric a three → success: Eric 3
    # Set aside.
    okay so hole seven, uh, Mike three → success: Mike 3
    Mike uh three → success: Mike 3
    hole eight Mike three → partial: Mike 3 | otherHole(said: 8, current: 7) "hole eight"
    hole seven par three Mike four → success: Mike 4
    hole seven par four Mike four → partial: Mike 4 | otherPar(said: 4, current: 3) "hole seven par four"
    # Scores.
    Mike 3 Jake 10 → success: Mike 3, Jake 10
    Mike for Jake to Sarah tree → partial: Mike 4, Jake 2, Sarah 3 | homophone "for" Mike | homophone "to" Jake | homophone "tree" Sarah
    Mike won Jake ate → partial: Mike 1, Jake 8 | homophone "won" Mike | homophone "ate" Jake
    {par 5} Mike ace Jake eagle Sarah albatross → success: Mike 1, Jake 3, Sarah 2
    Mike hole in one Jake double bogey Sarah triple bogey → success: Mike 1, Jake 5, Sarah 6
    {par 4} Mike one over Jake two under Sarah even → success: Mike 5, Jake 2, Sarah 4
    Mike zero → partial | scoreOutOfRange(0) "Mike zero" Mike
    Mike eleven → partial | scoreOutOfRange(11) "Mike eleven" Mike
    Mike thirty → partial | scoreOutOfRange(30) "Mike thirty" Mike
    Mike thirty four → partial | scoreOutOfRange(34) "Mike thirty four" Mike
    Mike one hundred → partial | scoreOutOfRange(100) "Mike one hundred" Mike
    Mike 3.4 → partial | fraction "Mike 3.4" Mike
    Mike three point four → partial | fraction "Mike three point four" Mike
    Mike three and a half → partial | fraction "Mike three and a half" Mike
    Mike -1 Jake +2 Sarah E → success: Mike 2, Jake 5, Sarah 3
    Mike minus one Jake plus one → success: Mike 2, Jake 4
    # Right behind the name it is a dash, but for what it may be a sign as well.
    Mike-1 → partial | signed "Mike 1" Mike
    Mike-2, Jake–4 → success: Mike 2, Jake 4
    Mike -2 → partial | signed "Mike -2" Mike
    Mike minus two → success: Mike 1
    Sarah picked up → partial | noScore "Sarah picked up" Sarah
    no score for Sarah, Mike three → partial: Mike 3 | noScore "no score for Sarah" Sarah
    Mike albatross → partial | scoreOutOfRange(0) "Mike albatross" Mike
    Mike 99999999999999999999 → partial | scoreOutOfRange(1000000000) "Mike 99999999999999999999" Mike
    Mike three four → partial | conflictingScores "Mike three" Mike | missingPlayer "four" =4
    Mike 3rd → partial | missingScore "Mike" Mike | unexplained "3rd"
    Mike → partial | missingScore "Mike" Mike
    three → failed | missingPlayer "three" =3
    Mike three or four → partial | conflictingScores "Mike three" Mike | unexplained "or" | missingPlayer "four" =4
    Mike not three → partial | missingScore "Mike" Mike | unexplained "not" | missingPlayer "three" =3
    banana → failed | unexplained "banana"
    → failed
    uh okay → failed
    Mike three $ → partial: Mike 3 | unexplained "$"
    Mick three → partial | uncertainName "Mick" Mike =3
    Bob three → failed | unknownName "Bob" =3
    Mike three Bob four → partial: Mike 3 | unknownName "Bob" =4
    Sara three → success: Sarah 3
    [John, Mike] jon three → success: John 3
    [Chris, Mike] kris three → success: Chris 3
    [Jon, John] Jon three John four → success: Jon 3, John 4
    [Nate, Mike] Nate eight → success: Nate 8
    [Juan, Forrest] Juan one Forrest four → success: Juan 1, Forrest 4
    [Juan, Forrest] one three → failed | missingPlayer "one" =1 | missingPlayer "three" =3
    [Mary Ann, José, Jean-Luc, O'Brien, T.J.] Mary Ann three José four Jean-Luc five O'Brien two T.J. six → success: Mary Ann 3, José 4, Jean-Luc 5, O'Brien 2, T.J. 6
    [Mary Ann, José, Jean-Luc, O'Brien, T.J.] maryann three jose four jean luc five obrien two tj six → success: Mary Ann 3, José 4, Jean-Luc 5, O'Brien 2, T.J. 6
    [T.J., Mike] T J three → success: T.J. 3
    [Bo, Al, Ed] Bo three Al four Ed two → success: Bo 3, Al 4, Ed 2
    [Ace, Par] Ace ace Par par → success: Ace 1, Par 3
    [Player 1, Player 2] Player 1 three player two four → success: Player 1 3, Player 2 4
    [Ольга, Mike] Ольга три → partial | missingScore "Ольга" Ольга | unexplained "три"
    """.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)

  @Test(arguments: sentences)
  func `each sentence gives exactly its scores, corrections and problems`(line: String) throws {
    let parts = try #require(
      line.wholeMatch(of: /(?:\[(.+)\] )?(?:\{par (\d)\} )?(?:(.*) )?→ (.*)/)?.output)
    let players = (parts.1 ?? "Mike, Jake, Sarah").split(separator: ", ").map(String.init)
    let round = try makeRound(players, par: parts.2.flatMap { Int($0) } ?? 3)
    let result = makeParser(round).parse(String(parts.3 ?? ""))
    #expect(describe(result, round) == parts.4)
  }

  @Test(arguments: [
    "Mike three point", "Mike $ three", "Mike & three", "Jake four maybe, no, Mike three",
    "maybe three, no, Mike", "no birdie for Mike", "cancel Mike three", "not that Mike got three",
    "Mike and Jake three, for Sarah four", "Mike three, Jake four, no, Mike", "Mike .5",
    "Mike \u{2013}3", "Mike three?", "Mike Jake and Sarah both three", "Sarah Sarrah three four",
    "hole eight Mike three start over Mike four",
  ])
  func `what is not said clearly never saves itself`(text: String) throws {
    let round = try makeRound(["Mike", "Jake", "Sarah"])
    #expect(makeParser(round).parse(text).status != .success)
  }

  @Test func `a statement that goes on and on is read in bounded time`() throws {
    let round = try makeRound(["Mike", "Jake"])
    let text = Array(repeating: "Mike and then Jake and then", count: 30).joined(separator: " ")
    #expect(makeParser(round).parse(text).status != .success)
  }
}
