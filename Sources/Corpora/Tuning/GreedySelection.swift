/// Chooses changes one after another, each the one that helps most beside those chosen before.
public enum GreedySelection {
  /// Chooses candidates until none helps any more.
  ///
  /// A candidate has to add exact utterances; among equal ones the pairs decide, then the order of
  /// the candidates. A choice never costs a wrong commit or a false accept over the roster as it is.
  ///
  /// - Parameters:
  ///   - candidates: What may be chosen, by number.
  ///   - most: The most that are chosen.
  ///   - gain: What some candidates together gain over the roster as it is.
  /// - Returns: The candidates that are chosen, in that order.
  public static func select(
    from candidates: [Int], most: Int, gain: ([Int]) throws -> Gain
  ) rethrows -> [Int] {
    var chosen: [Int] = []
    var reached = Gain()
    while chosen.count < most {
      var best: (candidate: Int, gain: Gain)?
      for candidate in candidates where !chosen.contains(candidate) {
        let gain = try gain(chosen + [candidate])
        guard gain.isSafe, gain.exact > reached.exact else { continue }
        let leader = best?.gain ?? reached
        if best == nil || (gain.exact, gain.pairs) > (leader.exact, leader.pairs) {
          best = (candidate, gain)
        }
      }
      guard let best else { break }
      chosen.append(best.candidate)
      reached = best.gain
    }
    return chosen
  }
}
