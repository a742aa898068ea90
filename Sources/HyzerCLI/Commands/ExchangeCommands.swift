internal import CommandLineKit
internal import Display
internal import Foundation
internal import ScoreLog
internal import ScoreStore

/// `hyzer export`: the score log as JSON Lines.
struct ExportCommand: Command {
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
