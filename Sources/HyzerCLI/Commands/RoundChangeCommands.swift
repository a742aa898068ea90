internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

enum RoundJoinCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "join"], abstract: "Let players join a round, or come back to it.",
    discussion: """
      A player who joins after the first score plays from the current hole on. Earlier holes \
      count as no score; hyzer enter --hole can still give them one.
      """,
    options: [guest, .roundID] + OptionSpec.scoreLog, operands: [.playingNames])

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
    let record = try store.round(id)
    let known = record.changes.count
    let hole = try store.currentHole()
    let reporter = try context.reporter()
    let names = try context.arguments.operands(.playingNames).map {
      record.name(of: try record.chosenPlayer($0))
    }
    try store.together {
      for name in names { try store.leave(name, round: id, reporter.stamp()) }
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
      ["\(course): \(RoundWords.phase(phase))"] + card.standings.table()
        + card.disputes.map { "still disputed: \($0.text(in: card.round))".printable })
  }
}

enum RoundReopenCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "reopen"], abstract: "Let a finished round take scores again.",
    discussion:
      "Only the organiser of the round can do this, on their device. Finish it again with hyzer round finish.",
    options: OptionSpec.scoreLog, operands: [.round])

  static func run(_ context: CommandContext) throws {
    let id = try context.round(.round)
    try context.store.reopenRound(id, context.organisersStamp(in: id))
    try context.show(takenUp: id)
  }
}

enum RoundDeleteCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "delete"], abstract: "Hide a round; its scores stay in the log.",
    discussion: """
      Only the organiser of the round can do this, on their device, and is asked first in a terminal. A deleted \
      round takes no scores, and only hyzer round list --deleted lists it; hyzer round restore brings it back.
      """,
    options: [.unasked] + OptionSpec.scoreLog, operands: [.chosenRound])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let id = try context.round(.chosenRound)
    let isCurrent = try store.currentHole()?.round == id
    let stamp = try context.organisersStamp(in: id)
    let record = try store.round(id)
    // Scripts are not held up by what can be undone; who may not delete it is told so, and not asked.
    if !context.arguments.flag(.unasked), context.console.isTerminal, !record.isDeleted {
      try store.requireOrganiser(
        stamp.reportedBy, of: record, to: RoundChange.Kind.delete.deed)
      try context.confirm("Delete \(context.title(of: record))?")
    }
    try store.deleteRound(id, stamp)
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
    discussion: "Only the organiser of the round can do this, on their device.",
    options: OptionSpec.scoreLog, operands: [.chosenRound])

  static func run(_ context: CommandContext) throws {
    let id = try context.round(.chosenRound)
    try context.store.restoreRound(id, context.organisersStamp(in: id))
    try context.show(takenUp: id)
  }
}

enum RoundUseCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "use"], abstract: "Make another round the current one.",
    discussion: """
      Its first hole without all scores becomes the current hole. A round in which you neither play \
      nor organise, and of which this device has made nothing, is others' own: you are asked first.
      """,
    options: [yes] + OptionSpec.scoreLog, operands: [.chosenRound])

  private static let yes = OptionSpec(
    long: "yes", short: "y", help: "Do not ask about a round of others.")

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let card = try store.scorecard(of: context.round(.chosenRound))
    try context.meet()
    let name = context.reporterName
    if try !context.arguments.flag(yes) && !store.isOwn(card, of: name) {
      let players = card.round.entrants.map(\.player.name).joined(separator: ", ")
      try context.confirm(
        "you are \"\(name)\", and this is a round of \(players)", "Enter scores in it?",
        advice: "say who you are with `hyzer me`, or give --yes to enter scores in it")
    }
    let hole = card.missing.first?.hole ?? card.round.pars.count
    try store.setCurrentHole(CurrentHole(round: card.round.id, hole: hole))
    try context.console.lines(card.lines(ofHole: hole))
  }
}

enum RoundPassCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "pass"], abstract: "Let another player organise a round from now on.",
    discussion: """
      Only the organiser of the round can do this, on their device. The other organises it on their \
      phone, or else on the device on which they entered a score of the round last; where nobody knows \
      one, they do it on this device. Where the organiser's device is lost, the group's host passes the round on, and \
      a log that belongs to no group does it as well.
      """,
    options: [here, .roundID] + OptionSpec.scoreLog, operands: [name])

  private static let here = OptionSpec(
    long: "here", help: "They organise it on this device, as where the one that they had is lost.")
  private static let name = OperandSpec(name: "NAME", help: "Somebody who plays.")

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let id = try context.roundOfOption()
    let record = try store.round(id)
    let player = try record.chosenPlayer(context.arguments.operands(name)[0])
    let isOfOperator = try store.hostedGroup() != nil || !context.isShared
    let reporter = try context.reporter()
    let isOrganiser =
      (try? store.requireOrganiser(context.claimant(in: record), of: record, to: "")) != nil
    try store.passRound(
      id, to: record.name(of: player),
      isOrganiser ? context.organisersStamp(in: id) : reporter.stamp(),
      isHere: context.arguments.flag(here), isOfOperator: isOfOperator)
    try context.console.lines(
      store.round(id).changes.suffix(1).map { RoundWords.change($0).printable })
  }
}

enum HoleCommand: Command {
  static let spec = CommandSpec(
    path: ["hole"], abstract: "Move to a hole, or show the scores of the current one.",
    options: [.database], operands: [number],
    examples: [Example("hyzer hole 7", "Make hole 7 the current one.")])

  private static let number = OperandSpec(name: "N", minimum: 0, help: "The hole's number.")

  static func onlyReads(_ arguments: ParsedArguments) -> Bool { arguments.operands(number).isEmpty }

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
    name: "NAME", maximum: nil, help: "Somebody who plays.", completion: .players)
}

extension CommandContext {
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
