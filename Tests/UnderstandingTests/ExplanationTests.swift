import Audio
import Foundation
import Golf
import Language
import Pronunciation
import Recognition
import TestSupport
import Testing

@testable import Understanding

@Suite struct ExplanationTests {
  /// Explains evidence after it was kept as JSON, as from a score log in another run.
  private func explain(_ evidence: Evidence, in round: Round) throws -> Explanation {
    let kept = try JSONDecoder().decode(Evidence.self, from: JSONEncoder().encode(evidence))
    #expect(kept == evidence)
    let lexicon = try PronunciationLexicon(
      dictionaryPaths: DecoderSettings.standard().dictionaries)
    return try Explanation(
      kept, round: round, parser: UtteranceParser(spokenIn: round, lexicon: lexicon),
      replyParser: ReplyParser(spokenIn: round, lexicon: lexicon))
  }

  private static var recordings: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: DemoAudio.path(""))
        .filter { $0.hasSuffix(".flac") }.sorted()
    }
  }

  @Test(arguments: try Self.recordings)
  func `what was kept gives the same scores as the recording did`(file: String) throws {
    var scorer = try LiveScorerTests.scorer()
    let samples = try Recording.read(path: DemoAudio.path(file)).samples
    let live = try scorer.scoreOrReply(samples)
    let evidence = scorer.evidence(for: live, samples: 0..<samples.count)
    let explanation = try explain(evidence, in: scorer.round)
    #expect(explanation.result == live.result)
    #expect(explanation.analysis.result == scorer.understand(live.hypothesis).result)
    let isSaved = live.result.status == .success
    if let reply = live.reply {
      #expect(explanation.decision == .reply(reply))
    } else {
      #expect((explanation.decision == .savesItself) == isSaved)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    var wordConfidence = 0.9
    var confidence = 0.9
    let decision: Explanation.Decision
  }

  @Test(arguments: [
    Case(
      testDescription: "a clear sentence", words: ["mike", "three"], decision: .savesItself),
    Case(
      testDescription: "an unclear word", words: ["mike", "three"], wordConfidence: 0.1,
      decision: .asks),
    Case(
      testDescription: "an unclear sentence", words: ["mike", "three"], confidence: 0.1,
      decision: .rejected),
    Case(testDescription: "words without a score", words: ["uh"], decision: .notUnderstood),
    Case(testDescription: "no words", words: [], confidence: 0, decision: .nothingHeard),
  ])
  func `the decision is told`(_ example: Case) throws {
    let settings = try DecoderSettings.standard()
    let hypothesis = Hypothesis(
      words: example.words.map { RecognizedWord(text: $0, confidence: example.wordConfidence) },
      confidence: example.confidence)
    let evidence = Evidence(
      hypothesis: hypothesis, reply: nil, confidence: settings.confidence,
      replies: settings.replies, samples: nil)
    #expect(try explain(evidence, in: LiveScorerTests.round()).decision == example.decision)
  }

  @Test func `the thresholds of then count, not those of now`() throws {
    var settings = try DecoderSettings.standard()
    settings.confidence.confirmBelow = 0.95
    let hypothesis = Hypothesis(
      words: ["mike", "three"].map { RecognizedWord(text: $0, confidence: 0.9) }, confidence: 0.9)
    let evidence = Evidence(
      hypothesis: hypothesis, reply: nil, confidence: settings.confidence,
      replies: settings.replies, samples: nil)
    #expect(try explain(evidence, in: LiveScorerTests.round()).decision == .asks)
  }

  @Test func `a reply is explained by the reply that was heard`() throws {
    var scorer = try LiveScorerTests.scorer()
    let live = try scorer.scoreOrReply(Speech.saying("undo", voice: "rms"))
    let explanation = try explain(scorer.evidence(for: live), in: scorer.round)
    #expect(explanation.decision == .reply(.undo))
  }
}
