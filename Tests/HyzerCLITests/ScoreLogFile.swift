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

/// Command lines one after another, each with what it is to print.
struct Step: Sendable {
  let arguments: [String]
  let input: String
  let outcome: Outcome

  init(_ line: String, input: String = "", _ outcome: Outcome) {
    // Quotation marks keep words together, as in a shell.
    arguments = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part in
        index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
      }
    self.input = input
    self.outcome = outcome
  }

  /// Runs the steps on a log; `ROUND` in what is expected or asked for is the round's identifier.
  static func run(
    _ steps: [Step], on log: ScoreLogFile, round: String = "ROUND",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for step in steps {
      var expected = step.outcome
      expected.output = expected.output.replacing("ROUND", with: round)
      expected.errors = expected.errors.replacing("ROUND", with: round)
      let arguments = step.arguments.map { $0.replacing("ROUND", with: round) }
      #expect(
        log.run(arguments, input: step.input) == expected,
        "\(step.arguments.joined(separator: " "))", sourceLocation: sourceLocation)
    }
  }
}
