public import Golf
public import Language

/// One more way to name a player.
public struct RosterChange: Hashable, Sendable {
  /// What is added.
  public enum Value: Hashable, Sendable {
    /// Another name that the group uses.
    case alias(String)
    /// Another way to say the display name.
    case pronunciation(Pronunciation)
  }

  /// Whose name it is.
  public let player: PlayerID
  /// What is added.
  public let value: Value

  /// Makes a change.
  public init(player: PlayerID, value: Value) {
    self.player = player
    self.value = value
  }
}

extension Roster {
  /// Adds changes in their order; what is there already is not doubled.
  ///
  /// A player's own pronunciations stand in place of the dictionary's. So that these are not lost,
  /// they are written down beside the first one that is added.
  ///
  /// - Parameters:
  ///   - changes: What to add.
  ///   - known: How each player's display name is said so far, by place in the roster.
  /// - Returns: The changed roster.
  /// - Throws: ``RosterError`` where an alias has no letter in it.
  public func applying(_ changes: [RosterChange], known: [[Pronunciation]]) throws(RosterError)
    -> Roster
  {
    var players = players
    for change in changes {
      let player = players[change.player.index]
      var aliases = player.aliases
      var pronunciations = player.pronunciations
      switch change.value {
      case .alias(let alias):
        if !player.spellings.contains(where: { NameKey($0) == NameKey(alias) }) {
          aliases.append(alias)
        }
      case .pronunciation(let pronunciation):
        if pronunciations.isEmpty {
          pronunciations = known[change.player.index].map(\.description)
        }
        if !pronunciations.contains(pronunciation.description) {
          pronunciations.append(pronunciation.description)
        }
      }
      players[change.player.index] = Player(
        name: player.name, aliases: aliases, pronunciations: pronunciations)
    }
    return try Roster(players)
  }
}
