/// A role that words play in a sentence beside names and scores.
public enum FunctionWord: String, CaseIterable, Hashable, Sendable {
  /// Joins a player to a score: "got", "took".
  case joiner
  /// Stands before a score: "a", "an".
  case article
  /// "for", as in "three for Mike".
  case `for`
  /// "and", between names or statements.
  case and
  /// Gives one score to each of several named players: "both", "each".
  case each
  /// Every player of the roster.
  case everyone
  /// Every player that the sentence does not name.
  case everyoneElse
  /// Takes players out of a group: "except".
  case except
  /// "same as", before the player whose score is copied.
  case sameAs
  /// "same for", before the players who get the score said last.
  case sameFor
  /// Opens a correction: "no", "make that".
  case fix
  /// Takes the last statement back.
  case scratch
  /// Takes the whole sentence back.
  case startOver
  /// "hole", before its number.
  case hole
  /// Stands before "hole": "on".
  case on
  /// "par", before a hole's par.
  case par
  /// "give", as in "give Mike a three".
  case give
  /// "down for", as in "put Mike down for a three".
  case downFor
  /// Speech that says nothing of a score: "uh", "okay".
  case filler
  /// In a reply: the scores are right.
  case accept
  /// In a reply: the scores are wrong.
  case dismiss
  /// In a reply: takes back what was done last.
  case undo
  /// In a reply: "make it", before another score.
  case makeIt
}
