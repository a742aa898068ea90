internal import CommandLineKit
internal import Golf
internal import ScoreStore
internal import Scorekeeping
internal import Screen

/// `hyzer undo`: take back what was saved last, and go to its hole.
struct UndoCommand: Command {
  static let spec = CommandSpec(
    path: ["undo"], abstract: "Take back the scores that were saved last.",
    discussion: """
      What stood before stands again. The log keeps both. Once more, it takes back what was \
      saved before that.
      """,
    options: [.json] + OptionSpec.scoreLog)

  private struct Report: Encodable {
    struct Score: Encodable {
      let player: String
      let from: Nullable<Int>
      let to: Nullable<Int>
    }

    let round: String
    let hole: Int
    let scores: [Score]
  }

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    var keeper = try toolkit.keeper(toolkit.scoreStore(arguments), arguments)
    let record = keeper.card.round
    guard let (hole, change) = try keeper.undo() else {
      throw ScoreStoreError.refused(.nothingToUndo(record.id))
    }
    let hasMoved = hole != keeper.hole
    if hasMoved { try keeper.go(to: hole) }
    guard !arguments.flag("json") else {
      let scores = change.triggers.map { trigger in
        Report.Score(
          player: record.name(of: trigger.player), from: Nullable(trigger.from?.count),
          to: Nullable(trigger.to?.count))
      }
      return try toolkit.console.line(
        JSONLine.encode(Report(round: record.id.rawValue, hole: hole, scores: scores)))
    }
    let lines = EventLines(roster: try keeper.situation().roster)
    try toolkit.console.line(lines.undone(hole: hole, change))
    if hasMoved { try toolkit.console.line(HoleText(card: keeper.card, hole: hole).title) }
  }
}
