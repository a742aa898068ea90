internal import Evaluation
internal import Golf
internal import Language
internal import Screen

/// What is printed of an utterance: one JSON object, or lines for people.
struct UtteranceReport: Encodable {
  struct Score: Encodable {
    let player: String
    let strokes: Int
    let confidence: Double
  }

  struct Unresolved: Encodable {
    let text: String
    let reason: String
    let message: String
    let candidates: [String]
    let strokes: Int?
  }

  struct Corrected: Encodable {
    let player: String
    let from: Int
    let to: Int?
  }

  let input: String
  let transcript: String
  let result: String
  let scores: [Score]
  let unresolved: [Unresolved]
  let corrected: [Corrected]

  init(input: String, transcript: String, result: ParseResult, roster: Roster) {
    self.input = input
    self.transcript = transcript
    self.result = result.status.rawValue
    scores = result.scores.map {
      Score(
        player: roster[$0.player].name, strokes: $0.strokes.count,
        confidence: ($0.confidence * 1000).rounded() / 1000)
    }
    unresolved = result.problems.map { Unresolved($0, roster: roster) }
    corrected = result.corrections.map {
      Corrected(player: roster[$0.player].name, from: $0.from.count, to: $0.to?.count)
    }
  }

  /// The object on one line, its keys in alphabetical order.
  func json() throws -> String { try JSONLine.encode(self) }

  /// The same for people: a line of scores, and one for each thing that stays open.
  func lines() -> String {
    var line = "\(input): "
    if scores.isEmpty {
      line += "no score"
    } else {
      line += scores.map { "\($0.player) \($0.strokes)" }.joined(separator: ", ")
    }
    if result == ParseStatus.partial.rawValue { line += " (partial: needs a look)" }
    if transcript != input, !transcript.isEmpty { line += "  [\(transcript)]" }
    for correction in corrected {
      line += "\n  corrected: \(correction.player) \(correction.from)"
      line += correction.to.map { " to \($0)" } ?? " taken back"
    }
    for problem in unresolved { line += "\n  ? \(problem.message)" }
    return line
  }
}

extension UtteranceReport.Unresolved {
  init(_ problem: Problem, roster: Roster) {
    self.init(
      text: problem.text, reason: problem.reason, message: problem.text(roster: roster),
      candidates: problem.candidates.map { roster[$0].name }, strokes: problem.strokes?.count)
  }
}

extension Problem {
  /// The kind as a word for machines.
  var reason: String {
    switch kind {
    case .unexplained: "unexplained"
    case .unknownName: "unknownName"
    case .uncertainName: "uncertainName"
    case .ambiguousName: "ambiguousName"
    case .missingScore: "missingScore"
    case .missingPlayer: "missingPlayer"
    case .scoreOutOfRange: "scoreOutOfRange"
    case .fraction: "fraction"
    case .signed: "signed"
    case .conflictingScores: "conflictingScores"
    case .unclearCorrection: "unclearCorrection"
    case .nothingToCopy: "nothingToCopy"
    case .unclearGroup: "unclearGroup"
    case .otherHole: "otherHole"
    case .otherPar: "otherPar"
    case .ambiguousSentence: "ambiguousSentence"
    case .lowConfidence: "lowConfidence"
    }
  }
}

enum JSONLine {
  static func encode(_ value: some Encodable) throws -> String {
    try Evaluation.JSONLine.encode(value)
  }
}
