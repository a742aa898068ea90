internal import DiscGolf
internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog
internal import ScoreScreen

/// What is printed of an utterance: one JSON object, or lines for people.
struct UtteranceReport: Encodable {
  struct Score: Encodable {
    let player: String
    /// Written as `strokes`, null where there is no score.
    let result: HoleResult
    let confidence: Double

    private enum CodingKeys: CodingKey { case player, strokes, confidence }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(player, forKey: .player)
      try container.encode(result.strokes, forKey: .strokes)
      try container.encode(confidence, forKey: .confidence)
    }
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
  /// What kept the input from being read at all.
  var error: String?

  init(input: String, transcript: String, result: ParseResult, roster: Roster) {
    self.input = input
    self.transcript = transcript
    self.result = result.status.rawValue
    scores = result.scores.map {
      Score(
        player: roster[$0.player].name, result: .strokes($0.strokes),
        confidence: ($0.confidence * 1000).rounded() / 1000)
    }
    unresolved = result.problems.map { Unresolved($0, roster: roster) }
    corrected = result.corrections.map {
      Corrected(player: roster[$0.player].name, from: $0.from.count, to: $0.to?.count)
    }
  }

  /// The same for people: a line of scores, and one for each thing that stays open.
  func lines() -> String {
    var line = "\(input): "
    if scores.isEmpty {
      line += "no score"
    } else {
      line += scores.map { "\($0.player) \($0.result.text)" }.joined(separator: ", ")
    }
    if result == ParseStatus.partial.rawValue { line += " (partial: needs a look)" }
    if transcript != input, !transcript.isEmpty { line += "  [\(transcript)]" }
    for correction in corrected {
      line += "\n  corrected: \(correction.player) \(correction.from)"
      line += correction.to.map { " to \($0)" } ?? " taken back"
    }
    for problem in unresolved { line += "\n  ? \(problem.message)" }
    if let error { line += "\n  ? \(error)" }
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
  /// The kind as a word for machines: the name of its case.
  var reason: String { String("\(kind)".prefix { $0 != "(" }) }
}

// MARK: - Rounds

extension Scorecard {
  /// A round as one JSON object: the round itself, its players, and their scores.
  ///
  /// `hole` is the current one, where the round is the current one.
  func report(current: CurrentHole?) -> JSONObject {
    let standings = standings
    let players = zip(round.players, round.entrants).map { player, entrant -> JSONObject in
      let total = total(of: player)
      return [
        "name": entrant.player.name, "isGuest": entrant.isGuest,
        "aliases": entrant.player.aliases, "pronunciations": entrant.player.pronunciations,
        "place": standings[player]?.place ?? 0, "relativeToPar": total.relativeToPar,
        "strokes": total.strokes, "holesPlayed": total.holesPlayed,
        "scores": round.holes.map { strokes(of: player, onHole: $0)?.count },
        "away": round.away(player).sorted(), "hasLeft": round.hasLeft(player),
      ]
    }
    return [
      "round": round.id.rawValue, "course": round.course, "pars": round.pars,
      "phase": phase.rawValue, "hole": current?.round == round.id ? current?.hole : nil,
      "organiser": round.organiser, "createdAt": round.createdAt, "startedAt": round.startedAt,
      "finishedAt": round.finish?.at, "isDeleted": round.isDeleted, "players": players,
    ]
  }
}
