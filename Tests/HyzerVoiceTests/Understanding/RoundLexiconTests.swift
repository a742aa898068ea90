import Testing

@testable import HyzerVoice

@Suite struct RoundLexiconTests {
  static func lexicon(_ players: [Player]) throws -> RoundLexicon {
    try RoundLexicon(
      roster: Roster(players), par: 3, lexicon: PronunciationLexicon.standard.get(),
      settings: .standard())
  }

  @Test func `every word of the grammar is in the dictionary, and no name is dropped`() throws {
    let names = ["Mary Ann", "José", "Jean-Luc", "O'Brien", "T.J.", "Ольга", "Player 1", "Ace"]
    let words = try Self.lexicon(names.map { Player(name: $0) })
    #expect(words.names.map(\.spelling) == names)
    let texts = Set(words.grammar.lexicon.map(\.text))
    for name in names { #expect(texts.contains(name.lowercased()), "\(name)") }
    #expect(throws: Never.self) {
      _ = try Recognizer(grammar: words.grammar, settings: .standard())
    }
  }

  @Test func `where only names that can be said are wanted the others are left out`() throws {
    let settings = try DecoderSettings.standard()
    let lexicon = try PronunciationLexicon.standard.get()
    func names(_ players: [Player]) throws -> [String] {
      try RoundLexicon(
        roster: Roster(players), par: 3, lexicon: lexicon, settings: settings, sayableOnly: true
      ).names.map(\.spelling)
    }
    let fire = Player(name: "🔥", aliases: ["Blaze"])
    #expect(try names([fire, Player(name: "Mike")]) == ["Blaze", "Mike"])
    #expect(throws: LexiconError.unpronounceable("🔥")) { try names([Player(name: "🔥")]) }
    let round = try Round(roster: Roster([fire, Player(name: "Mike")]))
    let scorer = try UtteranceScorer(
      round: round, lexicon: lexicon, settings: settings, sayableOnly: true)
    #expect(scorer.unheardNames == ["🔥"])
  }

  @Test func `a player has one score, by whichever name, until a word of corrections or holes`()
    throws
  {
    let grammar = try Self.lexicon([
      Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake"), Player(name: "Zoë"),
    ]).grammar
    #expect(grammar.exclusive == [["michael", "mike"], ["jacob", "jake"], ["zoe"]])
    // A name that two have may be either of them.
    let alike = try Self.lexicon([
      Player(name: "Jake", aliases: ["Boss"]), Player(name: "Zoë", aliases: ["Boss"]),
    ]).grammar
    #expect(alike.exclusive == [["jake"], ["zoe"]])
    func repeated(_ words: String) -> [Set<String>] {
      grammar.repeated(in: words.split(separator: " ").map(String.init))
    }
    #expect(repeated("mike three jake four").isEmpty)
    for words in [
      "everyone except mike three jake five jake four", "everyone par except jake bogey jake five",
    ] { #expect(repeated(words) == [["jacob", "jake"]], "\(words)") }
    #expect(
      repeated("mike three jake four michael five jake six") == [
        ["michael", "mike"], ["jacob", "jake"],
      ])
    for words in [
      "mike three no mike four", "mike three scratch that mike four",
      "hole two mike three hole three mike four",
      "mike three jake same as mike", "jake same as mike mike four",
      "everyone except mike three mike five", "everyone but mike three mike five",
    ] { #expect(repeated(words).isEmpty, "\(words)") }
  }

  @Test func `the competitors of a name are the words by which the grammar knows the others`()
    throws
  {
    let competitors = try Self.lexicon([
      Player(name: "Michael", aliases: ["Mike"]), Player(name: "Ace"), Player(name: "Zoë"),
    ]).grammar.competitors
    #expect(competitors["mike"] == competitors["michael"])
    let everybody: Set = ["everybody", "everyone", "michael", "mike", "name_ace", "zoe"]
    func own(_ word: String) -> Set<String>? { competitors[word].map { Set($0.keys) } }
    #expect(own("mike") == everybody.subtracting(["michael", "mike"]))
    #expect(own("name_ace") == everybody.subtracting(["name_ace"]))
    #expect(own("zoe") == everybody.subtracting(["zoe"]))
  }

  @Test func `names and scores are compared with common words that sound otherwise`() throws {
    let pair = try Self.lexicon([Player(name: "Mike"), Player(name: "Jake")]).grammar
    #expect(pair.garbage.contains("right") && pair.garbage.contains("will"))
    #expect(Set(pair.garbage).isDisjoint(with: pair.content))
    #expect(Set(pair.garbage).isSubset(of: pair.lexicon.map(\.id)))
    #expect(pair.content.isSuperset(of: ["mike", "jake", "three", "birdie", "everyone"]))
    // A Wright sounds like one of them, and Will is one.
    let others = try Self.lexicon([Player(name: "Will"), Player(name: "Wright")]).grammar
    #expect(!others.garbage.contains("right") && !others.garbage.contains("will"))
    #expect(others.lexicon.first { $0.id == "will" }?.text == "will")
    // Who plays alone has no competitors among names, and is compared with garbage all the same.
    #expect(try Self.lexicon([Player(name: "Mike")]).grammar.content.contains("mike"))
  }

  @Test(arguments: [
    ("pairs.flac", "mike three jake four", ["mike", "three", "jake", "four"]),
    ("joined.flac", "jake took a five sarah got a two", ["jake", "five", "sarah", "two"]),
  ])
  func `names and scores that were said fit better than a competitor, and other words have none`(
    file: String, transcript: String, contested: [String]
  ) throws {
    let heard = try DemoScorer.score(Speech.recording(file)).hypothesis
    #expect(heard.transcript == transcript)
    #expect(heard.words.filter { $0.competitor != nil }.map(\.text) == contested)
    #expect(heard.words.compactMap(\.competitor).allSatisfy { $0.llr > 0 })
    #expect(heard.words.allSatisfy { $0.competitor?.text != $0.text })
  }
}
