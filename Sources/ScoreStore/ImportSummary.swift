/// What an import added.
public struct ImportSummary: Hashable, Sendable {
  /// Rounds that the log did not have.
  public let roundsAdded: Int
  /// Events that the log did not have.
  public let eventsAdded: Int
  /// Events that the log had already, the same.
  public let eventsKnown: Int

  /// Makes a summary.
  public init(roundsAdded: Int, eventsAdded: Int, eventsKnown: Int) {
    self.roundsAdded = roundsAdded
    self.eventsAdded = eventsAdded
    self.eventsKnown = eventsKnown
  }
}
