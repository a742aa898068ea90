/// How long the stages of an utterance took.
public struct UtteranceTimings: Hashable, Sendable {
  /// To hear its words.
  public var recognition = Duration.zero
  /// To find out what they say.
  public var parsing = Duration.zero

  /// Makes timings of nothing.
  public init() {}
}
