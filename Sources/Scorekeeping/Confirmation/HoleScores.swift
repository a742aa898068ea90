/// What is known of the scores on the holes that were played or looked at.
struct HoleScores: Hashable, Sendable {
  /// The number of the current hole.
  private(set) var hole: Int
  private var holes: [Int: HoleContext]

  /// Starts at a hole.
  init(_ context: HoleContext) {
    hole = context.hole
    holes = [context.hole: context]
  }

  /// Returns what is known of a hole that was the current one at some time.
  subscript(hole: Int) -> HoleContext {
    guard let context = holes[hole] else {
      preconditionFailure("nobody was ever at hole \(hole), so nothing was said there")
    }
    return context
  }

  /// Goes to a hole, or takes what is new of it.
  mutating func move(to context: HoleContext) {
    hole = context.hole
    holes[hole] = context
  }

  /// Enters scores that the log has now.
  mutating func enter(_ draft: Draft) {
    for row in draft.rows {
      if let player = row.player { holes[draft.hole]?.scores[player] = row.strokes }
    }
  }

  /// Puts back what the scores of a draft replaced.
  mutating func takeBack(_ draft: Draft) {
    for row in draft.rows {
      if let player = row.player { holes[draft.hole]?.scores[player] = row.replaces }
    }
  }
}
