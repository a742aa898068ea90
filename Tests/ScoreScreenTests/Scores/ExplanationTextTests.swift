import Testing

@testable import HyzerVoice
@testable import ScoreScreen

@Suite struct ExplanationTextTests {
  private let thresholds =
    "thresholds  a word below 0.40 a person confirms, below 0.02 leaves its score open; "
    + "all words below 0.50 are no score"
  private let ofReplies =
    "            a reply has confidence 0.85, of each word 0.50, coverage -10.0 and lead 3.0 or more"

  /// Words of 30 frames each, with a pause of 10 frames between them.
  private func hypothesis(
    _ words: [(text: String, margin: Double)], rivals: [String: RecognizedWord.Competitor] = [:],
    talk: [String: RecognizedWord.Competitor] = [:],
    isContested: Bool = false, rival: Hypothesis.Competitor? = nil
  ) throws -> Hypothesis {
    let confidence = try DecoderSettings.standard().confidence
    return Hypothesis(
      words: words.enumerated().map { index, word in
        RecognizedWord(
          text: word.text, confidence: confidence.confidence(loopLLR: word.margin),
          loopLLR: word.margin, competitor: rivals[word.text],
          garbage: talk[word.text], frames: index * 40 + 20..<index * 40 + 50)
      },
      confidence: words.isEmpty
        ? 0 : confidence.confidence(loopLLR: words.map(\.margin).min() ?? 0),
      isContested: isContested, competitor: rival)
  }

  private func text(
    _ hypothesis: Hypothesis, reply: ReplyHypothesis? = nil, samples: Range<Int>? = nil
  ) throws -> String {
    var settings = try DecoderSettings.standard()
    settings.confidence.confirmBelow = 0.4
    settings.confidence.askBelow = 0.02
    settings.confidence.rejectBelow = 0.5
    settings.replies.confidenceFrom = 0.85
    settings.replies.wordFrom = 0.5
    settings.replies.coverageFrom = -10
    settings.replies.leadFrom = 3
    let players = [Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake")]
    let round = try Round(hole: 7, par: 3, roster: Roster(players))
    let explanation = ScoredUtterance(
      Evidence(
        hypothesis: hypothesis, reply: reply, confidence: settings.confidence,
        replies: settings.replies, samples: samples),
      parsers: SpokenParsers(
        round: round, sentences: UtteranceParser(round: round),
        replies: ReplyParser(round: round)))
    return ExplanationText(explanation).lines.joined(separator: "\n")
  }

  @Test func `a clear sentence`() throws {
    let heard = try hypothesis([("mike", -8), ("three", -4), ("jake", -3), ("birdie", 1)])
    #expect(
      try text(heard, samples: 197_600..<233_600)
        == """
        heard       "mike three jake birdie", confidence 0.84, from 12.35 s to 14.60 s of the audio
        words       mike    0.20 s to 0.50 s  margin -8.0, confidence 0.84  Michael 1.00
                    three   0.60 s to 0.90 s  margin -4.0, confidence 0.89  3
                    jake    1.00 s to 1.30 s  margin -3.0, confidence 0.90  Jake 1.00
                    birdie  1.40 s to 1.70 s  margin 1.0, confidence 0.94  1 under par
        taken as    assign "mike three", assign "jake birdie"
        says        Michael 3 (1.00), Jake 2 (1.00)
        weighed     Michael 3 (0.84), Jake 2 (0.90)
        \(thresholds)
        decision    saves itself unless somebody objects
        """)
  }

  @Test func `what else may have been said`() throws {
    let heard = try hypothesis(
      [("mike", -8), ("three", -4)], talk: ["three": .init(text: "free", llr: -120)])
    let lines = try text(heard).split(separator: "\n").map(String.init)
    #expect(lines[2].hasSuffix("confidence 0.89, 120.0 behind talk \"free\"  3"))
  }

  @Test func `a contested sentence with unclear words that can be taken in two ways`() throws {
    let heard = try hypothesis(
      [("uh", -10), ("mike", -20), ("jake", -30), ("double", -20), ("bogey", -20)],
      rivals: [
        "mike": .init(text: "jake", llr: 412.34), "jake": .init(text: "mike", llr: -3.96),
        "double": .init(text: "triple", llr: 0),
      ],
      isContested: true, rival: Hypothesis.Competitor(transcript: "jake seven", llr: 812.4))
    #expect(
      try text(heard)
        == """
        heard       "uh mike jake double bogey", confidence 0.25
        beside it   "jake seven", 812 behind: contested, so a person confirms
        words       uh      0.20 s to 0.50 s  margin -10.0, confidence 0.80  [filler]
                    mike    0.60 s to 0.90 s  margin -20.0, confidence 0.53, 412.3 before "jake"  Michael 1.00
                    jake    1.00 s to 1.30 s  margin -30.0, confidence 0.25, 4.0 behind "mike"  Jake 1.00
                    double  1.40 s to 1.70 s  margin -20.0, confidence 0.53, 0.0 before "triple"  "double bogey" 2 over par; 2 over par
                    bogey   1.80 s to 2.10 s  margin -20.0, confidence 0.53  1 over par
        taken as    assign "uh mike jake double bogey"
                    list "uh mike jake double bogey"
        says        Michael 5 (1.00)
                    ? "uh mike jake double bogey" can be taken in several ways
                    ? "uh mike jake double bogey" can be taken in several ways
        weighed     no score
                    ? nothing like a score was heard
        \(thresholds)
        decision    taken for no score: the words are not clear enough
        why not     all words together reach 0.25 of 0.50
                    say it again, nearer to the microphone, or type it
        """)
  }

  @Test func `what keeps scores from saving themselves, and what to do`() throws {
    func reasons(_ hypothesis: Hypothesis) throws -> [String] {
      let lines = try text(hypothesis).split(separator: "\n").map(String.init)
      return lines.drop { !$0.hasPrefix("why not") }.map { String($0.dropFirst(12)) }
    }
    let again = "answer what is asked, or say it again, nearer to the microphone, or type it"
    let unclear = Hypothesis(
      words: [("mike", 0.9), ("three", 0.3)].enumerated().map { index, word in
        RecognizedWord(text: word.0, confidence: word.1, frames: index * 40..<index * 40 + 30)
      }, confidence: 0.9)
    #expect(try reasons(unclear) == ["\"three\" reaches 0.30 of 0.40", again])
    let contested = try hypothesis(
      [("mike", -8), ("three", -4)], isContested: true,
      rival: .init(transcript: "mike ten", llr: 5))
    #expect(
      try reasons(contested) == ["another sentence fits nearly as well: \"mike ten\"", again])
    var unheard = try hypothesis([("mike", -8), ("three", -4)])
    unheard.unheard = 50..<175
    #expect(
      try reasons(unheard)
        == ["something was said from 0.50 s to 1.75 s that was not understood", again])
    #expect(
      try reasons(try hypothesis([("uh", -8)])).last == "say a name and a score, or type them")
    #expect(
      try reasons(.nothing)
        == [
          "no word stands out from the noise", "say it again, nearer to the microphone, or type it",
        ])
    #expect(try reasons(try hypothesis([("mike", -8), ("three", -4)])).isEmpty)
  }

  @Test func `a correction within the sentence`() throws {
    let heard = try hypothesis([("mike", 0), ("three", 0), ("no", 0), ("four", 0)])
    #expect(
      try text(heard)
        == """
        heard       "mike three no four", confidence 0.93
        words       mike   0.20 s to 0.50 s  margin 0.0, confidence 0.93  Michael 1.00
                    three  0.60 s to 0.90 s  margin 0.0, confidence 0.93  3
                    no     1.00 s to 1.30 s  margin 0.0, confidence 0.93  [denial]
                    four   1.40 s to 1.70 s  margin 0.0, confidence 0.93  4
        taken as    assign "mike three", fixScore "no four"
        says        Michael 4 (1.00)
                    corrected: Michael 3 to 4
        weighed     Michael 4 (0.93)
                    corrected: Michael 3 to 4
        \(thresholds)
        decision    saves itself unless somebody objects
        """)
  }

  @Test func `a reply, beside no sentence`() throws {
    let reply = ReplyHypothesis(
      hypothesis: try hypothesis([("make", -4), ("it", -6), ("five", 2)]), loopLLR: -1.25,
      sentenceLLR: nil)
    #expect(
      try text(.nothing, reply: reply, samples: 0..<16_000)
        == """
        heard       nothing, from 0.00 s to 1.00 s of the audio
        reply       "make it five", confidence 0.87, least of a word 0.87, coverage -1.2, and no sentence
        says        no score
        \(thresholds)
        \(ofReplies)
        decision    taken for a reply: 5 instead
        """)
  }

  @Test func `a reply that is not clear enough, beside words that are no score`() throws {
    let reply = ReplyHypothesis(
      hypothesis: try hypothesis([("no", -9)]), loopLLR: 2, sentenceLLR: 12.5)
    #expect(
      try text(try hypothesis([("jake", -60), ("two", -50)]), reply: reply)
        == """
        heard       "jake two", confidence 0.01
        words       jake  0.20 s to 0.50 s  margin -60.0, confidence 0.01  Jake 1.00
                    two   0.60 s to 0.90 s  margin -50.0, confidence 0.03  2
        reply       "no", confidence 0.82, least of a word 0.82, coverage 2.0, lead over a sentence 12.5
        taken as    assign "jake two"
        says        Jake 2 (1.00)
        weighed     no score
                    ? nothing like a score was heard
        \(thresholds)
        \(ofReplies)
        decision    taken for no score: the words are not clear enough
        why not     all words together reach 0.01 of 0.50
                    say it again, nearer to the microphone, or type it
        """)
  }
}
