public import Golf

extension ScoreStore {
  /// Returns all registered players by name.
  ///
  /// - Throws: ``ScoreStoreError``.
  public func players() throws(ScoreStoreError) -> [Player] {
    try database.registered("ORDER BY name_key").map(\.player)
  }

  /// Returns who answers to a name: by display name, or else by an alias that only one has.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unregistered(_:)``.
  public func player(named name: String) throws(ScoreStoreError) -> Player {
    guard let found = try database.registered(named: name) else {
      throw .refused(.unregistered(name))
    }
    return found.player
  }

  /// Registers a player.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/playerExists(_:)`` or
  ///   ``ScoreLogRefusal/unspeakableName(_:)``.
  public func addPlayer(_ player: Player) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in _ = try database.register(player) }
  }

  /// Replaces a player's name, aliases and pronunciations; rounds keep what they had.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unregistered(_:)``,
  ///   ``ScoreLogRefusal/unspeakableName(_:)``, or ``ScoreLogRefusal/playerExists(_:)`` where the
  ///   new name is another player's.
  public func changePlayer(named name: String, to player: Player) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in
      guard let old = try database.registered(named: name) else {
        throw .refused(.unregistered(name))
      }
      try Database.requireSpeakable(player)
      let key = NameKey(player.name).letters
      if try database.exists(
        "SELECT 1 FROM players WHERE name_key = ? AND id <> ?", [.text(key), .integer(old.id)])
      {
        throw .refused(.playerExists(player.name))
      }
      try database.run(
        """
        UPDATE players SET name_key = ?, name = ?, aliases = ?, pronunciations = ? WHERE id = ?
        """,
        [
          .text(key), .text(player.name), .text(JSONText.texts(player.aliases)),
          .text(JSONText.texts(player.pronunciations)), .integer(old.id),
        ])
    }
  }

  /// Removes a player who has not joined a round.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unregistered(_:)`` or
  ///   ``ScoreLogRefusal/playerHasRounds(_:)``.
  public func removePlayer(named name: String) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in
      guard let old = try database.registered(named: name) else {
        throw .refused(.unregistered(name))
      }
      if try database.exists(
        "SELECT 1 FROM round_players WHERE player_id = ?", [.integer(old.id)])
      {
        throw .refused(.playerHasRounds(old.player.name))
      }
      try database.run("DELETE FROM players WHERE id = ?", [.integer(old.id)])
    }
  }
}

/// A registered player, and the row that rounds refer to.
struct RegisteredPlayer {
  let id: Int
  let player: Player
}

extension Database {
  static func requireSpeakable(_ player: Player) throws(ScoreStoreError) {
    for name in player.spellings where NameKey(name).letters.isEmpty {
      throw .refused(.unspeakableName(name))
    }
  }

  /// Registers a player of a name that nobody has and returns the row.
  func register(_ player: Player) throws(ScoreStoreError) -> Int {
    try Self.requireSpeakable(player)
    let key = NameKey(player.name).letters
    if try exists("SELECT 1 FROM players WHERE name_key = ?", [.text(key)]) {
      throw .refused(.playerExists(player.name))
    }
    try run(
      "INSERT INTO players (name_key, name, aliases, pronunciations) VALUES (?, ?, ?, ?)",
      [
        .text(key), .text(player.name), .text(JSONText.texts(player.aliases)),
        .text(JSONText.texts(player.pronunciations)),
      ])
    return try integer("SELECT id FROM players WHERE name_key = ?", [.text(key)])
  }

  /// Returns who has a display name, or else who alone has it as an alias.
  func registered(named name: String) throws(ScoreStoreError) -> RegisteredPlayer? {
    let key = NameKey(name)
    if let found = try registered("WHERE name_key = ?", [.text(key.letters)]).first {
      return found
    }
    let others = try registered("WHERE aliases <> '[]'").filter {
      $0.player.aliases.contains { NameKey($0) == key }
    }
    return others.count == 1 ? others.first : nil
  }

  func registered(
    _ clause: String, _ values: [SQLValue] = []
  ) throws(ScoreStoreError) -> [RegisteredPlayer] {
    try rows("SELECT id, name, aliases, pronunciations FROM players \(clause)", values) {
      (row) throws(ScoreStoreError) in
      RegisteredPlayer(id: try row.requiredInteger(0), player: try player(row, column: 1))
    }
  }

  /// Reads name, aliases and pronunciations from three columns.
  func player(_ row: PreparedStatement, column: Int32) throws(ScoreStoreError) -> Player {
    Player(
      name: try row.requiredText(column), aliases: try texts(row, column + 1),
      pronunciations: try texts(row, column + 2))
  }

  private func texts(_ row: PreparedStatement, _ column: Int32) throws(ScoreStoreError)
    -> [String]
  {
    let text = try row.requiredText(column)
    if text == "[]" { return [] }
    guard let texts = JSONText.decode([String].self, text) else {
      throw .corrupt(path: path, reason: "\(text) is no list of texts")
    }
    return texts
  }
}
