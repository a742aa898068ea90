import Foundation
import ScoreLog
import Scorekeeping
import Synchronization
import Testing

@testable import HyzerCLI

@Suite struct JSONPresenterTests {
  private let folder = Folder()
  /// The path of a score log that is not there yet.
  private var newPath: String { folder.path("\(UUID()).db") }

  /// Lets `body` act in the live round of a log, and returns the lines that are printed of its events at
  /// some time.
  private func printed(
    _ path: String, by name: String, at now: Duration,
    _ body: (inout LiveRound) throws -> [RoundEvent]
  ) throws -> [String] {
    let output = Mutex("")
    let console = Console(
      write: { text in output.withLock { $0 += text } }, writeError: { _ in })
    let world = Surroundings.counted()
    let keeper = try RoundKeeper(
      store: try ScoreStore(path: path),
      reporter: .init(
        name: name, deviceName: "phone", timestamp: world.timestamp,
        newIdentifier: world.newIdentifier), uptime: { .zero })
    var live = LiveRound(keeper: keeper, scorer: nil)
    let events = try body(&live)
    try JSONPresenter(console: console).report(events, of: live, at: now)
    return output.withLock { $0 }.split(separator: "\n").map(String.init)
  }

  /// Does what leads to an action in a live round and then reports what comes of it; `EVENTS` stands
  /// for the events that the log has of it.
  private func report(_ action: RoundAction, after actions: [RoundAction]) throws -> [String] {
    let path = newPath
    try #require(hyzer("round", "new", "--db", path, "--from", demoRound).code == 0)
    let store = try ScoreStore(path: path)
    let round = try #require(try store.currentHole()).round
    var before = 0
    let lines = try printed(path, by: "Ann", at: .milliseconds(2500)) { live in
      for action in actions { _ = live.act(action, at: .seconds(1)) }
      before = try store.events(of: round).count
      return live.act(action, at: .milliseconds(2500))
    }
    let new = try store.events(of: round).dropFirst(before).map { "\"\($0.id)\"" }
    return lines.map { $0.replacing("[\(new.joined(separator: ","))]", with: "EVENTS") }
  }

  @Test func `an undo reports the scores that stand again`() throws {
    #expect(
      try report(
        .undo,
        after: [
          .enter("Mike 3", onHole: nil), .accept, .enter("Mike 5, Jake 4", onHole: nil), .accept,
        ])
        == [
          #"{"at":2.5,"event":"undone","events":EVENTS,"hole":7,"#
            + #""scores":[{"confidence":1,"player":"Michael","strokes":3}],"#
            + #""transcript":"","unresolved":[]}"#
        ])
  }

  @Test func `a redo reports the scores that are saved again`() throws {
    #expect(
      try report(.redo, after: [.enter("Mike 3", onHole: nil), .accept, .undo])
        == [
          #"{"at":2.5,"event":"redone","events":EVENTS,"hole":7,"#
            + #""scores":[{"confidence":1,"player":"Michael","strokes":3}],"#
            + #""transcript":"","unresolved":[]}"#
        ])
  }

  @Test func `no score is null, to be confirmed and then saved`() throws {
    let score = #""hole":7,"scores":[{"confidence":0,"player":"Jake","strokes":null}],"#
    #expect(
      try report(.enter("Jake DNF", onHole: nil), after: []).last
        == #"{"at":2.5,"event":"partial",\#(score)"transcript":"Jake DNF","unresolved":["#
        + #"{"candidates":["Jake"],"message":"no score for Jake is to be confirmed","#
        + #""reason":"noScore","text":"Jake DNF"}]}"#)
    #expect(
      try report(.accept, after: [.enter("Jake DNF", onHole: nil)])
        == [
          #"{"at":2.5,"event":"committed","events":EVENTS,\#(score)"#
            + #""transcript":"Jake DNF","unresolved":[]}"#
        ])
  }

  /// Enters a score as somebody of Ann's round after another device saved one, and returns what is
  /// reported from then on.
  private func report(by name: String, _ text: String, after other: String, by author: String)
    throws -> [String]
  {
    let (path, elsewhere) = (newPath, newPath)
    func run(_ arguments: String..., input: String = "") throws -> Outcome {
      let outcome = hyzer(arguments, input: Array(input.utf8))
      try #require(outcome.code == 0, "\(outcome.errors)")
      return outcome
    }
    // Ann's word counts as the organiser's where the round was made.
    let home = author == "Ann" ? elsewhere : path
    let made = try run("round", "new", "--db", home, "--from", demoRound, "--as", "Ann")
    let round = try #require(made.outputLines.first)
    if home != path {
      let text = try run("export", "--db", home, "--round", round).output
      _ = try run("import", "--db", path, "-", input: text)
      _ = try run("round", "use", "--yes", "--db", path, round)
      _ = try run("hole", "--db", path, "7")
    }
    _ = try run("enter", "--db", path, "--as", "Ben", "--hole", "7", "Mike 3")
    _ = try run(
      "import", "--db", elsewhere, "-", input: run("export", "--db", path).output)
    _ = try run("round", "use", "--yes", "--db", elsewhere, round)
    _ = try run("enter", "--db", elsewhere, "--as", author, "--hole", "7", other)
    _ = try run("import", "--db", path, "-", input: run("export", "--db", elsewhere).output)
    return try printed(path, by: name, at: .seconds(2)) { live in
      live.tick(at: .seconds(1)) + live.act(.enter(text, onHole: nil), at: .seconds(2))
        + live.act(.accept, at: .seconds(2))
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
