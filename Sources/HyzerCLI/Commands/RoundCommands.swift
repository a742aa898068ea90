internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

enum RoundNewCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "new"], abstract: "Start a round, and make it the current one.",
    discussion: """
      Prints the round's identifier. Players who are not registered yet are registered. A guest \
      is a name in this round only. Others can join later: see hyzer round join. The organiser settles \
      disputed scores, and reopens and deletes the round: by default whoever HYZER_USER, --as or the \
      account's name is, if that is a name or alias of somebody who plays, and else the first player. Where \
      a new name is nearly that of somebody who is registered, you are asked in a terminal who is meant.
      """,
    options: [course, newCourse, .holes, pars, player, guest, organiser, from, .unasked]
      + OptionSpec.scoreLog,
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
    long: "player", short: "p", argument: "NAME", help: "Somebody who plays.", repeats: true,
    completion: .players)
  private static let guest = OptionSpec(
    long: "guest", short: "g", argument: "NAME", help: "A guest who plays.", repeats: true)
  private static let organiser = OptionSpec(
    long: "organiser", argument: "NAME", help: "Who organises the round.", conflicts: ["from"],
    completion: .players)
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
      try context.meet()
      let id = try context.roundFile(file).create(in: store, by: context.reporter())
      return try show(id, context)
    }
    guard let name = arguments.value(course) else {
      throw UsageError.missingOption(
        course.label, usage: "--course NAME", at: arguments.location)
    }
    let store = try context.store
    try context.meet()
    let id = RoundID(context.surroundings.newIdentifier())
    let course = try isNew ? newCourse(name, in: store, arguments) : knownCourse(name, in: store)
    let reporter = try context.reporter()
    let (joining, news) = try context.settled(joining(arguments))
    try store.createRound(
      id, course: course, organiser: arguments.value(organiser) ?? context.reporterName,
      isAssumed: !arguments.flag(organiser) && reporter.isAssumed, joining: joining,
      at: context.surroundings.timestamp())
    // A round that cannot be leaves no course.
    if isNew { try store.addCourse(course) }
    for line in news { context.warn(line) }
    try show(id, context)
  }

  /// Prints the identifier of a new round, and warns of awkward names.
  private static func show(_ id: RoundID, _ context: CommandContext) throws {
    let store = try context.store
    let round = try store.round(id)
    // What others are to see has its players in their places.
    if try context.isShared, !round.entrants.isEmpty {
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

enum RoundListCommand: ReadingCommand {
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

enum RoundShowCommand: ReadingCommand {
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
      "\(state); organised by \(record.organiser.printable); round \(record.id)",
    ] + (guests.isEmpty ? [] : ["guests: \(guests.joined(separator: ", ").printable)"])
      + record.changes.map { change in
        "\(context.surroundings.localTime(change.at))  \(RoundWords.change(change))".printable
      } + [""] + card.table
  }
}

extension CommandContext {
  /// Asks who is meant by players who would be new and whose names are nearly those of others.
  ///
  /// - Returns: Who joins, and what is to be said once they have, where nobody could be asked.
  fileprivate func settled(_ joining: [Joining]) throws -> ([Joining], news: [String]) {
    let store = try store
    var playing = Set(
      try joining.compactMap { one -> NameKey? in
        guard case .player(let name) = one else { return nil }
        return try store.registeredPlayer(named: name).map { NameKey($0.name) }
      })
    var news: [String] = []
    let settled = try joining.map { one -> Joining in
      guard case .player(let name) = one else { return one }
      let near = try store.players(near: name).filter { !playing.contains(NameKey($0.name)) }
      guard let first = near.first else { return one }
      guard console.isTerminal, !arguments.flag(.unasked) else {
        news.append("made a new player \"\(name)\"; \"\(first.name)\" is another")
        return one
      }
      try console.line("nobody is called \"\(name)\" yet".printable)
      for player in near where try isYes("\(player.name)?") {
        playing.insert(NameKey(player.name))
        return .player(player.name)
      }
      return one
    }
    return (settled, news)
  }

  /// A round's course and date, by which people know it.
  func title(of round: RoundRecord) -> String {
    "\(RoundWords.course(round.course).printable), \(surroundings.localTime(round.createdAt))"
  }
}
