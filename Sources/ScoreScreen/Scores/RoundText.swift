internal import HyzerBase
package import ScoreLog

/// Words and signs for rounds and scores, the same in every command.
package enum RoundWords {
  /// What somebody has on a hole, or a dash where it is open.
  package static func result(_ result: HoleResult?) -> String { result?.text ?? "–" }

  package static func phase(_ phase: RoundPhase) -> String {
    switch phase {
    case .setup: "setup"
    case .active: "in play"
    case .awaitingFinalisation: "to be finished"
    case .completed: "finished"
    case .finishedEarly: "finished early"
    }
  }

  package static func state(_ round: RoundRecord, _ phase: RoundPhase) -> String {
    round.isDeleted ? "deleted" : self.phase(phase)
  }

  package static func change(_ change: RoundChange) -> String {
    let name = change.player ?? ""
    let holes = change.away.isEmpty ? "" : "; no score on \(self.holes(change.away))"
    let reporter = change.stamp.reportedBy.isEmpty ? "" : " by \(change.stamp.reportedBy)"
    return switch change.kind {
    case .finish: "finished\(reporter)"
    case .reopen: "reopened\(reporter)"
    case .delete: "deleted\(reporter)"
    case .restore: "restored\(reporter)"
    case .merge: "\(name) is \(change.entrant?.player.name ?? "")\(reporter)"
    case .organiser: "passed on to \(name)\(reporter)"
    case .join: "\(name) joined\(holes)"
    case .leave: "\(name) left\(holes)"
    }
  }

  /// Numbers of holes in order, as in "holes 1–4, 7".
  private static func holes(_ numbers: [Int]) -> String {
    let texts = numbers.runs.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
    }
    return (numbers.count == 1 ? "hole " : "holes ") + texts.joined(separator: ", ")
  }

  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A round's course; imported rounds may have none.
  package static func course(_ name: String) -> String { name.isEmpty ? Course.unnamed : name }
}

extension Scorecard {
  package func title(ofHole hole: Int) -> String {
    "hole \(hole) of \(round.pars.count), par \(round.par(ofHole: hole)), "
      + RoundWords.course(round.course).printable
  }

  /// A hole, and the score of each player where anybody plays.
  package func lines(ofHole hole: Int) -> [String] {
    let scores = round.players.map { player in
      "\(round.name(of: player)) \(RoundWords.result(result(of: player, onHole: hole)))"
    }
    return [title(ofHole: hole)]
      + (scores.isEmpty ? [] : [scores.joined(separator: ", ").printable])
  }

  /// The card as a table, in blocks of nine holes with an empty line between.
  package var table: [String] {
    let blocks = stride(from: 1, through: round.pars.count, by: 9).map { start in
      block(start...min(start + 8, round.pars.count))
    }
    return Array(blocks.joined(separator: [""]))
  }

  private func block(_ holes: ClosedRange<Int>) -> [String] {
    let isLast = holes.upperBound == round.pars.count
    let isOnly = holes == round.holes
    let totals = round.entrants.isEmpty ? ["total"] : ["total", "+/-"]
    let sums = (isOnly ? [] : ["sum"]) + (isLast ? totals : [])
    let par = holes.map(round.par(ofHole:))
    var rows = [["hole"] + holes.map(String.init) + sums]
    rows.append(
      ["par"] + par.map(String.init) + (isOnly ? [] : ["\(par.reduce(0, +))"])
        + (isLast ? ["\(round.pars.reduce(0, +))"] : []))
    for player in round.players {
      let strokes = holes.map { self.strokes(of: player, onHole: $0) }
      let sum =
        strokes.contains { $0 != nil } ? "\(strokes.reduce(0) { $0 + ($1?.count ?? 0) })" : "–"
      let line = total(of: player)
      let result =
        line.holesPlayed > 0
        ? ["\(line.strokes)", RelativeToPar.sign(line.relativeToPar)] : ["–", "–"]
      rows.append(
        [round.name(of: player)] + strokes.map { $0.map { "\($0.count)" } ?? "–" }
          + (isOnly ? [] : [sum])
          + (isLast ? result : []))
    }
    let edges = [.left] + Array(repeating: TextColumns.Edge.right, count: holes.count + sums.count)
    return TextColumns(edges).lines(rows, limits: [0: 24])
  }
}

extension Standings {
  /// The leaderboard as a table whose first line names the columns, with who moved since the last
  /// time.
  package func table(moves: [StandingsChange.Move] = []) -> [String] {
    let rows = lines.map { line in
      let hasScore = line.holesPlayed > 0
      let move = moves.first { $0.player == line.player }.map {
        $0.isUp ? "▲\($0.from - $0.to)" : "▼\($0.to - $0.from)"
      }
      return [
        line.placeLabel ?? "–", line.name,
        hasScore ? RelativeToPar.sign(line.relativeToPar) : "–",
        hasScore ? "\(line.strokes)" : "–", "\(line.holesPlayed)", move ?? "",
      ]
    }
    let header = ["", "player", "+/-", "strokes", "thru"]
    return TextColumns([.right, .left, .right, .right, .right, .left])
      .lines([header] + rows, limits: [1: 48])
  }

  /// Who is level on the first place; empty before the first score.
  package var leaders: [String] {
    lines.filter { $0.place == 1 && $0.holesPlayed > 0 }.map(\.name)
  }
}

extension Season {
  /// The season as tables: who was best, and then on each course.
  package var table: [String] {
    func columns(_ line: Line) -> [String] {
      let record = line.record
      return [
        "\(line.isShared ? "T" : "")\(line.place)", record.player, "\(record.rounds)",
        Self.sign(record.average),
      ]
    }
    let rows = lines.map { line in
      columns(line) + [
        "\(line.record.wins)", "\(line.record.strokes)",
        RelativeToPar.sign(line.record.relativeToPar),
      ]
    }
    let header = ["", "player", "rounds", "average", "wins", "strokes", "+/-"]
    let byCourse = courses.flatMap { course in
      let rows = course.lines.map { columns($0) + [RelativeToPar.sign($0.record.best)] }
      return ["", RoundWords.course(course.course).printable]
        + TextColumns([.right, .left, .right, .right, .right])
        .lines([["", "player", "rounds", "average", "best"]] + rows, limits: [1: 48])
    }
    return ["season \(year)"]
      + TextColumns([.right, .left, .right, .right, .right, .right, .right])
      .lines([header] + rows, limits: [1: 48]) + byCourse
  }

  /// "E", "-0.5" or "+1.3".
  private static func sign(_ average: Double) -> String {
    let tenths = Int((average * 10).rounded())
    guard tenths != 0 else { return "E" }
    return "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension StandingsChange.Trigger {
  package func text(in record: RoundRecord) -> String {
    let name = record.name(of: player).printable
    let (old, new) = (RoundWords.result(from), RoundWords.result(to))
    // Where another score stands over it, or it agrees with that, nothing that counts is new.
    if from == to { return "hole \(hole): \(name) stays at \(new)" }
    return switch kind {
    case .scored: "hole \(hole): \(name) \(new)"
    case .corrected: "hole \(hole): \(name) \(old) → \(new), corrected"
    case .takenBack: "hole \(hole): \(name) \(old) → \(new), taken back"
    }
  }
}

/// The beginnings of rounds' identifiers that are enough to name them.
package struct RoundLabels {
  private let sorted: [String]

  package init(_ rounds: [RoundSummary]) { sorted = rounds.map(\.round.id.rawValue).sorted() }

  /// Returns a beginning that no other round's identifier has.
  package func label(_ id: RoundID) -> String {
    let text = id.rawValue
    let neighbours = sorted.firstIndex(of: text).map { index in
      [index - 1, index + 1].filter(sorted.indices.contains).map { sorted[$0] }
    }
    let shared = (neighbours ?? []).map { zip($0, text).prefix { $0 == $1 }.count }.max() ?? 0
    // Shorter ones than 8 would soon be those of several rounds.
    return String(text.prefix(max(shared + 1, 8)))
  }
}
