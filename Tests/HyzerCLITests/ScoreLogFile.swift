import Foundation
import Testing

@testable import HyzerCLI

/// A score log in a folder of its own, and the program run on it.
struct ScoreLogFile {
  let folder = Folder()

  var path: String { folder.path("scores.db") }

  /// Names are matched by spelling, so that no dictionary is read.
  static let environment = ["HYZER_MODEL": "/nowhere", "HYZER_USER": "Ann"]

  func run(
    _ arguments: [String], input: String = "", isTerminal: Bool = false, columns: Int? = nil,
    environment: [String: String] = [:], surroundings: Surroundings = .counted()
  ) -> Outcome {
    hyzer(
      arguments, input: Array(input.utf8),
      environment: Self.environment.merging(["HYZER_DB": path]) { $1 }.merging(environment) { $1 },
      isTerminal: isTerminal, columns: columns, surroundings: surroundings)
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

extension Outcome {
  /// Whether it did what it was asked for, and said nothing else.
  var isDone: Bool { code == 0 && errors.isEmpty }

  /// Whether it ended with a code and one line, which has such a part.
  func refuses(_ code: Int32, _ part: String) -> Bool {
    self.code == code && errorLines.count == 1 && errors.contains(part)
  }

  /// What a run prints that does what it is asked for.
  static func done(_ lines: String...) -> Outcome {
    Outcome(code: 0, output: lines.map { $0 + "\n" }.joined(), errors: "")
  }

  /// What a run prints that refuses.
  static func refused(_ code: Int32, _ message: String) -> Outcome {
    Outcome(code: code, output: "", errors: message + "\n")
  }
}

/// Runs commands and compares what each prints with a transcript.
///
/// What follows `$ ` is a command, in which quotation marks keep words together; what is quoted
/// behind `<` is its input. Under it stand its output and then its errors after the exit code, as in
/// `65! hyzer: no`. `FOLDER` stands for the folder and `ROUND` for the round's identifier, also
/// where nobody knows it; `[...]` for whatever is there.
func expectTranscript(
  _ transcript: String, on log: ScoreLogFile, round: String = "ROUND",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectTranscript(
    transcript.replacing("ROUND", with: round), in: log.folder, sourceLocation: sourceLocation
  ) {
    var outcome = log.run($0, input: $1)
    outcome.errors.replace(/round "[0-9a-f]{8}"/, with: "round \"\(round)\"")
    return outcome
  }
}

func expectTranscript(
  _ transcript: String, in folder: Folder, sourceLocation: SourceLocation = #_sourceLocation,
  run: ([String], _ input: String) -> Outcome = { hyzer($0, input: Array($1.utf8)) }
) {
  let text = "\n" + transcript.replacing("FOLDER", with: folder.path)
  for expected in text.components(separatedBy: "\n$ ").dropFirst() {
    let line = String(expected.prefix { $0 != "\n" })
    var arguments = line.components(separatedBy: "'").enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
    }
    var input = ""
    if let sign = arguments.firstIndex(of: "<") {
      input = arguments[sign + 1].replacing("\\n", with: "\n")
      arguments.removeSubrange(sign...)
    }
    let outcome = run(arguments, input)
    let errors = outcome.errorLines.isEmpty && outcome.code != 0 ? [""] : outcome.errorLines
    var found =
      [line] + outcome.output.components(separatedBy: "\n").dropLast()
      + errors.map { "\(outcome.code)! \($0)" }
    for (index, pattern) in expected.components(separatedBy: "\n").enumerated()
    where found.indices.contains(index) && found[index].matches(pattern) {
      found[index] = pattern
    }
    #expect(found.joined(separator: "\n") == expected, sourceLocation: sourceLocation)
  }
}

extension String {
  /// Whether it is a pattern, in which `[...]` stands for anything.
  fileprivate func matches(_ pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "[...]")
    var rest = self[...]
    guard parts.count > 1, rest.hasPrefix(parts[0]), rest.hasSuffix(parts[parts.count - 1]) else {
      return false
    }
    for part in parts where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}
