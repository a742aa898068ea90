import Golf
import ScoreStore
import Scorekeeping
import Synchronization
import Testing
import Understanding

@testable import HyzerCLI

@Suite struct JSONPresenterTests {
  @Test func `an undo reports the scores that stand again`() throws {
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
          name: "Ann", device: "phone", timestamp: world.timestamp,
          newIdentifier: world.newIdentifier), uptime: { .zero })
      var live = LiveRound(
        keeper: keeper, scorer: LiveScorer(scorer: try toolkit.scorer(keeper.situation())),
        settings: .init(typedParser: { try toolkit.parser($0) }))
      for action in [.enter("Mike 3"), .accept, .enter("Mike 5, Jake 4"), .accept] as [RoundAction]
      {
        _ = live.act(action, at: .seconds(1))
      }
      let events = live.act(.undo, at: .milliseconds(2500))
      try JSONPresenter(console: console).report(events, of: live, at: .milliseconds(2500))
      let undoings = try store.events(of: live.keeper.card.round.id)
        .filter { $0.takesBack != nil }.map { "\"\($0.id)\"" }.joined(separator: ",")
      #expect(
        output.withLock { $0 }
          == #"{"at":2.5,"event":"undone","events":[\#(undoings)],"hole":7,"#
          + #""scores":[{"confidence":1,"player":"Michael","strokes":3}],"#
          + #""transcript":"","unresolved":[]}"# + "\n")
    }
  }
}
