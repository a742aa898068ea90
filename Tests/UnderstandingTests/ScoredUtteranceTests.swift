import Audio
import Foundation
import Golf
import Language
import Pronunciation
import TestSupport
import Testing

@testable import Recognition
@testable import Understanding

@Suite struct ScoredUtteranceTests {
  /// Decides again on evidence after it was kept as JSON, as from a score log in another run.
  private func again(_ evidence: Evidence, in round: Round) throws -> ScoredUtterance {
    let kept = try JSONDecoder().decode(Evidence.self, from: JSONEncoder().encode(evidence))
    #expect(kept == evidence)
    let lexicon = try PronunciationLexicon(
      dictionaryPaths: DecoderSettings.standard().dictionaries)
    return ScoredUtterance(kept, parsers: try SpokenParsers(round: round, lexicon: lexicon))
  }

  @Test(arguments: ["pairs.flac", "correction.flac", "unrelated.flac"])
  func `what was kept gives the same scores as the recording did`(file: String) throws {
    var scorer = try LiveScorerTests.scorer()
    let samples = try Recording.read(path: DemoAudio.path(file)).samples
    let live = try scorer.score(samples, listensForReplies: true, range: 0..<samples.count)
    #expect(live.evidence.samples == 0..<samples.count)
    #expect(try again(live.evidence, in: scorer.round) == live)
  }

  private func evidence(
    _ words: [String], word: Double = 0.9, whole: Double = 0.9, isContested: Bool = false,
    reply: [String]? = nil, change: (inout DecoderSettings) -> Void = { _ in }
  ) throws -> Evidence {
    var settings = try DecoderSettings.standard()
    change(&settings)
    func hypothesis(_ words: [String]) -> Hypothesis {
      Hypothesis(
        words: words.map { RecognizedWord(text: $0, confidence: word) }, confidence: whole,
        isContested: isContested)
    }
    return Evidence(
      hypothesis: hypothesis(words),
      reply: reply.map {
        ReplyHypothesis(hypothesis: hypothesis($0), loopLLR: 0, sentenceLLR: 1)
      },
      confidence: settings.confidence, replies: settings.replies, samples: nil)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    var wordConfidence = 0.9
    var confidence = 0.9
    var isContested = false
    var reply: [String]?
    let decision: ScoredUtterance.Decision
  }

  @Test(arguments: [
    Case(testDescription: "a clear sentence", words: ["mike", "three"], decision: .savesItself),
    Case(
      testDescription: "an unclear word", words: ["mike", "three"], wordConfidence: 0.1,
      decision: .asks),
    Case(
      testDescription: "a contested sentence, however clear", words: ["mike", "three"],
      wordConfidence: 1, confidence: 1, isContested: true, decision: .asks),
    Case(
      testDescription: "an unclear sentence", words: ["mike", "three"], confidence: 0.1,
      decision: .rejected),
    Case(testDescription: "words without a score", words: ["uh"], decision: .notUnderstood),
    Case(testDescription: "no words", words: [], confidence: 0, decision: .nothingHeard),
    Case(testDescription: "a reply", words: ["uh"], reply: ["undo"], decision: .reply(.undo)),
    Case(
      testDescription: "a reply beside clear scores", words: ["mike", "three"], reply: ["no"],
      decision: .reply(.dismiss)),
    Case(
      testDescription: "an unclear reply", words: ["mike", "three"], wordConfidence: 0.2,
      reply: ["no"], decision: .asks),
    Case(
      testDescription: "words that are no reply", words: ["mike", "three"], reply: ["make", "it"],
      decision: .savesItself),
    Case(
      testDescription: "an unclear score for a player, as reply and sentence",
      words: ["mike", "three"], wordConfidence: 0.5, reply: ["mike", "three"], decision: .asks),
  ])
  func `it is decided what comes of an utterance`(_ example: Case) throws {
    let evidence = try evidence(
      example.words, word: example.wordConfidence, whole: example.confidence,
      isContested: example.isContested, reply: example.reply)
    #expect(try again(evidence, in: LiveScorerTests.round()).decision == example.decision)
  }

  @Test func `a clear score for a player, as reply and sentence, is a reply`() throws {
    let words = ["mike", "five"]
    let utterance = try again(evidence(words, reply: words), in: LiveScorerTests.round())
    #expect(try utterance.reply == .change(PlayerID(0), #require(Strokes(5))))
  }

  @Test func `the thresholds of then count, not those of now`() throws {
    let evidence = try evidence(["mike", "three"]) { $0.confidence.confirmBelow = 0.95 }
    let utterance = try again(evidence, in: LiveScorerTests.round())
    #expect(utterance.decision == .asks)
    #expect(
      try utterance.weighed(by: DecoderSettings.standard().confidence).decision == .savesItself)
  }

  @Test(arguments: [(["mike", "three"], true), (["uh"], false)])
  func `an unclear sentence could be accepted where it holds a score`(
    words: [String], isAcceptable: Bool
  ) throws {
    let utterance = try again(evidence(words, whole: 0.1), in: LiveScorerTests.round())
    #expect(utterance.result.scores.isEmpty)
    #expect(utterance.isAcceptable == isAcceptable)
  }
}
