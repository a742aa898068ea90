internal import Golf

/// A round's card as a table, in blocks of nine holes.
struct ScorecardText {
  private static let holesPerBlock = 9
  private static let longestName = 24

  let card: Scorecard

  /// The lines; an empty one parts two blocks.
  var lines: [String] {
    let record = card.round
    let starts = stride(from: 1, through: record.pars.count, by: ScorecardText.holesPerBlock)
    let blocks = starts.map { start in
      Array(start...min(start + ScorecardText.holesPerBlock - 1, record.pars.count))
    }
    return Array(
      blocks.map { block($0, isLast: $0.last == record.pars.count, isOnly: blocks.count == 1) }
        .joined(separator: [""]))
  }

  private func block(_ holes: [Int], isLast: Bool, isOnly: Bool) -> [String] {
    let record = card.round
    let totals = record.entrants.isEmpty ? ["total"] : ["total", "+/-"]
    let sums = (isOnly ? [] : ["sum"]) + (isLast ? totals : [])
    var rows = [["hole"] + holes.map(String.init) + sums]
    let par = holes.map(record.par(ofHole:))
    let total = record.pars.reduce(0, +)
    rows.append(
      ["par"] + par.map(String.init)
        + (isOnly ? [] : ["\(par.reduce(0, +))"]) + (isLast ? ["\(total)"] : []))
    for player in record.players {
      let strokes = holes.map { card.strokes(of: player, onHole: $0) }
      let sum = strokes.reduce(0) { $0 + ($1?.count ?? 0) }
      let line = card.total(of: player)
      let hasScore = line.holesPlayed > 0
      rows.append(
        [record.name(of: player)] + strokes.map(RoundWords.strokes)
          + (isOnly ? [] : [strokes.contains { $0 != nil } ? "\(sum)" : "–"])
          + (isLast
            ? hasScore
              ? ["\(line.strokes)", RoundWords.relative(line.relativeToPar)] : ["–", "–"] : []))
    }
    return TextColumns(edges: [.left] + Array(repeating: .right, count: holes.count + sums.count))
      .lines(rows, limits: [0: ScorecardText.longestName])
  }
}
