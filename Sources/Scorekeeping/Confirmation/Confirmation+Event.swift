public import Golf
public import Language

extension Confirmation {
  /// What happens to a session.
  ///
  /// Utterances and lines of text share one count, from 1 up, in the order in which they began. Each
  /// ``speechStarted(utterance:)`` is followed by one of ``speechEnded(utterance:)``, ``heard(_:)``
  /// and ``replied(_:utterance:transcript:confidence:)`` of its number, and each ``listeningRequested`` by
  /// ``speechStarted(utterance:)`` or ``speechEnded(utterance:)``: until then, nothing saves itself.
  /// A line of text is only ``heard(_:)``.
  public enum Event: Hashable, Sendable {
    /// A person wants to speak, and the microphone opens: push to talk.
    case listeningRequested
    /// Somebody begins to speak.
    case speechStarted(utterance: Int)
    /// Nothing usable was in the speech, or the microphone closed before there was any.
    case speechEnded(utterance: Int)
    /// An utterance or a line of text is worked out.
    case heard(Draft.Utterance)
    /// An utterance is an answer to what is shown, heard with a confidence from 0 to 1.
    case replied(Reply, utterance: Int, transcript: String, confidence: Double = 1)
    /// The time of a ``Effect/wake(at:)`` has come; too early or too often does no harm.
    case timerFired
    /// A person begins to edit a row.
    case editingBegan
    /// A person is done with editing.
    case editingEnded
    /// A screen reader or a reviewer takes the focus.
    case reviewBegan
    /// A screen reader or a reviewer gives the focus back.
    case reviewEnded
    /// A person picks whose score a row is.
    case playerChosen(PlayerID, row: Draft.Row.ID)
    /// A person picks a row's score.
    case strokesChosen(Strokes, row: Draft.Row.ID)
    /// A person takes a row out.
    case rowRemoved(Draft.Row.ID)
    /// A person says yes to what is shown.
    case accepted
    /// A person does not want what is shown, nor what is being said.
    case cancelled
    /// A person wants to speak again, or wants the log to be tried again.
    case retried
    /// A person takes back the last scores.
    case undone
    /// The log has the scores of a commit.
    case saved(commit: Int)
    /// The log has none of the scores of a commit.
    case saveFailed(commit: Int, reason: String)
    /// A hole becomes the current one, or its scores changed in the log.
    case moved(HoleContext)
    /// What is only shown for a while, such as "saved", was shown for long enough.
    case toastOver
  }
}
