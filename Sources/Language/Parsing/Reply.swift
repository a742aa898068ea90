public import Golf

/// What somebody says to scores that wait to be saved.
public enum Reply: Hashable, Sendable {
  /// Save them: "yes".
  case accept
  /// Forget them: "no", "cancel".
  case dismiss
  /// Take back what was saved last, or forget what is not saved yet: "undo".
  case undo
  /// Another score: "make it five", or of a player, "Mike five".
  case change(PlayerID?, Strokes)
}
