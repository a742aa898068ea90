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
    var settings = try DecoderSettings.standard()
    change(&settings.digits)
    var recognizer = try PocketSphinxRecognizer(
      grammar: PocketSphinxRecognizerTests.grammar(numbers: numbers, talk: ["free", "might"]),
      settings: settings)
    return try recognizer.recognize(PocketSphinxRecognizerTests.pairs())
  }

  private let numbers = ["one": 1, "two": 2, "three": 3, "four": 4, "five": 5]

  @Test func `digits that were said are found, and other words are not asked about`() throws {
    let heard = try hear(numbers: numbers)
    #expect(heard.words.map { $0.opinion == nil } == [true, false, true, false])
    let opinion = try #require(heard.words[1].opinion)
    #expect(opinion.number == 3 && opinion.lead > 0 && opinion.margin > -40)
  }

  @Test func `an agreeing opinion makes a digit surer than a contradicting one`() throws {
    let right = try hear(numbers: numbers).words[1]
    let wrong = try hear(numbers: ["three": 5]) { $0.persuasion = 0 }.words[1]
    #expect(right.text == "three" && wrong.text == "three")
    #expect(right.confidence > wrong.confidence)
    let opinion = try #require(wrong.opinion)
    #expect(opinion.number == 3 && opinion.lead < 0)
  }

  @Test func `a digit is replaced where the first model hardly prefers it`() throws {
    // So "three" seems to be misheard, and is "two" by this model.
    let wrong = ["three": 5, "two": 3]
    let kept = try hear(numbers: wrong) { $0.persuasion = 0 }
    #expect(kept.transcript == "mike three jake four")
    let replaced = try hear(numbers: wrong) { $0.persuasion = 1e6 }
    #expect(replaced.transcript == "mike two jake four")
    // What is judged is what stands there now, both by this model and by the first.
    let opinion = try #require(replaced.words[1].opinion)
    #expect(opinion.number == 3 && opinion.lead > 0)
    #expect(replaced.words[1].margin < kept.words[1].margin)
  }

  @Test func `a number that the model does not have is not judged`() throws {
    #expect(try hear(numbers: ["three": 11]).words.allSatisfy { $0.opinion == nil })
    #expect(try hear(numbers: ["three": 0]).words.allSatisfy { $0.opinion == nil })
  }

  @Test func `without the model words are heard all the same, and nothing is said of them`() throws
  {
    let heard = try hear(numbers: numbers) { $0.models = ["/no/such/folder"] }
    #expect(heard.transcript == "mike three jake four")
    #expect(heard.words.allSatisfy { $0.opinion == nil })
  }

  @Test func `settings without any digit are refused`() {
    #expect(
      throws: RecognizerError.badSettings("\"digits.phones\" is to have a word or more")
    ) {
      _ = try DecoderSettings.standard(changes: Array(#"{"digits": {"phones": []}}"#.utf8))
    }
  }

  @Test func `frames that are too few, or not there, have no opinion`() throws {
    let settings = try DecoderSettings.standard().digits
    guard let model = try DigitModel.load(settings) else {
      Issue.record("the model of digits is not installed")
      return
    }
    let samples = try PocketSphinxRecognizerTests.pairs()
    let cepstra = try model.cepstra(of: samples)
    let end = samples.count / 160
    #expect(try model.opinion(of: 3, in: 40..<41, of: cepstra) == nil)
    #expect(
      try model.opinion(of: 3, in: end + 50..<end + 90, of: cepstra) == nil)
    #expect(try model.opinion(of: 3, in: 0..<0, of: try model.cepstra(of: [])) == nil)
  }

  @Test func `a model that lacks a file is named, with the file`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/digits-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var settings = try DecoderSettings.standard().digits
    settings.models = [folder]
    #expect(throws: RecognizerError.modelIncomplete(directory: folder, file: "mdef")) {
      _ = try DigitModel.load(settings)?.cepstra(of: [])
    }
  }
}
