import Evaluation
import Golf
import Language
import TestSupport
import Testing

@testable import Corpora

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
    let samples = (0..<3200).map { $0 / 8 % 2 == 0 ? amplitude : -amplitude }
    let entry = ManifestEntry(
      audio: audio, transcript: transcript, round: round,
      scores: scored ? [ScorePair(player: "Mike", strokes: 3)] : [])
    return inspector.faults(
      in: CorpusInspector.Clip(path: path, sourceRateHz: rate, samples: samples), of: entry,
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

  @Test mutating func `rate and loudness are reported`() {
    #expect(
      faults("/1", 5001, rate: 8000, said: "x") == [
        "warning lowRate: \"a.wav\" has 8000 Hz and so no highs"
      ])
    #expect(
      faults("/2", 5002, rate: 44_100, said: "x") == [
        "note highRate: \"a.wav\" has 44100 Hz, and is converted to 16000 Hz whenever it is read"
      ])
    #expect(
      faults("/3", .max, said: "x") == [
        "warning clippedAudio: \"a.wav\" is clipped: 1600 samples at full scale"
      ])
    #expect(
      faults("/4", 0, said: "x") == [
        "error silentAudio: \"a.wav\" is silent, but there are scores"
      ])
    #expect(
      faults("/5", 1, said: "y", scored: false) == [
        "warning silentNegative: \"a.wav\" is silent, but there is a transcript"
      ])
    #expect(faults("/6", 2, said: nil, scored: false) == [])
  }
}
