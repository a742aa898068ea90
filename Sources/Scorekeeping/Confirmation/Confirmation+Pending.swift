extension Confirmation {
  /// A draft that is let through and that the log does not have yet.
  public struct Pending: Hashable, Sendable {
    /// The scores.
    public internal(set) var draft: Draft
    /// The number of its commit, the same at every try.
    public let number: Int
  }
}
