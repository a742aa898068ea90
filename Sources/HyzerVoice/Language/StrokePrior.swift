/// How likely each score is on a hole before anything is heard.
///
/// Chosen round numbers of people who play for fun: of two holes one is a par, of four one a bogey, of nine
/// one a birdie; one in 200 is better than a birdie or worse than three over. Golfers of handicap 10 who
/// measure their rounds have a bogey in 7.7 of 18 holes and two over or worse in 2.9 (Arccos).
enum StrokePrior {
  /// By how many powers of ten a score is rarer than a par, from two under to five over, and all others.
  private static let rarity: [Int: Double] = [
    -2: 2.5, -1: 0.7, 0: 0, 1: 0.3, 2: 1, 3: 1.7, 4: 2.3, 5: 2.7,
  ]
  private static let most = 3.0

  /// By how many powers of ten the number of a hole is rarer than a par: each of 18 is as likely.
  static let holeRarity = 1.0

  /// By how many powers of ten what somebody calls a score is rarer than the likeliest one; nil for what is none.
  static func rarity(of meaning: Meaning, par: Int) -> Double? {
    switch meaning {
    case .number(let count): rarity(ofStrokes: count, par: par)
    case .relative(let difference), .signed(let difference):
      rarity(ofStrokes: par + difference, par: par)
    case .ace: rarity(ofStrokes: 1, par: par)
    case .dashed, .noScore, .fraction, .function: nil
    }
  }

  /// By how many powers of ten a number of strokes is rarer than the likeliest one; from 0 to 3.
  static func rarity(ofStrokes count: Int, par: Int) -> Double {
    rarity[count - par] ?? most
  }
}
