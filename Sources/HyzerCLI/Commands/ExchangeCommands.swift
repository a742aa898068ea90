internal import CommandLineKit
internal import Evaluation
internal import Foundation
internal import Golf
internal import ScoreStore
internal import Screen

/// `hyzer export`: the score log as JSON Lines.
struct ExportCommand: Command {
  static let spec = CommandSpec(
    path: ["export"], abstract: "Write the score log as JSON Lines, one event a line.",
    discussion: "Rounds without a score, and what was heard, are no part of it.",
    options: [
      OptionSpec(
        long: "round", short: "r", argument: "ROUND",
        help: "Only this round, by the beginning of its identifier."),
      .database,
    ],
    operands: [
      OperandSpec(
        name: "FILE", minimum: 0, help: "Where to write; standard output if not given.",
        completion: .files)
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let round = try arguments.value("round").map { try store.chosenRound($0) }
    let lines = try store.exportLines(round: round)
    guard let path = arguments.operands.first, path != "-" else {
      for line in lines { try toolkit.console.line(line) }
      return
    }
    try OutputFile.write(to: path) { sink in
      for line in lines { try sink(line + "\n") }
    }
  }
}

/// `hyzer import`: what is new in an exported score log.
struct ImportCommand: Command {
  static let spec = CommandSpec(
    path: ["import"], abstract: "Add what is new in an exported score log.",
    discussion: """
      All of it is added, or nothing where a line is wrong or contradicts the log. Importing \
      twice changes nothing.
      """,
    options: [.database],
    operands: [
      OperandSpec(
        name: "FILE", help: "What hyzer export wrote, or - for standard input.",
        completion: .files)
    ])

  private static let longestInput = 1 << 30

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let path = arguments.operands[0]
    let place = path == "-" ? "standard input" : "\"\(path)\""
    let lines = try lines(path, place, toolkit.console)
    let store = try toolkit.scoreStore(arguments)
    do {
      let summary = try store.importLines(lines)
      try toolkit.console.line(
        "\(RoundWords.count(summary.eventsAdded, "new event")), "
          + "\(RoundWords.count(summary.roundsAdded, "new round")); "
          + "\(summary.eventsKnown) known already")
    } catch ScoreStoreError.badLine(let number, let reason) {
      throw Failure(.badData, "\(place) line \(number): \(reason); nothing was imported")
    }
  }

  /// Returns all lines, those that are empty too, since errors name a line by its number.
  private func lines(_ path: String, _ place: String, _ console: Console) throws -> [String] {
    var lines: [String] = []
    func append(_ line: Data) throws {
      guard let text = String(data: line, encoding: .utf8) else {
        throw Failure(.badData, "\(place) line \(lines.count + 1): not text in UTF-8")
      }
      lines.append(text)
    }
    if path == "-" {
      let bytes = try StandardInput(console).bytes(limit: ImportCommand.longestInput)
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        try append(Data(line))
      }
    } else {
      var reader = try LineReader(path: path)
      while let line = try reader.next() { try append(line) }
    }
    return lines
  }
}

/// `hyzer audit`: whether the score log is what its rules say.
struct AuditCommand: Command {
  static let spec = CommandSpec(
    path: ["audit"], abstract: "Check the score log's file and the history of every score.",
    discussion: "Prints what is wrong, a line each, and exits with 65; or else \"clean\".",
    options: [.database])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let audit = try toolkit.scoreStore(arguments).audit()
    guard !audit.isClean else { return try toolkit.console.line("clean") }
    for line in audit.faults + audit.findings.map(\.description) {
      try toolkit.console.line(line.printable)
    }
    throw Reported(code: .badData)
  }
}
