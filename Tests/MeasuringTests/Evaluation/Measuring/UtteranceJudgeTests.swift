import HyzerBase
import HyzerVoice
import TestSupport
import Testing

@testable import Measuring

/// The toolkit as it is installed, read once for all tests.
enum Installed {
  static let settings = Result { try DecoderSettings.standard() }
  static let lexicon = Result {
    try PronunciationLexicon.standard.get()
  }
}

func makeJudge(_ experiment: Experiment = Experiment()) throws -> UtteranceJudge {
  UtteranceJudge(
    experiment: experiment, lexicon: try Installed.lexicon.get(),
    settings: try Installed.settings.get())
}

private func makeLine(
  _ audio: String?, _ scores: [ScorePair], says transcript: String? = nil, isStream: Bool = false
) throws -> CorpusUtterance {
  let players = [
    Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake"), Player(name: "Sarah"),
  ]
  return CorpusUtterance(
    corpus: 0, line: 1, id: audio ?? transcript ?? "", audio: audio, transcript: transcript,
    round: try Round(hole: 7, roster: Roster(players)), scores: scores, isStream: isStream,
    tags: ["speaker": "a"])
}

/// Lends the path of a recording, and removes it.
private func withRecording<Value>(of samples: [Int16], _ body: (String) throws -> Value) throws
  -> Value
{
  try withTemporaryFolder { folder in
    try Recording.write(
      samples: samples, sampleRateHz: Recording.sampleRateHz, path: folder + "/recording.wav")
    return try body(folder + "/recording.wav")
  }
}

private func samples(_ name: String) throws -> [Int16] {
  try Recording(path: DemoAudio.path(name)).samples
}

private let quiet = [Int16](repeating: 0, count: 24_000)
private let pairs = DemoAudio.path("pairs.flac")
private let said = [
  ScorePair(player: "Michael", strokes: 3), ScorePair(player: "Jake", strokes: 4),
]
private let jakeThree = [ScorePair(player: "Jake", strokes: 3)]

@Suite struct `Utterance judge` {
  @Test func `a recording that is heard right has no stage to blame`() throws {
    let outcomes = try makeJudge().judge(makeLine(pairs, said, says: "mike three jake four"))
    let outcome = try #require(outcomes.first)
    #expect(outcomes.count == 1)
    #expect(outcome.accepted == said.sorted())
    #expect(outcome.result == .success)
    #expect(outcome.stage == nil)
    #expect(outcome.heard == ["mike", "three", "jake", "four"])
    #expect(outcome.tags == ["speaker": "a"])
    #expect(outcome.audioSHA256?.count == 64)
    #expect(abs(outcome.audioSeconds - (try Recording(path: pairs).durationSeconds)) < 1e-9)
    #expect(try #require(outcome.latencySeconds) > 0)
  }

  @Test(
    arguments: [
      // The recording says "four"; the label says that "five" was said.
      (
        pairs, [said[0], ScorePair(player: "Jake", strokes: 5)], "mike three jake five",
        .recognition
      ),
      // The parser reads more of the transcript than the label has.
      (pairs, [said[0]], "mike three jake four", .classification),
      (nil, jakeThree, "zorro three", .matching), (nil, jakeThree, "sarah three", .matching),
      // A score is accepted where there is none.
      (pairs, [], nil, .confirmation), (DemoAudio.path("unrelated.flac"), [], nil, nil),
      (nil, [], "coffee", nil),
    ] as [(String?, [ScorePair], String?, FailureStage?)])
  func `a failure is put down to the first stage that went wrong`(
    audio: String?, scores: [ScorePair], transcript: String?, stage: FailureStage?
  ) throws {
    let outcomes = try makeJudge().judge(makeLine(audio, scores, says: transcript))
    #expect(outcomes.map(\.stage) == [stage])
    #expect(outcomes.map(\.isExact) == [stage == nil])
    #expect(outcomes.map { $0.latencySeconds == nil } == [audio == nil])
  }

  @Test func `scores that were heard and not trusted are confirmation's failure`() throws {
    var strict = try Installed.settings.get()
    strict.confidence.rejectBelow = 1
    let judge = UtteranceJudge(
      experiment: Experiment(), lexicon: try Installed.lexicon.get(), settings: strict)
    let outcomes = try judge.judge(makeLine(pairs, said, says: "mike three jake four"))
    let unsure = try #require(outcomes.first)
    #expect(unsure.heard == ["mike", "three", "jake", "four"])
    #expect(unsure.accepted == [])
    #expect(try #require(unsure.confidence) > 0.5)
    #expect(unsure.stage == .confirmation)
  }

  @Test func `an utterance cut in two by the endpointer is endpointing's failure`() throws {
    // Two seconds after the second name end the utterance, and leave its score without a name.
    let sentence = try samples("golf.flac")
    let (start, end) = (sentence[..<(sentence.count / 2)], sentence[(sentence.count / 2)...])
    let pause = Array(quiet.prefix(16_000))
    try withRecording(of: pause + start + pause + pause + end + pause) { path in
      let line = try makeLine(
        path, said + [ScorePair(player: "Sarah", strokes: 1)],
        says: "mike par jake bogey sarah eagle")
      try #require(makeJudge().judge(line).map(\.isExact) == [true])
      var endpointed = Experiment()
      endpointed.isEndpointed = true
      #expect(try makeJudge(endpointed).judge(line).map(\.stage) == [.endpointing])
    }
  }

  @Test func `a stream keeps each player's last score, and counts what it accepted`() throws {
    let recorded = try quiet + samples("pairs.flac") + quiet + samples("scratch.flac") + quiet
    try withRecording(of: recorded) { path in
      let scores = [ScorePair(player: "Michael", strokes: 5), said[1]]
      let outcomes = try makeJudge().judge(makeLine(path, scores, isStream: true))
      #expect(outcomes.map(\.isExact) == [true])
      #expect(outcomes.map(\.acceptedUtterances) == [2])
    }
  }

  @Test func `a wrong commit in a stream counts, whatever is asked about beside it`() throws {
    // The second is heard, but could be another sentence as well.
    let recorded = try quiet + samples("reversed.flac") + quiet + samples("both.flac") + quiet
    try withRecording(of: recorded) { path in
      let outcomes = try makeJudge().judge(makeLine(path, [], isStream: true))
      #expect(outcomes.map(\.result) == [.partial])
      #expect(outcomes.map(\.isWrongCommit) == [true])
    }
  }

  // No level makes a ratio with silence; more than two minutes are a stream.
  @Test(arguments: [1, 121])
  func `silence and long recordings are heard in quiet only`(seconds: Int) throws {
    let silence = [Int16](repeating: 0, count: seconds * Recording.sampleRateHz)
    try withRecording(of: silence) { path in
      let outcomes = try makeJudge(windy()).judge(makeLine(path, []))
      #expect(outcomes.map(\.condition) == [0])
      #expect(outcomes.map(\.accepted) == [[]])
      #expect(outcomes.map(\.audioSeconds) == [Double(seconds)])
    }
  }

  @Test func `a recording that cannot be read fails, and the next one is judged as ever`() throws {
    let judge = try makeJudge()
    #expect(throws: RecordingError.missing(path: "/nowhere.wav")) {
      try judge.judge(makeLine("/nowhere.wav", []))
    }
    #expect(try judge.judge(makeLine(pairs, said)).map(\.isExact) == [true])
  }

  @Test func `noise depends on the seed and the recording, not on what else is heard`() throws {
    let samples = try samples("pairs.flac")
    let experiment = try windy()
    #expect(experiment.conditionCount == 3)
    let once = experiment.samples(samples, id: "a", condition: 1)
    #expect(once == experiment.samples(samples, id: "a", condition: 1))
    #expect(once != experiment.samples(samples, id: "b", condition: 1))
    #expect(experiment.samples(samples, id: "a", condition: 0) == samples)
  }

  /// White noise at two levels.
  private func windy() throws -> Experiment {
    var random = SeededGenerator(seed: 1)
    var experiment = Experiment()
    experiment.noises = [
      try NoiseMixer(
        noise: (0..<80_000).map { _ in Int16.random(in: -3000...3000, using: &random) })
    ]
    experiment.snrDecibels = [10, 0]
    return experiment
  }
}
