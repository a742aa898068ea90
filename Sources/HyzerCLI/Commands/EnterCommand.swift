internal import CommandLineKit
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

      "Hole 2, Jake four" is saved on hole 2. "No, Jake had a five" corrects the hole that this \
      device has completed within the last minute, as long as the next one has no score.

      A single - reads lines from standard input and saves each as it comes. The first that is \
      refused ends it, with the line's number; with --keep-going it is reported, its hole stays \
      as it is, and the next line is of the next hole. In a terminal, the line can be typed again.
      """,
    options: [.json, hole, keepGoing] + OptionSpec.scoreLog, operands: [text],
    examples: [
      Example("hyzer enter Mike three, Jake birdie", "Save two scores of the current hole."),
      Example("hyzer enter --hole 4 \"Jake five\"", "Correct a score of an earlier hole."),
    ])

  private static let hole = OptionSpec(
    long: "hole", argument: "N", help: "The hole of the scores. The default is the current hole.")
  private static let keepGoing = OptionSpec(
    long: "keep-going", help: "Go on after a line that is refused, with the next hole.")
  private static let text = OperandSpec(
    name: "TEXT", maximum: nil, help: "The scores of one hole, or - for lines.")

  static func run(_ context: CommandContext) throws {
    var keeper = try context.keeper()
    var hole = try context.arguments.integer(hole, in: Round.holeRange)
    let words = context.arguments.operands(text)
    if words == ["-"] { return try enterLines(onHole: hole, &keeper, context) }
    let text = words.joined(separator: " ")
    if hole == nil, let before = context.holeBefore, before.round == keeper.card.round.id,
      before.hole != keeper.hole
    {
      try check(text, overtakenOn: before.hole, keeper, context)
      hole = before.hole
    }
    if let refusal = try enter(text, onHole: hole, &keeper, context) {
      throw context.refusal(refusal.text)
    }
  }

  /// What is unclear in a line, and of which hole it is.
  private struct Refusal {
    let hole: Int
    let reason: String

    var text: String { "\(reason); nothing saved" }
  }

  /// Saves each line of standard input as it comes, up to the first that is refused.
  private static func enterLines(
    onHole hole: Int?, _ keeper: inout RoundKeeper, _ context: CommandContext
  ) throws {
    let lines = context.typedLines
    var number = 0
    var hasBadLine = false
    while let line = try lines.nextLine() {
      number += 1
      let refusal: String?
      var refusedHole = keeper.hole
      do {
        let text = try line.get()
        guard !text.isEmpty else { continue }
        let refused = try enter(text, onHole: hole, &keeper, context)
        refusal = refused?.text
        refusedHole = refused?.hole ?? keeper.hole
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
      if context.arguments.flag(keepGoing) {
        // The next line is of the next hole, whatever this one was to say of the current one.
        if hole == nil, refusedHole == keeper.hole { try keeper.passOver() }
      } else if !context.console.isTerminal {
        break
      }
    }
    if hasBadLine { throw Reported(code: .badData) }
  }

  /// Refuses a line where others have just completed the hole that was the current one, and it says anything
  /// else than they did: it may be of that hole or of the next.
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
  }

  /// Saves a line, says so, and goes on to the next hole if this one is complete.
  ///
  /// - Returns: What is unclear in the line, of which nothing is saved then; nil where it is saved.
  private static func enter(
    _ text: String, onHole given: Int?, _ keeper: inout RoundKeeper, _ context: CommandContext
  ) throws -> Refusal? {
    // Others may have scored since the last line.
    try keeper.refresh()
    let before = keeper.card
    guard !before.round.entrants.isEmpty else {
      throw ScoreStoreError.refused(.noPlayers(before.round.id))
    }
    var hole = given ?? keeper.hole
    var situation = try before.round.situation(atHole: hole)
    func parse() throws -> ParseResult {
      try context.parser(situation, reporter: context.reporterName).parse(
        typed: text, missing: before.playersMissing(onHole: hole))
    }
    var result = try parse()
    if given == nil {
      let words = HoleOfWords(
        current: hole, on: before, lastSaid: result.correctsEarlier ? keeper.lastSaid : nil)
      let meant = words.hole(of: result)
      if meant != hole {
        hole = meant
        situation = try before.round.situation(atHole: hole)
        result = try parse()
      }
    }
    guard let draft = Draft(typed: text, result, onHole: hole, replacing: before) else {
      return Refusal(hole: hole, reason: unclear(result, situation.roster))
    }
    if given == nil,
      let doubt = doubt(
        of: draft, result, before, situation.roster, at: context.surroundings.timestamp)
    {
      return Refusal(hole: hole, reason: doubt)
    }
    let left = keeper.hole
    let (commit, change) = try keeper.commit(typed: draft)
    // Whoever corrects a hole by a command goes on to the next at once.
    if keeper.hole == hole { try keeper.leaveCompleteHole() }
    guard !context.isJSON else {
      // "from" is the score that stood before, "to" the one that stands since, which is another where it
      // is the organiser's choice; scores that this device had said have no events.
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

  /// Why a line that does not say of which hole it is is not saved; nil where it is clear.
  private static func doubt(
    of draft: Draft, _ result: ParseResult, _ card: Scorecard, _ roster: Roster,
    at now: () -> String
  ) -> String? {
    guard result.hole == nil else { return nil }
    let hole = draft.hole
    let known = draft.scores.filter { card.result(of: $0.player, onHole: hole) != nil }
    if result.correctsEarlier {
      return known.isEmpty
        ? "it corrects a score, and on hole \(hole) none of its players has one; say --hole N" : nil
    }
    let replacing = draft.rows.filter { $0.replaces != nil }
    guard !replacing.isEmpty else { return nil }
    let place = HoleContext(hole: hole, on: card, at: now())
    guard card.isComplete(hole: hole) else {
      let settled = replacing.compactMap(\.player).first(where: place.isSettled)
      let other = place.next.map { ", or --hole \($0)" } ?? ""
      return settled.map {
        "\(roster[$0].name.printable) has a score on hole \(hole); say --hole \(hole) to replace it\(other)"
      }
    }
    return "every player has a score on hole \(hole); say --hole \(hole) to replace what is there"
  }

  /// What keeps an utterance from being saved, in one line.
  private static func unclear(_ result: ParseResult, _ roster: Roster) -> String {
    let namesHole = result.problems.contains {
      if case .otherHole = $0.kind { true } else { false }
    }
    let scored = Set(result.scores.map(\.player))
    let problems = result.problems.map { problem in
      let isContradicted =
        problem.kind == .noScore && !scored.isDisjoint(with: problem.candidates)
      return problem.text(roster: roster).printable
        + (isContradicted ? ", and a score as well" : "")
    }
    return problems.isEmpty
      ? "there is no score in it"
      : problems.joined(separator: "; ")
        + (namesHole ? "; give each hole's by itself, by --hole" : "")
  }
}

enum UndoCommand: Command {
  static let spec = CommandSpec(
    path: ["undo"], abstract: "Take back the scores that this device saved last.",
    discussion: """
      What counted before counts again; the log keeps both. Repeat it to take back what this \
      device saved before that. What other devices saved stays: enter a score to correct it. hyzer \
      redo brings back what was taken back.
      """,
    options: [.json] + OptionSpec.scoreLog)

  static func run(_ context: CommandContext) throws {
    var keeper = try context.keeper()
    let (record, left) = (keeper.card.round, keeper.hole)
    guard let (hole, change) = try keeper.undo() else {
      throw ScoreStoreError.refused(.nothingToUndo(record.id))
    }
    let lines = EventLines(roster: try keeper.situation().roster)
    try context.show(
      json: change.json(of: record, onHole: hole),
      lines: [lines.undone(hole: hole, change)]
        + (keeper.hole != left ? [keeper.card.title(ofHole: keeper.hole)] : []))
  }
}

enum RedoCommand: Command {
  static let spec = CommandSpec(
    path: ["redo"], abstract: "Bring back the scores that undo took back.",
    discussion: """
      The scores of this device's last undo count again, by new entries of the log. Repeat it to \
      bring back what was taken back before that. It can be done until this device enters something \
      else in the round, and not over scores that others have entered since.
      """,
    options: [.json] + OptionSpec.scoreLog)

  static func run(_ context: CommandContext) throws {
    var keeper = try context.keeper()
    let (record, left) = (keeper.card.round, keeper.hole)
    guard let (hole, change) = try keeper.redo() else {
      throw ScoreStoreError.refused(.nothingToRedo(record.id))
    }
    let lines = EventLines(roster: try keeper.situation().roster)
    try context.show(
      json: change.json(of: record, onHole: hole),
      lines: [lines.redone(hole: hole, change)]
        + (keeper.hole != left ? [keeper.card.title(ofHole: keeper.hole)] : []))
  }
}

extension StandingsChange {
  /// What `undo` and `redo` report: "from" is the score that stood before, "to" the one that stands since.
  fileprivate func json(of record: RoundRecord, onHole hole: Int) -> JSONObject {
    let scores = triggers.map { trigger -> JSONObject in
      [
        "player": record.name(of: trigger.player), "from": trigger.from?.strokes?.count,
        "to": trigger.to?.strokes?.count,
      ]
    }
    return ["round": record.id.rawValue, "hole": hole, "scores": scores]
  }
}
