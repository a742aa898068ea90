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
  func result(_ text: String) throws -> (ParseResult, [SourceRange]) {
    let round = try makeRound(["Mike", "Jake"])
    return (makeParser(round).parse(text, input: .spoken), tokenize(text).map(\.range))
  }

  func weigh(_ text: String, _ confidences: [Double], whole: Double = 0.9) throws -> ParseResult {
    let (result, ranges) = try result(text)
    return result.weighed(
      by: zip(ranges, confidences).map { HeardWord(range: $0, confidence: $1) },
      utteranceConfidence: whole,
      thresholds: HearingThresholds(confirmBelow: 0.5, askBelow: 0.3, rejectBelow: 0.5))
  }

  @Test func `a score is as sure as the least clear of its words`() throws {
    let weighed = try weigh("mike three jake four", [0.9, 0.6, 0.8, 0.7])
    #expect(weighed.scores.map(\.confidence) == [0.6, 0.7])
    #expect(weighed.status == .success)
  }

  @Test func `a score with a word that is not quite clear stands, but does not save itself`()
    throws
  {
    let weighed = try weigh("mike three jake four", [0.9, 0.4, 0.8, 0.7])
    #expect(weighed.status == .partial)
    #expect(weighed.scores.map(\.player) == [PlayerID(0), PlayerID(1)])
    #expect(weighed.problems.map(\.candidates) == [[PlayerID(0)]])
  }

  @Test func `a score with an unclear word is asked about`() throws {
    let weighed = try weigh("mike three jake four", [0.9, 0.2, 0.8, 0.7])
    #expect(weighed.status == .partial)
    #expect(weighed.scores.map(\.player) == [PlayerID(1)])
    #expect(weighed.problems.map(\.kind) == [.lowConfidence])
    #expect(weighed.problems.map(\.strokes) == [Strokes(3)])
  }

  @Test func `an utterance that is unclear as a whole holds no score`() throws {
    let weighed = try weigh("mike three no four", [0.9, 0.9, 0.9, 0.9], whole: 0.4)
    #expect(weighed.status == .failed)
    #expect(weighed.scores.isEmpty && weighed.corrections.isEmpty)
  }

  @Test func `an unclear word beside the scores keeps them from saving themselves`() throws {
    let weighed = try weigh("mike three jake four scratch that", [0.9, 0.9, 0.9, 0.9, 0.1, 0.1])
    #expect(weighed.status == .partial)
  }

  @Test func `what is contested a person confirms, however clear its words are`() throws {
    let (result, ranges) = try result("mike three")
    let thresholds = HearingThresholds(confirmBelow: 0.5, askBelow: 0.3, rejectBelow: 0.5)
    func weighed(isContested: Bool) -> ParseResult {
      result.weighed(
        by: ranges.map { HeardWord(range: $0, confidence: 0.9) }, utteranceConfidence: 0.9,
        isContested: isContested, thresholds: thresholds)
    }
    #expect(weighed(isContested: false).status == .success)
    #expect(weighed(isContested: true).status == .partial)
    #expect(weighed(isContested: true).scores.map(\.confidence) == [0.5])
    #expect(weighed(isContested: true).problems.map(\.kind) == [.lowConfidence])
  }
}
