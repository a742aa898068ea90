internal import Golf
internal import Screen

/// Where a round stands: its hole, and the scores on it.
struct HoleText {
  let card: Scorecard
  let hole: Int

  /// The hole in one line.
  var title: String {
    let record = card.round
    return "hole \(hole) of \(record.pars.count), par \(record.par(ofHole: hole)), "
      + RoundWords.course(record.course).printable
  }

  /// The hole, and the score of each player where anybody plays.
  var lines: [String] {
    let scores = card.round.players.map { player in
      "\(card.round.name(of: player)) \(RoundWords.strokes(card.strokes(of: player, onHole: hole)))"
    }
    return [title] + (scores.isEmpty ? [] : [scores.joined(separator: ", ").printable])
  }
}
