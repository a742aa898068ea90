public import Language

/// Where the confirmation of scores stands.
public enum ConfirmationState: Hashable, Sendable {
  /// Nothing waits.
  case idle
  /// Somebody speaks, or is expected to.
  case listening
  /// Scores are shown, and save themselves when the window closes.
  case confirming(Draft, Window)
  /// Something is open; nothing is saved without a person.
  case partial(Draft)
  /// Nothing was understood; holds the words that were heard, if any.
  case failed(transcript: String, problems: [Problem])
  /// The scores are on their way to the log.
  case saving(Draft, commit: Int)
  /// The log refused them for this reason; they are kept, to be tried again.
  case unsaved(Draft, commit: Int, reason: String)
  /// The scores are in the log.
  case committed(Draft, commit: Int)
  /// A person did not want the scores.
  case dismissed

  /// The time in which a person can still say no.
  public struct Window: Hashable, Sendable {
    /// How long the window is open if nothing holds it.
    public let length: Duration
    /// When it closes, since the start of the session; nil while something holds it open.
    public internal(set) var closes: Duration?
    /// What holds it open.
    public internal(set) var holds: Set<Hold>
  }

  /// Why a window does not close.
  public enum Hold: Hashable, Sendable {
    /// A row is being edited.
    case editing
    /// A screen reader or a reviewer has the focus.
    case reviewing
    /// Somebody speaks: it may be a "no".
    case speaking
  }
}
