import Foundation
import Testing

@testable import HyzerCLI

/// A score log in a folder of its own, and the program run on it.
struct ScoreLogFile {
  let folder: Folder

  var path: String { folder.path("scores.db") }

  /// Names are matched by spelling, so that no dictionary is read.
  static let environment = ["HYZER_MODEL": "/nowhere", "HYZER_USER": "Ann"]

  func run(
    _ arguments: [String], input: String = "", isTerminal: Bool = false,
    surroundings: Surroundings = .counted()
  ) -> Outcome {
    hyzer(
      arguments + ["--db", path], input: Array(input.utf8), environment: Self.environment,
      isTerminal: isTerminal, surroundings: surroundings)
  }

  func callAsFunction(_ arguments: String..., input: String = "") -> Outcome {
    run(arguments, input: input)
  }

  /// Makes a round and returns its identifier.
  func round(
    course: String = "Heron Meadow", _ players: [String] = ["Mike", "Jake"], guests: [String] = []
  ) throws -> String {
    let outcome = run(
      ["round", "new", "--course", course] + players.flatMap { ["--player", $0] }
        + guests.flatMap { ["--guest", $0] })
    try #require(outcome.code == 0, "\(outcome.errors)")
    return try #require(outcome.outputLines.first)
  }
}

/// Lends a score log that does not exist yet.
func withScoreLog<Result>(_ body: (ScoreLogFile) throws -> Result) throws -> Result {
  try withFolder { try body(ScoreLogFile(folder: $0)) }
}

extension Outcome {
  /// What a run prints that does what it is asked for.
  static func done(_ lines: String...) -> Outcome {
    Outcome(code: 0, output: lines.map { $0 + "\n" }.joined(), errors: "")
  }

  /// What a run prints that refuses.
  static func refused(_ code: Int32, _ message: String) -> Outcome {
    Outcome(code: code, output: "", errors: message + "\n")
  }
}

/// Runs commands on a log and compares what each prints with a transcript.
///
/// What follows `$ ` is a command, in which quotation marks keep words together. Under it stand its
/// output and then its errors after the exit code, as in `65! hyzer: no`. `ROUND` stands for the
/// round's identifier, also where nobody knows it.
func expectTranscript(
  _ transcript: String, on log: ScoreLogFile, round: String = "ROUND",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let commands = ("\n" + transcript.replacing("ROUND", with: round)).components(
    separatedBy: "\n$ ")
  for command in commands.dropFirst() {
    let line = String(command.prefix { $0 != "\n" })
    let arguments = line.components(separatedBy: "'").enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
    }
    let outcome = log.run(arguments)
    let errors = outcome.errorLines.isEmpty && outcome.code != 0 ? [""] : outcome.errorLines
    let lines =
      [line] + outcome.output.components(separatedBy: "\n").dropLast()
      + errors.map { "\(outcome.code)! \($0)" }
    let found = lines.joined(separator: "\n")
      .replacing(/round "[0-9a-f-]{36}-\d+"/, with: "round \"\(round)\"")
    #expect(found == command, sourceLocation: sourceLocation)
  }
}
