import TestSupport
import Testing

@testable import Recognition

@Suite struct TalkRivalsTests {
  private func hear(talk: [String]) throws -> [RecognizedWord] {
    var recognizer = try PocketSphinxRecognizer(
      grammar: PocketSphinxRecognizerTests.grammar(talk: talk), settings: .standard())
    return try recognizer.recognize(PocketSphinxRecognizerTests.pairs()).words
  }

  @Test func `names and scores lead the more over other words, the less these sound like them`()
    throws
  {
    let words = try hear(talk: ["free", "might", "yes"])
    #expect(words.map(\.text) == ["mike", "three", "jake", "four"])
    #expect(words.compactMap(\.talk).count == 4)
    // "Mike" and "three" have a word beside them that sounds like them, the others have none.
    #expect(words.prefix(2).map { $0.talk?.text } == ["might", "free"])
    let leads = words.compactMap { $0.talk?.lead }
    #expect(leads.allSatisfy { $0 > -200 })
    #expect(try #require(leads.prefix(2).max()) < #require(leads.suffix(2).min()))
  }

  @Test func `a word that explains the audio better takes confidence away`() throws {
    // Whoever listens for "one" and "two" alone hears these; "three" is talk then.
    let plain = try PocketSphinxRecognizerTests.grammar()
    func hear(talk: [String]) throws -> RecognizedWord {
      var recognizer = try PocketSphinxRecognizer(
        grammar: SpokenGrammar(
          jsgf: """
            #JSGF V1.0;
            grammar test;
            public <sentence> = mike <score> jake <score>;
            <score> = one | two;
            """, content: ["one", "two"], talk: talk, lexicon: plain.lexicon),
        settings: .standard())
      let words = try recognizer.recognize(PocketSphinxRecognizerTests.pairs()).words
      return try #require(words.dropFirst().first)
    }
    let beside = try hear(talk: ["three", "four"])
    let alone = try hear(talk: ["yes", "no"])
    #expect(beside.talk?.text == "three")
    #expect(try #require(beside.talk).lead < #require(alone.talk).lead)
    #expect(try #require(beside.talk).lead < 0)
    #expect(beside.confidence < alone.confidence)
  }

  @Test func `without other words nothing is compared`() throws {
    #expect(try hear(talk: []).allSatisfy { $0.talk == nil })
  }
}
