/// What became of a commit, or of an undoing: it is saved.
public struct CommitOutcome: Hashable, Sendable {
  /// The events that it made, in order; none where every score stood already.
  public let events: [ScoreEvent]
  /// Whether it had been saved before, so that nothing was added now.
  public let wasSavedBefore: Bool

  /// Makes an outcome.
  public init(events: [ScoreEvent], wasSavedBefore: Bool) {
    self.events = events
    self.wasSavedBefore = wasSavedBefore
  }
}
