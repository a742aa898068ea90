package import HyzerBase

extension Standings {
  /// The lines of a leaderboard for machines.
  package var report: [JSONObject] {
    lines.map { line in
      [
        "place": line.place, "player": line.name, "relativeToPar": line.relativeToPar,
        "strokes": line.strokes, "holesPlayed": line.holesPlayed,
      ]
    }
  }
}

extension Scorecard {
  /// Returns who leads, as hosts and `hyzer leaderboard --json` say it; the `hole` is the current one, nil
  /// where another round is the current one.
  package func leaderboard(hole: Int?) -> JSONObject {
    ["round": round.id.rawValue, "hole": hole, "standings": standings.report]
  }
}
