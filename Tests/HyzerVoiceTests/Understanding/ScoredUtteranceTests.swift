import Foundation
import Testing

@testable import HyzerVoice

@Suite struct ScoredUtteranceTests {
  /// Decides again on evidence after it was kept as JSON, as from a score log in another run.
  private func again(_ evidence: Evidence, in round: Round) throws -> ScoredUtterance {
    let kept = try JSONDecoder().decode(Evidence.self, from: JSONEncoder().encode(evidence))
    #expect(kept == evidence)
    return ScoredUtterance(
      kept, parsers: try SpokenParsers(round: round, lexicon: PronunciationLexicon.standard.get()))
  }

  @Test(arguments: ["pairs.flac", "correction.flac", "unrelated.flac"])
  func `what was kept gives the same scores as the recording did`(file: String) throws {
    let samples = try Speech.recording(file)
    let live = try DemoScorer.score(samples, listensForReplies: true, range: 0..<samples.count)
    #expect(live.evidence.samples == 0..<samples.count)
    #expect(try again(live.evidence, in: DemoScorer.round()) == live)
  }

  @Test func `between scores that fit as well the hole's par decides, also on the next hole`()
    throws
  {
    var settings = try DecoderSettings.standard()
    settings.grammarWeights.strokes = 40
    let roster = try Roster([Player(name: "Mike")])
    var scorer = try UtteranceScorer(
      round: Round(hole: 1, par: 3, roster: roster), lexicon: PronunciationLexicon.standard.get(),
      settings: settings)
    // Neither five nor nine, which are both rare on a par of 3.
    let said = try Speech.saying("Mike fry")
    for (hole, par, heard) in [(1, 3, "mike nine"), (2, 5, "mike five"), (3, 3, "mike nine")] {
      try scorer.move(to: Round(hole: hole, par: par, roster: roster))
      let utterance = try scorer.score(said)
      #expect(utterance.hypothesis.transcript == heard)
      #expect(utterance.decision != .savesItself)
    }
  }

  private func evidence(
    _ words: [String], word: Double = 0.96, each: [Double]? = nil, lastLLR: Double = 0,
    whole: Double = 0.96, isContested: Bool = false, reply: [String]? = nil,
    change: (inout DecoderSettings) -> Void = { _ in }
  ) throws -> Evidence {
    var settings = try DecoderSettings.standard()
    change(&settings)
    func hypothesis(_ words: [String]) -> Hypothesis {
      Hypothesis(
        words: zip(words, each ?? words.map { _ in word }).map {
          RecognizedWord(text: $0, confidence: $1, loopLLR: $0 == words.last ? lastLLR : 0)
        }, confidence: whole, isContested: isContested)
    }
    return Evidence(
      hypothesis: hypothesis(words),
      reply: reply.map {
        ReplyHypothesis(hypothesis: hypothesis($0), loopLLR: 0, sentenceLLR: 1)
      },
      confidence: settings.confidence, replies: settings.replies, samples: nil)
  }

  private static let pair = ["mike", "three"]

  /// Words, the confidence of each and of all, whether they are contested, and the words of a reply.
  @Test(
    arguments: [
      (pair, 0.96, 0.96, false, nil, .savesItself), (pair, 0.1, 0.96, false, nil, .asks),
      // Neither what is contested nor what is less clear as a whole saves itself.
      (pair, 1, 1, true, nil, .asks), (pair, 0.96, 0.9, false, nil, .asks),
      (pair, 0.96, 0.1, false, nil, .rejected),
      (["uh"], 0.96, 0.96, false, nil, .notUnderstood), ([], 0.96, 0, false, nil, .nothingHeard),
      (["uh"], 0.96, 0.96, false, ["undo"], .reply(.undo)),
      (pair, 0.96, 0.96, false, ["no"], .reply(.dismiss)), (pair, 0.2, 0.96, false, ["no"], .asks),
      (pair, 0.96, 0.96, false, ["make", "it"], .savesItself),
      // Whoever says "that's" goes on; whoever praises a putt has said all.
      (pair + ["that's"], 1, 1, false, nil, .asks),
      (pair + ["and", "then"], 1, 1, false, nil, .asks),
      (["that's", "a"] + ["three", "for", "mike"], 1, 1, false, nil, .savesItself),
      (pair + ["nice", "putt"], 1, 1, false, nil, .savesItself),
      // A score for a player that is not clear, as reply and sentence.
      (pair, 0.5, 0.96, false, pair, .asks),
    ] as [([String], Double, Double, Bool, [String]?, ScoredUtterance.Decision)])
  func `it is decided what comes of an utterance`(
    words: [String], word: Double, whole: Double, isContested: Bool, reply: [String]?,
    decision: ScoredUtterance.Decision
  ) throws {
    let evidence = try evidence(
      words, word: word, whole: whole, isContested: isContested, reply: reply)
    #expect(try again(evidence, in: DemoScorer.round()).decision == decision)
  }

  /// What was heard, the sentence that explains the audio nearly as well, and what comes of it.
  @Test(arguments: [
    ("mike had a three", "mike um three", ScoredUtterance.Decision.savesItself),
    ("michael had a three", "mike three", .savesItself), ("mike three", "mike par", .savesItself),
    ("mike had a three", "mike um jake three", .asks), ("mike three", "mike four", .asks),
    ("mike three", "mike three jake four", .asks), ("mike three", "mike three jake", .asks),
    ("mike three", "on hole four mike three", .asks), ("mike three", "no mike three", .asks),
    ("mike three", "uh", .asks),
  ])
  func `a sentence is contested by one that says something else`(
    heard: String, other: String, decision: ScoredUtterance.Decision
  ) throws {
    let settings = try DecoderSettings.standard()
    let hypothesis = Hypothesis(
      words: heard.split(separator: " ").map { RecognizedWord(text: String($0), confidence: 1) },
      confidence: 1, isContested: true,
      competitor: Hypothesis.Competitor(transcript: other, llr: 500))
    let utterance = try again(
      Evidence(
        hypothesis: hypothesis, reply: nil, confidence: settings.confidence,
        replies: settings.replies, samples: nil), in: DemoScorer.round())
    #expect(utterance.decision == decision)
    #expect(utterance.isContested == (decision == .asks))
  }

  @Test func `a sentence in which something was not heard is asked about`() throws {
    var hypothesis = Hypothesis(
      words: Self.pair.map { RecognizedWord(text: $0, confidence: 1) }, confidence: 1)
    let settings = try DecoderSettings.standard()
    func decision() throws -> ScoredUtterance.Decision {
      try again(
        Evidence(
          hypothesis: hypothesis, reply: nil, confidence: settings.confidence,
          replies: settings.replies, samples: nil), in: DemoScorer.round()
      ).decision
    }
    #expect(try decision() == .savesItself)
    hypothesis.unheard = 90..<130
    #expect(try decision() == .asks)
  }

  @Test(
    arguments: [
      (["mike", "three", "jake", "four"], [0.5, 0.9, 0.9, 0.9], -31, true),
      (["mike", "three", "jake", "four"], [0.5, 0.9, 0.9, 0.9], -30, false),
      (["mike", "three", "jake", "four"], [0.9, 0.9, 0.49, 0.9], -31, false),
      (["mike", "three"], [0.9, 0.1], -31, true),
      // One word cannot be both a name and a score; an article says nothing.
      (["mike"], [0.9], -31, false), (["mike", "a", "three"], [0.9, 0.1, 0.9], -31, true),
      ([], [], -31, false),
      // Whoever hesitates goes on, however well that is heard.
      (["mike", "uh"], [0.5, 0.1], 0, true), (["mike", "uh"], [0.49, 0.9], 0, false),
      (["mike", "uh", "three"], [0.9, 0.9, 0.9], 0, false), (["uh"], [0.9], 0, false),
    ] as [([String], [Double], Double, Bool)])
  func `what breaks off is known by its last word, which alone does not fit the audio`(
    words: [String], each: [Double], lastLLR: Double, breaksOff: Bool
  ) throws {
    let utterance = try again(
      evidence(words, each: each, lastLLR: lastLLR), in: DemoScorer.round())
    let thresholds = try DecoderSettings.standard().unfinished
    #expect(utterance.breaksOff(thresholds) == breaksOff)
    let reply = try again(
      evidence(words, lastLLR: lastLLR, reply: ["undo"]), in: DemoScorer.round())
    #expect(reply.reply == .undo && !reply.breaksOff(thresholds))
  }

  @Test(
    arguments: [
      // A score is as sure as the least clear of its words, and is confirmed or asked about.
      (
        "mike three jake four", [0.9, 0.6, 0.8, 0.7], 0.9, false,
        "success Michael 3 0.6, Jake 4 0.7"
      ),
      (
        "mike three jake four", [0.9, 0.4, 0.8, 0.7], 0.9, false,
        "partial Michael 3 0.4, Jake 4 0.7 | lowConfidence Michael 3"
      ),
      (
        "mike three jake four", [0.9, 0.2, 0.8, 0.7], 0.9, false,
        "partial Jake 4 0.7 | lowConfidence Michael 3"
      ),
      // A hesitation may stand for words that no form has, but for one at the beginning.
      (
        "mike uh three", [0.9, 0.9, 0.9], 0.9, false,
        "partial Michael 3 \(0.5.nextDown) | lowConfidence Michael 3"
      ),
      ("uh mike three", [0.9, 0.9, 0.9], 0.9, false, "success Michael 3 0.9"),
      // An utterance that is unclear as a whole holds no score or correction.
      ("mike three no four", [0.9, 0.9, 0.9, 0.9], 0.4, false, "failed  | lowConfidence"),
      // An unclear word beside the scores keeps them from saving themselves.
      (
        "mike three jake four scratch that", [0.9, 0.9, 0.9, 0.9, 0.1, 0.1], 0.9, false,
        "partial Michael 3 0.9 | lowConfidence Michael"
      ),
      // What is contested is to be confirmed, however clear its words are, and is logged as such.
      (
        "mike three", [0.9, 0.9], 0.9, true,
        "partial Michael 3 \(0.5.nextDown) | lowConfidence Michael 3"
      ),
    ] as [(String, [Double], Double, Bool, String)])
  func `words that were heard less clearly weigh less`(
    text: String, each: [Double], whole: Double, isContested: Bool, expected: String
  ) throws {
    let evidence = try evidence(
      text.split(separator: " ").map(String.init), each: each, whole: whole,
      isContested: isContested
    ) {
      $0.confidence.confirmBelow = 0.5
      $0.confidence.askBelow = 0.3
      $0.confidence.rejectBelow = 0.5
    }
    let round = try DemoScorer.round()
    let result = try again(evidence, in: round).result
    let scores = result.scores.map {
      "\(round.roster[$0.player].name) \($0.strokes.count) \($0.confidence)"
    }
    let problems = result.problems.map { problem in
      (["| \(problem.kind)"] + problem.candidates.map { round.roster[$0].name }
        + (problem.strokes.map { ["\($0.count)"] } ?? [])).joined(separator: " ")
    }
    #expect(result.corrections.isEmpty)
    #expect(
      (["\(result.status) " + scores.joined(separator: ", ")] + problems).joined(separator: " ")
        == expected)
  }

  /// The round is at hole 7.
  @Test(arguments: [
    ("hole six, Mike three", "slt", 6), ("hole six, Mike three", "awb", 6),
    ("on hole three Sarah had five", "rms", 3), ("on seven Mike had four", "rms", 7),
    ("on eight Mike four, Jake five", "awb", 8),
  ])
  func `a hole that is said by voice is heard, and its number is no score`(
    text: String, voice: String, hole: Int
  ) throws {
    let heard = try DemoScorer.score(Speech.saying(text, voice: voice))
    #expect(heard.result.hole == hole, "\(heard.hypothesis.transcript)")
  }

  @Test(arguments: [
    ("Hey Hyzer, Mike three, Jake four", "slt", "hey hyzer mike three jake four"),
    ("Mike three, Jake four, thank you", "rms", "mike three jake four thank you"),
    ("Mike three, nice putt, Jake four", "awb", "mike three nice putt jake four"),
    ("Mike three, Jake four, let's go", "slt", "mike three jake four let's go"),
    ("that was Mike three, Jake four", "rms", "that was mike three jake four"),
  ])
  func `words around scores are heard, and give nobody one`(
    text: String, voice: String, transcript: String
  ) throws {
    let heard = try DemoScorer.score(Speech.saying(text, voice: voice))
    #expect(heard.hypothesis.transcript == transcript)
    #expect(heard.scores.map { "\($0.player) \($0.strokes)" } == ["Michael 3", "Jake 4"])
  }

  @Test(arguments: [
    (
      "Mike two and everybody else three", "kal16", ["Michael 2", "Jake 3", "Sarah 3", "Siobhan 3"]
    ),
    ("Mike double", "awb", ["Michael 5"]),
    ("Mike and Sarah both parred", "rms", ["Michael 3", "Sarah 3"]),
    ("Mike three, no wait, four", "slt", ["Michael 4"]),
    ("Mike ended up with a five", "rms", ["Michael 5"]),
    ("everybody but Jake got a four", "slt", ["Michael 4", "Sarah 4", "Siobhan 4"]),
    ("pars across the board", "slt", ["Michael 3", "Jake 3", "Sarah 3", "Siobhan 3"]),
    ("another birdie for Sarah", "rms", ["Sarah 2"]),
    ("Mike saved par", "slt", ["Michael 3"]),
  ])
  func `what was heard as a rarer score is heard`(
    text: String, voice: String, scores: [String]
  ) throws {
    let heard = try DemoScorer.score(Speech.saying(text, voice: voice))
    #expect(heard.scores.map { "\($0.player) \($0.strokes)" } == scores)
  }

  @Test(arguments: [("Mike birdied the last two", "slt"), ("Mike going for eagle", "rms")])
  func `what somebody did before, or is about to do, is heard and gives no score`(
    text: String, voice: String
  ) throws {
    let heard = try DemoScorer.score(Speech.saying(text, voice: voice))
    #expect(heard.scores.isEmpty, "\(heard.hypothesis.transcript)")
    #expect(
      heard.hypothesis.transcript.hasSuffix(
        text.lowercased().split(separator: " ").suffix(2).joined(separator: " ")))
  }

  @Test func `a score does not save itself where something behind it was not heard`() throws {
    let heard = try DemoScorer.score(Speech.saying("Mike three, no", voice: "kal16"))
    #expect(heard.hypothesis.unheard != nil, "\(heard.hypothesis.transcript)")
    #expect(heard.decision == .asks)
  }

  @Test func `a clear score for a player, as reply and sentence, is a reply`() throws {
    let words = ["mike", "five"]
    let utterance = try again(evidence(words, reply: words), in: DemoScorer.round())
    #expect(try utterance.reply == .change(PlayerID(0), .strokes(#require(Strokes(5)))))
  }

  @Test func `the thresholds of then count, not those of now`() throws {
    let evidence = try evidence(["mike", "three"]) { $0.confidence.confirmBelow = 0.97 }
    let utterance = try again(evidence, in: DemoScorer.round())
    #expect(utterance.decision == .asks)
  }

  @Test(arguments: [(["mike", "three"], true), (["uh"], false)])
  func `an unclear sentence could be accepted where it holds a score`(
    words: [String], isAcceptable: Bool
  ) throws {
    let utterance = try again(evidence(words, whole: 0.1), in: DemoScorer.round())
    #expect(utterance.result.scores.isEmpty)
    #expect(utterance.isAcceptable == isAcceptable)
  }
}
