import Corpora
import Golf
import Language
import TestSupport
import Testing

private struct Label: Sendable, CustomTestStringConvertible {
  var transcript: String?
  var scores: [CorpusLine.Score]
  var faults: [CorpusFault]
  var audio: String?

  init(
    _ transcript: String?, _ scores: [(String, Int)], _ faults: [CorpusFault],
    audio: String? = nil
  ) {
    self.transcript = transcript
    self.scores = scores.map { CorpusLine.Score(player: $0.0, strokes: $0.1) }
    self.faults = faults
    self.audio = audio
  }

  var testDescription: String { transcript ?? "no transcript" }
}

@Suite struct `Inspecting a corpus` {
  private let round: Round
  private let parser: UtteranceParser

  init() throws {
    round = try Round(
      hole: 7, roster: Roster([Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake")]))
    parser = UtteranceParser(round: round)
  }

  @Test(arguments: [
    Label("mike three jake four", [("Michael", 3), ("jake", 4)], []),
    Label("mike three jake four", [("Jake", 4), ("MIKE", 3)], []),
    Label("nice throw", [], []),
    Label("", [], []),
    Label(nil, [("Mike", 3)], [], audio: "a.wav"),
    Label(nil, [("Mike", 3)], [.nothingToJudge]),
    Label(" ", [("Mike", 3)], [.emptyTranscript], audio: "a.wav"),
    Label("bob three", [("Bob", 3)], [.unknownPlayer("Bob")]),
    Label("mike eleven", [("Mike", 11)], [.strokesOutOfRange("Mike", 11)]),
    Label("mike three", [("Mike", 3), ("Michael", 4)], [.playerTwice("Michael")]),
    Label("mike three", [("Mike", 3), ("Michael", 3)], []),
    Label(
      "mike three", [("Bob", 3), ("Mike", 0)],
      [.unknownPlayer("Bob"), .strokesOutOfRange("Mike", 0)]),
    Label(
      "mike three", [("Mike", 4)],
      [.readOtherwise(label: "Michael 4", typed: "Michael 3", spoken: "Michael 3")]),
    Label(
      "mike three jake four", [("Jake", 4)],
      [
        .readOtherwise(
          label: "Jake 4", typed: "Michael 3, Jake 4", spoken: "Michael 3, Jake 4")
      ]),
    Label(
      "mike three", [],
      [.readOtherwise(label: "no score", typed: "Michael 3", spoken: "Michael 3")]),
    Label(
      "nice throw", [("Jake", 2)],
      [.readOtherwise(label: "Jake 2", typed: "no score", spoken: "no score")]),
  ])
  private func `a label is held against its roster and the parser`(label: Label) {
    let line = CorpusLine(
      audio: label.audio, transcript: label.transcript, round: round, scores: label.scores)
    #expect(CorpusInspector().faults(in: line, parser: parser) == label.faults)
  }

  private func line(_ transcript: String?, scored: Bool = true, audio: String = "a.wav")
    -> CorpusLine
  {
    CorpusLine(
      audio: audio, transcript: transcript, round: round,
      scores: scored ? [CorpusLine.Score(player: "Mike", strokes: 3)] : [])
  }

  private func clip(_ path: String, _ amplitude: Int16 = 5000, rate: Int = 16_000) -> CorpusClip {
    CorpusClip(
      path: path, sourceRateHz: rate,
      samples: (0..<3200).map { $0 / 8 % 2 == 0 ? amplitude : -amplitude }, sampleRateHz: 16_000)
  }

  private let first = CorpusPlace(file: "c.jsonl", line: 1)
  private let second = CorpusPlace(file: "d.jsonl", line: 9)

  @Test func `clips are compared by path and by samples`() {
    var inspector = CorpusInspector()
    #expect(inspector.faults(in: clip("/a.wav"), of: line("mike three"), at: first) == [])
    #expect(
      inspector.faults(in: clip("/a.wav"), of: line("Mike, three!"), at: second)
        == [.samePath("a.wav", first: first)])
    #expect(
      inspector.faults(
        in: clip("/b.wav"), of: line("mike three", audio: "b.wav"), at: second)
        == [.sameSamples("b.wav", first: first)])
    #expect(
      inspector.faults(in: clip("/a.wav"), of: line("mike four"), at: second)
        == [.contradiction("a.wav", first: first)])
    #expect(
      inspector.faults(in: clip("/c.wav"), of: line("mike four", audio: "c.wav"), at: second)
        == [.contradiction("c.wav", first: first)])
    #expect(inspector.faults(in: clip("/d.wav", 4999), of: line("mike three"), at: second) == [])
  }

  @Test func `rate and loudness are told`() {
    var inspector = CorpusInspector()
    let place = first
    #expect(
      inspector.faults(in: clip("/1", 5001, rate: 8000), of: line("x"), at: place)
        == [.lowRate("a.wav", 8000)])
    #expect(
      inspector.faults(in: clip("/2", 5002, rate: 44_100), of: line("x"), at: place)
        == [.highRate("a.wav", 44_100)])
    #expect(
      inspector.faults(in: clip("/3", .max), of: line("x"), at: place)
        == [.clippedAudio("a.wav", samples: 1600)])
    #expect(
      inspector.faults(in: clip("/4", 0), of: line("x"), at: place) == [.silentAudio("a.wav")])
    #expect(
      inspector.faults(in: clip("/5", 1), of: line("y", scored: false), at: place)
        == [.silentNegative("a.wav")])
    #expect(inspector.faults(in: clip("/6", 2), of: line(nil, scored: false), at: place) == [])
  }

  private static let place = CorpusPlace(file: "c.jsonl", line: 1)

  @Test(arguments: [
    (CorpusFault.noLines, "error"), (.unusableLine("x"), "error"), (.nothingToJudge, "error"),
    (.unknownPlayer("Bob"), "error"), (.playerTwice("Bob"), "error"),
    (.strokesOutOfRange("Bob", 11), "error"), (.emptyTranscript, "error"),
    (.readOtherwise(label: "a", typed: "b", spoken: "c"), "warning"),
    (.missingAudio("a"), "error"), (.unreadableAudio("x"), "error"),
    (.overlongAudio("a", seconds: 130, limit: 120), "error"), (.lowRate("a", 8000), "warning"),
    (.highRate("a", 48_000), "note"), (.samePath("a", first: place), "warning"),
    (.sameSamples("a", first: place), "warning"), (.contradiction("a", first: place), "error"),
    (.clippedAudio("a", samples: 5), "warning"), (.silentAudio("a"), "error"),
    (.silentNegative("a"), "warning"),
  ])
  func `every fault has a severity, a name of its own and one line of text`(
    fault: CorpusFault, severity: String
  ) {
    #expect(fault.severity.rawValue == severity)
    #expect("\(fault)".contains(fault.name))
    #expect(!fault.message.isEmpty)
    #expect(!(fault.message + fault.advice).contains("\n"))
  }

  @Test func `two readings are told apart where they differ`() {
    #expect(
      CorpusFault.readOtherwise(label: "Al 3", typed: "Al 4", spoken: "no score").message
        == "the label says Al 3, the parser reads Al 4 as typed text and no score as speech")
  }
}
