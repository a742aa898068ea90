import Foundation
import Testing

@testable import HyzerVoice

@Suite struct `Hypotheses in score logs` {
  @Test func `a hypothesis is the same after it was kept as JSON, under keys that never change`()
    throws
  {
    let reply = ReplyHypothesis(
      hypothesis: Hypothesis(
        words: [
          RecognizedWord(
            text: "four", confidence: 0.5, loopLLR: -3.25, competitor: .init(text: "five", llr: -8),
            garbage: .init(text: "for", llr: 12),
            frames: 3..<40)
        ], confidence: 0.25, isContested: true,
        competitor: .init(transcript: "mike two", llr: -12.5)), loopLLR: -1.5, sentenceLLR: 0.75)
    let json = """
      {"coverage":-1.5,"hypothesis":{"confidence":0.25,"isContested":true,\
      "rival":{"lead":-12.5,"transcript":"mike two"},"words":[{"confidence":0.5,"frames":[3,40],\
      "margin":-3.25,"rival":{"lead":-8,"text":"five"},\
      "talk":{"lead":12,"text":"for"},"text":"four"}]},"lead":0.75}
      """
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(reply), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(ReplyHypothesis.self, from: Data(json.utf8)) == reply)
  }

  @Test func `a word that was kept without a competitor has none`() throws {
    let json = """
      {"text": "mike", "confidence": 0.5, "margin": -3.25, "frames": [3, 40]}
      """
    #expect(
      try JSONDecoder().decode(RecognizedWord.self, from: Data(json.utf8))
        == RecognizedWord(text: "mike", confidence: 0.5, loopLLR: -3.25, frames: 3..<40))
  }
}

@Suite struct `What was likely before` {
  /// Returns how sure "three" is beside "eight", by its LLR in the audio and by how much rarer each is.
  ///
  /// `loopLLR` is the LLR per frame against the phone loop.
  private func confidence(llr: Double, _ rarities: [String: Double], loopLLR: Int32 = 0) throws
    -> Double
  {
    let settings = try DecoderSettings.standard()
    let entries = try ["three": "TH R IY", "eight": "EY T"].map { word, phones in
      LexiconEntry(id: word, text: word, pronunciations: [try Pronunciation(parsing: phones)])
    }
    let heard = Hypothesis(
      sentence: [Segment(word: "three", frames: 0..<40, score: 40 * loopLLR)],
      words: WordTable(entries),
      competitors: [.init(text: "eight", llr: llr)], rarities: rarities, garbage: [nil],
      beside: FrameScores([]), settings: settings, isContested: false, unheard: nil,
      competitor: nil)
    return try #require(heard.words.first).confidence
  }

  @Test func `it makes a word sure enough to be shown, and never to save itself`() throws {
    let confirmBelow = try DecoderSettings.standard().confidence.confirmBelow
    let askBelow = try DecoderSettings.standard().confidence.askBelow
    // Another word sounds better by itself.
    #expect(try confidence(llr: -200, [:]) < askBelow)
    #expect(try confidence(llr: -200, ["three": 0, "eight": 12]) > askBelow)
    // Nearly sure, and sure, by the audio.
    let (nearly, sure) = (300.0, 500.0)
    #expect(try confidence(llr: nearly, ["three": 0, "eight": 12]) == confirmBelow.nextDown)
    #expect(try confidence(llr: sure, [:]) > confirmBelow)
    for rarities in [["three": 0.0, "eight": 12], ["three": 12, "eight": 0], ["three": 4]] {
      #expect(try confidence(llr: sure, rarities) == confidence(llr: sure, [:]))
    }
    // However clear it is of all other words, it has to fit the audio.
    let least = try Int32(DecoderSettings.standard().wordConfidence.poorLoopLLR)
    #expect(try confidence(llr: sure, [:], loopLLR: least) > confirmBelow)
    #expect(try confidence(llr: sure, [:], loopLLR: least - 1) == confirmBelow.nextDown)
    #expect(try confidence(llr: -200, [:], loopLLR: least - 1) < askBelow)
    // What is rare is shown as what was heard.
    #expect(try confidence(llr: -10, ["three": 12, "eight": 0]) == confidence(llr: -10, [:]))
  }
}

@Suite struct ReplyThresholdTests {
  @Test(
    arguments: [
      (0.9, 0.5, 7, 0.5, false, true), (0.89, 0.5, 7, 0.5, false, false),
      (0.9, 0.49, 7, 0.5, false, false), (0.9, 0.5, 6.9, 0.5, false, false),
      (0.9, 0.5, 7, 0.4, false, false),
      // The sentence that was heard is the reply itself, or there is none.
      (0.9, 0.5, 7, 0, true, true), (0.9, 0.5, 7, nil, false, true),
    ] as [(Double, Double, Double, Double?, Bool, Bool)])
  func `a reply is clear, covers all that was said, and fits better than a sentence`(
    confidence: Double, word: Double, loopLLR: Double, sentenceLLR: Double?, isSentence: Bool,
    isAccepted: Bool
  ) throws {
    var replies = try DecoderSettings.standard().replies
    replies.confidenceFrom = 0.9
    replies.wordFrom = 0.5
    replies.coverageFrom = 7
    replies.leadFrom = 0.5
    let words = [0.99, word].map { RecognizedWord(text: "no", confidence: $0) }
    let reply = ReplyHypothesis(
      hypothesis: Hypothesis(words: words, confidence: confidence), loopLLR: loopLLR,
      sentenceLLR: sentenceLLR)
    #expect(replies.accept(reply, isSentence: isSentence) == isAccepted)
  }
}

@Suite struct ConfidenceTests {
  @Test func `confidence is one half at the center and grows with the LLR`() throws {
    let confidence = try DecoderSettings.standard().confidence
    #expect(confidence.confidence(loopLLR: confidence.center) == 0.5)
    let values = [-1000, -60, -20, 0, 1000].map { confidence.confidence(loopLLR: $0) }
    #expect(values == values.sorted())
    #expect(values.allSatisfy { (0...1).contains($0) })
  }
}

private let example = DecoderSettings.WordConfidence(
  offset: 0.5, loopLLR: 0.25, competitorLLR: 0.125, poorGarbageLLR: -16, poorFit: 0.5,
  poorLoopLLR: -35, uncontestedLLR: 400, mostLLR: 900, mostFramesPerPhone: 45)

@Suite struct WordConfidenceTests {
  @Test func `a word without competitors is sure unless the grammar may have made it up`() throws {
    let settings = try DecoderSettings.standard()
    let (measures, sure) = (settings.wordConfidence, settings.confidence.confirmBelow)
    #expect(measures.confidence(loopLLR: -34, competitor: nil, garbage: nil) >= sure)
    #expect(measures.confidence(loopLLR: -36, competitor: nil, garbage: nil) < sure)
  }

  @Test(
    arguments: [
      (0, 0, nil, 0.5), (-6, 0, nil, -1), (0, 64, nil, 1.5), (0, -64, nil, -0.5),
      (4, 16, nil, 2), (-8, nil, nil, 1), (0, 9000, nil, 4.25),
      // A word that fits no worse than many do, and one that does.
      (0, 0, 64, 0.5), (0, 0, -16, 0.5), (0, 0, -64, -1.5),
    ] as [(Double, Double?, Double?, Double)])
  func `the log-odds are a sum of LLRs and their roots`(
    loop: Double, competitor: Double?, garbage: Double?, expected: Double
  ) {
    let confidence = example.confidence(
      loopLLR: loop, competitor: competitor, garbage: garbage)
    #expect(abs(log(confidence / (1 - confidence)) - expected) < 1e-9)
  }

  @Test func `confidence grows with each LLR, from 0 to 1, up to the most`() throws {
    let standard = try DecoderSettings.standard().wordConfidence
    let steps = [-1e6, -400, -30, -1, 0, 1, 30, 400, 1e6]
    for fixed in [-60.0, 0, 60] {
      for values in [
        steps.map { standard.confidence(loopLLR: $0, competitor: fixed, garbage: nil) },
        steps.map { standard.confidence(loopLLR: fixed, competitor: $0, garbage: nil) },
      ] {
        #expect(values == values.sorted())
        // Far out they are 0 and 1, in between no two are the same.
        #expect(Set(values[1..<8]).count == 7)
        #expect(values.allSatisfy { (0...1).contains($0) })
      }
    }
    let most = standard.confidence(loopLLR: -10, competitor: standard.mostLLR, garbage: nil)
    #expect(
      standard.confidence(loopLLR: -10, competitor: standard.mostLLR * 9, garbage: nil) == most)
    #expect(
      standard.confidence(loopLLR: -10, competitor: standard.mostLLR / 2, garbage: nil) < most)
  }
}

@Suite struct SentenceConfidenceTests {
  private static func word(loop: Double, competitor: Double?, garbage: Double?) -> RecognizedWord {
    RecognizedWord(
      text: "mike", confidence: 0.5, loopLLR: loop,
      competitor: competitor.map { .init(text: "jake", llr: $0) },
      garbage: garbage.map { .init(text: "might", llr: $0) })
  }

  @Test func `no competitor makes a sentence surer than the most`() throws {
    let settings = try DecoderSettings.standard()
    let (words, sentence) = (settings.wordConfidence, settings.sentenceConfidence)
    for garbage in [-400.0, 0, 2000] {
      let most = sentence.mostConfidence(loopLLRs: [-40, -10], garbage: [garbage], by: words)
      func confidence(_ competitor: Double?) -> Double {
        sentence.confidence(
          words: [
            Self.word(loop: -40, competitor: competitor, garbage: garbage),
            Self.word(loop: -10, competitor: competitor, garbage: nil),
          ], by: words)
      }
      #expect([-1e6, 0, 400, nil].allSatisfy { confidence($0) < most })
      #expect(confidence(1e6) == most)
    }
  }

  @Test(
    arguments: [
      ([word(loop: 0, competitor: 0, garbage: 0)], -2),
      ([word(loop: -4, competitor: 0, garbage: 0)], -4),
      ([word(loop: -4, competitor: 0, garbage: 0), word(loop: 0, competitor: 0, garbage: 0)], -3),
      // No competitor counts as a good one, and no comparison with the garbage model as none.
      ([word(loop: 0, competitor: nil, garbage: nil)], 3),
      (
        [
          word(loop: 0, competitor: 16, garbage: 64), word(loop: 0, competitor: -16, garbage: nil),
        ], -1
      ),
      ([word(loop: 0, competitor: 9000, garbage: -64)], 4.5),
    ] as [([RecognizedWord], Double)])
  func `the log-odds grow with the words' means`(words: [RecognizedWord], logOdds: Double) {
    let sentence = DecoderSettings.SentenceConfidence(
      offset: -2, loopLLR: 0.5, competitorLLR: 0.25, garbageLLR: 0.125)
    let confidence = sentence.confidence(words: words, by: example)
    #expect(abs(log(confidence / (1 - confidence)) - logOdds) < 1e-9)
  }
}
