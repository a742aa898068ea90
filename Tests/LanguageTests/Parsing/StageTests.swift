import Golf
import TestSupport
import Testing

@testable import Language

@Suite struct TokenizerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let tokens: [String]

    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(text: "Mike three, Jake four!", tokens: ["Mike", "three", "Jake", "four"]),
    Case(text: "T.J. 3", tokens: ["T.J.", "3"]),
    Case(text: "T. J. 3", tokens: ["T.", "J.", "3"]),
    Case(text: "Jean-Luc's 3.4", tokens: ["Jean", "Luc's", "3.4"]),
    Case(text: "Mike 3. Jake 4.", tokens: ["Mike", "3", "Jake", "4"]),
    Case(text: "Mike -1 +2 3-4", tokens: ["Mike", "-1", "+2", "3", "4"]),
    Case(text: "Mike=3;Jake:4", tokens: ["Mike", "3", "Jake", "4"]),
    Case(text: "Mike & Jake", tokens: ["Mike", "&", "Jake"]),
    Case(text: "Mike 3rd 3%", tokens: ["Mike", "3rd", "3", "%"]),
    Case(text: "José 3\nЖеня 4", tokens: ["José", "3", "Женя", "4"]),
    Case(text: "'Mike' \"3\"", tokens: ["Mike'", "3"]),
    Case(text: "  ,.;  ", tokens: []),
  ])
  func `a text falls into its words`(_ example: Case) {
    #expect(tokenize(example.text).map(\.text) == example.tokens)
  }

  @Test func `each word knows where it stands`() {
    let text = "Sarah — birdie; José 3"
    for token in tokenize(text) {
      #expect(String(Array(text)[token.range]) == token.text)
    }
    #expect(tokenize(text).map(\.range) == [0..<5, 8..<14, 16..<20, 21..<22])
  }
}

@Suite struct NameMatcherTests {
  func matcher(_ names: [String]) throws -> NameMatcher {
    NameMatcher(
      roster: try Roster(names.map { Player(name: $0) }),
      namePronunciations: Dictionary(
        names.map { ($0, pronounce($0)) }, uniquingKeysWith: { first, _ in first }),
      pronounce: pronounce)
  }

  @Test func `an alias of two players is ambiguous and carries both`() throws {
    let roster = try Roster([
      Player(name: "Michael", aliases: ["Mike"]), Player(name: "Mikhail", aliases: ["Mike"]),
    ])
    let matcher = NameMatcher(roster: roster, namePronunciations: [:], pronounce: { _ in [] })
    #expect(
      matcher.exactMatch(NameKey("mike"), input: .typed)
        == .ambiguous([
          NameCandidate(player: PlayerID(0), similarity: 1),
          NameCandidate(player: PlayerID(1), similarity: 1),
        ]))
  }

  @Test func `names that sound the same are told apart by spelling, not by ear`() throws {
    let matcher = try matcher(["Jon", "John"])
    let key = NameKey("john")
    #expect(
      matcher.exactMatch(key, input: .typed)
        == .accepted(NameCandidate(player: PlayerID(1), similarity: 1)))
    #expect(matcher.exactMatch(key, input: .spoken)?.candidates.count == 2)
  }

  @Test func `at eighty per cent a name is asked about, above it is accepted`() throws {
    // One letter of five differs: exactly 0.8. One of six: above it.
    let matcher = try matcher(["abcde", "uvwxyz"])
    #expect(
      matcher.fuzzyMatch(NameKey("abcdx"), word: "")
        == .near([NameCandidate(player: PlayerID(0), similarity: 0.8)]))
    guard case .accepted(let candidate) = matcher.fuzzyMatch(NameKey("uvwxyq"), word: "") else {
      Issue.record("a name five sixths alike was not accepted")
      return
    }
    #expect(candidate.player == PlayerID(1))
  }

  @Test func `below fifty per cent nobody is meant`() throws {
    let matcher = try matcher(["abcd"])
    #expect(matcher.fuzzyMatch(NameKey("abxyz"), word: "") == .unknown)
    #expect(matcher.fuzzyMatch(NameKey("abxy"), word: "").candidates.count == 1)
  }

  @Test func `two players who are nearly as near are ambiguous`() throws {
    let matcher = try matcher(["abcdefgx", "abcdefgy"])
    guard case .ambiguous(let candidates) = matcher.fuzzyMatch(NameKey("abcdefgz"), word: "") else {
      Issue.record("a tie was not ambiguous")
      return
    }
    #expect(candidates.map(\.player) == [PlayerID(0), PlayerID(1)])
  }
}

@Suite struct HearingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let confidences: [Double]
    var whole = 0.9
    var isContested = false
    let result: String
  }

  @Test(arguments: [
    Case(
      testDescription: "a score is as sure as the least clear of its words",
      text: "mike three jake four", confidences: [0.9, 0.6, 0.8, 0.7],
      result: "success: Mike 3, Jake 4 at 0.6, 0.7"),
    Case(
      testDescription: "a score with a word that is not quite clear stands, but is to be confirmed",
      text: "mike three jake four", confidences: [0.9, 0.4, 0.8, 0.7],
      result: "partial: Mike 3, Jake 4 | lowConfidence \"\" Mike =3 at 0.4, 0.7"),
    Case(
      testDescription: "a score with an unclear word is asked about",
      text: "mike three jake four", confidences: [0.9, 0.2, 0.8, 0.7],
      result: "partial: Jake 4 | lowConfidence \"\" Mike =3 at 0.7"),
    Case(
      testDescription: "an utterance that is unclear as a whole holds no score or correction",
      text: "mike three no four", confidences: [0.9, 0.9, 0.9, 0.9], whole: 0.4,
      result: "failed | lowConfidence \"\" at "),
    Case(
      testDescription: "an unclear word beside the scores keeps them from saving themselves",
      text: "mike three jake four scratch that", confidences: [0.9, 0.9, 0.9, 0.9, 0.1, 0.1],
      result: "partial: Mike 3 | lowConfidence \"\" Mike at 0.9"),
    Case(
      testDescription: "what is contested is to be confirmed, however clear its words are",
      text: "mike three", confidences: [0.9, 0.9], isContested: true,
      result: "partial: Mike 3 | lowConfidence \"\" Mike =3 at 0.5"),
  ])
  func `words that were heard less clearly weigh less`(_ example: Case) throws {
    let round = try makeRound(["Mike", "Jake"])
    let words = zip(tokenize(example.text), example.confidences)
      .map { HeardWord(range: $0.range, confidence: $1) }
    let weighed = makeParser(round).parse(example.text, input: .spoken).weighed(
      by: words, utteranceConfidence: example.whole, isContested: example.isContested,
      thresholds: HearingThresholds(confirmBelow: 0.5, askBelow: 0.3, rejectBelow: 0.5))
    let confidences = weighed.scores.map { "\($0.confidence)" }.joined(separator: ", ")
    #expect(describe(weighed, round) + " at " + confidences == example.result)
  }
}
