internal import CommandLineKit
internal import Golf
internal import ScoreStore
internal import Screen

/// `hyzer round list`: all rounds, the newest first.
struct RoundListCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "list"], abstract: "List rounds, the newest first.",
    discussion: "The current round has an asterisk.", options: [.json, .database])

  private struct Report: Encodable {
    let round: String
    let course: String
    let holes: Int
    let phase: String
    let isCurrent: Bool
    let organiser: String
    let createdAt: String
    let players: [String]
  }

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let rounds = try store.rounds()
    let current = try store.currentHole()?.round
    guard !arguments.flag("json") else {
      for round in rounds {
        try toolkit.console.line(
          JSONLine.encode(
            Report(
              round: round.id.rawValue, course: round.course, holes: round.holeCount,
              phase: round.phase.rawValue, isCurrent: round.id == current,
              organiser: round.organiser, createdAt: round.createdAt,
              players: round.standings.names)))
      }
      return
    }
    let labels = RoundLabels(rounds)
    let rows = rounds.map { round in
      [
        round.id == current ? "*" : "", labels.label(round.id),
        toolkit.surroundings.localTime(round.createdAt), RoundWords.course(round.course),
        RoundWords.phase(round.phase), round.standings.names.joined(separator: ", "),
      ]
    }
    let columns = TextColumns(edges: Array(repeating: .left, count: 6))
    for line in columns.lines(rows, limits: [3: 16, 5: 14]) { try toolkit.console.line(line) }
  }
}

extension Standings {
  /// Everybody in the roster's order.
  fileprivate var names: [String] { lines.sorted { $0.player < $1.player }.map(\.name) }
}

/// `hyzer round show`: a round and its card.
struct RoundShowCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "show"], abstract: "Show a round and its card.", options: [.json, .database],
    operands: [.round])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let card = try store.scorecard(of: store.chosenRound(arguments.operands.first))
    try RoundView(card: card, current: store.currentHole()).show(
      toolkit, isJSON: arguments.flag("json"))
  }
}

/// A round with its card, for people or machines.
struct RoundView {
  let card: Scorecard
  let current: CurrentHole?

  func show(_ toolkit: Toolkit, isJSON: Bool) throws {
    let console = toolkit.console
    guard !isJSON else {
      return try console.line(JSONLine.encode(RoundReport(card, current: current)))
    }
    let record = card.round
    let date = toolkit.surroundings.localTime(record.createdAt)
    try console.line("\(RoundWords.course(record.course).printable), \(date)")
    var state = RoundWords.phase(card.phase)
    if !card.phase.isFinished, let current, current.round == record.id {
      state += ", hole \(current.hole) of \(record.pars.count)"
    }
    try console.line("\(state); made by \(record.organiser.printable); round \(record.id)")
    let guests = record.entrants.filter(\.isGuest).map(\.player.name)
    if !guests.isEmpty {
      try console.line("guests: \(guests.joined(separator: ", ").printable)")
    }
    try console.line("")
    for line in ScorecardText(card: card).lines { try console.line(line) }
  }
}

/// `hyzer round join`: more players, while the round is in setup.
struct RoundJoinCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "join"], abstract: "Let players join a round before its first score.",
    options: [
      OptionSpec(long: "guest", short: "g", help: "They are guests."), .roundID, .database,
    ],
    operands: [OperandSpec(name: "NAME", maximum: nil, help: "Somebody who plays.")])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let id = try store.chosenRound(arguments.value("round"))
    for name in arguments.operands {
      try store.join(
        arguments.flag("guest") ? .guest(Player(name: name)) : .player(name), round: id)
    }
    let names = try store.round(id).entrants.map(\.player.name)
    try toolkit.console.line(names.joined(separator: ", ").printable)
  }
}

/// `hyzer round finish`: end a round; nothing can be scored in it after that.
struct RoundFinishCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "finish"], abstract: "Finish a round; nothing can be scored after that.",
    options: [
      OptionSpec(
        long: "early", help: "Also if scores are missing, which then count as no score."),
      .database,
    ],
    operands: [.round])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let id = try store.chosenRound(arguments.operands.first)
    let phase = try store.finishRound(
      id, at: toolkit.surroundings.timestamp(), early: arguments.flag("early"))
    let card = try store.scorecard(of: id)
    try toolkit.console.line(
      "\(RoundWords.course(card.round.course).printable): \(RoundWords.phase(phase))")
    for line in StandingsText(standings: card.standings).lines { try toolkit.console.line(line) }
  }
}

/// `hyzer round use`: make another round the current one, at its next hole.
struct RoundUseCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "use"], abstract: "Make another round the current one.",
    discussion: "Its first hole without all scores becomes the current hole.",
    options: [.database],
    operands: [
      OperandSpec(name: "ROUND", help: "A round, by the beginning of its identifier.")
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let card = try store.scorecard(of: store.chosenRound(arguments.operands[0]))
    let hole = card.missing.first?.hole ?? card.round.pars.count
    try store.setCurrentHole(CurrentHole(round: card.round.id, hole: hole))
    for line in HoleText(card: card, hole: hole).lines { try toolkit.console.line(line) }
  }
}
