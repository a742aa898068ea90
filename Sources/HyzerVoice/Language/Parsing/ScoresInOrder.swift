extension UtteranceParser {
  /// Returns what a typed line says as ``parse(_:input:)`` does; scores alone, such as "3 4 3 5", go to
  /// players in the round's order: to those who are `missing` one, or else to all.
  ///
  /// Nothing of the kind is understood in speech, where a score without a name may be anybody's.
  package func parse(typed text: String, missing: [PlayerID]) -> ParseResult {
    let analysis = analyze(text)
    let players = round.roster.ids
    // "Par three" announces a hole.
    guard !analysis.result.problems.isEmpty,
      analysis.result.problems.allSatisfy({ $0.kind == .missingPlayer }),
      let readings = analysis.classification.bareScores
    else { return analysis.result }
    var receivers = missing
    if readings.count != missing.count {
      guard readings.count == players.count else {
        // What one score lacks is said already.
        return readings.count == 1
          ? analysis.result
          : ParseResult(
            scores: [],
            problems: [
              Problem(
                .scoreCount(readings.count, missing: missing.count, players: players.count),
                text: text, range: 0..<text.count)
            ], corrections: [])
      }
      receivers = players
    }
    // In "2 -1 3" the dash may be none of a sign.
    let isDashed = readings.allSatisfy {
      switch $0.meaning {
      case .number, .signed(..<0): true
      default: false
      }
    }
    let hasStrokes = readings.contains { if case .number = $0.meaning { true } else { false } }
    var result = ParseResult.nothing
    for (player, (meaning, tokens)) in zip(receivers, readings) {
      let range = analysis.classification.sourceRange(of: tokens)
      do throws(Problem.Kind) {
        if isDashed, hasStrokes, case .signed(..<0) = meaning { throw .signed }
        result.scores.append(
          PlayerScore(
            player: player, strokes: try meaning.strokes(par: round.par), confidence: 1,
            range: range))
      } catch {
        result.problems.append(
          Problem(
            error, text: analysis.classification.text(of: tokens), range: range,
            candidates: [player]))
      }
    }
    return result
  }
}

extension Classification {
  /// The scores of a text that has nothing else in it, each as long a phrase as there is; nil for any other
  /// text.
  fileprivate var bareScores: [(meaning: Meaning, tokens: Range<Int>)]? {
    var found: [(Meaning, Range<Int>)] = []
    var position = 0
    while position < tokens.count {
      let scores = readings[position].filter { $0.isOf(.score) && !$0.isHomophone }
      guard !readings[position].contains(where: { $0.isOf(.name) && $0.cost == 0 }),
        let longest = scores.max(by: { $0.tokens.count < $1.tokens.count }),
        case .meaning(let meaning, _) = longest.label
      else { return nil }
      found.append((meaning, longest.tokens))
      position = longest.tokens.upperBound
    }
    return found
  }
}
