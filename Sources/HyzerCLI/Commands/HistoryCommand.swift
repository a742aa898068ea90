internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen

enum HistoryCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["history"], abstract: "Show earlier rounds, one of them, or a player's holes in it.",
    discussion: """
      Without a round, all rounds except deleted ones are listed, the newest first. With a player, \
      each score is shown with its corrections: who entered it, when, how, and what was said.

      With --season, players are ranked by their average to par in each year, or in one that stands \
      in place of the round, and on each course. Only finished rounds count, and of those the ones in which a player \
      has a score on every hole. Guests have no line.
      """,
    options: [.json, player, season, .database], operands: [round, entrant],
    examples: [
      Example("hyzer history 5f1c Mike", "Show how each of Mike's scores came to be."),
      Example("hyzer history --season 2026", "Show who was best in a year."),
    ])

  private static let player = OptionSpec(
    long: "player", short: "p", argument: "NAME",
    help: "List only the rounds of this registered player.", completion: .players)
  private static let season = OptionSpec(
    long: "season", help: "Show what players did in each year, or in the one that is named.")
  private static let round = OperandSpec(
    name: "ROUND", minimum: 0,
    help: "A round's identifier, or the beginning of it; with --season, a year.")
  private static let entrant = OperandSpec(
    name: "PLAYER", minimum: 0, help: "Somebody who plays in it.")

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let store = try context.store
    if arguments.flag(season) { return try showSeasons(store, context) }
    guard let round = arguments.operands(round).first else { return try list(store, context) }
    guard !arguments.flag(player) else {
      throw arguments.misuse("--player lists rounds; leave out either it or the round")
    }
    let id = try store.chosenRound(round)
    guard let name = arguments.operands(entrant).first else {
      return try RoundShowCommand.show(id, context)
    }
    let card = try store.scorecard(of: id)
    let history = PlayerHistory(
      card, of: try card.round.chosenPlayer(name), events: try store.events(of: id))
    try context.show(
      json: history.report, lines: history.lines(localTime: context.surroundings.localTime))
  }

  private static func list(_ store: ScoreStore, _ context: CommandContext) throws {
    let all = try store.rounds()
    let rounds = try (context.arguments.value(player).map { try store.rounds(ofPlayer: $0) } ?? all)
      .filter { !$0.round.isDeleted }
    let labels = RoundLabels(all)
    if rounds.isEmpty, !context.isJSON {
      return context.warn("no rounds yet; make one with hyzer round new")
    }
    try context.show(rounds) { round in
      let record = round.round
      return [
        "round": record.id.rawValue, "course": record.course, "holes": record.pars.count,
        "phase": round.phase.rawValue, "organiser": record.organiser,
        "createdAt": record.createdAt, "finishedAt": record.finish?.at,
        "winners": round.phase.isFinished ? round.standings.leaders : [],
        "standings": round.standings.report,
      ]
    } table: { rounds in
      let rows = rounds.map { round in
        let record = round.round
        return [
          labels.label(record.id), context.surroundings.localTime(record.createdAt),
          RoundWords.course(record.course), "\(record.pars.count)", "\(record.entrants.count)",
          outcome(of: round),
        ]
      }
      let header = ["round", "made", "course", "holes", "players", "winner"]
      return TextColumns([.left, .left, .left, .right, .right, .left])
        .lines([header] + rows, limits: [2: 16, 5: 19])
    }
  }

  private static func showSeasons(_ store: ScoreStore, _ context: CommandContext) throws {
    let arguments = context.arguments
    guard arguments.operands(entrant).isEmpty else {
      throw arguments.misuse("--season takes a year alone; name a player by --player")
    }
    let localTime = context.surroundings.localTime
    let text = arguments.operands(round).first
    let wanted = text.flatMap { Int($0) }
    if let text, wanted == nil {
      throw UsageError.invalidValue(
        text, of: "YEAR", expected: "a year such as 2026", at: arguments.location)
    }
    let player = try arguments.value(player).map { NameKey(try store.player(named: $0).name) }
    let seasons = try store.seasons(of: store.rounds()) { Int(localTime($0).prefix(4)) }
      .filter { wanted == nil || $0.year == wanted }
      .compactMap { season in player.map(season.only) ?? season }
    if seasons.isEmpty, !context.isJSON {
      return context.warn(
        "no finished rounds\(wanted.map { " in \($0)" } ?? "") with a score on every hole")
    }
    try context.show(seasons) {
      $0.report
    } table: { seasons in
      Array(seasons.map(\.table).joined(separator: [""]))
    }
  }

  /// Who won, or how far the round is.
  private static func outcome(of round: RoundSummary) -> String {
    let leaders = round.standings.leaders
    guard round.phase.isFinished else { return RoundWords.phase(round.phase) }
    guard let best = round.standings.lines.first, !leaders.isEmpty else { return "nobody" }
    return "\(RelativeToPar.sign(best.relativeToPar)) \(leaders.joined(separator: ", "))"
  }
}

extension PlayerHistory {
  fileprivate var report: JSONObject {
    let holes = card.round.holes.map { hole -> JSONObject in
      [
        "hole": hole, "par": card.round.par(ofHole: hole),
        "strokes": card.strokes(of: player, onHole: hole)?.count,
        "events": events(onHole: hole).map { event -> JSONObject in
          [
            "id": event.id.rawValue, "strokes": event.result?.strokes?.count,
            "supersedes": event.supersedes.count > 1
              ? event.supersedes.map(\.rawValue) : event.supersedes.first?.rawValue,
            "takesBack": event.takesBack?.rawValue, "reportedBy": event.reportedBy,
            "device": event.position.device.rawValue, "deviceName": event.deviceName,
            "input": event.input.rawValue, "transcript": event.transcript,
            "confidence": event.confidence, "at": event.at,
          ]
        },
      ]
    }
    return ["round": card.round.id.rawValue, "player": name, "holes": holes]
  }
}

enum SummaryCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["summary"], abstract: "Sum up a round for a group chat.",
    discussion: """
      Prints the result as text, or draws it with the scores of every hole: a circle is under \
      par, a square over par.
      """,
    options: [svg, png, dark, .database], operands: [.round],
    examples: [
      Example("hyzer summary --png round.png", "Draw the current round."),
      Example("hyzer summary --svg round.svg --dark", "Draw it on a dark background, to any size."),
    ])

  private static let svg = OptionSpec(
    long: "svg", argument: "FILE", help: "Draw it as an SVG; - is standard output.",
    completion: .files)
  private static let png = OptionSpec(
    long: "png", argument: "FILE", help: "Draw it as a PNG, 1080 pixels wide.", completion: .files)
  private static let dark = OptionSpec(long: "dark", help: "Draw it on a dark background.")

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let card = try context.store.scorecard(of: context.round(.round))
    let (svgPath, pngPath) = (arguments.value(svg), arguments.value(png))
    guard svgPath != nil || pngPath != nil else {
      guard !arguments.flag(dark) else {
        throw arguments.misuse("--dark goes with --png or --svg; text has no ground")
      }
      let lines = card.standings.lines.map { text($0, of: card.round.pars.count) }
      let (course, date, state) = card.heading(context.surroundings)
      return try context.console.lines(
        (["\(course), \(date), \(state)"] + lines).map(\.printable))
    }
    let picture = card.picture(context.surroundings, arguments.flag(dark) ? .dark : .light)
    if let pngPath {
      guard pngPath != "-" else { throw arguments.misuse("--png needs the name of a file") }
      try OutputFile.write(PNGImage(svg: picture).bytes, to: pngPath)
    }
    if let svgPath {
      try svgPath == "-"
        ? context.console.piece(picture) : OutputFile.write(picture, to: svgPath)
    }
  }

  /// A line that reads well in a proportional font too.
  private static func text(_ line: Standing, of holes: Int) -> String {
    guard let place = line.placeLabel else { return "– \(line.name): no score" }
    let thru = line.holesPlayed < holes ? " thru \(line.holesPlayed)" : ""
    return "\(place) \(line.name): "
      + "\(RelativeToPar.sign(line.relativeToPar)) (\(line.strokes)\(thru))"
  }
}

extension Scorecard {
  /// Where and when a round was, as people here write it, and how far it is.
  fileprivate func heading(
    _ surroundings: Surroundings
  ) -> (course: String, date: String, state: String) {
    (
      RoundWords.course(round.course), String(surroundings.localTime(round.createdAt).prefix(10)),
      RoundWords.state(round, phase)
    )
  }

  /// Draws the round's card as an SVG.
  func picture(_ surroundings: Surroundings, _ theme: RoundCard.Theme = .light) -> String {
    let (course, date, state) = heading(surroundings)
    return RoundCard(self, course: course, date: date, state: state, theme: theme).svg
  }
}
