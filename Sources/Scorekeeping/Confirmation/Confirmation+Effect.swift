extension Confirmation {
  /// What the caller has to do after an event, in the order given.
  public enum Effect: Hashable, Sendable {
    /// Send ``Event/timerFired`` at this time since the start of the session, or later.
    case wake(at: Duration)
    /// Save all of a draft's scores or none, and answer with ``Event/saved(commit:)`` or
    /// ``Event/saveFailed(commit:reason:)``.
    ///
    /// A number stands for the same rows for ever: a second try of one that turns out to be saved
    /// already is answered as saved.
    case commit(Draft, number: Int)
    /// Take back the scores of a commit that was saved.
    case undo(commit: Int)
    /// Open the microphone.
    case listen
  }
}
