import Testing

@testable import HyzerVoice

@Suite struct LiveScorerTests {
  /// Two sentences with a pause of two seconds between them.
  static func stream() throws -> [Int16] {
    let pause = Speech.silence(2)
    return try pause + Speech.recording("pairs.flac") + pause + Speech.recording("birdie.flac")
      + pause
  }

  static func events(blockSize: Int, showsPartialWords: Bool = false) throws -> [LiveEvent] {
    let samples = try stream()
    return try DemoScorer.live { live in
      live.showsPartialWords = showsPartialWords
      var events: [LiveEvent] = []
      for start in stride(from: 0, to: samples.count, by: blockSize) {
        events += try live.feed(Array(samples[start..<min(start + blockSize, samples.count)]))
      }
      return try events + live.finish()
    }
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
        "mike", "mike three", "mike three jake", "mike three jake four", "= mike three jake four",
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

  @Test func `what is heard as it comes is what its recording says`() throws {
    let samples =
      try Speech.silence(0.4) + Speech.recording("pairs.flac") + Self.stream()
      + Self.delayedCorrection()
    try DemoScorer.live { live in
      live.expectedPlayers = [PlayerID(0)]
      var alone = try UtteranceScorer(round: DemoScorer.round())
      var transcripts: [String] = []
      for start in stride(from: 0, to: samples.count, by: 1600) {
        let block = Array(samples[start..<min(start + 1600, samples.count)])
        for case .heard(let utterance, let range) in try live.feed(block) {
          #expect(try alone.score(Array(samples[range]), range: range) == utterance)
          transcripts.append(utterance.hypothesis.transcript)
        }
      }
      #expect(
        transcripts == [
          "mike three jake four", "mike three jake four", "sarah birdie", "mike three",
          "mike three no four",
        ])
    }
  }

  /// What happens as speech comes, frame by frame: what is heard, and after how much silence.
  private static func hearings(
    _ samples: [Int16], expecting players: Set<PlayerID>?, moving round: Round? = nil
  ) throws -> [String] {
    try DemoScorer.live { live in
      live.expectedPlayers = players
      var events: [String] = []
      for start in stride(from: 0, to: samples.count, by: Endpointer.samplesPerFrame) {
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
  }

  @Test(
    arguments: [
      ([0, 1], 250), ([1], 250), ([0, 1, 2], 700), ([2], 700), ([], 250), (nil, 700),
    ] as [([Int]?, Int)])
  func `a complete sentence is heard after a shorter silence than any other, once`(
    players: [Int]?, silence: Int
  ) throws {
    let speech = try Speech.recording("pairs.flac") + Speech.silence(1)
    #expect(
      try Self.hearings(speech, expecting: players.map { Set($0.map { PlayerID($0) }) })
        == ["started", "\(silence) ms: mike three jake four"])
  }

  @Test(arguments: [([0, 1], 150), ([0, 1, 2, 3, 4, 5], 250), (nil, 250)] as [([Int]?, Int)])
  func `speech is followed, and recognised early if it is long enough to be complete`(
    players: [Int]?, silence: Int
  ) throws {
    final class Calls { var count = 0 }
    let calls = Calls()
    var live = LiveScorer(
      scorer: try UtteranceScorer(
        round: DemoScorer.round(), lexicon: PronunciationLexicon.standard.get(),
        settings: .standard(),
        uptime: {
          calls.count += 1
          return .seconds(calls.count)
        }))
    live.expectedPlayers = players.map { Set($0.map { PlayerID($0) }) }
    let samples = try Speech.recording("pairs.flac") + Speech.silence(1)
    var worked: [Int] = []
    var utterances = 0
    for start in stride(from: 0, to: 2 * samples.count, by: Endpointer.samplesPerFrame) {
      let (before, end) = (calls.count, start + Endpointer.samplesPerFrame)
      let events = try live.feed((start..<end).map { samples[$0 % samples.count] })
      if calls.count > before { worked.append(end) }
      for case .heard(_, let range) in events {
        let lastSound = range.upperBound - Endpointer.postRoll
        let followed = Array(stride(from: range.lowerBound + 8000, to: lastSound, by: 8000))
        #expect(worked == followed + [lastSound + silence * 16])
        #expect(followed.count == 4 && live.timings.following == .seconds(4))
        worked = []
        utterances += 1
      }
    }
    #expect(utterances == 2)
    // Nothing of an utterance counts for the next one.
    _ = try live.feed(samples.dropLast(Recording.sampleRateHz))
    live.discard()
    _ = try live.scorer.score(samples)
    #expect(live.timings.following == .zero)
  }

  /// "Mike three Jake four" and three times "Mike three", with pauses: after how many samples something is
  /// recognised, where sentences of a lower confidence are no scores, and all or none of them break off.
  private static func recognitions(rejectBelow: Double, breaksOff: Bool = false) throws -> [Int] {
    final class Calls { var count = 0 }
    let calls = Calls()
    var settings = try DecoderSettings.standard()
    settings.confidence.rejectBelow = rejectBelow
    settings.unfinished.lastLoopLLRBelow = breaksOff ? 1e6 : -1e6
    settings.unfinished.othersFrom = 0
    var live = LiveScorer(
      scorer: try UtteranceScorer(
        round: DemoScorer.round(), lexicon: PronunciationLexicon.standard.get(), settings: settings,
        uptime: {
          calls.count += 1
          return .zero
        }))
    live.expectedPlayers = [PlayerID(0)]
    let more = try Speech.recording("correction.flac")[6_400..<19_200] + Speech.silence(0.2)
    let samples =
      try Speech.recording("pairs.flac").dropLast(1_600) + more + more + more + Speech.silence(1)
    var recognitions: [Int] = []
    for start in stride(from: 0, to: samples.count, by: Endpointer.samplesPerFrame) {
      let before = calls.count
      let end = min(start + Endpointer.samplesPerFrame, samples.count)
      _ = try live.feed(Array(samples[start..<end]))
      // It asks for the time before, between and after recognising and parsing; following asks twice.
      if calls.count - before == 3 { recognitions.append(end) }
    }
    return recognitions
  }

  @Test func `what is rejected is recognised again only when it is half as long again`() throws {
    let all = try Self.recognitions(rejectBelow: 0)
    try #require(all.count == 4)
    // The second and the fourth are less than half longer; the fourth is recognised at its end, after 0.7 s.
    #expect(try Self.recognitions(rejectBelow: 1) == [all[0], all[2], all[3] + 550 * 16])
    // More of what breaks off may come after each pause.
    #expect(try Self.recognitions(rejectBelow: 1, breaksOff: true) == all)
  }

  @Test func `what holds no score is not heard sooner`() throws {
    let speech = try Speech.recording("unrelated.flac")
    let events = try Self.hearings(speech + Speech.silence(1), expecting: [])
    #expect(events.count == 2 && events[1].hasPrefix("700 ms"), "\(events)")
  }

  /// "Mike three", 0.4 s of silence, "no, four".
  private static func delayedCorrection() throws -> [Int16] {
    let samples = try Speech.recording("correction.flac")
    return samples[..<19_200] + Speech.silence(0.4) + samples[19_200...] + Speech.silence(1)
  }

  @Test func `speech that goes on after it belongs to the same utterance`() throws {
    let speech = try Self.delayedCorrection()
    let whole = "700 ms: mike three no four"
    #expect(
      try Self.hearings(speech, expecting: [PlayerID(0)])
        == ["started", "250 ms: mike three", "resumed", whole])
    #expect(try Self.hearings(speech, expecting: nil) == ["started", whole])
  }

  @Test func `who thinks after a name has said no score, and may go on after a second`() throws {
    let name = try Speech.saying("Mike, um", voice: "rms")
    #expect(try DemoScorer.score(name).hypothesis.transcript == "mike um")
    let score = try Speech.saying("four", voice: "rms")
    let events = try Self.hearings(
      name[..<(name.count - Recording.sampleRateHz)] + score + Speech.silence(1), expecting: nil)
    #expect(events == ["started", "700 ms: mike um four"])
  }

  /// "Mike par, Jake bogey, Sarah", some silence, "eagle".
  private static func delayedScore(_ seconds: Double) throws -> [Int16] {
    let samples = try Speech.recording("golf.flac")
    let words = try DemoScorer.score(samples).hypothesis.words
    let cut = words[5].frames.lowerBound * Endpointer.samplesPerFrame
    return samples[..<cut] + Speech.silence(seconds) + samples[cut...] + Speech.silence(2)
  }

  @Test(arguments: [nil, Set((0..<3).map { PlayerID($0) })] as [Set<PlayerID>?])
  func `after a name without a score, the score has more time to come`(players: Set<PlayerID>?)
    throws
  {
    let end = players == nil ? 700 : 250
    #expect(
      try Self.hearings(Self.delayedScore(1), expecting: players)
        == ["started", "\(end) ms: mike par jake bogey sarah eagle"])
    let late = try Self.hearings(Self.delayedScore(2), expecting: players)
    #expect(late.count > 2 && late[1].hasPrefix("1500 ms: mike par jake bogey"), "\(late)")
  }

  @Test func `after a move to another hole, speech that goes on is another utterance`() throws {
    let next = try Round(hole: 8, par: 5, roster: DemoScorer.round().roster)
    let events = try Self.hearings(
      Self.delayedCorrection(), expecting: [PlayerID(0)], moving: next)
    #expect(events.map { $0.prefix(7) } == ["started", "250 ms:", "started", "700 ms:"])
  }

  @Test func `a long utterance is looked at less and less often`() throws {
    let speech = try Speech.recording("correction.flac")
    var live = LiveScorer(
      scorer: try UtteranceScorer(round: DemoScorer.round()), partialInterval: 160)
    live.showsPartialWords = true
    let ends = try live.feed(speech).compactMap { event -> Int? in
      guard case .hearing(_, let range) = event else { return nil }
      return range.count
    }
    #expect(ends.count > 1)
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $1 - $0 >= $1 / 5 })
  }

  @Test func `the level is that of the stream's last frame`() throws {
    let speech = try Speech.recording("birdie.flac")
    let levels = try DemoScorer.live { live in
      let start = live.inputLevel
      _ = try live.feed(Array(speech[..<9600]))
      let loud = live.inputLevel
      _ = try live.feed(Speech.silence(0.1))
      return [start, loud, live.inputLevel]
    }
    #expect(levels.map { $0.meter > 0 } == [false, true, false])
  }

  @Test func `what was decoded before a move to another hole is understood anew`() throws {
    let samples = try Speech.saying("Mike birdie")
    let pause = samples.count - 9600
    let next = try Round(hole: 8, par: 5, roster: DemoScorer.round().roster)
    let strokes = try DemoScorer.live { live in
      _ = try live.feed(Array(samples[..<pause]))
      try live.move(to: next)
      return try live.feed(Array(samples[pause...])).compactMap { event -> [Int]? in
        guard case .heard(let utterance, _) = event else { return nil }
        return utterance.scores.map(\.strokes)
      }
    }
    #expect(strokes == [[4]])
  }

  @Test func `a roster that somebody joined is listened for from then on`() throws {
    var live = LiveScorer(scorer: try UtteranceScorer(players: ["Mike", "Jake"]))
    let samples = try Speech.saying("Rebecca birdie") + Speech.silence(1)
    func heard() throws -> [[String]] {
      try live.feed(samples).compactMap { event in
        guard case .heard(let utterance, _) = event else { return nil }
        return utterance.scores.map { "\($0.player) \($0.strokes)" }
      }
    }
    #expect(try heard() != [["Rebecca 2"]])
    let roster = try Roster(live.round.roster.players + ["Rebecca"])
    try live.move(to: Round(roster: roster))
    #expect(try heard() == [["Rebecca 2"]])
    // A name that nobody can say leaves the others to be heard, on the new hole.
    let silent = try Round(hole: 8, par: 5, roster: Roster(roster.players + ["\u{1F426}"]))
    #expect(throws: LexiconError.self) { try live.move(to: silent) }
    #expect(try heard() == [["Rebecca 4"]])
  }
}
