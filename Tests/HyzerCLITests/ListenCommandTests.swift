import TestSupport
import Testing

private struct Event: Decodable, Equatable {
  var event: String
  var hole: Int
  var scores: [Report.Score]
  var unresolved: [Report.Unresolved]
  var at: Double
}

@Suite struct `hyzer listen` {
  @Test func `an utterance in a recording is one event`() throws {
    let outcome = hyzer(
      "listen", "-r", demoRound, "--input", DemoAudio.path("pairs.flac"), "--fast", "--json")
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    let events = try outcome.decoded(Event.self)
    #expect(events.count == 1)
    let event = try #require(events.first)
    #expect(event.event == "heard")
    #expect(event.hole == 7)
    #expect(event.scores.map { "\($0.player) \($0.strokes)" } == ["Michael 3", "Jake 4"])
    #expect(event.unresolved == [])
    #expect((1.5...3).contains(event.at))
  }

  @Test func `another sentence is a failed event without scores`() throws {
    let outcome = hyzer(
      "listen", "-r", demoRound, "-i", DemoAudio.path("unrelated.flac"), "--fast", "-j")
    #expect(outcome.code == 0)
    let events = try outcome.decoded(Event.self)
    #expect(!events.isEmpty)
    #expect(events.allSatisfy { $0.event == "failed" && $0.scores.isEmpty })
  }

  @Test func `zeros are no event`() throws {
    try withFolder { folder in
      let path = try folder.file("zeros.wav", wav([Int16](repeating: 0, count: 32_000)))
      #expect(
        hyzer("listen", "-r", demoRound, "-i", path, "--fast", "-j")
          == Outcome(code: 0, output: "", errors: ""))
    }
  }
}
