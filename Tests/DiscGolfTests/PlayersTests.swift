import DiscGolf
import ScoreLog
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

@Suite struct `Rosters` {
  @Test func `no players are no roster`() {
    #expect(throws: RosterError.empty) { try Roster([]) }
  }

  @Test(arguments: [("Mike", "MIKE"), ("José", "jose"), ("Jean-Luc", "Jean Luc"), ("TJ", "T.J.")])
  func `players whose names differ by case accents or marks are duplicates`(
    first: String, second: String
  ) {
    #expect(throws: RosterError.duplicateName(second, first)) {
      try Roster([Player(name: first), Player(name: second)])
    }
  }

  @Test(arguments: ["", " ", "!!!", "..."])
  func `a name or alias without a letter is refused`(name: String) {
    #expect(throws: RosterError.unspeakableName(name)) { try Roster([Player(name: name)]) }
    #expect(throws: RosterError.unspeakableName(name)) {
      try Roster([Player(name: "Mike", aliases: [name])])
    }
  }

  @Test func `a player is found by name before alias`() throws {
    let roster = try Roster([
      Player(name: "Michael", aliases: ["Mike", "Champ"]), Player(name: "Jake", aliases: ["Champ"]),
      Player(name: "Mike"),
    ])
    #expect(roster.player(named: "MICHAEL") == PlayerID(0))
    #expect(roster.player(named: "mike") == PlayerID(2))
    #expect(roster.player(named: "champ") == nil)
    #expect(roster.player(named: "Bob") == nil)
    #expect(roster.ids == [PlayerID(0), PlayerID(1), PlayerID(2)])
    #expect(roster[PlayerID(1)].name == "Jake")
  }

  @Test(arguments: [
    (RosterError.empty, "the roster has no players; give at least one in \"players\""),
    (
      .unspeakableName("!"),
      "the player name \"!\" has no letter in it; give a name that can be said"
    ),
    (
      .duplicateName("jose", "José"),
      "two players are called \"José\" and \"jose\"; give one of them another name"
    ),
  ])
  func `an error says what to do`(error: RosterError, text: String) {
    #expect(error.description == text)
  }
}
