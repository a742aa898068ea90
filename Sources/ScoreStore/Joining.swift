public import Golf

/// Somebody who joins a round.
public enum Joining: Hashable, Sendable {
  /// The registered player of this name or alias, who is registered now if nobody has it.
  case player(String)
  /// A guest: a name within this round only, whoever else has it.
  case guest(Player)
}
