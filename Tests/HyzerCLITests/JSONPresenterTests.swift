import Golf
import ScoreStore
import Scorekeeping
import Synchronization
import Testing
import Understanding

@testable import HyzerCLI

@Suite struct JSONPresenterTests {
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
      let toolkit = Toolkit(console: console, surroundings: world)
      let store = try ScoreStore(path: path)
      let keeper = try RoundKeeper(
        store: store,
        reporter: .init(
          name: "Ann", deviceName: "phone", timestamp: world.timestamp,
          newIdentifier: world.newIdentifier), uptime: { .zero })
      var live = LiveRound(
        keeper: keeper, scorer: LiveScorer(scorer: try toolkit.scorer(keeper.situation())),
        settings: .init(typedParser: { try toolkit.parser($0) }))
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
}
