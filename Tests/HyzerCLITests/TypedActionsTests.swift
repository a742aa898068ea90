import Scorekeeping
import Testing

@testable import HyzerCLI

@Suite struct TypedActionsTests {
  @Test(
    arguments: [
      ("", .accept), ("y", .accept), ("Yes", .accept), ("n", .cancel), ("NO", .cancel),
      ("cancel", .cancel), ("u", .undo), ("undo", .undo), ("r", .retry), ("q", nil),
      ("Mike three", .enter("Mike three")), ("nate 4", .enter("nate 4")),
    ] as [(String, RoundAction?)])
  func `a line asks for an action, or is read as scores`(line: String, action: RoundAction?) {
    #expect(TypedActions.action(line) == action)
  }
}
