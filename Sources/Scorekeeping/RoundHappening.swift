public import Golf
public import Language

/// Something that happened in a live round, to be told or shown.
public enum RoundHappening: Hashable, Sendable {
  /// What seems to have been said so far of an utterance that goes on.
  case hearing(words: String)
  /// There are scores in an utterance or a typed line; it ended at this time.
  case heard(transcript: String, ParseResult, hole: Int, end: Duration)
  /// Nothing in an utterance or a typed line can be saved; it ended at this time.
  case failed(transcript: String, ParseResult, hole: Int, end: Duration)
  /// Somebody answered what is shown.
  case replied(transcript: String)
  /// Scores are shown, and save themselves when the window closes.
  case confirming(Draft)
  /// Something is open, and a person is asked.
  case partial(Draft)
  /// Scores are saved; the change is empty where all of them stood in the log already.
  case committed(Draft, StandingsChange)
  /// The log refused scores for this reason; they are kept.
  case unsaved(Draft, reason: String)
  /// Scores were dropped before they were saved.
  case dismissed(Draft)
  /// Scores that were saved are as they were before.
  case undone(hole: Int, StandingsChange)
  /// Something that was asked for could not be done, for this reason.
  case refused(reason: String)
  /// Another hole is the current one.
  case moved(hole: Int)
  /// Another program changed the scores.
  case changedElsewhere
  /// Every player has every hole.
  case complete
}

extension RoundHappening {
  /// Whether scores were saved.
  package var isCommit: Bool {
    if case .committed = self { true } else { false }
  }
}
