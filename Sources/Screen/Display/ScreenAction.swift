public import Golf

/// What a key asks the program to do.
public enum ScreenAction: Hashable, Sendable {
  /// Begin to listen, or end it where somebody speaks.
  case talk
  /// Save what is shown.
  case accept
  /// Forget what is shown, or stop listening.
  case cancel
  /// Listen once more after a failure, or save once more what could not be saved.
  case retry
  /// Take back what was saved last.
  case undo
  /// Go to the hole before this one.
  case previousHole
  /// Go to the hole after this one.
  case nextHole
  /// Hold the window: somebody works on what is shown, or something hides it.
  case beginEditing
  /// Let the window run again.
  case endEditing
  /// Give the row with this identifier a score.
  case setStrokes(row: Int, Strokes)
  /// Give the row with this identifier a player.
  case setPlayer(row: Int, PlayerID)
  /// Remove the row with this identifier.
  case removeRow(Int)
  /// Propose a score on this hole for a player who was picked from the list.
  case propose(PlayerID, Strokes)
  /// Read a typed line of scores.
  case enter(String)
  /// Hold every window for somebody who reviews, or stop holding.
  case review(Bool)
  /// End the program.
  case quit
}
