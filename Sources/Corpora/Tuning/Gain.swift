public import Evaluation

/// What a change gains over the roster as it is, on some utterances; losses are negative.
public struct Gain: Hashable, Sendable {
  /// How many more utterances with a score in them are exact.
  public private(set) var exact = 0
  /// How many more pairs are heard that were said, less how many more that were not.
  public private(set) var pairs = 0
  /// How many more utterances would save themselves with a wrong set.
  public private(set) var wrongCommits = 0
  /// How many more negatives have anything accepted.
  public private(set) var falseAccepts = 0

  /// Nothing gained.
  public init() {}

  /// Adds an utterance as it was judged without and with the change.
  public mutating func add(before: UtteranceOutcome, after: UtteranceOutcome) {
    wrongCommits += (after.isWrongCommit ? 1 : 0) - (before.isWrongCommit ? 1 : 0)
    guard !after.isNegative else {
      falseAccepts += (after.accepted.isEmpty ? 0 : 1) - (before.accepted.isEmpty ? 0 : 1)
      return
    }
    exact += (after.isExact ? 1 : 0) - (before.isExact ? 1 : 0)
    pairs += Gain.pairs(after) - Gain.pairs(before)
  }

  /// Whether it costs neither a wrong commit nor a false accept.
  public var isSafe: Bool { wrongCommits <= 0 && falseAccepts <= 0 }

  private static func pairs(_ outcome: UtteranceOutcome) -> Int {
    let right = Set(outcome.accepted).intersection(outcome.reference).count
    return 2 * right - outcome.accepted.count
  }
}
