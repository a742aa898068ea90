internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

enum EnterCommand: Command {
  static let spec = CommandSpec(
    path: ["enter"], abstract: "Save typed scores.",
    discussion: """
      Type what you would say: "Mike three, Jake birdie", or shorter: "mike3 jake+1". Scores \
      alone, as in "3 4 3 5", go to the players in the round's order: to those without a score \
      on the hole, or else to all; there must be as many. If anything in it is unclear, nothing \
      is saved and the reason is printed. When everybody has a score on the hole, the next hole \
      becomes the current one. "No score for Jake" says that Jake did not finish the hole, which \
      then counts for nothing.

      A single - reads lines from standard input and saves each as it comes. A line that is \
      unclear is reported, and the others are still saved; a failure to write ends the command.
      """,
    options: [.json, hole] + OptionSpec.scoreLog, operands: [text],
    examples: [
      Example("hyzer enter Mike three, Jake birdie", "Save two scores of the current hole."),
      Example("hyzer enter --hole 4 \"Jake five\"", "Correct a score of an earlier hole."),
    ])

  private static let hole = OptionSpec(
    long: "hole", argument: "N", help: "The hole of the scores. The default is the current hole.")
  private static let text = OperandSpec(
    name: "TEXT", maximum: nil, help: "The scores of one hole, or - for lines.")

  static func run(_ context: CommandContext) throws {
    var keeper = try context.keeper()
    let hole = try context.arguments.integer(hole, in: Round.holeRange)
    let words = context.arguments.operands(text)
    if words == ["-"] { return try enterLines(onHole: hole, &keeper, context) }
    let text = words.joined(separator: " ")
    if hole == nil, let before = context.holeBefore, before.round == keeper.card.round.id,
      before.hole != keeper.hole
    {
      return try check(text, overtakenOn: before.hole, keeper, context)
    }
    if let refusal = try enter(text, onHole: hole, &keeper, context) {
      throw context.refusal("\(refusal); nothing saved")
    }
  }

  /// Saves each line of standard input as it comes; one that is refused does not stop the others.
  private static func enterLines(
    onHole hole: Int?, _ keeper: inout RoundKeeper, _ context: CommandContext
  ) throws {
    let lines = TypedLines(context.console)
    var number = 0
    var hasBadLine = false
    while let line = try lines.nextLine() {
      number += 1
      let refusal: String?
      do {
        let text = try line.get()
        guard !text.isEmpty else { continue }
        refusal = try enter(text, onHole: hole, &keeper, context).map { "\($0); nothing saved" }
      } catch ScoreStoreError.refused(let rule) {
        refusal = rule.description
      } catch var lost as LostAnswer {
        lost.saved = "saved up to line \(number)"
        throw lost
      } catch let fault as TypedLines.Fault {
        refusal = fault.message
      }
      guard let refusal else { continue }
      hasBadLine = true
      context.console.errorLine("\(context.arguments.location): line \(number): \(refusal)")
    }
    if hasBadLine { throw Reported(code: .badData) }
  }

  /// Saves nothing of a line where others have just completed the hole that was the current one: it may
  /// be of that hole or of the next.
  private static func check(
    _ text: String, overtakenOn hole: Int, _ keeper: RoundKeeper, _ context: CommandContext
  ) throws {
    let card = keeper.card
    let result = try context.parser(card.round.situation(atHole: hole)).parse(
      typed: text, missing: [])
    let isSame =
      result.status == .success
      && result.scores.allSatisfy {
        card.result(of: $0.player, onHole: hole) == .strokes($0.strokes)
      }
    guard isSame else {
      throw context.refusal(
        "others have just completed hole \(hole), so it is open of which hole this is; nothing saved: say --hole \(hole) or --hole \(keeper.hole)"
      )
    }
    try context.console.line("hole \(hole): saved already, from another device")
  }

  /// Saves a line, says so, and goes on to the next hole if this one is complete.
  ///
  /// - Returns: What is unclear in the line, of which nothing is saved then; nil where it is saved.
  private static func enter(
    _ text: String, onHole given: Int?, _ keeper: inout RoundKeeper, _ context: CommandContext
  ) throws -> String? {
    // Others may have scored since the last line.
    try keeper.refresh()
    let hole = given ?? keeper.hole
    let before = keeper.card
    guard !before.round.entrants.isEmpty else {
      throw ScoreStoreError.refused(.noPlayers(before.round.id))
    }
    let situation = try before.round.situation(atHole: hole)
    let result = try context.parser(situation, reporter: context.reporterName).parse(
      typed: text, missing: before.playersMissing(onHole: hole))
    guard let draft = Draft(typed: text, result, onHole: hole, replacing: before) else {
      return unclear(result, situation.roster)
    }
    let left = keeper.hole
    let (commit, change) = try keeper.commit(typed: draft)
    guard !context.isJSON else {
      // "from" is the score that stood before, "to" the one that stands since, which is another where it
      // is the organiser's choice; scores that stood already have no events.
      let scores = draft.rows.compactMap { row -> JSONObject? in
        row.player.map { player in
          [
            "player": situation.roster[player].name, "strokes": row.result?.strokes?.count,
            "from": before.strokes(of: player, onHole: hole)?.count,
            "to": keeper.card.strokes(of: player, onHole: hole)?.count,
          ]
        }
      }
      try context.console.json([
        "commit": commit.rawValue, "round": before.round.id.rawValue, "hole": hole,
        "scores": scores, "events": change.triggers.map(\.event.rawValue), "transcript": text,
        "currentHole": keeper.hole,
      ])
      return nil
    }
    let lines = EventLines(roster: situation.roster)
    try context.console.line(lines.saved(draft))
    try context.console.lines(keeper.overruled(draft).map(lines.overruled))
    if keeper.hole != left { try context.console.line(keeper.card.title(ofHole: keeper.hole)) }
    if keeper.card.isComplete { try context.console.line(EventLines.complete) }
    return nil
  }

  /// What keeps an utterance from being saved, in one line.
  private static func unclear(_ result: ParseResult, _ roster: Roster) -> String {
    let scored = Set(result.scores.map(\.player))
    let problems = result.problems.map { problem in
      let isContradicted =
        problem.kind == .noScore && !scored.isDisjoint(with: problem.candidates)
      return problem.text(roster: roster).printable
        + (isContradicted ? ", and a score as well" : "")
    }
    return problems.isEmpty ? "there is no score in it" : problems.joined(separator: "; ")
  }
}

enum UndoCommand: Command {
  static let spec = CommandSpec(
    path: ["undo"], abstract: "Take back the scores that this device saved last.",
    discussion: """
      What counted before counts again; the log keeps both. Repeat it to take back what this \
      device saved before that. What other devices saved stays: enter a score to correct it.
      """,
    options: [.json] + OptionSpec.scoreLog)

  static func run(_ context: CommandContext) throws {
    var keeper = try context.keeper()
    let (record, left) = (keeper.card.round, keeper.hole)
    guard let change = try keeper.undo() else {
      throw ScoreStoreError.refused(.nothingToUndo(record.id))
    }
    let hole = keeper.hole
    let scores = change.triggers.map { trigger -> JSONObject in
      [
        "player": record.name(of: trigger.player), "from": trigger.from?.strokes?.count,
        "to": trigger.to?.strokes?.count,
      ]
    }
    let lines = EventLines(roster: try keeper.situation().roster)
    try context.show(
      json: ["round": record.id.rawValue, "hole": hole, "scores": scores],
      lines: [lines.undone(hole: hole, change)]
        + (hole != left ? [keeper.card.title(ofHole: hole)] : []))
  }
}
