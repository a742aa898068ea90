import CommandLineKit
import DiscGolf
import HyzerVoice
import ScoreLog
import Scorekeeping
import Synchronization
import Testing

@testable import HyzerCLI

@Suite struct JSONPresenterTests {
  private func context(
    _ arguments: [String], _ console: Console, _ surroundings: Surroundings
  ) throws -> CommandContext {
    guard case .run(let parsed) = try hyzerProgram.parse(arguments: arguments) else {
      throw UsageError("no command", at: "hyzer")
    }
    return CommandContext(parsed, console, surroundings)
  }

  /// Does what leads to an action in a live round and then reports what comes of it; `EVENTS` stands
  /// for the events that the log has of it.
  private func report(_ action: RoundAction, after actions: [RoundAction]) throws -> String {
    try withFolder { folder in
      let path = folder.path("s.db")
      try #require(hyzer("round", "new", "--db", path, "--from", demoRound).code == 0)
      let output = Mutex("")
      let console = Console(
        write: { text in output.withLock { $0 += text } }, writeError: { _ in })
      let world = Surroundings.counted()
      let context = try context(["undo"], console, world)
      let store = try ScoreStore(path: path)
      let keeper = try RoundKeeper(
        store: store,
        reporter: .init(
          name: "Ann", deviceName: "phone", timestamp: world.timestamp,
          newIdentifier: world.newIdentifier), uptime: { .zero })
      var live = LiveRound(
        keeper: keeper, scorer: LiveScorer(scorer: try context.scorer(keeper.situation())),
        settings: .init(typedParser: { try context.parser($0) }))
      for action in actions { _ = live.act(action, at: .seconds(1)) }
      let before = try store.events(of: live.keeper.card.round.id).count
      let events = live.act(action, at: .milliseconds(2500))
      try JSONPresenter(console: console).report(events, of: live, at: .milliseconds(2500))
      let new = try store.events(of: live.keeper.card.round.id).dropFirst(before)
        .map { "\"\($0.id)\"" }.joined(separator: ",")
      return output.withLock { $0 }.replacing("[\(new)]", with: "EVENTS")
    }
  }

  @Test func `an undo reports the scores that stand again`() throws {
    #expect(
      try report(
        .undo, after: [.enter("Mike 3"), .accept, .enter("Mike 5, Jake 4"), .accept])
        == #"{"at":2.5,"event":"undone","events":EVENTS,"hole":7,"#
        + #""scores":[{"confidence":1,"player":"Michael","strokes":3}],"#
        + #""transcript":"","unresolved":[]}"# + "\n")
  }

  @Test func `no score is null, to be confirmed and then saved`() throws {
    let score = #""hole":7,"scores":[{"confidence":0,"player":"Jake","strokes":null}],"#
    let shown = try report(.enter("Jake DNF"), after: []).split(separator: "\n")
    #expect(
      shown.last.map { String($0) }
        == #"{"at":2.5,"event":"partial",\#(score)"transcript":"Jake DNF","unresolved":["#
        + #"{"candidates":["Jake"],"message":"no score for Jake is to be confirmed","#
        + #""reason":"noScore","text":"Jake DNF"}]}"#)
    #expect(
      try report(.accept, after: [.enter("Jake DNF")])
        == #"{"at":2.5,"event":"committed","events":EVENTS,\#(score)"#
        + #""transcript":"Jake DNF","unresolved":[]}"# + "\n")
  }

  /// Enters a score as somebody of Ann's round after another device saved one, and returns what is
  /// reported from then on.
  private func report(by name: String, _ text: String, after other: String, by author: String)
    throws
    -> [String]
  {
    try withFolder { folder in
      let (path, elsewhere) = (folder.path("s.db"), folder.path("other.db"))
      func run(_ arguments: String..., input: String = "") throws -> Outcome {
        let outcome = hyzer(arguments, input: Array(input.utf8))
        try #require(outcome.code == 0, "\(outcome.errors)")
        return outcome
      }
      let round = try run("round", "new", "--db", path, "--from", demoRound, "--as", "Ann")
      _ = try run("enter", "--db", path, "--as", "Ben", "--hole", "7", "Mike 3")
      _ = try run(
        "import", "--db", elsewhere, "-", input: run("export", "--db", path).output)
      _ = try run("round", "use", "--db", elsewhere, try #require(round.outputLines.first))
      _ = try run("enter", "--db", elsewhere, "--as", author, "--hole", "7", other)
      _ = try run("import", "--db", path, "-", input: run("export", "--db", elsewhere).output)

      let output = Mutex("")
      let console = Console(
        write: { text in output.withLock { $0 += text } }, writeError: { _ in })
      let world = Surroundings.counted()
      let keeper = try RoundKeeper(
        store: try ScoreStore(path: path),
        reporter: .init(
          name: name, deviceName: "phone", timestamp: world.timestamp,
          newIdentifier: world.newIdentifier), uptime: { .zero })
      var live = LiveRound(keeper: keeper, scorer: nil, settings: .init())
      let events =
        live.tick(at: .seconds(1)) + live.act(.enter(text), at: .seconds(2))
        + live.act(.accept, at: .seconds(2))
      try JSONPresenter(console: console).report(events, of: live, at: .seconds(2))
      return output.withLock { $0 }.split(separator: "\n").map(String.init)
    }
  }

  @Test func `the organiser's program is told how many scores are disputed`() throws {
    let lines = try report(by: "Ann", "Mike 3", after: "Mike 5", by: "Ben")
    func disputed(_ count: Int) -> String {
      #"{"at":2,"disputes":\#(count),"event":"disputed","hole":7,"scores":[],"transcript":"","#
        + #""unresolved":[]}"#
    }
    #expect(lines.first == disputed(1))
    #expect(lines.last == disputed(0))
    let others = try report(by: "Ben", "Mike 3", after: "Mike 5", by: "Ben")
    #expect(!others.contains { $0.contains("disputed") })
  }

  @Test func `scores that do not stand are reported with those that do`() throws {
    let lines = try report(by: "Ben", "Mike 5", after: "Mike 4", by: "Ann")
    #expect(
      lines.last
        == #"{"at":2,"event":"overruled","hole":7,"#
        + #""scores":[{"confidence":1,"player":"Michael","strokes":4}],"#
        + #""transcript":"","unresolved":[]}"#)
  }
}
