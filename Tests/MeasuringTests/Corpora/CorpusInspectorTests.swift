import DiscGolf
import HyzerVoice
import TestSupport
import Testing

@testable import Measuring

private struct Label: Sendable, CustomTestStringConvertible {
  var transcript: String?
  var scores: [ScorePair]
  var faults: [String]
  var audio: String?

  init(
    _ transcript: String?, _ scores: [(String, Int)], _ faults: [String], audio: String? = nil
  ) {
    self.transcript = transcript
    self.scores = scores.map { ScorePair(player: $0.0, strokes: $0.1) }
    self.faults = faults
    self.audio = audio
  }

  var testDescription: String { transcript ?? "no transcript" }
}

private func square(_ amplitude: Int16, seconds: Double = 0.2) -> [Int16] {
  (0..<Int(seconds * 16_000)).map { $0 / 8 % 2 == 0 ? amplitude : -amplitude }
}

@Suite struct `Inspecting a corpus` {
  private let round: Round
  private var inspector = CorpusInspector { UtteranceParser(round: $0) }

  init() throws {
    round = try Round(
      hole: 7, roster: Roster([Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake")]))
  }

  @Test(arguments: [
    Label("mike three jake four", [("Michael", 3), ("jake", 4)], []),
    Label("mike three jake four", [("Jake", 4), ("MIKE", 3)], []),
    Label("nice throw", [], []), Label("", [], []),
    Label(nil, [("Mike", 3)], [], audio: "a.wav"),
    Label(nil, [("Mike", 3)], ["neither \"audio\" nor \"transcript\""]),
    Label(
      " ", [("Mike", 3)], ["the transcript is empty, but there are scores"], audio: "a.wav"),
    Label("bob three", [("Bob", 3)], ["\"Bob\" is not among the line's \"players\""]),
    Label("mike three", [("Mike", 3), ("Michael", 4)], ["the label gives \"Michael\" two scores"]),
    Label("mike three", [("Mike", 3), ("Michael", 3)], []),
    Label(
      "mike three", [("Bob", 3), ("Mike", 0)],
      [
        "\"Bob\" is not among the line's \"players\"",
        "\"Mike\" has 0 strokes; scores go from 1 to 10",
      ]),
    Label("mike three", [("Mike", 4)], ["the label says Michael 4, the parser reads Michael 3"]),
    Label(
      "mike three jake four", [("Jake", 4)],
      ["the label says Jake 4, the parser reads Michael 3, Jake 4"]),
    Label("mike three", [], ["the label says no score, the parser reads Michael 3"]),
    Label("nice throw", [("Jake", 2)], ["the label says Jake 2, the parser reads no score"]),
  ])
  private mutating func `a label is held against its roster and the parser`(label: Label) throws {
    let entry = ManifestEntry(
      audio: label.audio, transcript: label.transcript, round: round, scores: label.scores)
    #expect(try inspector.faults(in: entry).map(\.message) == label.faults)
  }

  private mutating func faults(
    _ path: String, _ amplitude: Int16 = 5000, rate: Int = 16_000, said transcript: String?,
    scored: Bool = true, audio: String = "a.wav", at place: String = "d.jsonl:9"
  ) -> [String] {
    let entry = ManifestEntry(
      audio: audio, transcript: transcript, round: round,
      scores: scored ? [ScorePair(player: "Mike", strokes: 3)] : [])
    return inspector.faults(
      in: CorpusInspector.Clip(path: path, sourceRateHz: rate, samples: square(amplitude)),
      of: entry,
      at: place
    ).map { "\($0.severity) \($0.name): \($0.message)" }
  }

  @Test mutating func `clips are compared by path and by samples`() {
    #expect(faults("/a.wav", said: "mike three", at: "c.jsonl:1") == [])
    #expect(
      faults("/a.wav", said: "Mike, three!") == [
        "warning samePath: \"a.wav\" is also the recording of c.jsonl:1"
      ])
    #expect(
      faults("/b.wav", said: "mike three", audio: "b.wav") == [
        "warning sameSamples: \"b.wav\" has the same samples as that of c.jsonl:1"
      ])
    for path in ["/a.wav", "/c.wav"] {
      #expect(
        faults(path, said: "mike four") == [
          "error contradiction: \"a.wav\" is the same clip as that of c.jsonl:1, with another "
            + "transcript"
        ])
    }
    #expect(faults("/d.wav", 4999, said: "mike three") == [])
  }

  @Test(
    arguments: [
      (5001, 8000, "x", true, "warning lowRate: \"a.wav\" has 8000 Hz and so no highs"),
      (
        5002, 44_100, "x", true,
        "note highRate: \"a.wav\" has 44100 Hz, and is converted to 16000 Hz whenever it is read"
      ),
      (
        .max, 16_000, "x", true,
        "warning clippedAudio: \"a.wav\" is clipped: 1600 samples at full scale"
      ),
      (0, 16_000, "x", true, "error silentAudio: \"a.wav\" is silent, but there are scores"),
      (
        1, 16_000, "y", false,
        "warning silentNegative: \"a.wav\" is silent, but there is a transcript"
      ),
      (2, 16_000, nil, false, nil),
    ] as [(Int16, Int, String?, Bool, String?)])
  private mutating func `rate and loudness are reported`(
    amplitude: Int16, rate: Int, said: String?, scored: Bool, fault: String?
  ) {
    #expect(
      faults("/1", amplitude, rate: rate, said: said, scored: scored)
        == (fault.map { [$0] } ?? []))
  }
}

@Suite struct `The level of a clip` {
  @Test func `a square wave at half of full scale is at minus 6 dBFS`() throws {
    let level = ClipLevel(square(16_384, seconds: 0.5))
    #expect(level.durationSeconds == 0.5)
    #expect(abs(try #require(level.peakDecibels) + 6.0206) < 0.001)
    #expect(abs(try #require(level.speechDecibels) + 6.0206) < 0.001)
    #expect(level.fullScaleSamples == 0)
    #expect(!level.isClipped && !level.isSilent && !level.isQuiet)
  }

  @Test func `pauses do not count for the level of speech`() throws {
    let speech = square(3277, seconds: 0.2)
    let pause = square(100, seconds: 0.8)
    #expect(ClipLevel(speech + pause).speechDecibels == ClipLevel(speech).speechDecibels)
    #expect(
      try #require(ClipLevel(speech + square(400, seconds: 0.2)).speechDecibels)
        < #require(ClipLevel(speech).speechDecibels))
  }

  @Test(arguments: [(Int16(0), 0), (0, 16_000), (9, 159)])
  func `without sound or a whole frame there is no speech`(value: Int16, count: Int) {
    let level = ClipLevel([Int16](repeating: value, count: count))
    #expect(level.speechDecibels == nil)
    #expect(level.isSilent && !level.isQuiet)
  }

  @Test(arguments: [
    (Int16(10), true, false), (25, false, true), (150, false, true), (250, false, false),
  ])
  func `hardly anything is silent, little is quiet`(
    amplitude: Int16, isSilent: Bool, isQuiet: Bool
  ) {
    let level = ClipLevel(square(amplitude, seconds: 0.3))
    #expect(level.isSilent == isSilent)
    #expect(level.isQuiet == isQuiet)
  }

  @Test(arguments: [Int16.max, .min])
  func `from three samples at full scale on a clip is clipped`(peak: Int16) {
    var samples = square(8000, seconds: 0.2)
    samples[100] = peak
    samples[900] = peak
    #expect(ClipLevel(samples).fullScaleSamples == 2)
    #expect(!ClipLevel(samples).isClipped)
    samples[1700] = peak
    #expect(ClipLevel(samples).isClipped)
  }
}
