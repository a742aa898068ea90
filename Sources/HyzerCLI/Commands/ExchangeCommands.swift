internal import CommandLineKit
internal import FoundationEssentials
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen
internal import ScoreSnap

enum ExportCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["export"], abstract: "Write the score log as JSON Lines, one event a line.",
    discussion: """
      Rounds without a score are left out, but for one that --round names, for the others at the first tee: it \
      starts with that, so that its players keep their places. What was heard is left out, too.
      """,
    options: [round, .database], operands: [file])

  private static let round = OptionSpec(
    long: "round", short: "r", argument: "ROUND",
    help: "Only the round with this identifier, or beginning of it.")
  private static let file = OperandSpec(
    name: "FILE", minimum: 0, help: "Where to write. The default is standard output.",
    completion: .files)

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let store = try context.store
    let round = try arguments.value(round).map { try store.chosenRound($0) }
    if let round, try store.round(round).startedAt == nil {
      // Others have its players in their places from then on, and it starts once; the command reads otherwise.
      try ScoreStore(path: store.path).startRound(round, at: context.surroundings.timestamp())
    }
    let lines = try store.exportLines(round: round)
    guard let path = arguments.operands(file).first, path != "-" else {
      return try context.console.lines(lines)
    }
    try OutputFile.write(to: path) { sink in
      for line in lines { try sink(line + "\n") }
    }
  }
}

enum ImportCommand: Command {
  static let spec = CommandSpec(
    path: ["import"], abstract: "Add the new events of an exported score log.",
    discussion: """
      If a line is wrong or contradicts the log, nothing is imported. Importing a file again \
      changes nothing.
      """,
    options: [.database], operands: [file])

  static let file = OperandSpec(
    name: "FILE", help: "What hyzer export wrote, or - for standard input.", completion: .files)

  private static let longestInput = 1 << 30

  static func run(_ context: CommandContext) throws {
    let (lines, place) = try lines(context)
    let store = try context.store
    do {
      let summary = try store.importLines(lines)
      try context.console.line(
        "\(RoundWords.count(summary.eventsAdded, "new event")), "
          + "\(RoundWords.count(summary.roundsAdded, "new round")); "
          + "\(summary.eventsKnown) known already"
          + (summary.eventsRevoked == 0
            ? "" : "; \(summary.eventsRevoked) of revoked devices left out"))
    } catch ScoreStoreError.badLine(let number, let reason) {
      throw Failure(.badData, "\(place) line \(number): \(reason); nothing was imported")
    }
  }

  /// Returns all lines of what the operand names, those that are empty too, since errors name a line by its number; and
  /// what errors call it.
  static func lines(_ context: CommandContext) throws -> (lines: [String], place: String) {
    let path = context.arguments.operands(file)[0]
    let place = path == "-" ? "standard input" : "\"\(path)\""
    let data =
      try path == "-"
      ? Data(context.console.inputBytes(limit: longestInput)) : InputFile.contents(of: path)
    let lines = try LineReader.lines(in: data).map { line in
      guard let text = String(data: line.data, encoding: .utf8) else {
        throw Failure(.badData, "\(place) line \(line.number): not text in UTF-8")
      }
      return text
    }
    return (lines, place)
  }
}

enum AuditCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["audit"],
    abstract: "Check the score log's file, the history of every score, and the seasons.",
    discussion: """
      Prints each fault on a line and exits with 65, or prints "clean". Before that it names the devices that wrote \
      as two, as where a whole disk was put back: all that they wrote is kept.
      """,
    options: [.database])

  static func run(_ context: CommandContext) throws {
    let seasons = try SnapStore(context.store)
    let audit = try seasons.auditLog()
    try context.console.lines((audit.forks + audit.carried).map(\.printable))
    // Where pages are damaged, what is on them says nothing.
    let faults = try audit.isClean ? seasons.faults() : audit.faults
    guard !faults.isEmpty else { return try context.console.line("clean") }
    try context.console.lines(faults.map(\.printable))
    throw Reported(code: .badData)
  }
}
