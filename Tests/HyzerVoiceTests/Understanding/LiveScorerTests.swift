import DiscGolf
import Foundation
import ScoreLog
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct LiveScorerTests {
  static func round() throws -> Round {
    try JSONDecoder().decode(
      Round.self, from: Data(contentsOf: URL(fileURLWithPath: DemoAudio.path("round.json"))))
  }

  static func scorer() throws -> UtteranceScorer {
    let settings = try DecoderSettings.standard()
    return try UtteranceScorer(
      round: round(), lexicon: PronunciationLexicon(dictionaryPaths: settings.dictionaries),
      settings: settings)
  }

  /// Two sentences with a pause of two seconds between them.
  static func stream() throws -> [Int16] {
    let pause = [Int16](repeating: 0, count: 2 * Recording.sampleRateHz)
    return try pause + Recording.read(path: DemoAudio.path("pairs.flac")).samples + pause
      + Recording.read(path: DemoAudio.path("birdie.flac")).samples + pause
  }

  static func events(blockSize: Int, showsPartialWords: Bool = false) throws -> [LiveEvent] {
    var live = LiveScorer(scorer: try scorer())
    live.showsPartialWords = showsPartialWords
    let samples = try stream()
    var events: [LiveEvent] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      events += try live.feed(Array(samples[start..<min(start + blockSize, samples.count)]))
    }
    return try events + live.finish()
  }

  @Test func `what is heard so far is reported while somebody speaks`() throws {
    let events = try Self.events(blockSize: 320, showsPartialWords: true)
    var words: [String] = []
    var open: Int?
    for event in events {
      switch event {
      case .started(let at): open = at
      case .hearing(let text, let range):
        #expect(range.lowerBound == open)
        words.append(text)
      case .heard(let utterance, let range):
        #expect(range.lowerBound == open)
        words.append("= " + utterance.hypothesis.transcript)
        open = nil
      case .resumed: Issue.record("nothing is heard before it ends")
      }
    }
    #expect(
      words == [
        "mike three", "mike three jake", "mike three jake four", "= mike three jake four",
        "sarah birdie", "= sarah birdie",
      ])
  }

  @Test(arguments: [50, 1600, 1_000_000])
  func `neither the blocks of a stream nor reports on the way change what is heard`(
    blockSize: Int
  ) throws {
    let events = try Self.events(blockSize: blockSize, showsPartialWords: true)
    #expect(try events == Self.events(blockSize: 320, showsPartialWords: true))
    let others = events.filter { event in
      guard case .hearing = event else { return true }
      return false
    }
    #expect(others.count < events.count)
    #expect(try others == Self.events(blockSize: blockSize))
  }

  /// What happens as speech comes, frame by frame: what is heard, and after how much silence.
  private static func hearings(
    _ samples: [Int16], awaited: Set<PlayerID>?, moving round: Round? = nil
  ) throws -> [String] {
    var live = LiveScorer(scorer: try scorer())
    var events: [String] = []
    for start in stride(from: 0, to: samples.count, by: Endpointer.samplesPerFrame) {
      live.awaited = awaited
      let end = min(start + Endpointer.samplesPerFrame, samples.count)
      for event in try live.feed(Array(samples[start..<end])) {
        switch event {
        case .started: events.append("started")
        case .hearing: break
        case .heard(let utterance, let range):
          let lastSound = range.upperBound - Endpointer.postRoll
          events.append("\((end - lastSound) / 16) ms: \(utterance.hypothesis.transcript)")
          if let round { try live.move(to: round) }
        case .resumed: events.append("resumed")
        }
      }
    }
    return events
  }

  @Test(
    arguments: [
      ([0, 1], 300), ([1], 300), ([0, 1, 2], 700), ([2], 700), ([], 300), (nil, 700),
    ] as [([Int]?, Int)])
  func `a complete sentence is heard after a shorter silence than any other, once`(
    players: [Int]?, silence: Int
  ) throws {
    let speech = try Recording.read(path: DemoAudio.path("pairs.flac")).samples + Speech.silence(1)
    #expect(
      try Self.hearings(speech, awaited: players.map { Set($0.map { PlayerID($0) }) })
        == ["started", "\(silence) ms: mike three jake four"])
  }

  @Test func `what holds no score is not heard sooner`() throws {
    let speech = try Recording.read(path: DemoAudio.path("unrelated.flac")).samples
    let events = try Self.hearings(speech + Speech.silence(1), awaited: [])
    #expect(events.count == 2 && events[1].hasPrefix("700 ms"), "\(events)")
  }

  /// "Mike three", 0.4 s of silence, "no, four".
  private static func delayedCorrection() throws -> [Int16] {
    let samples = try Recording.read(path: DemoAudio.path("correction.flac")).samples
    return samples[..<19_200] + Speech.silence(0.4) + samples[19_200...] + Speech.silence(1)
  }

  @Test func `speech that goes on after it belongs to the same utterance`() throws {
    let speech = try Self.delayedCorrection()
    let whole = "700 ms: mike three no four"
    #expect(
      try Self.hearings(speech, awaited: [PlayerID(0)])
        == ["started", "300 ms: mike three", "resumed", whole])
    #expect(try Self.hearings(speech, awaited: nil) == ["started", whole])
  }

  @Test func `after a move to another hole, speech that goes on is another utterance`() throws {
    let next = try Round(hole: 8, par: 5, roster: Self.round().roster)
    let events = try Self.hearings(
      Self.delayedCorrection(), awaited: [PlayerID(0)], moving: next)
    #expect(events.map { $0.prefix(7) } == ["started", "300 ms:", "started", "700 ms:"])
  }

  @Test func `a long utterance is looked at less and less often`() throws {
    let speech = try Recording.read(path: DemoAudio.path("correction.flac")).samples
    var live = LiveScorer(scorer: try Self.scorer(), partialInterval: 160)
    live.showsPartialWords = true
    var ends: [Int] = []
    for event in try live.feed(speech) {
      guard case .hearing(_, let range) = event else { continue }
      ends.append(range.count)
    }
    #expect(ends.count > 1)
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $1 - $0 >= $1 / 5 })
  }

  @Test func `the level is that of the stream's last frame`() throws {
    var live = LiveScorer(scorer: try Self.scorer())
    #expect(live.inputLevel.meter == 0)
    let speech = try Recording.read(path: DemoAudio.path("birdie.flac")).samples
    _ = try live.feed(Array(speech[..<9600]))
    let loud = live.inputLevel
    #expect(loud.meter > loud.floorMeter)
    _ = try live.feed([Int16](repeating: 0, count: 1600))
    #expect(live.inputLevel.meter == 0)
  }

  @Test func `what was decoded before a move to another hole is understood anew`() throws {
    let samples = try Speech.saying("Mike birdie")
    var live = LiveScorer(scorer: try Self.scorer())
    let pause = samples.count - 9600
    _ = try live.feed(Array(samples[..<pause]))
    let round = try Self.round()
    try live.move(to: try Round(hole: 8, par: 5, roster: round.roster))
    let strokes = try live.feed(Array(samples[pause...])).compactMap { event -> [Int]? in
      guard case .heard(let utterance, _) = event else { return nil }
      return utterance.result.scores.map(\.strokes.count)
    }
    #expect(strokes == [[4]])
  }

  @Test func `a roster that somebody joined is listened for from then on`() throws {
    var live = LiveScorer(scorer: try Self.scorer())
    let round = try Self.round()
    var roster = round.roster
    func heard(_ text: String) throws -> [[String]] {
      let samples = try Speech.saying(text) + [Int16](repeating: 0, count: 16_000)
      return try live.feed(samples).compactMap { event in
        guard case .heard(let utterance, _) = event else { return nil }
        return utterance.result.scores.map { "\(roster[$0.player].name) \($0.strokes.count)" }
      }
    }
    #expect(try heard("Rebecca birdie") != [["Rebecca 2"]])
    roster = try Roster(round.roster.players + [Player(name: "Rebecca")])
    try live.move(to: try Round(hole: round.hole, par: round.par, roster: roster))
    #expect(try heard("Rebecca birdie") == [["Rebecca 2"]])
    // A name that nobody can say leaves the others to be heard, on the new hole.
    let silent = try Roster(roster.players + [Player(name: "\u{1F426}")])
    #expect(throws: LexiconError.self) {
      try live.move(to: try Round(hole: 8, par: 5, roster: silent))
    }
    #expect(try heard("Rebecca birdie") == [["Rebecca 4"]])
  }

  @Test func `a stream of silence holds no event`() throws {
    var live = LiveScorer(scorer: try Self.scorer())
    var events = try live.feed([Int16](repeating: 0, count: 10 * Recording.sampleRateHz))
    events += try live.finish()
    #expect(events.isEmpty)
  }
}

/// Speech made while the tests run.
enum Speech {
  /// Returns what a voice of flite says, with as much silence after it as ends an utterance.
  static func saying(_ text: String, voice: String = "slt") throws -> [Int16] {
    let directory = try Tool.Directory()
    let file = directory.url.appending(path: "speech.wav").path
    let outcome = try Tool.run(
      "/usr/bin/flite", ["-voice", voice, "-t", text, "-o", file], in: directory)
    try #require(outcome == Tool.Outcome(status: 0, output: ""))
    return try silence(0.5) + Recording.read(path: file).samples + silence(1)
  }

  /// Returns digital silence.
  static func silence(_ seconds: Double) -> [Int16] {
    Array(repeating: 0, count: Int(seconds * Double(Recording.sampleRateHz)))
  }
}
