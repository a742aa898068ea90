internal import CommandLineKit
internal import HyzerBase
internal import PhonePage
internal import ScoreLog
internal import ScoreScreen

enum LeaderboardCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["leaderboard"], abstract: "Show who leads.",
    discussion: """
      Players with the same score share a place. With --watch it is printed again whenever \
      another program changes the scores, with who moved and why, until Ctrl-C.
      """,
    options: [.json, .roundID, watch, .database])

  private static let watch = OptionSpec(
    long: "watch", short: "w", help: "Print it again whenever it changes.")
  /// The time between looks at whether another program wrote into the log.
  private static let pause = Duration.milliseconds(100)

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let chosen = try context.arguments.value(.roundID).map { try store.chosenRound($0) }
    let follower = try LogFollower(of: store)
    var shown = try Leaderboard(store, round: chosen)
    try show(shown, isFirst: true, context)
    guard context.arguments.flag(watch) else { return }
    let host = try context.hostThread()
    defer { host?.stop() }
    while context.surroundings.wait(pause) {
      try store.lookForOtherPrograms()
      guard follower.hasChanged() else { continue }
      let next = try Leaderboard(store, round: chosen, after: shown)
      guard !next.showsSame(as: shown) else { continue }
      shown = next
      try show(shown, isFirst: false, context)
    }
  }

  private static func show(
    _ leaderboard: Leaderboard, isFirst: Bool, _ context: CommandContext
  ) throws {
    if !context.isJSON {
      if context.arguments.flag(watch), context.console.isTerminal {
        // The cursor goes to the corner, and the screen is cleared.
        try context.console.piece("\u{1B}[H\u{1B}[2J")
      } else if !isFirst {
        try context.console.line("")
      }
    }
    try context.show(
      json: isFirst
        ? leaderboard.card.leaderboard(hole: leaderboard.hole) : leaderboard.changeReport,
      lines: leaderboard.lines)
  }
}

/// Who leads in a round, and what changed since it was looked at before.
struct Leaderboard {
  let card: Scorecard
  /// The current hole, where the round is the current one.
  let hole: Int?
  let change: StandingsChange?
  private let known: Set<EventID>

  /// Reads the leaderboard of a round, or of the one to look at, whichever that is.
  init(_ store: ScoreStore, round: RoundID?, after earlier: Leaderboard? = nil) throws {
    let id = try round ?? store.shownRound(nil)
    hole = try store.currentHole(in: id)
    let record = try store.round(id)
    let events = try store.events(of: id)
    card = Scorecard(record, replaying: events)
    known = Set(events.map(\.id))
    change = earlier.flatMap { earlier in
      guard earlier.card.round.id == id else { return nil }
      return StandingsChange(
        from: earlier.card, trigger: events.filter { !earlier.known.contains($0.id) })
    }
  }

  /// Whether the same is shown: why it came to be so does not count.
  func showsSame(as other: Leaderboard) -> Bool { card == other.card && hole == other.hole }

  var lines: [String] {
    let record = card.round
    var title = RoundWords.course(record.course).printable
    if card.phase.isFinished {
      title += ", \(RoundWords.phase(card.phase))"
    } else if let hole {
      title += ", hole \(hole) of \(record.pars.count), par \(record.par(ofHole: hole))"
    }
    return [title] + card.standings.table(moves: change?.moves ?? [])
      + (change?.triggers ?? []).map { $0.text(in: record) }
  }

  var changeReport: JSONObject {
    let record = card.round
    let changes = (change?.triggers ?? []).map { trigger -> JSONObject in
      [
        "event": trigger.event.rawValue, "kind": trigger.kind.rawValue,
        "player": record.name(of: trigger.player), "hole": trigger.hole,
        "from": trigger.from?.strokes?.count,
        "to": trigger.to?.strokes?.count,
      ]
    }
    let moves = (change?.moves ?? []).map { move -> JSONObject in
      ["player": record.name(of: move.player), "from": move.from, "to": move.to]
    }
    return [
      "round": record.id.rawValue, "hole": hole, "standings": card.standings.report,
      "changes": changes, "moves": moves,
    ]
  }
}
