internal import CommandLineKit
internal import Glibc
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen
internal import ScoreSnap
internal import Scoreboards

extension OperandSpec {
  fileprivate static let game = OperandSpec(
    name: "GAME", help: "The beginning of a game's identifier, as hyzer snap game list shows it.")
  fileprivate static let otherScore = OperandSpec(
    name: "SCORE", minimum: 0, help: "The other score, after --score and the first.")
}

extension OptionSpec {
  fileprivate static let outcome = OptionSpec(
    long: "outcome", short: "o", argument: "OUTCOME", help: "How it ended for the team.",
    completion: .choices(Outcome.allCases.map(\.rawValue)))
  fileprivate static let score = OptionSpec(
    long: "score", argument: "A B",
    help: "Both scores, as 72 65 or 72-65, in any order: of a win the higher is the team's.",
    conflicts: ["team-score", "opponent-score"])
  fileprivate static let teamScore = OptionSpec(
    long: "team-score", argument: "N", help: "The team's score.")
  fileprivate static let opponentScore = OptionSpec(
    long: "opponent-score", argument: "N", help: "The opponent's score.")
  static let snapPlayer = OptionSpec(
    long: "player", argument: "NAME", help: "Whose game it is. The default is the current player.")
  static let snapTeam = OptionSpec(
    long: "team", argument: "NAME", help: "Which team played. The default is the current team.")
  static let opponent = OptionSpec(
    long: "opponent", argument: "NAME", help: "Whom the team played.")
  fileprivate static let date = OptionSpec(
    long: "date", argument: "DATE", help: "The day of the game, as 2026-11-26.")
  fileprivate static let time = OptionSpec(
    long: "time", argument: "TIME", help: "The time of day, as 18:05.")
  fileprivate static let location = OptionSpec(
    long: "location", argument: "TEXT", help: "Where it was; the part before a comma is the city.")
  fileprivate static let notes = OptionSpec(
    long: "notes", argument: "TEXT", help: "What else is to be remembered.")

  fileprivate static let scores = [outcome, score, teamScore, opponentScore]
  static let details = [opponent, date, time, location, notes]
}

extension ParsedArguments {
  /// The fields of a game that options give as texts.
  func details() throws(SnapRefusal) -> [SnapField: SnapValue] {
    let texts: [(OptionSpec, SnapField)] = [
      (.opponent, .opponent), (.date, .date), (.time, .time), (.location, .location),
      (.notes, .notes),
    ]
    var fields: [SnapField: SnapValue] = [:]
    for (option, field) in texts {
      if let text = value(option) { fields[field] = try field.checked(.text(text)) }
    }
    return fields
  }

  /// The two scores of `--score 72-65`, or of `--score 72` with a last operand; nil where they are not given.
  fileprivate func scores() throws -> (Int, Int)? {
    guard let text = value(.score) else { return nil }
    if let both = text.wholeMatch(of: /\s*(\d{1,4})(?:\s*-\s*|\s+)(\d{1,4})\s*/.asciiOnlyDigits()),
      let first = Int(both.1), let second = Int(both.2)
    {
      return (first, second)
    }
    let number = /\d{1,4}/.asciiOnlyDigits()
    if let last = operands.last, text.wholeMatch(of: number) != nil,
      last.wholeMatch(of: number) != nil, let first = Int(text), let second = Int(last)
    {
      return (first, second)
    }
    throw invalidValue(.score, text, expected: "two whole numbers such as 72 65 or 72-65")
  }

  /// The result that the options give; nil where they give no score.
  fileprivate func result(_ usual: GameResult? = nil) throws -> GameResult? {
    let named = value(.outcome).flatMap { Outcome(rawValue: $0) }
    if let scores = try scores() {
      guard let outcome = named ?? usual?.outcome else {
        throw misuse("give --outcome win, loss or tie")
      }
      return try GameResult(outcome, ofScores: scores)
    }
    let range = GameResult.scores
    let team = try integer(.teamScore, in: range) ?? usual?.team
    let opponent = try integer(.opponentScore, in: range) ?? usual?.opponent
    guard flag(.outcome) || flag(.teamScore) || flag(.opponentScore) else { return nil }
    guard let outcome = named ?? usual?.outcome, let team, let opponent else {
      throw misuse("give --outcome and both scores, as in --outcome win --score 72 65")
    }
    return try GameResult(outcome, team: team, opponent: opponent)
  }
}

extension CommandContext {
  /// Asks about a score that no youth game has.
  fileprivate func confirm(_ result: GameResult) throws {
    let highest = max(result.team, result.opponent)
    guard highest > SnapGame.usualScores.upperBound, !arguments.flag(.unasked) else { return }
    try confirm("\(highest) points are many", "Is that right?", advice: "give --yes if it is right")
  }
}

extension SnapGame {
  /// The game in one line, of which the first is what commands know it by.
  fileprivate var row: [String] {
    [
      String(id.rawValue.prefix(8)), "\(date) \(time)".trimmed, result.outcome.letter,
      result.text, opponent, city, notes,
    ]
  }

  fileprivate func report(in book: SnapBook) -> JSONObject {
    [
      "id": id.rawValue, "team": book.teams.first { $0.id == team }?.name, "date": date,
      "time": time, "utcOffset": utcOffset, "outcome": result.outcome.rawValue,
      "teamScore": result.team, "opponentScore": result.opponent, "opponent": opponent,
      "location": location, "latitude": latitude, "longitude": longitude, "notes": notes,
    ]
  }
}

// MARK: - Commands

enum SnapGameListCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["snap", "game", "list"],
    abstract: "List the games of the current player's teams, the latest first.",
    options: [.json, .snapTeam, .database])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let all = try session.book.teams(of: session.player().id)
    let name = context.arguments.value(.snapTeam)
    let teams = try name == nil ? all : [session.team(named: name)]
    guard !context.isJSON else {
      let games = teams.flatMap { session.book.games(of: $0.id) }
      for game in games { try context.console.json(game.report(in: session.book)) }
      return
    }
    for team in teams {
      try context.console.line(
        "\(team.name.printable)  \(session.book.record(of: team.id))")
      let games = session.book.games(of: team.id)
      try context.console.lines(
        TextColumns().lines(games.map(\.row), limits: [4: 24, 5: 16, 6: 32]))
    }
  }
}

enum SnapAddCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "add"], abstract: "Add a game, by a photo of the scoreboard or by hand.",
    discussion: """
      What a photo shows is printed, and saved once you say that it is right: look at the photo. In a script --yes says \
      so for you. Day, time and place are the photo's, where the camera noted them.
      """,
    options: OptionSpec.scores + [.remote, .snapPlayer, .snapTeam] + OptionSpec.details
      + [.unasked, .database],
    operands: [photo, .otherScore],
    examples: [
      Example(
        "hyzer snap add board.jpg --outcome win --opponent Hawks", "Add a game by its photo."),
      Example("hyzer snap add --outcome tie --score 40 40", "Add a game by hand."),
    ])

  private static let photo = OperandSpec(
    name: "PHOTO", minimum: 0, help: "A JPEG or PNG of the scoreboard at the end.",
    completion: .files)

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    // The second of two scores is an operand, too.
    let path = arguments.operands.first { arguments.value(.score) == nil || Int($0) == nil }
    guard let path else { return try SnapGameNewCommand.run(context) }
    var session = try SnapSession(context)
    _ = try session.team(named: arguments.value(.snapTeam))
    let photo = try Photo(bytes: InputPhotos.bytes(of: path), name: path)
    let isTyped = [.score, .teamScore, .opponentScore].contains(where: arguments.flag)
    let typed = isTyped ? try arguments.result() : nil
    let result = try typed ?? read(photo, path, context)
    try context.confirm(result)
    let game = try session.add(
      result, with: details(of: photo).merging(arguments.details()) { $1 }, context)
    try context.console.lines(session.lines(of: game))
  }

  /// Reads the score of a photo, which somebody says is right.
  private static func read(
    _ photo: Photo, _ path: String, _ context: CommandContext
  ) throws -> GameResult {
    let reading = try context.read(photo, by: ScoreboardReader())
    guard let scores = reading.scores else {
      let pairs = reading.pairs.map { "\($0[0]) \($0[1])" }.joined(separator: ", or ")
      throw context.refusal(
        "no score found in \"\(path)\"; give --score" + (pairs.isEmpty ? "" : ", perhaps \(pairs)"))
    }
    guard let outcome = context.arguments.value(.outcome).flatMap({ Outcome(rawValue: $0) }) else {
      throw context.arguments.misuse("give --outcome win, loss or tie")
    }
    try context.console.line("Game Score: \(scores[0]) - \(scores[1])")
    let result = try GameResult(outcome, ofScores: (scores[0], scores[1]))
    if !context.arguments.flag(.unasked) {
      try context.confirm(
        "look at the photo", "Save a \(outcome.rawValue), \(result.text)?",
        advice: "give --yes if that is what it shows, or --score")
    }
    return result
  }

  /// What the camera noted of when and where it was.
  private static func details(of photo: Photo) -> [SnapField: SnapValue] {
    var fields: [SnapField: SnapValue] = [:]
    if let taken = photo.details.takenAt {
      fields[.date] = .text(String(taken.prefix(10)))
      fields[.time] = .text(String(taken.suffix(5)))
      if let offset = photo.details.utcOffset { fields[.utcOffset] = .text(offset) }
    }
    if let latitude = photo.details.latitude, let longitude = photo.details.longitude {
      fields[.latitude] = .number(latitude)
      fields[.longitude] = .number(longitude)
    }
    return fields
  }
}

enum SnapGameNewCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "game", "new"], abstract: "Add a game by hand.",
    discussion: """
      Scores stand in any order, as on a board: the outcome says whose the higher is. The player and team of the \
      game are the current ones from then on.
      """,
    options: OptionSpec.scores + [.snapPlayer, .snapTeam] + OptionSpec.details
      + [.unasked, .database],
    operands: [.otherScore],
    examples: [
      Example(
        "hyzer snap game new --outcome win --score 72 65 --opponent Hawks", "Add a game just won.")
    ])

  static func run(_ context: CommandContext) throws {
    guard let result = try context.arguments.result() else {
      throw context.arguments.misuse(
        "give the outcome and both scores, as in --outcome win --score 72 65")
    }
    try context.confirm(result)
    var session = try SnapSession(context)
    let game = try session.add(result, with: context.arguments.details(), context)
    try context.console.lines(session.lines(of: game))
  }
}

extension SnapSession {
  /// Returns the team that options name, of the player that they name, to whom nothing is turned yet.
  func team(of command: CommandContext) throws -> SnapTeam {
    var chosen = self
    if let name = command.arguments.value(.snapPlayer) {
      chosen.context.choose(player: try only(book.players, named: name, "player").id)
    }
    return try chosen.team(named: command.arguments.value(.snapTeam))
  }

  /// Adds a game of the player and team that options name, now if they say no other time, and turns to them.
  mutating func add(
    _ result: GameResult, with details: [SnapField: SnapValue], _ context: CommandContext
  ) throws -> SnapGame {
    let team = try team(of: context)
    let now = context.surroundings.localTime(context.surroundings.timestamp()).split(separator: " ")
    var fields: [SnapField: SnapValue] = [
      .team: .text(team.id.rawValue), .result: .result(result),
      .date: .text(now.first.map { String($0) } ?? ""),
    ]
    // The time of a day that somebody names is another than now.
    if details[.date] == nil { fields[.time] = .text(now.last.map { String($0) } ?? "") }
    let id = newID()
    let added = try apply(.set(.game, id, fields.merging(details) { $1 }))
    try choose(team)
    guard let game = added.games.first(where: { $0.id == id }) else {
      throw Failure(.internalFault, "the game was saved and is not there; report this as a bug")
    }
    return game
  }

  /// What is said of a game that was just saved: itself, and the team's record with it.
  func lines(of game: SnapGame) throws -> [String] {
    let book = try store.book()
    let record = book.record(of: game.team)
    let name = book.teams.first { $0.id == game.team }?.name ?? ""
    return TextColumns().lines([game.row]) + ["\(name.printable)  \(record)"]
  }
}

enum SnapGameEditCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "game", "edit"], abstract: "Change a game.",
    discussion: "Where scores and outcome contradict each other, nothing is changed.",
    options: OptionSpec.scores + OptionSpec.details + [.unasked, .database],
    operands: [.game, .otherScore])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let game = try session.game(context.arguments.operands(.game)[0])
    var fields = try context.arguments.details()
    if let result = try context.arguments.result(game.result) {
      try context.confirm(result)
      fields[.result] = .result(result)
    }
    guard !fields.isEmpty else {
      throw context.arguments.misuse("nothing to change; give --score, --opponent or another")
    }
    let book = try session.apply(.set(.game, game.id, fields))
    guard let changed = book.games.first(where: { $0.id == game.id }) else { return }
    try context.console.lines(session.lines(of: changed))
  }
}

enum SnapGameDeleteCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "game", "delete"], abstract: "Delete a game.",
    discussion: "You are asked first in a terminal. hyzer snap undo brings it back.",
    options: [.unasked, .database], operands: [.game])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let game = try session.game(context.arguments.operands(.game)[0])
    if !context.arguments.flag(.unasked), context.console.isTerminal {
      try context.confirm("Delete \(game.row.dropFirst().joined(separator: " ").printable)?")
    }
    let book = try session.apply(.delete(session.book.deletion(of: game.id)))
    let team = book.teams.first { $0.id == game.team }
    try context.console.line(
      "deleted; \((team?.name ?? "").printable)  \(book.record(of: game.team))")
  }
}

enum SnapRecordCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["snap", "record"],
    abstract: "Show the record of the current team and its last game, or draw its season.",
    discussion: """
      The picture has the record, a bar for each game by how many points it was won or lost, and the last games.
      """,
    options: [.json, .snapTeam, png, dark, .database],
    examples: [Example("hyzer snap record --png season.png", "Draw the season to share it.")])

  private static let png = OptionSpec(
    long: "png", argument: "FILE", help: "Draw the season as a PNG, 1080 pixels wide.",
    conflicts: ["json"], completion: .files)
  private static let dark = OptionSpec(long: "dark", help: "Draw it on a dark background.")

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let team = try session.team(named: context.arguments.value(.snapTeam))
    let games = session.book.games(of: team.id)
    let record = TeamRecord(games)
    let points = (
      games.reduce(0) { $0 + $1.result.team }, games.reduce(0) { $0 + $1.result.opponent }
    )
    let player = try session.player()
    if let path = context.arguments.value(png) {
      let card = SeasonCard(
        player: player.name, team: team.name, games: games, isDark: context.arguments.flag(dark))
      return try OutputFile.write(PNGImage(svg: card.svg).bytes, to: path)
    }
    guard !context.arguments.flag(dark) else {
      throw context.arguments.misuse("--dark goes with --png; text has no ground")
    }
    try context.show(
      json: [
        "player": player.name, "team": team.name, "wins": record.wins, "losses": record.losses,
        "ties": record.ties, "pointsFor": points.0, "pointsAgainst": points.1,
      ],
      lines: ["\(player.name.printable), \(team.name.printable)", record.description]
        + TextColumns().lines(games.prefix(1).map { Array($0.row.dropFirst()) })
        + (games.isEmpty ? [] : ["points \(points.0) - \(points.1)"]))
  }
}

enum SnapUndoCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "undo"],
    abstract: "Take back the last change of the seasons; once more brings it back.",
    options: [.database])

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let bodies = try SnapBook.undoing(session.store.changes())
    guard !bodies.isEmpty else { throw context.refusal("there is nothing to undo") }
    try session.apply(bodies)
    try context.console.line("taken back")
  }
}

enum SnapExportCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["snap", "export"], abstract: "Write the seasons as JSON Lines, one change a line.",
    options: [.database], operands: [file])

  private static let file = OperandSpec(
    name: "FILE", minimum: 0, help: "Where to write. The default is standard output.",
    completion: .files)

  static func run(_ context: CommandContext) throws {
    let lines = try SnapStore(context.store).exportLines()
    guard let path = context.arguments.operands(file).first, path != "-" else {
      return try context.console.lines(lines)
    }
    try OutputFile.write(to: path) { sink in
      for line in lines { try sink(line + "\n") }
    }
  }
}

enum SnapImportCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "import"], abstract: "Add the new changes of exported seasons.",
    discussion: """
      If a line is wrong, nothing is imported. Importing a file again changes nothing, and files of two logs may be \
      imported in either order.
      """,
    options: [.database], operands: [ImportCommand.file])

  static func run(_ context: CommandContext) throws {
    let (lines, place) = try ImportCommand.lines(context)
    do {
      let (added, known) = try SnapStore(context.store).importLines(
        lines, at: context.surroundings.timestamp())
      try context.console.line("\(added) new changes; \(known) known already")
    } catch ScoreStoreError.badLine(let number, let reason) {
      throw Failure(.badData, "\(place) line \(number): \(reason); nothing was imported")
    }
  }
}
