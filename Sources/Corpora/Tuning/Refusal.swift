public import Golf

/// Why a candidate is not even tried: it could be taken for something else.
public enum Refusal: Hashable, Sendable {
  /// Another player has the very name or alias.
  case equalsName(String, PlayerID)
  /// It sounds like another player's name or alias; from 0 to 1 how much.
  case soundsLikeName(String, PlayerID, likeness: Double)
  /// It is a word or phrase of the language.
  case isWord(String)
  /// It sounds like a word for a score, or begins or ends like one.
  case soundsLikeScore(String, likeness: Double)
  /// It sounds like another word of the language.
  case soundsLikeWord(String, likeness: Double)
  /// Nothing tells how it is said.
  case unpronounceable
}
