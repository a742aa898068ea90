import Audio
import Golf
import Language
import Pronunciation
import Recognition
import TestSupport
import Testing

@testable import Understanding

@Suite struct WordRivalsTests {
  private func grammar(of players: [Player]) throws -> SpokenGrammar {
    let settings = try DecoderSettings.standard()
    return try RoundLexicon(
      roster: Roster(players),
      lexicon: PronunciationLexicon(dictionaryPaths: settings.dictionaries), settings: settings
    ).grammar
  }

  @Test func `the rivals of a name are the words by which the grammar knows the others`() throws {
    let rivals = try grammar(of: [
      Player(name: "Michael", aliases: ["Mike"]), Player(name: "Ace"), Player(name: "Zoë"),
    ]).rivals
    #expect(rivals["mike"] == rivals["michael"])
    #expect(rivals["mike"] == "(everybody | everyone | name_ace | zoe)")
    #expect(rivals["name_ace"] == "(everybody | everyone | michael | mike | zoe)")
    #expect(rivals["zoe"] == "(everybody | everyone | michael | mike | name_ace)")
  }

  @Test func `names and scores are compared with common words that sound otherwise`() throws {
    let usual = try grammar(of: [Player(name: "Mike"), Player(name: "Jake")])
    #expect(usual.talk.contains("right") && usual.talk.contains("will"))
    #expect(Set(usual.talk).isDisjoint(with: usual.content))
    #expect(Set(usual.talk).isSubset(of: usual.lexicon.map(\.id)))
    #expect(usual.content.isSuperset(of: ["mike", "jake", "three", "birdie", "everyone"]))
    #expect(usual.numbers["three"] == 3 && usual.numbers["ten"] == 10)
    // A Wright sounds like one of them, and Will is one.
    let others = try grammar(of: [Player(name: "Will"), Player(name: "Wright")])
    #expect(!others.talk.contains("right") && !others.talk.contains("will"))
    #expect(others.lexicon.first { $0.id == "will" }?.text == "will")
    // Who plays alone has no rivals among names, and is compared with talk all the same.
    #expect(try grammar(of: [Player(name: "Mike")]).content.contains("mike"))
  }

  @Test(arguments: [
    ("pairs.flac", "mike three jake four", ["mike", "three", "jake", "four"]),
    ("joined.flac", "jake took a five sarah got a two", ["jake", "five", "sarah", "two"]),
  ])
  func `names and scores that were said lead over a rival, and other words have none`(
    file: String, transcript: String, rivalled: [String]
  ) throws {
    var scorer = try LiveScorerTests.scorer()
    let heard = try scorer.score(Recording.read(path: DemoAudio.path(file)).samples).hypothesis
    #expect(heard.transcript == transcript)
    #expect(heard.words.filter { $0.rival != nil }.map(\.text) == rivalled)
    #expect(heard.words.compactMap(\.rival).allSatisfy { $0.lead > 0 })
    #expect(heard.words.allSatisfy { $0.rival?.text != $0.text })
  }
}
