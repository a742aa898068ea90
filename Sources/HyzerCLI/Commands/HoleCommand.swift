internal import CommandLineKit
internal import Golf
internal import ScoreLog
internal import ScoreStore

/// `hyzer hole`: move to a hole, or tell where the round stands.
struct HoleCommand: Command {
  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    guard let current = try store.currentHole() else {
      throw ScoreStoreError.refused(.noCurrentRound)
    }
    var hole = current.hole
    if let text = arguments.operands.first {
      guard let number = Int(text) else {
        throw UsageError.invalidValue(
          text, of: "N", expected: "the number of a hole", suggestion: nil, at: arguments.location)
      }
      hole = number
      try store.setCurrentHole(CurrentHole(round: current.round, hole: hole))
    }
    let card = try store.scorecard(of: current.round)
    for line in HoleText(card: card, hole: hole).lines { try toolkit.console.line(line) }
  }
}
