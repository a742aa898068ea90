internal import Foundation
import TestSupport
import Testing

@testable import Recognition

@Suite struct TalkRivalsTests {
  private func hear(
    talk: [String], change: (inout DecoderSettings.Talk) -> Void = { _ in }
  ) throws -> [RecognizedWord] {
    var settings = try DecoderSettings.standard()
    change(&settings.talk)
    var recognizer = try PocketSphinxRecognizer(
      grammar: PocketSphinxRecognizerTests.grammar(talk: talk), settings: settings)
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

  @Test func `a path that the beam loses on the way is not compared`() throws {
    let wide = try hear(talk: ["if", "up"])
    var lost = 0
    for exponent in stride(from: 2.0, through: 30, by: 7) {
      let narrow = try hear(talk: ["if", "up"]) {
        $0.beam = pow(10, -exponent)
        $0.wordBeam = $0.beam
      }
      for (word, other) in zip(wide, narrow) {
        // What is left has the score of the whole path: no word leads by less than it does.
        if let lead = other.talk?.lead {
          #expect(try lead >= #require(word.talk).lead)
        } else {
          lost += 1
        }
      }
    }
    #expect(lost > 0)
  }

  @Test func `without other words nothing is compared`() throws {
    #expect(try hear(talk: []).allSatisfy { $0.talk == nil })
  }
}
