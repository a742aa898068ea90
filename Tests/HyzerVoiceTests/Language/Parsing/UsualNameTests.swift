import DiscGolf
import Testing

@testable import HyzerVoice

@Suite struct `Usual names in sentences` {
  private func parse(
    _ text: String, _ players: Player..., input: InputKind = .typed
  ) throws -> ParseResult {
    try UtteranceParser(
      typedIn: Round(roster: Roster(players)), lexicon: PronunciationLexicon.standard.get()
    ).parse(text, input: input)
  }

  @Test(arguments: [
    ("mike 3 jenny 4", "Michael", "Jennifer"),
    ("Mike's three, Jen had a four", "Michael", "Jennifer"),
    ("michael 3 jennifer 4", "Mike", "Jenny"),
    ("three for mike and four for jenny", "Michael", "Jennifer"),
    ("bob three, susie four", "Robert", "Susan"), ("no, mikey 3, jen 4", "Michael", "Jennifer"),
  ])
  func `they are the player where nobody else fits`(text: String, first: String, second: String)
    throws
  {
    for input in [InputKind.typed, .spoken] {
      let result = try parse(
        text, Player(name: first), Player(name: second), Player(name: "Zoltan"), input: input)
      #expect(result.status == .success, "\(result.problems)")
      #expect(result.scores.map { [$0.player.index, $0.strokes.count] } == [[0, 3], [1, 4]])
    }
  }

  @Test(arguments: [
    // Two have it as a short form, or somebody is nearly called so.
    ("alex 3", ["Alexander", "Alexandra"]), ("mike 3", ["Michael", "Mika"]),
    ("mick 3", ["Michael", "Nick"]), ("chris 3", ["Christopher", "Christine", "Sam"]),
  ])
  func `they are nobody where two players could be meant`(text: String, names: [String]) throws {
    let players = names.map { Player(name: $0) }
    let result = try UtteranceParser(
      typedIn: Round(roster: Roster(players)), lexicon: PronunciationLexicon.standard.get()
    ).parse(text)
    #expect(result.status != .success)
    #expect(result.scores.isEmpty)
  }

  @Test func `who has the name is meant, and not who might be called so`() throws {
    for (text, player) in [("mike 3", 1), ("michael 3", 0)] {
      let result = try parse(text, "Michael", "Mike")
      #expect(result.scores.map(\.player.index) == [player])
    }
  }

  @Test func `a reply may name a player so`() throws {
    let round = try Round(roster: Roster(["Michael", "Jake"]))
    let strokes = try #require(Strokes(5))
    #expect(
      ReplyParser(round: round).parse("mike five", input: .typed)
        == .change(PlayerID(0), .strokes(strokes)))
  }

  @Test func `no usual name is a word that says something else`() {
    // These are, and more often names than that.
    let names: Set = ["bill", "frank", "ray", "rob", "rod"]
    for name in ShortNames.all.subtracting(names) {
      #expect(!Vocabulary.english.contains(name), "\(name)")
      #expect(!Vocabulary.garbageWords.contains(name), "\(name)")
      #expect(!NumberWords.contains(name), "\(name)")
    }
  }

  /// The words by which a roster is listened for.
  private func heard(_ players: Player...) throws -> Set<String> {
    let words = try RoundLexiconTests.lexicon(players).grammar
    let names =
      players.flatMap(\.spellings) + players.flatMap(\.spellings).flatMap(ShortNames.others)
    return Set(words.lexicon.map(\.text)).intersection(names.map { $0.lowercased() })
  }

  @Test func `one is listened for for each player, that sounds like no name and no score`() throws {
    #expect(try heard("Michael", "Jenny") == ["michael", "mike", "jenny", "jennifer"])
    #expect(
      try heard(Player(name: "Michael", aliases: ["Mike"]), "Zoltan") == [
        "michael", "mike", "zoltan",
      ])
    // "Ben" sounds like ten, "Nate" like eight, and "Jon" like Don; "Al" is too short.
    #expect(try heard("Benjamin", "Nathan", "Alan") == ["benjamin", "nathan", "alan"])
    #expect(try heard("Jonathan", "Don") == ["jonathan", "don", "donald"])
  }

  @Test func `what is listened for beside the names takes nothing from them`() throws {
    let grammar = try RoundLexiconTests.lexicon(["Michael", "Jake"]).grammar
    #expect(grammar.full.contains(#/\/0\.0+1\/ mike/#))
    // It is no competitor of another name, but has all names as its own.
    #expect(grammar.competitors["jake"]?["mike"] == nil)
    #expect(grammar.competitors["mike"]?["jake"] != nil)
  }
}
