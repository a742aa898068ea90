extension Endpointer {
  /// Something that happened in the stream; positions are samples counted from its start.
  public enum Event: Hashable, Sendable {
    /// An utterance has begun; `at` is its first sample, pre-roll included.
    case started(at: Int)
    /// Silence has lasted for the post-roll: the utterance is over unless speech resumes.
    ///
    /// Unless ``resumed`` follows, ``ended(range:forced:)`` brings this same range.
    case provisionalEnd(range: Range<Int>)
    /// Speech went on after a provisional end, whose range is void.
    case resumed
    /// The utterance is over; `forced` tells that it was cut at the maximum length.
    case ended(range: Range<Int>, forced: Bool)
  }
}
