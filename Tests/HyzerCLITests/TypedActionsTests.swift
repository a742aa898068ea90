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

  @Test func `what was typed before the end comes first`() throws {
    var waiting = TypedActions.Waiting(lines: ["Mike three", "y", "q", "n"])
    #expect(try waiting.take() == [.enter("Mike three"), .accept])
    #expect(try waiting.take() == nil)
    #expect(try waiting.take() == nil)
  }

  @Test func `what was typed before a failure comes first`() throws {
    let failure = Failure(.inputOutput, "cannot read standard input: gone")
    var waiting = TypedActions.Waiting(lines: ["Mike three"], failure: failure)
    #expect(try waiting.take() == [.enter("Mike three")])
    #expect(throws: failure) { try waiting.take() }
    #expect(throws: failure) { try waiting.take() }
  }

  @Test func `nothing typed is nothing asked for`() throws {
    var waiting = TypedActions.Waiting()
    #expect(try waiting.take() == [])
  }
}
