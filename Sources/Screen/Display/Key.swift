/// A key that somebody pressed.
public enum Key: Hashable, Sendable {
  /// A key that stands for a character, such as a letter or the space bar.
  case character(Character)
  /// Return or Enter.
  case enter
  /// Escape.
  case escape
  /// Backspace.
  case backspace
  /// Delete.
  case delete
  /// Tab.
  case tab
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow left.
  case left
  /// The arrow right.
  case right
  /// No key: the window has another size now, or is to be painted anew.
  case resized
}
