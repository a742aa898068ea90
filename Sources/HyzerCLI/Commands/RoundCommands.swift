internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

enum RoundNewCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "new"], abstract: "Make a round, and make it the current one.",
    discussion: """
      Prints the round's identifier. Players who are not registered yet are registered. A guest \
      is a name in this round only. Others can join later: see hyzer round join.
      """,
    options: [course, newCourse, .holes, pars, player, guest, from] + OptionSpec.scoreLog,
    examples: [
      Example(
        "hyzer round new --course \"Cedar Creek\" --player Mike --player Jake --guest Sam",
        "Start a round of three."),
      Example(
        "hyzer round new --course \"Mill Pond\" --new-course --holes 9 --player Mike",
        "Start a round on a course that the log does not have."),
    ])

  private static let course = OptionSpec(
    long: "course", short: "c", argument: "NAME", help: "The course; see hyzer course list.",
    conflicts: ["from"])
  private static let newCourse = OptionSpec(
    long: "new-course",
    help: "The course is a new one, which is added. Without --pars its holes have par 3.",
    conflicts: ["from"])
  private static let pars = OptionSpec.pars()
  private static let player = OptionSpec(
    long: "player", short: "p", argument: "NAME", help: "Somebody who plays.", repeats: true)
  private static let guest = OptionSpec(
    long: "guest", short: "g", argument: "NAME", help: "A guest who plays.", repeats: true)
  private static let from = OptionSpec(
    long: "from", short: "f", argument: "FILE",
    help: "A round file, in place of --course, --player and --guest.", completion: .files)

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let isNew = arguments.flag(newCourse)
    for option in [OptionSpec.holes, pars] where arguments.flag(option) && !isNew {
      throw arguments.misuse("\(option.label) goes with --new-course; the log has those of others")
    }
    if let file = arguments.value(from) {
      for option in [player, guest] where arguments.flag(option) {
        throw arguments.misuse("--from names the players; leave out \(option.label)")
      }
      let store = try context.store
      let id = try context.roundFile(file).create(in: store, by: context.reporter())
      return try show(id, context)
    }
    guard let name = arguments.value(course) else {
      throw UsageError.missingOption(
        course.label, usage: "--course NAME", at: arguments.location)
    }
    let store = try context.store
    let id = RoundID(context.surroundings.newIdentifier())
    let course = try isNew ? newCourse(name, in: store, arguments) : knownCourse(name, in: store)
    try store.createRound(
      id, course: course, organiser: context.reporterName, joining: joining(arguments),
      at: context.surroundings.timestamp())
    // A round that cannot be leaves no course.
    if isNew { try store.addCourse(course) }
    try show(id, context)
  }

  /// Prints the identifier of a new round, and warns of awkward names.
  private static func show(_ id: RoundID, _ context: CommandContext) throws {
    let store = try context.store
    let round = try store.round(id)
    // What others are to see has its players in their places.
    if try context.hubAddress() != nil, !round.entrants.isEmpty {
      try store.startRound(id, at: context.surroundings.timestamp())
    }
    context.warn(ofNamesOf: round.entrants.map(\.player))
    try context.console.line(round.id.rawValue)
  }

  private static func knownCourse(_ name: String, in store: ScoreStore) throws -> Course {
    // A name that no course can have is not one that is missing.
    _ = try Course(name: name)
    return try store.chosenCourse(
      name, advice: "add --new-course to make it, with --holes or --pars")
  }

  /// The course that the options describe.
  private static func newCourse(
    _ name: String, in store: ScoreStore, _ arguments: ParsedArguments
  ) throws -> Course {
    let course = try Course(
      name: name, pars: arguments.pars(pars) ?? Array(repeating: 3, count: arguments.holes()))
    if let known = try store.courses().first(where: { NameKey($0.name) == NameKey(name) }) {
      throw Failure(
        .badData, "there is a course called \"\(known.name)\" already; leave out --new-course")
    }
    return course
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
    discussion: "An asterisk marks the current round.", options: [.json, deleted, .database])

  private static let deleted = OptionSpec(
    long: "deleted", help: "List deleted rounds; hyzer round restore brings one back.")

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let all = try store.rounds()
    let rounds = all.filter { $0.round.isDeleted == context.arguments.flag(deleted) }
    let current = try store.currentHole()?.round
    let labels = RoundLabels(all)
    try context.show(rounds) { round in
      let record = round.round
      return [
        "round": record.id.rawValue, "course": record.course, "holes": record.pars.count,
        "phase": round.phase.rawValue, "isCurrent": record.id == current,
        "organiser": record.organiser, "createdAt": record.createdAt,
        "players": record.entrants.map(\.player.name),
      ]
    } table: { rounds in
      let rows = rounds.map { round in
        let record = round.round
        return [
          record.id == current ? "*" : "", labels.label(record.id),
          context.surroundings.localTime(record.createdAt), RoundWords.course(record.course),
          RoundWords.state(record, round.phase),
          record.entrants.map(\.player.name).joined(separator: ", "),
        ]
      }
      return TextColumns(Array(repeating: .left, count: 6)).lines(rows, limits: [3: 16, 5: 14])
    }
  }
}

enum RoundShowCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "show"], abstract: "Show a round and its card.", options: [.json, .database],
    operands: [.round])

  static func run(_ context: CommandContext) throws {
    try show(context.round(.round), context)
  }

  static func show(_ id: RoundID, _ context: CommandContext) throws {
    let store = try context.store
    let card = try store.scorecard(of: id)
    let current = try store.currentHole()
    try context.show(json: card.report(current: current), lines: lines(card, current, context))
  }

  private static func lines(
    _ card: Scorecard, _ current: CurrentHole?, _ context: CommandContext
  ) -> [String] {
    let record = card.round
    var state = RoundWords.state(record, card.phase)
    if !card.phase.isFinished, let current, current.round == record.id {
      state += ", hole \(current.hole) of \(record.pars.count)"
    }
    let late = card.lateScoreCount
    if late > 0 { state += ", \(RoundWords.count(late, "score")) came after the finish" }
    let guests = record.entrants.filter(\.isGuest).map(\.player.name)
    return [
      context.title(of: record),
      "\(state); made by \(record.organiser.printable); round \(record.id)",
    ] + (guests.isEmpty ? [] : ["guests: \(guests.joined(separator: ", ").printable)"])
      + record.changes.map { change in
        "\(context.surroundings.localTime(change.at))  \(RoundWords.change(change))".printable
      } + [""] + card.table
  }
}

enum RoundJoinCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "join"], abstract: "Let players join a round, or come back to it.",
    discussion: """
      Who joins after the first score plays from the current hole on. Holes that the others have \
      scored before count as no score; hyzer enter --hole can still give them one.
      """,
    options: [guest, .roundID] + OptionSpec.scoreLog, operands: [.playingNames],
    examples: [Example("hyzer round join --guest Sam", "Let a guest join the current round.")])

  private static let guest = OptionSpec(long: "guest", short: "g", help: "They are guests.")

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let id = try context.roundOfOption()
    let known = try store.round(id).changes.count
    let names = context.arguments.operands(.playingNames)
    let reporter = try context.reporter()
    try store.together {
      for name in names {
        try store.join(
          context.arguments.flag(guest) ? .guest(Player(name: name)) : .player(name), round: id,
          reporter.stamp())
      }
    }
    let players = try store.round(id).entrants.map(\.player)
    let joined = Set(names.map { NameKey($0) })
    context.warn(
      ofNamesOf: players.filter { joined.contains(NameKey($0.name)) },
      beside: players.filter { !joined.contains(NameKey($0.name)) })
    try context.show(playersOf: store.round(id), changesAfter: known)
  }
}

enum RoundLeaveCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "leave"], abstract: "Let players leave a round.",
    discussion: """
      Their scores stay, and holes without one count as no score. If nobody else has to score \
      the current hole, the next one comes. hyzer round join brings them back.
      """,
    options: [.roundID] + OptionSpec.scoreLog, operands: [.playingNames])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let id = try context.roundOfOption()
    let known = try store.round(id).changes.count
    let hole = try store.currentHole()
    let reporter = try context.reporter()
    try store.together {
      for name in context.arguments.operands(.playingNames) {
        try store.leave(name, round: id, reporter.stamp())
      }
    }
    try context.show(playersOf: store.round(id), changesAfter: known)
    if let now = try store.currentHole(), now != hole {
      try context.console.line(store.scorecard(of: id).title(ofHole: now.hole))
    }
  }
}

enum RoundFinishCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "finish"], abstract: "Finish a round; nothing can be scored after that.",
    options: [early] + OptionSpec.scoreLog, operands: [.round])

  private static let early = OptionSpec(
    long: "early", help: "Finish it even if scores are missing; they count as no score.")

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let id = try context.round(.round)
    let phase = try store.finishRound(
      id, context.stamp(), early: context.arguments.flag(early))
    let card = try store.scorecard(of: id)
    let course = RoundWords.course(card.round.course).printable
    try context.console.lines(
      ["\(course): \(RoundWords.phase(phase))"] + card.standings.table())
  }
}

enum RoundReopenCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "reopen"], abstract: "Let a finished round take scores again.",
    discussion: "Only who made the round can do so. It is finished again with hyzer round finish.",
    options: OptionSpec.scoreLog, operands: [.round])

  static func run(_ context: CommandContext) throws {
    let id = try context.round(.round)
    try context.store.reopenRound(id, context.stamp())
    try context.show(takenUp: id)
  }
}

enum RoundDeleteCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "delete"], abstract: "Hide a round; its scores stay in the log.",
    discussion: """
      Only who made the round can do so. A deleted round takes no scores and is in no list but \
      that of hyzer round list --deleted; hyzer round restore brings it back.
      """,
    options: OptionSpec.scoreLog, operands: [.chosenRound])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let id = try context.round(.chosenRound)
    let isCurrent = try store.currentHole()?.round == id
    try store.deleteRound(id, context.stamp())
    let label = try RoundLabels(store.rounds()).label(id).printable
    try context.console.line(
      "\(context.title(of: store.round(id))): deleted; `hyzer round restore \(label)` brings it back"
    )
    guard isCurrent else { return }
    try context.console.line(
      "no round is current now; choose one with `hyzer round use`, or make one with `hyzer round new`"
    )
  }
}

enum RoundRestoreCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "restore"], abstract: "Bring a deleted round back.",
    discussion: "Only who made the round can do so.",
    options: OptionSpec.scoreLog, operands: [.chosenRound])

  static func run(_ context: CommandContext) throws {
    let id = try context.round(.chosenRound)
    try context.store.restoreRound(id, context.stamp())
    try context.show(takenUp: id)
  }
}

enum RoundUseCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "use"], abstract: "Make another round the current one.",
    discussion: "Its first hole without all scores becomes the current hole.",
    options: [.database], operands: [.chosenRound])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let card = try store.scorecard(of: context.round(.chosenRound))
    let hole = card.missing.first?.hole ?? card.round.pars.count
    try store.setCurrentHole(CurrentHole(round: card.round.id, hole: hole))
    try context.console.lines(card.lines(ofHole: hole))
  }
}

enum HoleCommand: Command {
  static let spec = CommandSpec(
    path: ["hole"], abstract: "Move to a hole, or show the scores of the current one.",
    options: [.database], operands: [number],
    examples: [Example("hyzer hole 7", "Make hole 7 the current one.")])

  private static let number = OperandSpec(name: "N", minimum: 0, help: "The hole's number.")

  static func run(_ context: CommandContext) throws {
    let text = context.arguments.operands(number).first
    let hole = text.flatMap { Int($0) }
    if let text, hole == nil {
      throw UsageError.invalidValue(
        text, of: number.name, expected: "the number of a hole", at: context.arguments.location)
    }
    let store = try context.store
    guard let current = try store.currentHole() else {
      throw ScoreStoreError.refused(.noCurrentRound)
    }
    if let hole {
      try store.setCurrentHole(CurrentHole(round: current.round, hole: hole))
    }
    let card = try store.scorecard(of: current.round)
    try context.console.lines(card.lines(ofHole: hole ?? current.hole))
  }
}

extension OperandSpec {
  fileprivate static let playingNames = OperandSpec(
    name: "NAME", maximum: nil, help: "Somebody who plays.")
}

extension CommandContext {
  /// A round's course and date, by which people know it.
  fileprivate func title(of round: RoundRecord) -> String {
    "\(RoundWords.course(round.course).printable), \(surroundings.localTime(round.createdAt))"
  }

  /// Prints where a round stands that was reopened or restored, and how it becomes the current one.
  fileprivate func show(takenUp id: RoundID) throws {
    let store = try store
    let card = try store.scorecard(of: id)
    try console.line("\(title(of: card.round)): \(RoundWords.phase(card.phase))")
    guard try store.currentHole()?.round != id else { return }
    let label = try RoundLabels(store.rounds()).label(id).printable
    try console.line("make it the current round with `hyzer round use \(label)`")
  }

  /// Prints who plays in a round, and the changes after a number of them.
  fileprivate func show(playersOf round: RoundRecord, changesAfter known: Int) throws {
    let names = round.players.filter { !round.hasLeft($0) }.map(round.name(of:))
    try console.line(names.joined(separator: ", ").printable)
    try console.lines(round.changes.dropFirst(known).map { RoundWords.change($0).printable })
  }
}
