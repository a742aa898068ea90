/// What a reply does with scores that wait to be saved.
public enum ReplyKind: String, CaseIterable, Hashable, Sendable {
  /// Saves them.
  case accept
  /// Forgets them.
  case dismiss
  /// Takes back what was done last.
  case undo
  /// Gives another score, to the player named if one is.
  case change
}

/// One way to reply: a pattern, and what it does.
public struct ReplyForm: Hashable, Sendable {
  /// What it does.
  public let kind: ReplyKind
  /// The words it consists of.
  public let pattern: Pattern

  init(_ kind: ReplyKind, _ pattern: [Pattern]) {
    self.kind = kind
    self.pattern = .sequence(pattern)
  }
}
