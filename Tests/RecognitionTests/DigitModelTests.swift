import Audio
import Foundation
import TestSupport
import Testing

@testable import Recognition

@Suite struct DigitModelTests {
  /// A recogniser of "<name> <number>" that takes its words for these numbers.
  private func hear(
    numbers: [String: Int], change: (inout DecoderSettings.Digits) -> Void = { _ in }
  ) throws -> Hypothesis {
    let grammar = try RecognizerTests.grammar(numbers: numbers, garbage: ["free", "might"])
    var recognizer = try RecognizerTests.recognizer(grammar) { change(&$0.digits) }
    return try recognizer.recognize(RecognizerTests.pairs())
  }

  private let numbers = ["one": 1, "two": 2, "three": 3, "four": 4, "five": 5]

  @Test func `digits that were said are found, and other words are not rescored`() throws {
    let heard = try hear(numbers: numbers)
    #expect(heard.words.map { $0.rescoring == nil } == [true, false, true, false])
    let rescoring = try #require(heard.words[1].rescoring)
    #expect(rescoring.number == 3 && rescoring.llr > 0 && rescoring.loopLLR > -40)
  }

  @Test func `a digit that both passes hear is surer than one that the second contradicts`() throws
  {
    let right = try hear(numbers: numbers).words[1]
    let wrong = try hear(numbers: ["three": 5]) { $0.interpolationWeight = 0 }.words[1]
    #expect(right.text == "three" && wrong.text == "three")
    #expect(right.confidence > wrong.confidence)
    let rescoring = try #require(wrong.rescoring)
    #expect(rescoring.number == 3 && rescoring.llr < 0)
  }

  @Test func `a digit is replaced where the first model hardly prefers it`() throws {
    // So "three" seems to be misheard, and is "two" by this model.
    let wrong = ["three": 5, "two": 3]
    let kept = try hear(numbers: wrong) { $0.interpolationWeight = 0 }
    #expect(kept.transcript == "mike three jake four")
    let replaced = try hear(numbers: wrong) { $0.interpolationWeight = 1e6 }
    #expect(replaced.transcript == "mike two jake four")
    // What is rescored is what stands there now, both by this model and by the first.
    let rescoring = try #require(replaced.words[1].rescoring)
    #expect(rescoring.number == 3 && rescoring.llr > 0)
    #expect(replaced.words[1].loopLLR < kept.words[1].loopLLR)
  }

  @Test func `a number that the model does not have is not rescored`() throws {
    #expect(try hear(numbers: ["three": 11]).words.allSatisfy { $0.rescoring == nil })
    #expect(try hear(numbers: ["three": 0]).words.allSatisfy { $0.rescoring == nil })
  }

  @Test func `without the model words are heard all the same, and nothing is said of them`() throws
  {
    let heard = try hear(numbers: numbers) { $0.models = ["/no/such/folder"] }
    #expect(heard.transcript == "mike three jake four")
    #expect(heard.words.allSatisfy { $0.rescoring == nil })
  }

  @Test func `settings without any digit are refused`() {
    #expect(
      throws: RecognizerError.badSettings("\"digits.phones\" is to have a word or more")
    ) {
      _ = try DecoderSettings.standard(changes: Array(#"{"digits": {"phones": []}}"#.utf8))
    }
  }

  @Test func `frames that are too few, or not there, cannot be rescored`() throws {
    let settings = try DecoderSettings.standard().digits
    guard let model = try DigitModel.load(settings) else {
      Issue.record("the model of digits is not installed")
      return
    }
    let samples = try RecognizerTests.pairs()
    let cepstra = try model.cepstra(of: samples)
    let end = samples.count / 160
    #expect(try model.rescoring(of: 3, in: 40..<41, of: cepstra) == nil)
    #expect(
      try model.rescoring(of: 3, in: end + 50..<end + 90, of: cepstra) == nil)
    #expect(try model.rescoring(of: 3, in: 0..<0, of: try model.cepstra(of: [])) == nil)
  }
}
