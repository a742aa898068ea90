internal import Golf
internal import Scorekeeping

/// Words and signs for rounds and scores, the same in every command.
enum RoundWords {
  /// "E", "-2" or "+1".
  static func relative(_ strokes: Int) -> String {
    RelativeToPar.sign(strokes)
  }

  /// A place as leaderboards write it: "2", "T2" where it is shared, a dash without a score.
  static func place(_ line: Standing, in standings: Standings) -> String {
    standings.placeLabel(of: line) ?? "–"
  }

  /// A number of strokes, or a dash.
  static func strokes(_ strokes: Strokes?) -> String { strokes.map { "\($0.count)" } ?? "–" }

  /// Where a round stands.
  static func phase(_ phase: RoundPhase) -> String {
    switch phase {
    case .setup: "setup"
    case .active: "in play"
    case .awaitingFinalisation: "to be finished"
    case .completed: "finished"
    case .finishedEarly: "finished early"
    }
  }

  /// A number with its noun.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A round's course; imported rounds may have none.
  static func course(_ name: String) -> String {
    name.isEmpty ? RoundFile.unnamedCourse : name
  }

  /// Who is level on the first place; empty before the first score.
  static func leaders(_ standings: Standings) -> [String] {
    standings.lines.filter { $0.place == 1 && $0.holesPlayed > 0 }.map(\.name)
  }
}
