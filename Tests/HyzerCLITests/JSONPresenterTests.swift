import Scorekeeping
import Synchronization
import Testing

@testable import HyzerCLI

@Suite struct JSONPresenterTests {
  @Test func `an undo reports the scores that stand again`() throws {
    try withFolder { folder in
      let output = Mutex("")
      let console = Console(
        write: { text in output.withLock { $0 += text } }, writeError: { _ in })
      let fixture = try LiveRoundFixture(folder, console: console, uptime: { .zero })
      var live = try fixture.live()
      for action in [.enter("Mike 3"), .accept, .enter("Mike 5, Jake 4"), .accept] as [RoundAction]
      {
        _ = live.act(action, at: .seconds(1))
      }
      let events = live.act(.undo, at: .milliseconds(2500))
      try JSONPresenter(console: console).report(events, of: live, at: .milliseconds(2500))
      let undoings = try fixture.undoings().map { "\"\($0)\"" }.joined(separator: ",")
      #expect(
        output.withLock { $0 }
          == #"{"at":2.5,"event":"undone","events":[\#(undoings)],"hole":7,"#
          + #""scores":[{"confidence":1,"player":"Michael","strokes":3}],"#
          + #""transcript":"","unresolved":[]}"# + "\n")
    }
  }
}
