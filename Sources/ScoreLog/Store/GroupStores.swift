/// The logs of many groups, each a ``ScoreStore`` of its own, as a host keeps them.
package protocol GroupStores: AnyObject, Sendable {
  /// Where they are kept, as errors name it.
  var path: String { get }

  /// Returns the log of a group, the same one for as long as somebody uses it; nil where there is no such group.
  func store(of group: GroupID) throws(ScoreStoreError) -> ScoreStore?

  /// Returns the group into which something lets somebody; nil where it lets nobody in.
  func group(of key: GroupKey) throws(ScoreStoreError) -> GroupID?

  /// Looks whether other programs have written into logs that are in use, and tells the followers of those.
  ///
  /// - Throws: ``ScoreStoreError``, once with `.moved` where all logs may have become others than they were, as where
  ///   an earlier state of them was put back: nothing that is remembered of one need be so.
  func lookForOtherPrograms() throws(ScoreStoreError)
}

/// What somebody shows who wants to be let in.
package enum GroupKey: Hashable, Sendable {
  /// The token of a phone or a log that was let in before.
  case token(TokenHash)
  /// The invitation to a group.
  case group(JoinSecret)
  /// An invitation to a round, scanned or typed.
  case round(JoinSecret)
  case code(JoinCode)
}
