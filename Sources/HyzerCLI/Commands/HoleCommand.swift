internal import CommandLineKit
internal import Golf
internal import ScoreStore

/// `hyzer hole`: move to a hole, or tell where the round stands.
struct HoleCommand: Command {
  static let spec = CommandSpec(
    path: ["hole"], abstract: "Move to a hole, or tell where the round stands.",
    options: [.database],
    operands: [OperandSpec(name: "N", minimum: 0, help: "The hole's number.")],
    examples: [Example("hyzer hole 7", "Make hole 7 the current one.")])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let number = try arguments.operands.first.map { text throws(UsageError) in
      guard let number = Int(text) else {
        throw .invalidValue(
          text, of: "N", expected: "the number of a hole", suggestion: nil, at: arguments.location)
      }
      return number
    }
    let store = try toolkit.scoreStore(arguments)
    guard let current = try store.currentHole() else {
      throw ScoreStoreError.refused(.noCurrentRound)
    }
    if let number {
      try store.setCurrentHole(CurrentHole(round: current.round, hole: number))
    }
    let card = try store.scorecard(of: current.round)
    for line in HoleText(card: card, hole: number ?? current.hole).lines {
      try toolkit.console.line(line)
    }
  }
}
