/// Something that happened while listening.
public enum LiveEvent: Hashable, Sendable {
  /// Somebody began to speak; `at` is in samples from the start of the audio.
  case started(at: Int)
  /// What seems to have been said so far, in an utterance that goes on; `range` is in samples.
  ///
  /// Nothing but a picture of progress: what counts is ``heard(_:range:)``.
  case hearing(words: String, range: Range<Int>)
  /// An utterance ended and was understood so far; `range` is in samples.
  case heard(ScoredUtterance, range: Range<Int>)
}
