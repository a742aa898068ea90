public import Scorekeeping

extension ScreenModel {
  /// The time until scores save themselves.
  public struct Countdown: Hashable, Sendable {
    /// How long it lasts if nothing holds it.
    public var length: Duration
    /// What is left of it, from zero to ``length``; all of it while something holds it.
    public var remaining: Duration
    /// What holds it; empty while it runs.
    public var holds: Set<ConfirmationState.Hold>

    /// Makes a countdown; what is left is brought into its range.
    public init(
      length: Duration, remaining: Duration, holds: Set<ConfirmationState.Hold> = []
    ) {
      self.length = length
      self.remaining = max(.zero, min(length, remaining))
      self.holds = holds
    }

    /// Makes what is shown of a window at a time since the start of the session.
    public init(_ window: ConfirmationState.Window, now: Duration) {
      self.init(
        length: window.length, remaining: window.closes.map { $0 - now } ?? window.length,
        holds: window.holds)
    }

    /// What is left, from 0 to 1; 0 for a countdown without length.
    public var fraction: Double { length > .zero ? remaining / length : 0 }
  }
}
