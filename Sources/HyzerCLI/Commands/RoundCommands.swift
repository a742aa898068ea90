internal import CommandLineKit
internal import Golf
internal import ScoreStore
internal import Scorekeeping
internal import Screen

enum RoundNewCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "new"], abstract: "Make a round, and make it the current one.",
    discussion: """
      Prints the round's identifier. Players who are not registered yet are registered. A guest \
      is a name in this round only. Others can join until the first score.
      """,
    options: [course, player, guest, from] + OptionSpec.scoreLog,
    examples: [
      Example(
        "hyzer round new --course \"Cedar Creek\" --player Mike --player Jake --guest Sam",
        "Start a round of three.")
    ])

  private static let course = OptionSpec(
    long: "course", short: "c", argument: "NAME", help: "The course; see hyzer course list.",
    conflicts: ["from"])
  private static let player = OptionSpec(
    long: "player", short: "p", argument: "NAME", help: "Somebody who plays.", repeats: true)
  private static let guest = OptionSpec(
    long: "guest", short: "g", argument: "NAME", help: "A guest who plays.", repeats: true)
  private static let from = OptionSpec(
    long: "from", short: "f", argument: "FILE",
    help: "A round file, in place of --course, --player and --guest.", completion: .files)

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    if let file = arguments.value(from) {
      for option in [player, guest] where arguments.flag(option) {
        throw arguments.misuse("--from names the players; leave out \(option.label)")
      }
      let store = try toolkit.scoreStore(arguments)
      let id = try toolkit.roundFile(file).create(in: store, by: toolkit.reporter(arguments))
      return try show(store.round(id), arguments, toolkit)
    }
    guard let name = arguments.value(course) else {
      throw UsageError.missingOption(
        course.label, usage: "--course NAME", at: arguments.location)
    }
    let store = try toolkit.scoreStore(arguments)
    let id = RoundID(toolkit.surroundings.newIdentifier())
    try store.createRound(
      id, course: makeCourse(name, in: store, toolkit.console),
      organiser: toolkit.scoreLogPlace(arguments).reporter, joining: joining(arguments),
      at: toolkit.surroundings.timestamp())
    try show(store.round(id), arguments, toolkit)
  }

  /// Prints the identifier of a new round, and warns of awkward names.
  private static func show(_ round: RoundRecord, _ arguments: ParsedArguments, _ toolkit: Toolkit)
    throws
  {
    toolkit.warn(ofNamesOf: round.entrants.map(\.player), arguments)
    try toolkit.console.line(round.id.rawValue)
  }

  /// The course of a name; one that is not in the log is added, with par 3 on 18 holes.
  private static func makeCourse(_ name: String, in store: ScoreStore, _ console: Console) throws
    -> Course
  {
    do {
      return try store.course(named: name)
    } catch ScoreStoreError.refused(.unknownCourse) {
      let course = try Course(name: name)
      try store.addCourse(course)
      console.errorLine(
        "hyzer round new: added the course \"\(name)\" with par 3 on 18 holes; "
          + "change it with hyzer course edit before the next round")
      return course
    }
  }

  /// Players and guests in the order in which they were given.
  private static func joining(_ arguments: ParsedArguments) -> [Joining] {
    arguments.occurrences.compactMap { occurrence in
      switch (occurrence.option, occurrence.value) {
      case (player, let name?): .player(name)
      case (guest, let name?): .guest(Player(name: name))
      default: nil
      }
    }
  }
}

enum RoundListCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "list"], abstract: "List rounds, the newest first.",
    discussion: "An asterisk marks the current round.", options: [.json, .database])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let rounds = try store.rounds()
    let current = try store.currentHole()?.round
    guard !arguments.flag(.json) else {
      for round in rounds {
        let record = round.round
        try toolkit.console.json([
          "round": record.id.rawValue, "course": record.course, "holes": record.pars.count,
          "phase": round.phase.rawValue, "isCurrent": record.id == current,
          "organiser": record.organiser, "createdAt": record.createdAt,
          "players": record.entrants.map(\.player.name),
        ])
      }
      return
    }
    let labels = RoundLabels(rounds)
    let rows = rounds.map { round in
      let record = round.round
      return [
        record.id == current ? "*" : "", labels.label(record.id),
        toolkit.surroundings.localTime(record.createdAt), RoundWords.course(record.course),
        RoundWords.phase(round.phase),
        record.entrants.map(\.player.name).joined(separator: ", "),
      ]
    }
    let columns = TextColumns(Array(repeating: .left, count: 6))
    try toolkit.console.lines(columns.lines(rows, limits: [3: 16, 5: 14]))
  }
}

enum RoundShowCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "show"], abstract: "Show a round and its card.", options: [.json, .database],
    operands: [.round])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let id = try store.chosenRound(arguments.operands(.round).first)
    try show(id, in: store, toolkit, isJSON: arguments.flag(.json))
  }

  static func show(
    _ id: RoundID, in store: ScoreStore, _ toolkit: Toolkit, isJSON: Bool
  ) throws {
    let console = toolkit.console
    let card = try store.scorecard(of: id)
    let current = try store.currentHole()
    guard !isJSON else { return try console.json(card.report(current: current)) }
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
    try console.lines([""] + card.table)
  }
}

enum RoundJoinCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "join"], abstract: "Let players join a round before its first score.",
    options: [guest, .roundID, .database], operands: [names])

  private static let guest = OptionSpec(long: "guest", short: "g", help: "They are guests.")
  private static let names = OperandSpec(name: "NAME", maximum: nil, help: "Somebody who plays.")

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let id = try store.chosenRound(arguments.value(.roundID))
    for name in arguments.operands(names) {
      try store.join(
        arguments.flag(guest) ? .guest(Player(name: name)) : .player(name), round: id)
    }
    let players = try store.round(id).entrants.map(\.player)
    let joined = arguments.operands(names).count
    toolkit.warn(
      ofNamesOf: players.suffix(joined), beside: players.dropLast(joined), arguments)
    try toolkit.console.line(players.map(\.name).joined(separator: ", ").printable)
  }
}

enum RoundFinishCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "finish"], abstract: "Finish a round; nothing can be scored after that.",
    options: [early, .database], operands: [.round])

  private static let early = OptionSpec(
    long: "early", help: "Finish it even if scores are missing; they count as no score.")

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let id = try store.chosenRound(arguments.operands(.round).first)
    let phase = try store.finishRound(
      id, at: toolkit.surroundings.timestamp(), early: arguments.flag(early))
    let card = try store.scorecard(of: id)
    let course = RoundWords.course(card.round.course).printable
    try toolkit.console.lines(
      ["\(course): \(RoundWords.phase(phase))"] + card.standings.table())
  }
}

enum RoundUseCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "use"], abstract: "Make another round the current one.",
    discussion: "Its first hole without all scores becomes the current hole.",
    options: [.database], operands: [round])

  private static let round = OperandSpec(
    name: "ROUND", help: "A round's identifier, or the beginning of it.")

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let card = try store.scorecard(of: store.chosenRound(arguments.operands(round)[0]))
    let hole = card.missing.first?.hole ?? card.round.pars.count
    try store.setCurrentHole(CurrentHole(round: card.round.id, hole: hole))
    try toolkit.console.lines(card.lines(ofHole: hole))
  }
}

enum HoleCommand: Command {
  static let spec = CommandSpec(
    path: ["hole"], abstract: "Move to a hole, or show the scores of the current one.",
    options: [.database], operands: [number],
    examples: [Example("hyzer hole 7", "Make hole 7 the current one.")])

  private static let number = OperandSpec(name: "N", minimum: 0, help: "The hole's number.")

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let text = arguments.operands(number).first
    let hole = text.flatMap { Int($0) }
    if let text, hole == nil {
      throw UsageError.invalidValue(
        text, of: number.name, expected: "the number of a hole", at: arguments.location)
    }
    let store = try toolkit.scoreStore(arguments)
    guard let current = try store.currentHole() else {
      throw ScoreStoreError.refused(.noCurrentRound)
    }
    if let hole {
      try store.setCurrentHole(CurrentHole(round: current.round, hole: hole))
    }
    let card = try store.scorecard(of: current.round)
    try toolkit.console.lines(card.lines(ofHole: hole ?? current.hole))
  }
}
