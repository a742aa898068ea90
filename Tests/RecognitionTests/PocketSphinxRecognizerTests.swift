import Foundation
import Language
import Phonetics
import Randomness
import Recordings
import TestSupport
import Testing

@testable import Recognition

@Suite struct PocketSphinxRecognizerTests {
  static func grammar() throws -> SpokenGrammar {
    let jsgf = """
      #JSGF V1.0;
      grammar test;
      public <sentence> = (<name> <score>)+;
      <name> = mike | jake;
      <score> = one | two | three | four | five;
      """
    let words = [
      "mike": ["M AY K"], "jake": ["JH EY K"], "one": ["W AH N", "HH W AH N"], "two": ["T UW"],
      "three": ["TH R IY"], "four": ["F AO R"], "five": ["F AY V"],
    ]
    return SpokenGrammar(
      jsgf: jsgf,
      lexicon: try words.map { id, phones in
        LexiconEntry(
          id: id, text: id, pronunciations: try phones.map { try Pronunciation(parsing: $0) })
      })
  }

  static func recognizer() throws -> PocketSphinxRecognizer {
    try PocketSphinxRecognizer(grammar: grammar(), settings: .standard())
  }

  static func pairs() throws -> [Int16] {
    try Recording.read(path: DemoAudio.path("pairs.flac")).samples
  }

  @Test func `a recording of two pairs is heard`() throws {
    var recognizer = try Self.recognizer()
    let hypothesis = try recognizer.recognize(Self.pairs())
    #expect(hypothesis.transcript == "mike three jake four")
    #expect(hypothesis.words.allSatisfy { (0...1).contains($0.confidence) })
  }

  @Test(arguments: [1, 7, 160, 1600, 100_000])
  func `the result does not depend on the blocks that the audio comes in`(size: Int) throws {
    var recognizer = try Self.recognizer()
    let samples = try Self.pairs()
    let whole = try recognizer.recognize(samples)
    var start = 0
    while start < samples.count {
      let end = min(start + size, samples.count)
      recognizer.feed(Array(samples[start..<end]))
      start = end
    }
    #expect(try recognizer.finish() == whole)
  }

  @Test func `what was heard before changes nothing`() throws {
    let samples = try Self.pairs()
    var fresh = try Self.recognizer()
    let first = try fresh.recognize(samples)
    var used = try Self.recognizer()
    var random = SeededGenerator(seed: 5)
    _ = try used.recognize((0..<32_000).map { _ in Int16.random(in: -3000...3000, using: &random) })
    #expect(try used.recognize(samples) == first)
  }

  @Test(arguments: [0, 1, 100, 410, 1600])
  func `too little audio gives no words`(count: Int) throws {
    var recognizer = try Self.recognizer()
    #expect(try recognizer.recognize(Array(repeating: 0, count: count)) == .nothing)
  }

  @Test func `silence is heard as nothing, or with no confidence`() throws {
    var recognizer = try Self.recognizer()
    let hypothesis = try recognizer.recognize(Array(repeating: 0, count: 48_000))
    #expect(hypothesis.confidence < 0.5)
  }

  @Test func `other speech has less confidence than the right words`() throws {
    var recognizer = try Self.recognizer()
    let right = try recognizer.recognize(Self.pairs())
    let other = try recognizer.recognize(
      Recording.read(path: DemoAudio.path("unrelated.flac")).samples)
    #expect(right.confidence > 0.5)
    #expect(other.confidence < 0.5)
  }

  @Test func `a missing model says what to install`() throws {
    var settings = try DecoderSettings.standard()
    settings.acousticModels = ["/nowhere/model"]
    let error = try error(of: settings)
    #expect(error == .modelMissing(["/nowhere/model"]))
    #expect(error?.description.contains("install pocketsphinx-en-us") == true)
  }

  @Test func `an incomplete model names the file that it lacks`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    var settings = try DecoderSettings.standard()
    settings.acousticModels = [folder.path]
    #expect(try error(of: settings) == .modelIncomplete(directory: folder.path, file: "mdef"))
  }

  @Test func `a grammar that is none is refused with the library's reason`() throws {
    let broken = SpokenGrammar(jsgf: "#JSGF V1.0; grammar x; public <a> = <b;", lexicon: [])
    #expect(throws: RecognizerError.self) {
      _ = try PocketSphinxRecognizer(grammar: broken, settings: .standard())
    }
  }

  @Test func `a grammar with a word that no dictionary has is refused`() throws {
    let broken = SpokenGrammar(
      jsgf: "#JSGF V1.0;\ngrammar x;\npublic <a> = zyzzyva;\n", lexicon: [])
    #expect(throws: RecognizerError.self) {
      _ = try PocketSphinxRecognizer(grammar: broken, settings: .standard())
    }
  }

  private func error(of settings: DecoderSettings) throws -> RecognizerError? {
    do throws(RecognizerError) {
      _ = try PocketSphinxRecognizer(grammar: try Self.grammarOrEmpty(), settings: settings)
      return nil
    } catch {
      return error
    }
  }

  private static func grammarOrEmpty() throws(RecognizerError) -> SpokenGrammar {
    SpokenGrammar(jsgf: "#JSGF V1.0;\ngrammar x;\npublic <a> = <NULL>;\n", lexicon: [])
  }
}

@Suite struct ConfidenceTests {
  @Test func `confidence is one half at the center and grows with the margin`() throws {
    let confidence = try DecoderSettings.standard().confidence
    #expect(confidence.confidence(margin: confidence.center) == 0.5)
    let values = [-1000, -60, -20, 0, 1000].map { confidence.confidence(margin: $0) }
    #expect(values == values.sorted())
    #expect(values.allSatisfy { (0...1).contains($0) })
  }
}
