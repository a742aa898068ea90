public import Evaluation

/// What settings are searched for: exact utterances, less three for each wrong commit and each false
/// accept, since a wrong score that nobody sees costs more than a question.
public enum SearchObjective {
  /// What a wrong commit or a false accept costs, in exact utterances.
  public static let errorCost = 3

  /// Returns what an utterance adds: 1 where it is exact and has a score in it, less the costs.
  ///
  /// An utterance can be both a wrong commit and a false accept.
  public static func value(of outcome: UtteranceOutcome) -> Int {
    let isExact = !outcome.isNegative && outcome.isExact
    let isFalseAccept = outcome.isNegative && !outcome.accepted.isEmpty
    return (isExact ? 1 : 0) - errorCost * (outcome.isWrongCommit ? 1 : 0)
      - errorCost * (isFalseAccept ? 1 : 0)
  }

  /// Finds the row of values with the highest sum over some columns.
  ///
  /// - Parameters:
  ///   - values: A row for each setting, at least one, with a value for each utterance.
  ///   - utterances: The utterances that count.
  /// - Returns: The place of the row; of equal ones the first.
  public static func best(of values: [[Int]], on utterances: [Int]) -> Int {
    let sums = values.map { row in utterances.reduce(0) { $0 + row[$1] } }
    var best = 0
    for index in sums.indices where sums[index] > sums[best] { best = index }
    return best
  }
}
