internal import CommandLineKit
internal import Golf
internal import ScoreStore

/// `hyzer leaderboard`: who leads, once or whenever it changes.
struct LeaderboardCommand: Command {
  static let spec = CommandSpec(
    path: ["leaderboard"], abstract: "Show who leads.",
    discussion: """
      Players who are level share a place. With --watch it is printed again whenever another \
      program changes the scores, with who moved and why, until Ctrl-C.
      """,
    options: [
      .json, .roundID,
      OptionSpec(long: "watch", short: "w", help: "Print it again whenever it changes."),
      .database,
    ])

  /// How often it is looked whether another program wrote into the log.
  private static let pause = Duration.milliseconds(250)

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let chosen = try arguments.value("round").map { try store.chosenRound($0) }
    var version = try store.dataVersion()
    var shown = try Leaderboard(store, round: chosen)
    try show(shown, isFirst: true, toolkit)
    guard arguments.flag("watch") else { return }
    while toolkit.surroundings.wait(LeaderboardCommand.pause) {
      let now = try store.dataVersion()
      guard now != version else { continue }
      version = now
      let next = try Leaderboard(store, round: chosen, after: shown)
      guard next != shown else { continue }
      shown = next
      try show(shown, isFirst: false, toolkit)
    }
  }

  private func show(_ leaderboard: Leaderboard, isFirst: Bool, _ toolkit: Toolkit) throws {
    let console = toolkit.console
    guard !arguments.flag("json") else {
      return try console.line(JSONLine.encode(leaderboard.report(isChange: !isFirst)))
    }
    if arguments.flag("watch"), console.isTerminal {
      // The cursor goes to the corner, and the screen is cleared.
      try console.piece("\u{1B}[H\u{1B}[2J")
    } else if !isFirst {
      try console.line("")
    }
    for line in leaderboard.lines { try console.line(line) }
  }
}
