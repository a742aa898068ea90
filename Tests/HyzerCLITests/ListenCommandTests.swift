import Foundation
import Golf
import ScoreLog
import ScoreStore
import TestSupport
import Testing

private struct Event: Decodable, Equatable {
  var event: String
  var hole: Int
  var scores: [Report.Score]
  var unresolved: [Report.Unresolved]
  var transcript: String
  var events: [String]?
  var at: Double

  var summary: String {
    "\(event) \(hole): " + scores.map { "\($0.player) \($0.strokes)" }.joined(separator: ", ")
  }
}

@Suite struct `hyzer listen` {
  /// Listens to a recording of the project, with a score log in a folder.
  private func listen(
    _ folder: Folder, _ recording: String, _ options: [String] = ["--json"]
  ) -> Outcome {
    hyzer(
      ["listen", "-r", demoRound, "--db", folder.path("s.db"), "--input", recording, "--fast"]
        + options)
  }

  @Test func `an utterance is heard, shown and saved`() throws {
    try withFolder { folder in
      let outcome = listen(folder, DemoAudio.path("pairs.flac"))
      #expect(outcome.code == 0)
      #expect(outcome.errors == "")
      let events = try outcome.decoded(Event.self)
      #expect(
        events.map(\.summary) == [
          "heard 7: Michael 3, Jake 4", "confirming 7: Michael 3, Jake 4",
          "committed 7: Michael 3, Jake 4",
        ])
      #expect(
        events.allSatisfy { $0.unresolved.isEmpty && $0.transcript == "mike three jake four" })
      let times = events.map(\.at)
      #expect((1.5...3).contains(times[0]))
      #expect(times[1] > times[0])
      #expect((1.49...1.55).contains(times[2] - times[1]))
      let log = try ScoreStore(path: folder.path("s.db"))
      let round = try #require(try log.currentHole()).round
      let saved = try log.events(of: round)
      #expect(saved.map(\.id.rawValue) == events[2].events)
      #expect(saved.map(\.player) == ["Michael", "Jake"])
      #expect(saved.map(\.hole) == [7, 7])
    }
  }

  @Test func `another sentence is a failed event without scores`() throws {
    try withFolder { folder in
      let outcome = listen(folder, DemoAudio.path("unrelated.flac"))
      #expect(outcome.code == 0)
      let events = try outcome.decoded(Event.self)
      #expect(!events.isEmpty)
      #expect(events.allSatisfy { $0.event == "failed" && $0.scores.isEmpty })
    }
  }

  @Test func `zeros are no event`() throws {
    try withFolder { folder in
      let path = try folder.file("zeros.wav", wav([Int16](repeating: 0, count: 32_000)))
      #expect(listen(folder, path) == Outcome(code: 0, output: "", errors: ""))
    }
  }

  @Test func `what is unclear is asked about, and dropped where nobody answers`() throws {
    try withFolder { folder in
      let outcome = listen(folder, DemoAudio.path("both.flac"))
      let events = try outcome.decoded(Event.self)
      #expect(events.map(\.event) == ["heard", "partial", "dismissed"])
      #expect(events[1].unresolved.map(\.reason).allSatisfy { $0 == "lowConfidence" })
      #expect(!events[1].unresolved.isEmpty)
    }
  }

  @Test func `lines tell people the same`() throws {
    try withFolder { folder in
      let outcome = listen(folder, DemoAudio.path("pairs.flac"), ["--plain"])
      #expect(
        outcome
          == Outcome(
            code: 0,
            output: """
              heard: mike three jake four
              hole 7: Michael 3, Jake 4 — right?
              hole 7: Michael 3, Jake 4 — saved
              1 Michael E, 2 Jake +1

              """, errors: ""))
    }
  }

  @Test func `a round file goes on where it was left`() throws {
    try withFolder { folder in
      _ = listen(folder, DemoAudio.path("pairs.flac"))
      _ = listen(folder, DemoAudio.path("birdie.flac"))
      let log = try ScoreStore(path: folder.path("s.db"))
      let rounds = try log.rounds()
      #expect(rounds.count == 1)
      let events = try log.events(of: #require(rounds.first).id)
      #expect(events.map(\.player) == ["Michael", "Jake", "Sarah"])
      #expect(try log.audit().isClean)
    }
  }

  @Test func `a round file with other players is another round`() throws {
    try withFolder { folder in
      _ = listen(folder, DemoAudio.path("pairs.flac"))
      let round = try folder.file(
        "two.json", #"{"hole": 2, "players": ["Mike", "Jake"]}"#)
      let outcome = hyzer(
        "listen", "-r", round, "--db", folder.path("s.db"), "-i", DemoAudio.path("pairs.flac"),
        "--fast", "--json")
      #expect(
        try outcome.decoded(Event.self).map(\.summary).last == "committed 2: Mike 3, Jake 4")
      #expect(try ScoreStore(path: folder.path("s.db")).rounds().count == 2)
    }
  }

  @Test func `the window can be longer`() throws {
    try withFolder { folder in
      let outcome = listen(folder, DemoAudio.path("pairs.flac"), ["--json", "--window", "4"])
      let times = try outcome.decoded(Event.self).map(\.at)
      #expect((3.99...4.05).contains(times[2] - times[1]))
    }
  }

  @Test func `stages are timed where that is wanted`() throws {
    try withFolder { folder in
      let outcome = listen(folder, DemoAudio.path("pairs.flac"), ["--plain", "--timings"])
      // A clock that goes on by a second whenever it is asked.
      #expect(
        outcome.errors.wholeMatch(
          of:
            /timings: recognise \d+\.0, parse \d+\.0, commit \d+\.0, standings \d+\.0, paint \d+\.0 ms\n/
        )
          != nil)
    }
  }

  @Test func `the audio of saved scores is kept beside the log`() throws {
    try withFolder { folder in
      _ = listen(folder, DemoAudio.path("pairs.flac"), ["--json", "--keep-audio"])
      let log = try ScoreStore(path: folder.path("s.db"))
      let round = try #require(try log.currentHole()).round
      let clip = try #require(try log.events(of: round).first?.clip)
      let outcome = hyzer("score", "-r", demoRound, folder.path("s-audio/\(clip)"))
      #expect(outcome.output.contains("Michael 3, Jake 4"))
    }
  }

  @Test(arguments: [
    (["--fast"], 64, "hyzer listen: --fast goes with --input; a microphone is as fast as it is"),
    (["--window", "0"], 64, nil), (["--json", "--plain"], 64, nil),
    (["--input", "/nowhere.wav", "--fast"], 66, nil),
  ]) func `what cannot be done is told in a line`(
    _ options: [String], _ code: Int32, _ message: String?
  ) throws {
    try withFolder { folder in
      let outcome = hyzer(["listen", "--db", folder.path("s.db")] + options)
      #expect(outcome.code == code)
      #expect(outcome.output == "")
      #expect(outcome.errorLines.count <= 2)
      if let message { #expect(outcome.errorLines == [message]) }
    }
  }

  @Test func `without a round there is a line that says what to do`() throws {
    try withFolder { folder in
      let outcome = hyzer(
        "listen", "--db", folder.path("s.db"), "-i", DemoAudio.path("pairs.flac"), "--fast")
      #expect(
        outcome
          == Outcome(
            code: 65, output: "",
            errors: "hyzer: no round is current; make one with `hyzer round new`\n"))
    }
  }

  @Test func `scores that the log does not take are told at the end`() throws {
    try withFolder { folder in
      _ = listen(folder, DemoAudio.path("birdie.flac"))
      let other = try OtherProgram(folder.path("s.db"))
      try other.run(
        """
        CREATE TRIGGER full BEFORE INSERT ON score_events
          BEGIN SELECT RAISE(ABORT, 'no room'); END
        """)
      let outcome = listen(folder, DemoAudio.path("pairs.flac"), ["--plain"])
      #expect(outcome.code == 74)
      #expect(outcome.output.contains("hole 7: Michael 3, Jake 4 — NOT SAVED"))
      #expect(
        outcome.errorLines == [
          "hyzer listen: these scores were not saved: hole 7: Michael 3, Jake 4; "
            + "enter them with hyzer enter --hole N"
        ])
      try other.run("DROP TRIGGER full")
      #expect(try ScoreStore(path: folder.path("s.db")).audit().isClean)
    }
  }
}
