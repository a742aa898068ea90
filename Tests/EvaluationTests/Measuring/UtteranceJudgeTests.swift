import Audio
import Evaluation
import Foundation
import Golf
import Language
import Pronunciation
import Randomness
import Recognition
import TestSupport
import Testing

/// The toolkit as it is installed, read once for all tests.
enum Installed {
  static let settings = Result { try DecoderSettings.standard() }
  static let lexicon = Result {
    try PronunciationLexicon(dictionaryPaths: settings.get().dictionaries)
  }
}

func makeJudge(_ experiment: Experiment = Experiment()) throws -> UtteranceJudge {
  UtteranceJudge(
    experiment: experiment, lexicon: try Installed.lexicon.get(),
    settings: try Installed.settings.get())
}

func makeLine(
  _ audio: String?, _ scores: [ScorePair], says transcript: String? = nil, line: Int = 1,
  players: [Player] = [
    Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake"), Player(name: "Sarah"),
  ], isStream: Bool = false
) throws -> CorpusUtterance {
  CorpusUtterance(
    corpus: 0, line: line, id: audio ?? transcript ?? "", audio: audio, transcript: transcript,
    round: try Round(hole: 7, roster: Roster(players)), scores: scores, isStream: isStream,
    tags: ["speaker": "a"])
}

private let said = [
  ScorePair(player: "Michael", strokes: 3), ScorePair(player: "Jake", strokes: 4),
]

@Suite struct `Utterance judge` {
  @Test func `a recording that is heard right has no stage to blame`() throws {
    let path = DemoAudio.path("pairs.flac")
    let outcomes = try makeJudge().judge(makeLine(path, said, says: "mike three jake four"))
    let outcome = try #require(outcomes.first)
    #expect(outcomes.count == 1)
    #expect(outcome.accepted == said.sorted())
    #expect(outcome.result == .success)
    #expect(outcome.stage == nil)
    #expect(outcome.heard == ["mike", "three", "jake", "four"])
    #expect(outcome.tags == ["speaker": "a"])
    #expect(outcome.audioSHA256?.count == 64)
    #expect(abs(outcome.audioSeconds - (try Recording.read(path: path).durationSeconds)) < 1e-9)
    #expect(try #require(outcome.latencySeconds) > 0)
  }

  @Test func `words that were said and not heard are the recogniser's failure`() throws {
    // The recording says "four"; the label says that "five" was said.
    let five = [said[0], ScorePair(player: "Jake", strokes: 5)]
    let outcomes = try makeJudge().judge(
      makeLine(DemoAudio.path("pairs.flac"), five, says: "mike three jake five"))
    #expect(outcomes.map(\.stage) == [.recognition])
  }

  @Test func `a transcript that the parser reads otherwise is classification's failure`() throws {
    let outcomes = try makeJudge().judge(
      makeLine(DemoAudio.path("pairs.flac"), [said[0]], says: "mike three jake four"))
    #expect(outcomes.map(\.stage) == [.classification])
  }

  @Test func `a name that nobody has is matching's failure`() throws {
    let scores = [ScorePair(player: "Jake", strokes: 3)]
    #expect(
      try makeJudge().judge(makeLine(nil, scores, says: "zorro three")).map(\.stage) == [.matching])
    #expect(
      try makeJudge().judge(makeLine(nil, scores, says: "sarah three")).map(\.stage) == [.matching])
  }

  @Test func `scores that were heard and not trusted are confirmation's failure`() throws {
    var strict = try Installed.settings.get()
    strict.confidence.rejectBelow = 1
    let judge = UtteranceJudge(
      experiment: Experiment(), lexicon: try Installed.lexicon.get(), settings: strict)
    let outcomes = try judge.judge(
      makeLine(DemoAudio.path("pairs.flac"), said, says: "mike three jake four"))
    let unsure = try #require(outcomes.first)
    #expect(unsure.heard == ["mike", "three", "jake", "four"])
    #expect(unsure.accepted == [])
    #expect(try #require(unsure.confidence) > 0.5)
    #expect(unsure.stage == .confirmation)
  }

  @Test func `what is accepted of a negative is confirmation's failure`() throws {
    let outcomes = try makeJudge().judge(makeLine(DemoAudio.path("pairs.flac"), []))
    #expect(outcomes.map(\.stage) == [.confirmation])
    #expect(outcomes.map(\.acceptedUtterances) == [1])
  }

  @Test func `the unrelated sentence is accepted nowhere`() throws {
    let outcomes = try makeJudge().judge(makeLine(DemoAudio.path("unrelated.flac"), []))
    #expect(outcomes.map(\.accepted) == [[]])
    #expect(outcomes.map(\.stage) == [nil])
  }

  @Test func `an utterance cut in two by the endpointer is endpointing's failure`() throws {
    // A pause before the last number ends the utterance, and leaves the number without a name.
    try withAudioFile(seconds: 0) { path in
      let sentence = try Recording.read(path: DemoAudio.path("list.flac")).samples
      let quiet = [Int16](repeating: 0, count: 16_000)
      let cut = sentence.count / 2
      try Recording.write(
        samples: quiet + sentence[..<cut] + quiet + sentence[cut...] + quiet,
        sampleRateHz: Recording.sampleRateHz, path: path)
      let line = try makeLine(
        path, said + [ScorePair(player: "Sarah", strokes: 2)],
        says: "mike jake sarah three four two")
      let whole = try makeJudge().judge(line)
      let cutUp = try makeJudge(Experiment(isEndpointed: true)).judge(line)
      try #require(whole.map(\.isExact) == [true])
      #expect(cutUp.map(\.isExact) == [false])
      #expect(cutUp.map(\.stage) == [.endpointing])
    }
  }

  @Test func `a stream keeps each player's last score, and counts what it accepted`() throws {
    try withAudioFile(seconds: 0) { path in
      let quiet = [Int16](repeating: 0, count: 24_000)
      let first = try Recording.read(path: DemoAudio.path("pairs.flac")).samples
      let second = try Recording.read(path: DemoAudio.path("scratch.flac")).samples
      try Recording.write(
        samples: quiet + first + quiet + second + quiet, sampleRateHz: Recording.sampleRateHz,
        path: path)
      let outcomes = try makeJudge().judge(
        makeLine(
          path, [ScorePair(player: "Michael", strokes: 5), said[1]], isStream: true))
      #expect(outcomes.map(\.isExact) == [true])
      #expect(outcomes.map(\.acceptedUtterances) == [2])
    }
  }

  @Test func `a wrong commit in a stream counts, whatever is asked about beside it`() throws {
    try withAudioFile(seconds: 0) { path in
      let quiet = [Int16](repeating: 0, count: 24_000)
      let clear = try Recording.read(path: DemoAudio.path("reversed.flac")).samples
      // This is heard, but could be another sentence as well.
      let unclear = try Recording.read(path: DemoAudio.path("both.flac")).samples
      try Recording.write(
        samples: quiet + clear + quiet + unclear + quiet,
        sampleRateHz: Recording.sampleRateHz, path: path)
      let outcomes = try makeJudge().judge(makeLine(path, [], isStream: true))
      #expect(outcomes.map(\.result) == [.partial])
      #expect(outcomes.map(\.isWrongCommit) == [true])
    }
  }

  @Test func `silence is heard in no noise, since no level makes a ratio with it`() throws {
    try withAudioFile(seconds: 1) { path in
      let outcomes = try makeJudge(.windy).judge(makeLine(path, []))
      #expect(outcomes.map(\.condition) == [0])
    }
  }

  @Test func `a text has no latency`() throws {
    let outcomes = try makeJudge().judge(makeLine(nil, [], says: "coffee"))
    #expect(outcomes.map(\.latencySeconds) == [nil])
  }

  @Test func `a recording longer than two minutes is a stream, and heard in quiet only`() throws {
    try withAudioFile(seconds: 121) { path in
      let outcomes = try makeJudge(.windy).judge(makeLine(path, []))
      #expect(outcomes.map(\.condition) == [0])
      #expect(outcomes.map(\.accepted) == [[]])
      #expect(outcomes.map(\.audioSeconds) == [121])
    }
  }

  @Test func `a recording that cannot be read fails, and the next one is judged as ever`() throws {
    let judge = try makeJudge()
    #expect(throws: RecordingError.missing(path: "/nowhere.wav")) {
      try judge.judge(makeLine("/nowhere.wav", []))
    }
    let next = try judge.judge(makeLine(DemoAudio.path("pairs.flac"), said))
    #expect(next.map(\.isExact) == [true])
  }

  @Test func `noise depends on the seed and the recording, not on what else is heard`() throws {
    let samples = try Recording.read(path: DemoAudio.path("pairs.flac")).samples
    let experiment = try Experiment.windy
    #expect(experiment.conditions.map(\.snrDecibels) == [nil, 10, 0])
    let once = experiment.samples(samples, id: "a", condition: 1)
    #expect(once == experiment.samples(samples, id: "a", condition: 1))
    #expect(once != experiment.samples(samples, id: "b", condition: 1))
    #expect(experiment.samples(samples, id: "a", condition: 0) == samples)
  }
}

extension Experiment {
  /// White noise at two levels.
  static var windy: Experiment {
    get throws { try noisy([10, 0]) }
  }

  private static func noisy(_ levels: [Double]) throws -> Experiment {
    var random = SeededGenerator(seed: 1)
    let noise = (0..<80_000).map { _ in Int16.random(in: -3000...3000, using: &random) }
    return Experiment(
      noises: [.init(name: "white", mixer: try NoiseMixer(noise: noise))], snrDecibels: levels)
  }
}

/// Lends the path of a recording of digital silence, and removes it.
func withAudioFile<Value>(seconds: Int, _ body: (String) throws -> Value) throws -> Value {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("hyzer-measuring-\(UUID().uuidString).wav").path
  try Recording.write(
    samples: [Int16](repeating: 0, count: seconds * Recording.sampleRateHz),
    sampleRateHz: Recording.sampleRateHz, path: path)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}
