import Golf
import Testing

@Suite struct `Name keys` {
  @Test(arguments: [
    ("José", ["jose"]), ("JOSE", ["jose"]), ("Søren", ["soren"]), ("Łukasz", ["lukasz"]),
    ("Weiß", ["weiss"]), ("O'Brien", ["obrien"]), ("O’Brien", ["obrien"]), ("T.J.", ["tj"]),
    ("Jean-Luc", ["jean", "luc"]), ("  Mary   Ann ", ["mary", "ann"]),
    ("Player 1", ["player", "one"]), ("Player1", ["player", "one"]), ("20", ["twenty"]),
    ("21", ["21"]), ("Ольга", ["ольга"]), ("ОЛЬГА", ["ольга"]), ("李雷", ["李雷"]), ("", []),
    ("--- !!", []), ("Æsop", ["aesop"]), ("Ｍｉｋｅ", ["mike"]),
  ])
  func `a name splits into plain lower-case words`(spelling: String, words: [String]) {
    #expect(NameKey.words(of: spelling) == words)
    #expect(NameKey(spelling).letters == words.joined())
  }

  @Test func `composed and decomposed accents are one name`() {
    #expect(NameKey("Jos\u{E9}") == NameKey("Jose\u{301}"))
  }

  @Test func `different names keep different keys`() {
    #expect(NameKey("Player 1") != NameKey("Player 2"))
    #expect(NameKey("Jon") != NameKey("John"))
  }
}
