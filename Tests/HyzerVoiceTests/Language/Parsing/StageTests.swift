import Testing

@testable import HyzerVoice

@Suite struct TokenizerTests {
  @Test(arguments: [
    ("Mike three, Jake four!", ["Mike", "three", "Jake", "four"]),
    ("T.J. 3", ["T.J.", "3"]), ("T. J. 3", ["T.", "J.", "3"]),
    ("Jean-Luc's 3.4", ["Jean", "Luc's", "3.4"]),
    ("Mike 3. Jake 4.", ["Mike", "3", "Jake", "4"]),
    ("Mike -1 +2 3-4", ["Mike", "-1", "+2", "3", "4"]),
    ("Mike=3;Jake:4", ["Mike", "3", "Jake", "4"]), ("Mike & Jake", ["Mike", "&", "Jake"]),
    ("Mike 3rd 3%", ["Mike", "3rd", "3", "%"]), ("José 3\nЖеня 4", ["José", "3", "Женя", "4"]),
    ("'Mike' \"3\"", ["Mike'", "3"]), ("3\" 4 ' “5” 6′", ["3", "\"", "4", "'", "5", "6", "′"]),
    ("  ,.;  ", []),
  ])
  func `a text falls into its words`(text: String, tokens: [String]) {
    #expect(tokenize(text).map(\.text) == tokens)
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

  @Test func `names that sound the same differ in typed text, and not in speech`() throws {
    let matcher = try matcher(["Jon", "John"])
    let key = NameKey("john")
    #expect(
      matcher.exactMatch(key, input: .typed)
        == .accepted(NameCandidate(player: PlayerID(1), similarity: 1)))
    #expect(matcher.exactMatch(key, input: .spoken)?.candidates.count == 2)
  }

  @Test
  func `a name is accepted that only sounds or is spelled the same but for a doubled consonant`()
    throws
  {
    let matcher = try matcher(["Forrest", "Robert"])
    #expect(
      matcher.fuzzyMatch(NameKey("forest"), word: "").candidates.first?.player == PlayerID(0))
    guard case .accepted = matcher.fuzzyMatch(NameKey("forest"), word: "") else {
      Issue.record("\"forest\" is not accepted")
      return
    }
    // Another letter is another name.
    guard case .near = matcher.fuzzyMatch(NameKey("roberto"), word: "") else {
      Issue.record("\"roberto\" is not near")
      return
    }
  }

  @Test func `below sixty per cent nobody is meant`() throws {
    let matcher = try matcher(["abcde"])
    #expect(matcher.fuzzyMatch(NameKey("abxyz"), word: "") == .unknown)
    #expect(matcher.fuzzyMatch(NameKey("abcyz"), word: "").candidates.count == 1)
  }

  @Test func `a word that comes near two players is near both`() throws {
    let matcher = try matcher(["abcdefgx", "abcdefgy"])
    #expect(
      matcher.fuzzyMatch(NameKey("abcdefgz"), word: "")
        == .near([0, 1].map { NameCandidate(player: PlayerID($0), similarity: 0.875) }))
  }
}
