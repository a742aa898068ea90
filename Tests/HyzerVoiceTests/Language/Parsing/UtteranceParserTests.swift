import DiscGolf
import ScoreLog
import TestSupport
import Testing

@testable import HyzerVoice

/// A sentence and all that the parser should make of it, in one line.
struct SentenceCase: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: String
  let players: [String]
  let par: Int

  init(
    _ text: String, _ expected: String, players: [String] = ["Mike", "Jake", "Sarah"], par: Int = 3
  ) {
    self.text = text
    self.expected = expected
    self.players = players
    self.par = par
  }

  var testDescription: String { "\(text) → \(expected)" }
}

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
  static let sentences: [SentenceCase] = [
    // Both orders.
    .init("Mike three", "success: Mike 3"),
    .init("Mike three, Jake four, Sarah birdie", "success: Mike 3, Jake 4, Sarah 2"),
    .init("three for Mike", "success: Mike 3"),
    .init("three for Mike four for Jake", "success: Mike 3, Jake 4"),
    .init("for Mike a four", "success: Mike 4"),
    // Joiners.
    .init("Mike got a three", "success: Mike 3"),
    .init("Jake took a five and Sarah had four", "success: Jake 5, Sarah 4"),
    .init("give Mike a four", "success: Mike 4"),
    .init("put Mike down for a four", "success: Mike 4"),
    .init("Mike's got an eight", "success: Mike 8"),
    // Several players, one score or many.
    .init("Mike and Jake both three", "success: Mike 3, Jake 3"),
    .init("Mike, Jake and Sarah all got a four", "success: Mike 4, Jake 4, Sarah 4"),
    .init("Mike Jake Sarah three four two", "success: Mike 3, Jake 4, Sarah 2"),
    .init("Mike and Jake three four", "success: Mike 3, Jake 4"),
    .init("three for Mike and Jake", "success: Mike 3, Jake 3"),
    .init(
      "Mike and Jake three",
      "partial: Mike 3, Jake 3 | ambiguousSentence \"Mike and Jake three\" Mike/Jake"),
    .init(
      "Mike Jake three",
      "partial: Mike 3, Jake 3 | ambiguousSentence \"Mike Jake three\" Mike/Jake"),
    .init(
      "Mike Jake Sarah three four",
      "partial | missingScore \"Mike\" Mike | conflictingScores \"Jake Sarah three four\" Jake/Sarah"
    ),
    .init("Mike and Jake birdies", "success: Mike 2, Jake 2"),
    // No score.
    .init("no score for Mike", "partial | noScore \"no score for Mike\" Mike"),
    .init("no score for Mick", "partial | uncertainName \"Mick\" Mike"),
    .init("Bob DNF", "failed | unknownName \"Bob\""),
    // Groups.
    .init("everyone par", "success: Mike 3, Jake 3, Sarah 3"),
    .init("Mike three everyone else four", "success: Mike 3, Jake 4, Sarah 4"),
    .init("Mike birdie, the rest bogey", "success: Mike 2, Jake 4, Sarah 4"),
    .init("Jake five, Sarah same as Jake", "success: Jake 5, Sarah 5"),
    .init("Sarah same as Jake, Jake five", "success: Jake 5, Sarah 5"),
    .init("Jake five, same for Sarah", "success: Jake 5, Sarah 5"),
    .init("everyone par, Mike birdie", "success: Mike 2, Jake 3, Sarah 3"),
    .init(
      "Mike birdie, everyone par",
      "partial: Jake 3, Sarah 3 | conflictingScores \"everyone par\" Mike"),
    .init("everyone except Mike par", "success: Jake 3, Sarah 3"),
    .init("all got par", "success: Mike 3, Jake 3, Sarah 3"),
    .init("we parred", "success: Mike 3, Jake 3, Sarah 3"),
    .init("everybody got their par", "success: Mike 3, Jake 3, Sarah 3"),
    .init("Jake five, Mike did too", "success: Jake 5, Mike 5"),
    .init("give Mike two strokes", "success: Mike 2"),
    .init("sorry Mike, four for Jake", "success: Jake 4"),
    .init("everyone else four", "partial | unclearGroup \"everyone else four\" Mike/Jake/Sarah =4"),
    .init(
      "Mick three everyone else four",
      "partial | uncertainName \"Mick\" Mike =3 | unclearGroup \"everyone else four\" Mike/Jake/Sarah =4"
    ),
    .init("Sarah same as Jake", "partial | nothingToCopy \"Sarah same as Jake\" Sarah"),
    // Corrections.
    .init("Mike three, no, four", "success: Mike 4 [Mike 3→4]"),
    .init("Mike three no wait make that five", "success: Mike 5 [Mike 3→5]"),
    .init("Mike three Mike four", "success: Mike 4 [Mike 3→4]"),
    .init("Mike three, Jake four, scratch that", "success: Mike 3"),
    .init("Mike three scratch that Mike five", "success: Mike 5"),
    .init("Mike three scratch that", "failed"),
    .init("Mike three start over Jake four", "success: Jake 4"),
    .init("Mike three, no, make that Jake", "success: Jake 3 [Mike 3→]"),
    .init("Mike three, no, Jake three", "success: Jake 3"),
    .init("Mike no Jake three", "success: Jake 3"),
    .init(
      "Mike three, no, Jake four", "partial: Jake 4 | unclearCorrection \"Mike three no\" Mike =3"),
    .init("Mike three no", "partial | unclearCorrection \"Mike three no\" Mike =3"),
    .init("Mike three, no, Mike four", "success: Mike 4 [Mike 3→4]"),
    .init("Mike and Jake both three no four", "success: Mike 4, Jake 4 [Mike 3→4] [Jake 3→4]"),
    .init("Eric a three", "success: Eric 3", players: ["Eric", "Erica"]),
    // Set aside.
    .init("okay so hole seven, uh, Mike three", "success: Mike 3"),
    .init("Mike uh three", "success: Mike 3"),
    .init(
      "hole eight Mike three", "partial: Mike 3 | otherHole(said: 8, current: 7) \"hole eight\""),
    .init("hole seven par three Mike four", "success: Mike 4"),
    .init(
      "hole seven par four Mike four",
      "partial: Mike 4 | otherPar(said: 4, current: 3) \"hole seven par four\""),
    // Scores.
    .init("Mike 3 Jake 10", "success: Mike 3, Jake 10"),
    .init(
      "Mike for Jake to Sarah tree",
      "partial: Mike 4, Jake 2, Sarah 3 | homophone \"for\" Mike | homophone \"to\" Jake | homophone \"tree\" Sarah"
    ),
    .init(
      "Mike won Jake ate",
      "partial: Mike 1, Jake 8 | homophone \"won\" Mike | homophone \"ate\" Jake"),
    .init("Mike ace Jake eagle Sarah albatross", "success: Mike 1, Jake 3, Sarah 2", par: 5),
    .init(
      "Mike hole in one Jake double bogey Sarah triple bogey", "success: Mike 1, Jake 5, Sarah 6"),
    .init("Mike one over Jake two under Sarah even", "success: Mike 5, Jake 2, Sarah 4", par: 4),
    .init("Mike zero", "partial | scoreOutOfRange(0) \"Mike zero\" Mike"),
    .init("Mike eleven", "partial | scoreOutOfRange(11) \"Mike eleven\" Mike"),
    .init("Mike thirty", "partial | scoreOutOfRange(30) \"Mike thirty\" Mike"),
    .init("Mike thirty four", "partial | scoreOutOfRange(34) \"Mike thirty four\" Mike"),
    .init("Mike one hundred", "partial | scoreOutOfRange(100) \"Mike one hundred\" Mike"),
    .init("Mike 3.4", "partial | fraction \"Mike 3.4\" Mike"),
    .init("Mike three point four", "partial | fraction \"Mike three point four\" Mike"),
    .init("Mike three and a half", "partial | fraction \"Mike three and a half\" Mike"),
    .init("Mike -1 Jake +2 Sarah E", "success: Mike 2, Jake 5, Sarah 3"),
    .init("Mike minus one Jake plus one", "success: Mike 2, Jake 4"),
    // Right behind the name it is a dash, but for what it may be a sign as well.
    .init("Mike-1", "partial | signed \"Mike 1\" Mike"),
    .init("Mike-2, Jake–4", "success: Mike 2, Jake 4"),
    .init("Mike -2", "partial | signed \"Mike -2\" Mike"),
    .init("Mike minus two", "success: Mike 1"),
    .init("Sarah picked up", "partial | noScore \"Sarah picked up\" Sarah"),
    .init(
      "no score for Sarah, Mike three", "partial: Mike 3 | noScore \"no score for Sarah\" Sarah"),
    .init("Mike albatross", "partial | scoreOutOfRange(0) \"Mike albatross\" Mike"),
    .init(
      "Mike 99999999999999999999",
      "partial | scoreOutOfRange(1000000000) \"Mike 99999999999999999999\" Mike"),
    .init(
      "Mike three four",
      "partial | conflictingScores \"Mike three\" Mike | missingPlayer \"four\" =4"),
    .init("Mike 3rd", "partial | missingScore \"Mike\" Mike | unexplained \"3rd\""),
    .init("Mike", "partial | missingScore \"Mike\" Mike"),
    .init("three", "failed | missingPlayer \"three\" =3"),
    .init(
      "Mike three or four",
      "partial | conflictingScores \"Mike three\" Mike | unexplained \"or\" | missingPlayer \"four\" =4"
    ),
    .init(
      "Mike not three",
      "partial | missingScore \"Mike\" Mike | unexplained \"not\" | missingPlayer \"three\" =3"),
    .init("banana", "failed | unexplained \"banana\""),
    .init("", "failed"),
    .init("uh okay", "failed"),
    .init("Mike three $", "partial: Mike 3 | unexplained \"$\""),
    .init("Mick three", "partial | uncertainName \"Mick\" Mike =3"),
    .init("Bob three", "failed | unknownName \"Bob\" =3"),
    .init("Mike three Bob four", "partial: Mike 3 | unknownName \"Bob\" =4"),
    .init("Sara three", "success: Sarah 3"),
    .init("jon three", "success: John 3", players: ["John", "Mike"]),
    .init("kris three", "success: Chris 3", players: ["Chris", "Mike"]),
    .init("Jon three John four", "success: Jon 3, John 4", players: ["Jon", "John"]),
    .init("Nate eight", "success: Nate 8", players: ["Nate", "Mike"]),
    .init("Juan one Forrest four", "success: Juan 1, Forrest 4", players: ["Juan", "Forrest"]),
    .init(
      "one three", "failed | missingPlayer \"one\" =1 | missingPlayer \"three\" =3",
      players: ["Juan", "Forrest"]),
    .init(
      "Mary Ann three José four Jean-Luc five O'Brien two T.J. six",
      "success: Mary Ann 3, José 4, Jean-Luc 5, O'Brien 2, T.J. 6",
      players: ["Mary Ann", "José", "Jean-Luc", "O'Brien", "T.J."]),
    .init(
      "maryann three jose four jean luc five obrien two tj six",
      "success: Mary Ann 3, José 4, Jean-Luc 5, O'Brien 2, T.J. 6",
      players: ["Mary Ann", "José", "Jean-Luc", "O'Brien", "T.J."]),
    .init("T J three", "success: T.J. 3", players: ["T.J.", "Mike"]),
    .init("Bo three Al four Ed two", "success: Bo 3, Al 4, Ed 2", players: ["Bo", "Al", "Ed"]),
    .init("Ace ace Par par", "success: Ace 1, Par 3", players: ["Ace", "Par"]),
    .init(
      "Player 1 three player two four", "success: Player 1 3, Player 2 4",
      players: ["Player 1", "Player 2"]),
    .init(
      "Ольга три", "partial | missingScore \"Ольга\" Ольга | unexplained \"три\"",
      players: ["Ольга", "Mike"]),
  ]

  @Test(arguments: sentences)
  func `each sentence gives exactly its scores, corrections and problems`(_ sentence: SentenceCase)
    throws
  {
    let round = try makeRound(sentence.players, par: sentence.par)
    let result = makeParser(round).parse(sentence.text)
    #expect(describe(result, round) == sentence.expected)
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
