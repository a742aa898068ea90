import Foundation
import HyzerVoice
import ScoreLog
import Scorekeeping
import Synchronization
import TestSupport
import Testing

@testable import HyzerCLI

private struct Event: Decodable {
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
  private let folder = Folder()

  /// Listens to a recording, with a score log in a folder, until the loop has looked so often
  /// whether it shall end, once at the start and once for 20 ms of audio.
  private func listen(
    _ recording: String, _ options: [String] = ["--json"], round: String = demoRound,
    looks: Int = .max
  ) -> Outcome {
    let count = Mutex(0)
    return hyzer(
      ["listen", "-r", round, "--db", folder.path("s.db"), "--input", recording, "--fast"]
        + options,
      surroundings: .counted(isInterrupted: {
        count.withLock {
          $0 += 1
          return $0 - 1 > looks
        }
      }))
  }

  @Test func `what an earlier session left and cannot be read does not keep it from starting`()
    throws
  {
    try FileManager.default.createDirectory(
      atPath: folder.path("s-unsaved.jsonl"), withIntermediateDirectories: false)
    let outcome = listen(DemoAudio.path("pairs.flac"))
    #expect(outcome.code == 0)
    #expect(try outcome.decoded(Event.self).last?.summary == "committed 7: Michael 3, Jake 4")
    #expect(outcome.errors.contains("s-unsaved.jsonl"))
  }

  @Test func `an utterance is heard, shown and saved with its audio, and the round goes on`() throws
  {
    let outcome = listen(DemoAudio.path("pairs.flac"), ["--json", "--keep-audio"])
    #expect(outcome.isDone)
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
    let clip = folder.path("s-audio/\(try #require(saved[0].clip))")
    #expect(hyzer("score", "-r", demoRound, clip).output.contains("Michael 3, Jake 4"))

    _ = listen(DemoAudio.path("birdie.flac"))
    #expect(try log.rounds().map(\.id) == [round])
    #expect(try log.events(of: round).map(\.player) == ["Michael", "Jake", "Sarah"])
    #expect(try log.audit().isClean)
  }

  @Test func `another sentence is a failed event without scores`() throws {
    let outcome = listen(DemoAudio.path("unrelated.flac"))
    #expect(outcome.code == 0)
    let events = try outcome.decoded(Event.self)
    #expect(!events.isEmpty)
    #expect(events.allSatisfy { $0.event == "failed" && $0.scores.isEmpty })
  }

  @Test func `what is unclear is asked about, and dropped where nobody answers`() throws {
    let outcome = listen(DemoAudio.path("both.flac"))
    let events = try outcome.decoded(Event.self)
    #expect(events.map(\.event) == ["heard", "partial", "dismissed"])
    #expect(events[1].unresolved.map(\.reason).allSatisfy { $0 == "lowConfidence" })
    #expect(!events[1].unresolved.isEmpty)
  }

  @Test func `a hole that is complete, or other players, are of another round`() throws {
    let recording = DemoAudio.path("pairs.flac")
    _ = listen(recording)
    let rest = hyzer("enter", "--db", folder.path("s.db"), "Sarah 3, Siobhan 5")
    #expect(rest.outputLines.last == "hole 8 of 18, par 3, Cedar Creek")
    let log = try ScoreStore(path: folder.path("s.db"))
    let again = try listen(recording, ["--json", "--window", "4"]).decoded(Event.self)
    #expect(again.last?.summary == "committed 7: Michael 3, Jake 4")
    #expect((3.99...4.05).contains(again[2].at - again[1].at))
    #expect(try log.rounds().count == 2)
    let two = try folder.file("two.json", #"{"hole": 2, "players": ["Mike", "Jake"]}"#)
    let others = try listen(recording, round: two).decoded(Event.self)
    #expect(others.last?.summary == "committed 2: Mike 3, Jake 4")
    #expect(try log.rounds().count == 3)
  }

  /// Takes up the round of the recordings in a log, as a session with a microphone does.
  private func takeUpLive(
    _ log: String
  ) throws -> (store: ScoreStore, file: RoundFile, reporter: RoundKeeper.Reporter) {
    let store = try ScoreStore(path: log)
    let file = try JSONDecoder().decode(
      RoundFile.self, from: Data(contentsOf: URL(filePath: demoRound)))
    let reporter = RoundKeeper.Reporter(
      name: "Ann", deviceName: "phone", timestamp: { "now" }, newIdentifier: { "id" })
    try file.takeUp(in: store, by: reporter, isLive: true)
    return (store, file, reporter)
  }

  @Test(
    arguments: [
      // The holes with scores, and what becomes of a live round of a file that names hole 7.
      ([], 7, 1), ([7], 8, 1), ([6], 7, 1), (Array(1...18), 7, 2),
    ] as [([Int], Int, Int)])
  func `a live round goes on where it was left, until its last hole`(
    _ complete: [Int], _ hole: Int, _ rounds: Int
  ) throws {
    let log = folder.path("s.db")
    _ = hyzer("round", "new", "--db", log, "--from", demoRound)
    for hole in complete { _ = hyzer("hole", "--db", log, "\(hole)") }
    for hole in complete {
      _ = hyzer("enter", "--db", log, "--hole", "\(hole)", "everyone three")
    }
    if complete == [7] { _ = hyzer("hole", "--db", log, "8") }
    let (store, _, _) = try takeUpLive(log)
    #expect(try store.currentHole()?.hole == hole)
    #expect(try store.rounds().count == rounds)
  }

  @Test func `a round of a file goes on with whoever joined it since`() throws {
    let log = folder.path("s.db")
    _ = hyzer("round", "new", "--db", log, "--from", demoRound)
    _ = hyzer("enter", "--db", log, "everyone three")
    #expect(hyzer("round", "join", "--db", log, "Zoe").code == 0)
    let (store, file, reporter) = try takeUpLive(log)
    #expect(try store.rounds().count == 1)
    var keeper = try RoundKeeper(store: store, reporter: reporter, uptime: { .zero })
    keeper.setRoster(file.round.roster)
    #expect(
      try keeper.situation().roster.players == file.round.roster.players + [Player(name: "Zoe")])
  }

  @Test(arguments: [("Mike", "mike"), ("mike", "MIKE"), ("José", "jose"), ("jose", "José")])
  func `a player is the same however a round file spells the name`(
    _ first: String, _ second: String
  ) throws {
    let silence = try folder.file("silence.wav", wav([Int16](repeating: 0, count: 1600)))
    func listen(_ players: String, to recording: String? = nil) throws -> Outcome {
      let round = try folder.file("r.json", #"{"hole": 2, "players": [\#(players)]}"#)
      return self.listen(recording ?? silence, round: round)
    }
    #expect(try listen("\"\(first)\"").code == 0)
    let log = try ScoreStore(path: folder.path("s.db"))
    #expect(try listen("\"\(second)\", \"Sarah\"").code == 0)
    #expect(try log.rounds().count == 2)
    // The same round: the name in the log is that of the player, who is one.
    let outcome = try listen(
      "\"\(second.uppercased())\", \"sarah\"", to: DemoAudio.path("birdie.flac"))
    #expect(
      try outcome.decoded(Event.self).map(\.summary).contains { $0.contains("Sarah 2") })
    #expect(try log.rounds().count == 2)
    #expect(try log.players().map(\.name) == [first, "Sarah"])
    let round = try #require(try log.currentHole()).round
    #expect(try log.round(round).entrants.map(\.player.name) == [first, "Sarah"])
  }

  @Test func `a round file with a hole that its course lacks registers nobody`() throws {
    let round = try folder.file(
      "r.json", #"{"course": "Heron Meadow", "hole": 12, "players": ["Mike"]}"#)
    #expect(
      listen(DemoAudio.path("pairs.flac"), round: round)
        == .refused(65, "hyzer: \"hole\" is 12, but \"Heron Meadow\" has 9 holes"))
    let log = try ScoreStore(path: folder.path("s.db"))
    #expect(try log.players() == [])
    #expect(try log.rounds() == [])
  }

  @Test(arguments: [("", 4, 1), (#""par": null,"#, 4, 1), (#""par": 3,"#, 3, 2)])
  func `only a par that the file gives is another than the course's`(
    _ key: String, _ par: Int, _ rounds: Int
  ) throws {
    let db = folder.path("s.db")
    _ = hyzer("round", "new", "--db", db, "--course", "heron meadow", "--player", "Mike")
    let round = try folder.file(
      "r.json", #"{"course": "Heron Meadow", "hole": 4, \#(key) "players": ["Mike"]}"#)
    let zeros = try folder.file("zeros.wav", wav([Int16](repeating: 0, count: 16_000)))
    // Silence is no event.
    #expect(listen(zeros, round: round) == .done())
    let log = try ScoreStore(path: db)
    #expect(try log.rounds().count == rounds)
    let current = try #require(try log.currentHole())
    #expect(current.hole == 4)
    #expect(try log.round(current.round).par(ofHole: 4) == par)
    let made = hyzer("round", "new", "--db", db, "--from", round)
    let record = try log.round(RoundID(#require(made.outputLines.first)))
    #expect(record.par(ofHole: 4) == par)
  }

  @Test func `lines report the same to people, and stages are timed where that is wanted`() throws {
    let outcome = listen(DemoAudio.path("pairs.flac"), ["--plain", "--timings"])
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        heard: mike three jake four
        hole 7: Michael 3, Jake 4 — right?
        hole 7: Michael 3, Jake 4 — saved
        1 Michael E, 2 Jake +1

        """)
    // A clock that goes on by a second whenever it is asked.
    let stages = ["ahead", "recognise", "parse", "commit", "standings", "paint"]
    #expect(
      outcome.errors.replacing(/\d+\.0/, with: "N")
        == "timings: \(stages.map { "\($0) N" }.joined(separator: ", ")) ms\n")
  }

  @Test(arguments: [
    (["--window", "0"], 64, nil), (["--json", "--plain"], 64, nil),
    (
      ["--input", DemoAudio.path("pairs.flac"), "--fast"], 65,
      "hyzer: no round is current; choose one of `hyzer round list` with `hyzer round use`, or make one with `hyzer round new`"
    ),
  ]) func `what cannot be done is reported in a line`(
    _ options: [String], _ code: Int32, _ message: String?
  ) throws {
    let outcome = hyzer(["listen", "--db", folder.path("s.db")] + options)
    #expect(outcome.code == code)
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count <= 2)
    if let message { #expect(outcome.errorLines == [message]) }
  }

  @Test func `without a microphone lines can be typed where there is no screen, up to their end`()
    throws
  {
    let outcome = hyzer(
      [
        "listen", "-r", demoRound, "--db", folder.path("s.db"), "--plain", "--device",
        "nosuchdevice",
      ], input: Array("coffee\nmichael3 jake4\n".utf8), environment: ["HYZER_USER": "Ann"],
      isTerminal: true)
    #expect(outcome.code == 0)
    #expect(
      outcome.outputLines == [
        "couldn't understand: \"coffee\" is not understood", "heard: michael3 jake4",
        "hole 7: Michael 3, Jake 4 — right?", "hole 7: Michael 3, Jake 4 — saved",
        "1 Michael E, 2 Jake +1",
      ])
    let lines = outcome.errorLines.filter { $0.hasPrefix("cannot open sound device") }
    #expect(lines.map { $0.hasSuffix("; scores can still be typed") } == [true])
  }

  @Test func `a name that nobody can say keeps no other from being heard`() throws {
    let round = try folder.file(
      "round.json",
      "{\"hole\": 7, \"players\": [{\"name\": \"Michael\", \"aliases\": [\"Mike\"]}, \"🦄\", \"Jake\"]}"
    )
    let outcome = listen(DemoAudio.path("pairs.flac"), ["--plain"], round: round)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("hole 7: Michael 3, Jake 4 — saved"))
    #expect(
      outcome.errorLines == [
        "\"🦄\" cannot be listened for without a pronunciation; see hyzer player edit --say"
      ])
  }

  @Test func `a pronunciation that comes after the round was made is listened for`() throws {
    let database = ["--db", folder.path("s.db")]
    _ = hyzer(
      ["round", "new", "--course", "Cedar Creek", "--player", "🦄", "--player", "Jake"] + database)
    _ = hyzer(["player", "edit", "🦄", "--say", "Michael", "--say", "M AY K"] + database)
    let outcome = hyzer(
      ["listen", "--input", DemoAudio.path("pairs.flac"), "--fast", "--plain"] + database)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("hole 1: 🦄 3, Jake 4 — saved"))
  }

  @Test func `a recording that breaks off loses nothing of what was heard`() throws {
    let whole = try Data(contentsOf: URL(filePath: DemoAudio.path("pairs.flac")))
    let path = try folder.file("cut.flac", Array(whole.dropLast(300)))
    let outcome = listen(path, ["--plain"])
    #expect(outcome.code == 65)
    #expect(
      outcome.outputLines == [
        "heard: mike three jake four", "hole 7: Michael 3, Jake 4 — right?",
        "hole 7: Michael 3, Jake 4 — saved", "1 Michael E, 2 Jake +1",
      ])
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("hyzer: cannot read recording '\(path)'"))
  }

  @Test(arguments: ["--plain", "--json"])
  func `a signal ends what is said, drops it and says so`(option: String) throws {
    let recording = DemoAudio.path("pairs.flac")
    for looks in 0...2 {
      #expect(listen(recording, [option], looks: looks) == .done())
    }
    let outcome = listen(recording, [option], looks: 100)
    #expect(outcome.isDone)
    if option == "--json" {
      #expect(
        try outcome.decoded(Event.self).map(\.event) == ["heard", "confirming", "dismissed"])
    } else {
      #expect(outcome.outputLines.last == "hole 7: Michael 3, Jake 4 — dropped, nothing saved")
    }
    let log = try ScoreStore(path: folder.path("s.db"))
    #expect(try log.events(of: #require(try log.currentHole()).round) == [])
  }

  @Test func `scores that the log does not take are reported, unless it does at the last try`()
    throws
  {
    let log = folder.path("s.db")
    let recording = DemoAudio.path("pairs.flac")
    let lost = "these scores were not saved: hole 7: Michael 3, Jake 4"
    _ = listen(DemoAudio.path("birdie.flac"))
    try OtherProgram(log).run(
      """
      CREATE TRIGGER full BEFORE INSERT ON events
        BEGIN SELECT RAISE(ABORT, 'no room'); END
      """)

    // At a signal; the window closes in the silence before it.
    let words = try Recording(path: recording).samples
    let path = try folder.file("s.wav", wav(words + [Int16](repeating: 0, count: 64_000)))
    let stopped = listen(path, ["--plain"], looks: words.count / 320 + 150)
    #expect(stopped.refuses(74, lost))

    // At the end.
    let ended = listen(recording, ["--plain"])
    #expect(ended.code == 74)
    #expect(ended.output.contains("hole 7: Michael 3, Jake 4 — NOT SAVED"))
    #expect(
      ended.errorLines == [
        "hyzer listen: \(lost); enter them with: hyzer enter --hole 7 --db '\(folder.path("s.db"))' "
          + "'Michael 3, Jake 4'"
      ])

    // There is room again as soon as it is reported that there is none.
    let console = Console(
      write: { text in
        if text.contains("NOT SAVED") { try OtherProgram(log).run("DROP TRIGGER full") }
      }, writeError: { _ in })
    let code = Hyzer.run(
      arguments: ["listen", "-r", demoRound, "--db", log, "-i", recording, "--fast", "--plain"],
      console: console, surroundings: .counted())
    #expect(code == 0)
    let store = try ScoreStore(path: log)
    let events = try store.events(of: #require(try store.currentHole()).round)
    #expect(events.map(\.player) == ["Sarah", "Michael", "Jake"])
    #expect(try store.audit().isClean)
  }
}
