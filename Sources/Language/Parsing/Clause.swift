/// A form of the language as it was found in an utterance.
public struct Clause: Hashable, Sendable {
  /// What the form does.
  public let kind: FormKind
  /// The readings of its words, in order, without those that were set aside.
  public let readings: [Reading]
  /// The tokens that it covers.
  public let tokens: Range<Int>
}

/// A way to cover a whole utterance by clauses, leaving out as few tokens as can be.
public struct Assembly: Hashable, Sendable {
  /// The clauses in order.
  public let clauses: [Clause]
  /// The tokens that no clause explains, by their places.
  public let unexplained: [Int]
}
