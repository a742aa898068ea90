internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog

/// What is printed of an utterance: one JSON object, or lines for people.
struct UtteranceReport {
  let input: String
  let transcript: String
  let result: ParseResult
  let roster: Roster
  /// What kept the input from being read at all.
  var error: String?

  var scores: [JSONObject] {
    result.scores.map {
      JSONObject(
        score: .strokes($0.strokes), of: roster[$0.player].name, confidence: $0.confidence)
    }
  }

  var unresolved: [JSONObject] { result.problems.map { JSONObject($0, roster: roster) } }

  var json: JSONObject {
    let object: JSONObject = [
      "input": input, "transcript": transcript, "result": result.status.rawValue,
      "scores": scores, "unresolved": unresolved,
      "corrected": result.corrections.map {
        (["player": roster[$0.player].name, "from": $0.from.count] as JSONObject)
          .adding(["to": $0.to?.count])
      },
    ]
    return object.adding(["error": error])
  }

  /// The same for people: a line of scores, and one for each thing that stays open.
  var lines: [String] {
    let scores = result.scores.map { "\(roster[$0.player].name) \($0.strokes.count)" }
    var line = "\(input): " + (scores.isEmpty ? "no score" : scores.joined(separator: ", "))
    if result.status == .partial { line += " (partial: needs a look)" }
    if transcript != input, !transcript.isEmpty { line += "  [\(transcript)]" }
    let corrections = result.corrections.map { correction in
      "  corrected: \(roster[correction.player].name) \(correction.from.count)"
        + (correction.to.map { " to \($0.count)" } ?? " taken back")
    }
    let open = result.problems.map { $0.text(roster: roster) } + (error.map { [$0] } ?? [])
    return [line] + corrections + open.map { "  ? \($0)" }
  }
}

extension JSONObject {
  /// A player's score, whose strokes are null where there is none; what stands in the log was confirmed.
  init(score result: HoleResult, of player: String, confidence: Double = 1) {
    self = [
      "player": player, "strokes": result.strokes?.count, "confidence": confidence.inThousandths,
    ]
  }

  /// What stays open, in words for people and for machines.
  init(
    unresolved text: String, reason: String, message: String, candidates: [PlayerID],
    strokes: Strokes?, roster: Roster
  ) {
    let object: JSONObject = [
      "text": text, "reason": reason, "message": message,
      "candidates": candidates.map { roster[$0].name },
    ]
    self = object.adding(["strokes": strokes?.count])
  }

  init(_ problem: Problem, roster: Roster) {
    self.init(
      unresolved: problem.text, reason: problem.reason, message: problem.text(roster: roster),
      candidates: problem.candidates, strokes: problem.strokes, roster: roster)
  }
}

extension Double {
  /// The number, of which three digits are kept.
  var inThousandths: Double { (self * 1000).rounded() / 1000 }
}

extension Problem {
  /// The kind as a word for machines: the name of its case.
  var reason: String { String("\(kind)".prefix { $0 != "(" }) }
}

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
