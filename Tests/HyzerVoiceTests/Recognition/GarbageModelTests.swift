internal import Foundation
import Testing

@testable import HyzerVoice

@Suite struct GarbageModelTests {
  private func hear(
    _ garbage: [String], change: (inout DecoderSettings.Garbage) -> Void = { _ in }
  ) throws -> [RecognizedWord] {
    var recognizer = try RecognizerTests.recognizer(RecognizerTests.grammar(garbage: garbage)) {
      change(&$0.garbage)
    }
    return try recognizer.recognize(RecognizerTests.pairs()).words
  }

  @Test func `names and scores fit the better, the less other words sound like them`() throws {
    let words = try hear(["free", "might", "yes"])
    #expect(words.map(\.text) == ["mike", "three", "jake", "four"])
    #expect(words.compactMap(\.garbage).count == 4)
    // "Mike" and "three" have a word beside them that sounds like them, the others have none.
    #expect(words.prefix(2).map { $0.garbage?.text } == ["might", "free"])
    let ratios = words.compactMap { $0.garbage?.llr }
    #expect(ratios.allSatisfy { $0 > -200 })
    #expect(try #require(ratios.prefix(2).max()) < #require(ratios.suffix(2).min()))
  }

  @Test func `a word that explains the audio better takes the sentence's confidence away`() throws {
    // A grammar of "one" and "two" alone hears these; "three" is garbage then.
    let plain = try RecognizerTests.grammar()
    func hear(_ garbage: [String]) throws -> (word: RecognizedWord, confidence: Double) {
      var recognizer = try RecognizerTests.recognizer(
        SpokenGrammar(
          full: """
            #JSGF V1.0;
            grammar test;
            public <sentence> = mike <score> jake <score>;
            <score> = one | two;
            """, content: ["one", "two"], garbage: garbage, lexicon: plain.lexicon))
      let heard = try recognizer.recognize(RecognizerTests.pairs())
      return (try #require(heard.words.dropFirst().first), heard.confidence)
    }
    let beside = try hear(["three", "four"])
    let alone = try hear(["yes", "no", "might", "if", "up", "free"])
    #expect(beside.word.garbage?.text == "three")
    #expect(try #require(beside.word.garbage).llr < #require(alone.word.garbage).llr)
    #expect(try #require(beside.word.garbage).llr < 0)
    #expect(beside.confidence < alone.confidence)
  }

  @Test func `a path that the beam loses on the way is not compared`() throws {
    let wide = try hear(["if", "up"])
    var lost = 0
    for exponent in stride(from: 2.0, through: 30, by: 7) {
      let narrow = try hear(["if", "up"]) {
        $0.beam = pow(10, -exponent)
        $0.wordBeam = $0.beam
      }
      for (word, other) in zip(wide, narrow) {
        // What is left has the score of the whole path: no LLR is lower than its.
        if let llr = other.garbage?.llr {
          #expect(try llr >= #require(word.garbage).llr)
        } else {
          lost += 1
        }
      }
    }
    #expect(lost > 0)
  }

  @Test func `without other words nothing is compared`() throws {
    #expect(try hear([]).allSatisfy { $0.garbage == nil })
  }
}
