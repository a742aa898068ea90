internal import Golf

/// A line of a leaderboard for machines.
struct StandingReport: Encodable {
  let place: Int
  let player: String
  let relativeToPar: Int
  let strokes: Int
  let holesPlayed: Int

  init(_ line: Standing) {
    place = line.place
    player = line.name
    relativeToPar = line.relativeToPar
    strokes = line.strokes
    holesPlayed = line.holesPlayed
  }
}

/// A leaderboard as a table for people.
struct StandingsText {
  private static let longestName = 48

  let standings: Standings
  /// Who moved since the last time.
  var moves: [StandingsChange.Move] = []

  /// The lines, the first of which names the columns.
  var lines: [String] {
    let rows = standings.lines.map { line in
      let hasScore = line.holesPlayed > 0
      return [
        RoundWords.place(line, in: standings), line.name,
        hasScore ? RoundWords.relative(line.relativeToPar) : "–",
        hasScore ? "\(line.strokes)" : "–", "\(line.holesPlayed)", move(of: line),
      ]
    }
    let header = ["", "player", "+/-", "strokes", "thru"]
    return TextColumns(edges: [.right, .left, .right, .right, .right, .left])
      .lines([header] + rows, limits: [1: StandingsText.longestName])
  }

  private func move(of line: Standing) -> String {
    guard let move = moves.first(where: { $0.player == line.player }) else { return "" }
    return move.isUp ? "▲\(move.from - move.to)" : "▼\(move.to - move.from)"
  }
}
