import Audio
import CommandLineKit
import Foundation
import Golf
import ScoreStore
import Scorekeeping
import Synchronization
import TestSupport
import Testing

@testable import HyzerCLI

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

  @Test func `lines report the same to people`() throws {
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

  @Test func `a recording of a hole that is complete is of another round`() throws {
    try withFolder { folder in
      _ = listen(folder, DemoAudio.path("pairs.flac"))
      let rest = hyzer("enter", "--db", folder.path("s.db"), "Sarah 3, Siobhan 5")
      #expect(rest.outputLines.last == "hole 8 of 18, par 3, Cedar Creek")
      let outcome = listen(folder, DemoAudio.path("pairs.flac"))
      let events = try outcome.decoded(Event.self)
      #expect(events.last?.summary == "committed 7: Michael 3, Jake 4")
      #expect(try ScoreStore(path: folder.path("s.db")).rounds().count == 2)
    }
  }

  @Test(
    arguments: [
      // The holes with scores, and what becomes of a live round of a file that names hole 7.
      ([], 7, 1), ([7], 8, 1), ([6], 7, 1), (Array(1...18), 7, 2),
    ] as [([Int], Int, Int)])
  func `a live round goes on where it was left, until its last hole`(
    _ complete: [Int], _ hole: Int, _ rounds: Int
  ) throws {
    try withFolder { folder in
      let log = folder.path("s.db")
      _ = hyzer("round", "new", "--db", log, "--from", demoRound)
      for hole in complete { _ = hyzer("hole", "--db", log, "\(hole)") }
      for hole in complete {
        _ = hyzer("enter", "--db", log, "--hole", "\(hole)", "everyone three")
      }
      if complete == [7] { _ = hyzer("hole", "--db", log, "8") }
      let store = try ScoreStore(path: log)
      let file = try JSONDecoder().decode(
        RoundFile.self, from: Data(contentsOf: URL(filePath: demoRound)))
      try file.takeUp(
        in: store,
        by: .init(name: "Ann", device: "phone", timestamp: { "now" }, newIdentifier: { "id" }),
        isLive: true)
      let current = try store.currentHole()
      #expect(current?.hole == hole)
      #expect(try store.rounds().count == rounds)
    }
  }

  @Test(arguments: [("Mike", "mike"), ("mike", "MIKE"), ("José", "jose"), ("jose", "José")])
  func `a player is the same however a round file spells the name`(
    _ first: String, _ second: String
  ) throws {
    try withFolder { folder in
      func listen(_ players: String) throws -> Outcome {
        let round = try folder.file("r.json", #"{"hole": 2, "players": [\#(players)]}"#)
        return hyzer(
          "listen", "-r", round, "--db", folder.path("s.db"), "-i", DemoAudio.path("birdie.flac"),
          "--fast", "--json")
      }
      #expect(try listen("\"\(first)\"").code == 0)
      let log = try ScoreStore(path: folder.path("s.db"))
      #expect(try listen("\"\(second)\", \"Sarah\"").code == 0)
      #expect(try log.rounds().count == 2)
      // The same round: the name in the log is that of the player, who is one.
      let outcome = try listen("\"\(second.uppercased())\", \"sarah\"")
      #expect(
        try outcome.decoded(Event.self).map(\.summary).contains { $0.contains("Sarah 2") })
      #expect(try log.rounds().count == 2)
      #expect(try log.players().map(\.name) == [first, "Sarah"])
      let round = try #require(try log.currentHole()).round
      #expect(try log.round(round).entrants.map(\.player.name) == [first, "Sarah"])
    }
  }

  @Test func `a round file with a hole that its course lacks registers nobody`() throws {
    try withFolder { folder in
      let round = try folder.file(
        "r.json", #"{"course": "Heron Meadow", "hole": 12, "players": ["Mike"]}"#)
      let outcome = hyzer(
        "listen", "-r", round, "--db", folder.path("s.db"), "-i", DemoAudio.path("pairs.flac"),
        "--fast")
      #expect(
        outcome
          == .refused(65, "hyzer: \"hole\" is 12, but \"Heron Meadow\" has 9 holes"))
      let log = try ScoreStore(path: folder.path("s.db"))
      #expect(try log.players() == [])
      #expect(try log.rounds() == [])
    }
  }

  @Test(arguments: [("", 4, 1), (#""par": null,"#, 4, 1), (#""par": 3,"#, 3, 2)])
  func `only a par that the file gives is another than the course's`(
    _ key: String, _ par: Int, _ rounds: Int
  ) throws {
    try withFolder { folder in
      let db = folder.path("s.db")
      _ = hyzer("round", "new", "--db", db, "--course", "heron meadow", "--player", "Mike")
      let round = try folder.file(
        "r.json", #"{"course": "Heron Meadow", "hole": 4, \#(key) "players": ["Mike"]}"#)
      let zeros = try folder.file("zeros.wav", wav([Int16](repeating: 0, count: 16_000)))
      let outcome = hyzer("listen", "-r", round, "--db", db, "-i", zeros, "--fast")
      #expect(outcome == Outcome(code: 0, output: "", errors: ""))
      let log = try ScoreStore(path: db)
      #expect(try log.rounds().count == rounds)
      let current = try #require(try log.currentHole())
      #expect(current.hole == 4)
      #expect(try log.round(current.round).par(ofHole: 4) == par)
      let made = hyzer("round", "new", "--db", db, "--from", round)
      let record = try log.round(RoundID(#require(made.outputLines.first)))
      #expect(record.par(ofHole: 4) == par)
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
  ]) func `what cannot be done is reported in a line`(
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

  @Test func `a recording that breaks off loses nothing of what was heard`() throws {
    try withFolder { folder in
      let whole = try Data(contentsOf: URL(filePath: DemoAudio.path("pairs.flac")))
      let path = try folder.file("cut.flac", Array(whole.dropLast(300)))
      let outcome = listen(folder, path, ["--plain"])
      #expect(outcome.code == 65)
      #expect(
        outcome.outputLines == [
          "heard: mike three jake four", "hole 7: Michael 3, Jake 4 — right?",
          "hole 7: Michael 3, Jake 4 — saved", "1 Michael E, 2 Jake +1",
        ])
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.hasPrefix("hyzer: cannot read recording '\(path)'"))
    }
  }

  /// Listens until the loop has looked so often whether it shall end, once for 20 ms of audio.
  private func listen(
    _ folder: Folder, _ recording: String, looks: Int, _ option: String = "--plain"
  ) -> Outcome {
    let count = Mutex(0)
    return hyzer(
      [
        "listen", "-r", demoRound, "--db", folder.path("s.db"), "--input",
        recording, "--fast", option,
      ],
      surroundings: .counted(isInterrupted: {
        count.withLock {
          $0 += 1
          return $0 > looks
        }
      }))
  }

  @Test(arguments: ["--plain", "--json"])
  func `a signal ends what is said, drops it and says so`(option: String) throws {
    try withFolder { folder in
      let outcome = listen(folder, DemoAudio.path("pairs.flac"), looks: 100, option)
      #expect(outcome.code == 0)
      #expect(outcome.errors == "")
      if option == "--json" {
        #expect(
          try outcome.decoded(Event.self).map(\.event) == ["heard", "confirming", "dismissed"])
      } else {
        #expect(outcome.outputLines.last == "hole 7: Michael 3, Jake 4 — dropped, nothing saved")
      }
      let log = try ScoreStore(path: folder.path("s.db"))
      #expect(try log.events(of: #require(try log.currentHole()).round) == [])
    }
  }

  @Test func `a signal at once does nothing`() throws {
    try withFolder { folder in
      let recording = DemoAudio.path("pairs.flac")
      for looks in [0, 1, 2] {
        #expect(
          listen(folder, recording, looks: looks) == Outcome(code: 0, output: "", errors: ""))
      }
    }
  }

  @Test func `scores that the log does not take are reported at a signal`() throws {
    try withFolder { folder in
      _ = listen(folder, DemoAudio.path("birdie.flac"))
      try OtherProgram(folder.path("s.db")).run(
        """
        CREATE TRIGGER full BEFORE INSERT ON score_events
          BEGIN SELECT RAISE(ABORT, 'no room'); END
        """)
      // The window closes in the silence after it.
      let words = try Recording.read(path: DemoAudio.path("pairs.flac")).samples
      let path = try folder.file("s.wav", wav(words + [Int16](repeating: 0, count: 64_000)))
      let outcome = listen(folder, path, looks: words.count / 320 + 150)
      #expect(outcome.code == 74)
      #expect(outcome.errors.contains("these scores were not saved: hole 7: Michael 3, Jake 4"))
    }
  }

  @Test func `scores that the log does not take are reported at the end`() throws {
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

  @Test func `scores that the log takes at the last try are not reported as lost`() throws {
    try withFolder { folder in
      let log = folder.path("s.db")
      _ = listen(folder, DemoAudio.path("birdie.flac"))
      try OtherProgram(log).run(
        """
        CREATE TRIGGER full BEFORE INSERT ON score_events
          BEGIN SELECT RAISE(ABORT, 'no room'); END
        """)
      // There is room again as soon as it is reported that there is none.
      let console = Console(
        write: { text in
          if text.contains("NOT SAVED") { try OtherProgram(log).run("DROP TRIGGER full") }
        }, writeError: { _ in })
      let code = Hyzer.run(
        arguments: [
          "listen", "-r", demoRound, "--db", log, "--input", DemoAudio.path("pairs.flac"), "--fast",
          "--plain",
        ], console: console, surroundings: .counted())
      #expect(code == 0)
      let store = try ScoreStore(path: log)
      let events = try store.events(of: #require(try store.currentHole()).round)
      #expect(events.map(\.player) == ["Sarah", "Michael", "Jake"])
    }
  }
}
