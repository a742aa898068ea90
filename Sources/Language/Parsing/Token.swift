/// A place in the source text: character offsets from its start.
public typealias SourceRange = Range<Int>

/// A word of the source text.
public struct Token: Hashable, Sendable {
  /// The word as it was written.
  public let text: String
  /// The form in which it is looked up: lower-case, with a plain apostrophe.
  public let word: String
  /// Where it stands, in characters.
  public let range: SourceRange
}
