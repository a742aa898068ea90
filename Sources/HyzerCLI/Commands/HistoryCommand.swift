internal import CommandLineKit
internal import Golf
internal import ScoreStore

/// `hyzer history`: the rounds, then one of them, then one of its players hole by hole.
struct HistoryCommand: Command {
  static let spec = CommandSpec(
    path: ["history"], abstract: "Show earlier rounds, one of them, or a player's holes in it.",
    discussion: """
      Without a round, all rounds are listed, the newest first. With a player, each score is \
      shown with its corrections: who entered it, when, how, and what was said.
      """,
    options: [
      .json,
      OptionSpec(
        long: "player", short: "p", argument: "NAME",
        help: "List the rounds of a registered player only."),
      .database,
    ],
    operands: [
      OperandSpec(
        name: "ROUND", minimum: 0, help: "A round, by the beginning of its identifier."),
      OperandSpec(name: "PLAYER", minimum: 0, help: "Somebody who plays in it."),
    ],
    examples: [
      Example("hyzer history 5f1c Mike", "Show how each of Mike's scores came to be.")
    ])

  private struct Report: Encodable {
    let round: String
    let course: String
    let holes: Int
    let phase: String
    let organiser: String
    let createdAt: String
    let finishedAt: Nullable<String>
    let winners: [String]
    let standings: [StandingReport]
  }

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let operands = arguments.operands
    guard let round = operands.first else { return try list(store, toolkit) }
    guard !arguments.flag("player") else {
      throw Failure(
        .usage, "\(arguments.location): --player picks rounds; leave it or the round away")
    }
    let id = try store.chosenRound(round)
    let card = try store.scorecard(of: id)
    guard operands.count > 1 else {
      return try RoundView(card: card, current: store.currentHole()).show(
        toolkit, isJSON: arguments.flag("json"))
    }
    let player = try player(operands[1], in: card.round)
    let history = PlayerHistory(card: card, player: player, events: try store.events(of: id))
    guard !arguments.flag("json") else {
      return try toolkit.console.line(JSONLine.encode(history.report))
    }
    for line in history.lines(localTime: toolkit.surroundings.localTime) {
      try toolkit.console.line(line)
    }
  }

  private func player(_ name: String, in record: RoundRecord) throws -> PlayerID {
    let roster = try? Roster(record.entrants.map(\.player))
    guard let player = roster?.player(named: name) else {
      throw ScoreStoreError.refused(.unknownPlayer(name, record.id))
    }
    return player
  }

  private func list(_ store: ScoreStore, _ toolkit: Toolkit) throws {
    let all = try store.rounds()
    let rounds = try arguments.value("player").map { try store.rounds(ofPlayer: $0) } ?? all
    guard !arguments.flag("json") else {
      for round in rounds {
        try toolkit.console.line(
          JSONLine.encode(
            Report(
              round: round.id.rawValue, course: round.course, holes: round.holeCount,
              phase: round.phase.rawValue, organiser: round.organiser, createdAt: round.createdAt,
              finishedAt: Nullable(round.finishedAt),
              winners: round.phase.isFinished ? RoundWords.leaders(round.standings) : [],
              standings: round.standings.lines.map(StandingReport.init))))
      }
      return
    }
    let labels = RoundLabels(all)
    let rows = rounds.map { round in
      [
        labels.label(round.id), toolkit.surroundings.localTime(round.createdAt),
        RoundWords.course(round.course), "\(round.holeCount)", "\(round.standings.lines.count)",
        outcome(of: round),
      ]
    }
    guard !rows.isEmpty else {
      return toolkit.console.errorLine(
        "\(arguments.location): no rounds yet; make one with hyzer round new")
    }
    let columns = TextColumns(edges: [.left, .left, .left, .right, .right, .left])
    let header = ["round", "made", "course", "holes", "players", "winner"]
    for line in columns.lines([header] + rows, limits: [2: 16, 5: 19]) {
      try toolkit.console.line(line)
    }
  }

  /// Who won, or how far the round is.
  private func outcome(of round: RoundSummary) -> String {
    let leaders = RoundWords.leaders(round.standings)
    guard round.phase.isFinished else { return RoundWords.phase(round.phase) }
    guard let best = round.standings.lines.first, !leaders.isEmpty else { return "nobody" }
    return "\(RoundWords.relative(best.relativeToPar)) \(leaders.joined(separator: ", "))"
  }
}
