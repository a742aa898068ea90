/// What a part of the screen means; how that looks is the terminal's business.
public enum Style: String, Hashable, Sendable, CaseIterable {
  /// Text.
  case plain
  /// The bar at the top.
  case header
  /// The name of a part of the screen.
  case heading
  /// What to read first.
  case emphasis
  /// What can be overlooked.
  case dim
  /// Fewer strokes than par.
  case underPar
  /// More strokes than par.
  case overPar
  /// Somebody who went up.
  case rising
  /// Somebody who went down.
  case falling
  /// What needs a person.
  case warning
  /// What went well.
  case success
  /// The row or choice that keys act on.
  case selection
  /// A bar that stands for a quantity.
  case meter
  /// A key in the line of hints.
  case key
}
