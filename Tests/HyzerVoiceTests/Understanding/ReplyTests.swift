import Testing

@testable import HyzerVoice

@Suite struct `Replies while scores wait` {
  /// Michael, called Mike, is the first of the round.
  private static func change(_ player: Int?, _ strokes: Int) throws -> Reply {
    .change(player.map { PlayerID($0) }, .strokes(try #require(Strokes(strokes))))
  }

  private func utterances(_ samples: [Int16], listening: Bool) throws -> [ScoredUtterance] {
    try DemoScorer.live { live in
      live.listensForReplies = listening
      return try (live.feed(samples) + live.finish()).compactMap { event in
        guard case .heard(let utterance, _) = event else { return nil }
        return utterance
      }
    }
  }

  private static var cases: [(text: String, reply: Reply, voice: String)] {
    get throws {
      [
        ("yes", .accept, "slt"), ("no", .dismiss, "slt"), ("yes", .accept, "rms"),
        ("no", .dismiss, "rms"), ("cancel", .dismiss, "rms"), ("undo", .undo, "rms"),
        ("make it five", try change(nil, 5), "slt"), ("make that two", try change(nil, 2), "slt"),
        ("Mike five", try change(0, 5), "slt"), ("no, Mike five", try change(0, 5), "slt"),
        ("Sarah birdie", try change(2, 2), "slt"),
        ("no score for Mike", .change(PlayerID(0), .noScore), "slt"),
        ("no score for Sarah", .change(PlayerID(2), .noScore), "rms"),
      ]
    }
  }

  @Test(arguments: try Self.cases)
  func `a reply is heard`(text: String, reply: Reply, voice: String) throws {
    let heard = try utterances(Speech.saying(text, voice: voice), listening: true)
    #expect(heard.map(\.reply) == [reply])
  }

  @Test(arguments: [
    "Mike three, Jake four.", "Could you bring me a large coffee with milk please.",
    "nice shot", "what did you get", "okay", "thanks", "make it",
  ])
  func `scores and talk are no reply`(text: String) throws {
    let heard = try utterances(Speech.saying(text), listening: true)
    #expect(heard.map(\.reply) == [nil])
  }

  @Test(arguments: ["pairs.flac", "correction.flac", "unrelated.flac", "birdie.flac"])
  func `scores are heard the same whether replies are listened for or not`(file: String) throws {
    let samples = try Speech.recording(file)
    func scores(listening: Bool) throws -> [Hypothesis] {
      try utterances(samples, listening: listening).map(\.hypothesis)
    }
    #expect(try scores(listening: true) == scores(listening: false))
    #expect(try !scores(listening: true).isEmpty)
  }

  @Test func `where no reply is listened for none is heard`() throws {
    let heard = try utterances(Speech.saying("no"), listening: false)
    #expect(heard.count == 1)
    #expect(heard.allSatisfy { $0.reply == nil && $0.evidence.reply == nil })
  }

  /// The utterance is decoded in its trailing silence, before it is known to have ended.
  @Test(arguments: [true, false])
  func `it counts what is listened for when the utterance ends`(atEnd: Bool) throws {
    // The speech ends about two seconds before the samples do; an utterance 0.7 s after its speech, or 1.5 s
    // where no reply is listened for and what is heard in its place breaks off.
    let samples = try Speech.saying("no") + Speech.silence(1)
    let pause = samples.count - 25_600
    let (before, after) = try DemoScorer.live { live in
      live.listensForReplies = !atEnd
      let before = try live.feed(Array(samples[..<pause]))
      live.listensForReplies = atEnd
      return (before, try live.feed(Array(samples[pause...])))
    }
    #expect(before.count == 1)
    let replies = (before + after).compactMap { event -> Reply?? in
      guard case .heard(let utterance, _) = event else { return nil }
      return .some(utterance.reply)
    }
    #expect(replies == [atEnd ? .dismiss : nil])
  }

  @Test func `noise is no reply`() throws {
    #expect(try utterances(Speech.silence(3), listening: true).isEmpty)
    #expect(try DemoScorer.score(Speech.silence(3), listensForReplies: true).reply == nil)
  }
}
