/// Where a round stands.
public enum RoundPhase: String, Hashable, Sendable, CaseIterable {
  /// Players can join and leave; nothing is scored yet.
  case setup
  /// The roster is locked, and scores are missing.
  case active
  /// Every player has every hole; scores can still be corrected.
  case awaitingFinalisation
  /// Finished with every score.
  case completed
  /// Finished with scores missing, which count as no score.
  case finishedEarly

  /// Returns the phase of a round whose start, end and completeness are known.
  public init(isStarted: Bool, isFinished: Bool, hasEveryScore: Bool) {
    self =
      if isFinished {
        hasEveryScore ? .completed : .finishedEarly
      } else if isStarted {
        hasEveryScore ? .awaitingFinalisation : .active
      } else {
        .setup
      }
  }

  /// Whether nothing can be scored any more.
  public var isFinished: Bool { self == .completed || self == .finishedEarly }
}
