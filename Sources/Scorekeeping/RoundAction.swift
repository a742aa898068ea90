public import Golf

/// What a person does in a live round other than to speak.
public enum RoundAction: Hashable, Sendable {
  /// Open the microphone, or end what is being said.
  case talk
  /// Save what is shown.
  case accept
  /// Forget what is shown and what is being said.
  case cancel
  /// Listen once more after a failure, or try once more to save.
  case retry
  /// Take back what was saved last, or forget what is shown.
  case undo
  /// Go to a hole; one that the round does not have does nothing.
  case go(hole: Int)
  /// Hold the window while a row is being edited.
  case beginEditing
  /// Let the window run again.
  case endEditing
  /// Hold every window for somebody who reviews, or let them run.
  case review(Bool)
  /// Give a shown row a score.
  case setStrokes(row: Int, Strokes)
  /// Give a shown row a player.
  case setPlayer(row: Int, PlayerID)
  /// Take a shown row out.
  case removeRow(Int)
  /// Propose a score that was picked from lists.
  case propose(PlayerID, Strokes)
  /// Read a typed line of scores.
  case enter(String)
}
