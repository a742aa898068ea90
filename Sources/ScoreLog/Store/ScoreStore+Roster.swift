internal import FoundationEssentials
internal import HyzerBase

extension ScoreStore {
  package func courses() throws(ScoreStoreError) -> [Course] {
    try once { try $0.courses("ORDER BY name_key") }
  }

  /// Returns the course of a name; case, accents and punctuation do not count.
  package func course(named name: String) throws(ScoreStoreError) -> Course {
    try once { database in
      guard let found = try database.courses("WHERE name_key = ?", [NameKey(name).letters]).first
      else { throw ScoreLogRefusal.unknownCourse(name) }
      return found
    }
  }

  package func addCourse(_ course: Course) throws(ScoreStoreError) {
    try write { try $0.insert(course) }
  }

  /// Replaces a course by another, which may have another name; rounds keep what they had.
  package func changeCourse(named name: String, to course: Course) throws(ScoreStoreError) {
    try write { database in
      let identities = try database.identities(ofCourse: name)
      try database.delete(courseNamed: name)
      try database.insert(course, as: identities)
    }
  }

  package func removeCourse(named name: String) throws(ScoreStoreError) {
    try write { try $0.delete(courseNamed: name) }
  }
}

extension Database {
  /// Adds a course that logs know by some identities; by a new one where there are none.
  func insert(_ course: Course, as identities: [CourseIdentity] = []) throws {
    let key = NameKey(course.name).letters
    if try exists("SELECT 1 FROM courses WHERE name_key = ?", [key]) {
      throw ScoreLogRefusal.courseExists(course.name)
    }
    try run(
      "INSERT INTO courses (name_key, name, pars, identities) VALUES (?, ?, ?, ?)",
      [
        key, course.name, Pars.text(course.pars),
        Self.list(identities.isEmpty ? [.random()] : identities),
      ])
  }

  /// Returns by which identities logs know the course of a name; none where there is none.
  func identities(ofCourse name: String) throws -> [CourseIdentity] {
    let found: String? = try value(
      "SELECT identities FROM courses WHERE name_key = ?", [NameKey(name).letters])
    return try found.map(identityList) ?? []
  }

  /// Has a course of a name go by one more identity; returns false where there is none of the name.
  func add(_ identity: CourseIdentity?, toCourse name: String) throws -> Bool {
    let known = try identities(ofCourse: name)
    if let identity, !known.isEmpty, !known.contains(identity) {
      try run(
        "UPDATE courses SET identities = ? WHERE name_key = ?",
        [Self.list(known + [identity]), NameKey(name).letters])
    }
    return !known.isEmpty
  }

  private static func list<Kind>(_ identities: [Identifier<Kind>]) -> String {
    identities.map(\.rawValue).json
  }

  /// Reads a list of identities.
  fileprivate func identityList<Kind>(_ text: String) throws -> [Identifier<Kind>] {
    try texts(text).map { Identifier($0) }
  }

  /// Returns the pattern of SQL for a list that holds an identity; nil for a text that is none as logs make them, and so
  /// in no list.
  static func pattern<Kind>(_ identity: Identifier<Kind>) -> String? {
    let isPlain = identity.rawValue.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
    }
    return isPlain ? "%\(identity.rawValue.json)%" : nil
  }

  /// Returns how the courses are called that logs know by identities.
  func courseNames() throws -> [CourseIdentity: String] {
    let names: [[(CourseIdentity, String)]] = try rows("SELECT name, identities FROM courses") {
      row in
      let name: String = try row[0]
      return try identityList(try row[1]).map { ($0, name) }
    }
    return Dictionary(names.joined(), uniquingKeysWith: { first, _ in first })
  }

  fileprivate func delete(courseNamed name: String) throws {
    let key = NameKey(name).letters
    guard try exists("SELECT 1 FROM courses WHERE name_key = ?", [key]) else {
      throw ScoreLogRefusal.unknownCourse(name)
    }
    try run("DELETE FROM courses WHERE name_key = ?", [key])
  }

  fileprivate func courses(_ clause: String, _ values: [any Storable] = []) throws -> [Course] {
    try rows("SELECT name, pars FROM courses \(clause)", values) { row in
      let name: String = try row[0]
      do {
        return try Course(name: name, pars: Pars.numbers(try row[1]))
      } catch let error as CourseError {
        throw ScoreStoreError.corrupt(path: path, reason: "course \"\(name)\": \(error)")
      }
    }
  }
}

/// The pars of a course as a text with one digit for each hole.
enum Pars {
  static func text(_ pars: [Int]) -> String { pars.map { "\($0)" }.joined() }

  /// Reads the digits back; what is no digit becomes a par that no hole can have.
  static func numbers(_ text: String) -> [Int] { text.utf8.map { Int($0) - 0x30 } }
}

extension ScoreStore {
  package func players() throws(ScoreStoreError) -> [Player] {
    try once { try $0.registered("ORDER BY name_key").map(\.player) }
  }

  /// Returns all registered players, who played last first.
  package func playersByLastRound() throws(ScoreStoreError) -> [Player] {
    try once { database in
      try database.registered(
        """
        LEFT JOIN (SELECT player_id, max(created_at) AS last_at FROM round_players
            JOIN rounds ON rounds.id = round_id GROUP BY player_id) AS played ON player_id = id
          ORDER BY last_at DESC NULLS LAST, name_key
        """
      ).map(\.player)
    }
  }

  /// Returns who answers to a name: by display name, or else by an alias that only one has.
  package func player(named name: String) throws(ScoreStoreError) -> Player {
    try once { try $0.requireRegistered(name).player }
  }

  /// Returns who answers to a name as ``player(named:)`` does; nil for nobody.
  package func registeredPlayer(named name: String) throws(ScoreStoreError) -> Player? {
    try once { try $0.registered(named: name)?.player }
  }

  /// Returns the players whose name or alias is easily mistyped as a name that nobody has, by name; nobody where somebody
  /// has it.
  package func players(near name: String) throws(ScoreStoreError) -> [Player] {
    try once { database in
      guard try database.registered(named: name) == nil else { return [] }
      let key = NameKey(name)
      return try database.registered("ORDER BY name_key").map(\.player).filter { player in
        player.spellings.contains { key.isNear(NameKey($0)) }
      }
    }
  }

  /// Returns by what all logs know the player who answers to a name; nil for nobody.
  package func identity(ofPlayer name: String) throws(ScoreStoreError) -> PlayerIdentity? {
    try once { try $0.registered(named: name)?.identity }
  }

  package func addPlayer(_ player: Player) throws(ScoreStoreError) {
    try write { _ = try $0.register(player) }
  }

  /// Replaces a player's name, aliases and pronunciations; rounds keep what they had.
  package func changePlayer(named name: String, to player: Player) throws(ScoreStoreError) {
    try write { database in
      let old = try database.requireRegistered(name)
      try database.requireFree(player, except: old.id)
      try database.run(
        "UPDATE players SET name_key = ?, name = ?, aliases = ?, pronunciations = ? WHERE id = ?",
        player.columns + [old.id])
      try database.rename(phonesOf: old.player, to: player.name)
    }
  }

  /// Removes a player who has not joined a round.
  package func removePlayer(named name: String) throws(ScoreStoreError) {
    try write { database in
      let old = try database.requireRegistered(name)
      if try database.exists("SELECT 1 FROM round_players WHERE player_id = ?", [old.id]) {
        throw ScoreLogRefusal.playerHasRounds(old.player.name)
      }
      try database.run("DELETE FROM players WHERE id = ?", [old.id])
    }
  }
}

extension ScoreStore {
  /// Makes two registered players one, who keeps the second one's name, and returns the rounds that the first played:
  /// each gets an event, by which other logs learn of it.
  ///
  /// - Throws: ``ScoreLogRefusal/playTogether(_:_:_:)`` where both play in one round.
  @discardableResult
  package func mergePlayer(
    named name: String, into other: String, _ stamp: () -> RoundChange.Stamp
  ) throws(ScoreStoreError) -> [RoundID] {
    try write { database in
      let (one, two) = (
        try database.requireRegistered(name), try database.requireRegistered(other)
      )
      guard one.id != two.id else { throw ScoreLogRefusal.playerExists(two.player.name) }
      let whole = two.player.merging(one.player)
      let rounds: [(id: RoundID, name: String)] = try database.rows(
        "SELECT round_id, name FROM round_players WHERE player_id = ? ORDER BY round_id", [one.id]
      ) { (try $0[0], try $0[1]) }
      for (id, name) in rounds {
        let record = try database.round(id)
        guard let player = record.player(called: name) else { continue }
        if let both = record.player(named: two.player.name), both != player {
          throw ScoreLogRefusal.playTogether(one.player.name, two.player.name, id)
        }
        try database.append(
          .merge, stamp(), in: id, player: record.name(of: player),
          entrant: RoundRecord.Entrant(whole, identity: two.identity))
      }
      try database.unite(one, with: two, as: whole)
      return rounds.map(\.id)
    }
  }
}

extension NameKey {
  /// Returns whether one of two names that differ is easily typed for the other: a letter apart, or the beginning of it,
  /// of three letters at least.
  package func isNear(_ other: NameKey) -> Bool {
    let shorter = min(letters.count, other.letters.count)
    guard self != other, shorter > 1 else { return false }
    return editDistance(Array(letters), Array(other.letters), swap: 1) <= 1
      || shorter >= 3 && (letters.hasPrefix(other.letters) || other.letters.hasPrefix(letters))
  }
}

extension Player {
  /// Returns the player with all names and pronunciations of another, who turned out to be the same.
  fileprivate func merging(_ other: Player) -> Player {
    var known: Set<NameKey> = [NameKey(name)]
    return Player(
      name: name,
      aliases: (aliases + other.spellings).filter { known.insert(NameKey($0)).inserted },
      pronunciations: (pronunciations + other.pronunciations).withoutRepeats)
  }
}

extension Database {
  /// Makes two players one where another log did so.
  func learn(_ change: RoundChange) throws {
    guard let name = change.player, let whole = change.entrant?.player else { return }
    let keys = (NameKey(name).letters, NameKey(whole.name).letters)
    guard let one = try registered("WHERE name_key = ?", [keys.0]).first,
      // Two logs may have made them one in opposite directions.
      !one.player.spellings.contains(where: { NameKey($0).letters == keys.1 })
    else { return }
    let two = try registered("WHERE name_key = ?", [keys.1]).first
    try unite(
      one, with: two, as: (two?.player ?? whole).merging(one.player),
      andBy: change.entrant?.identity)
  }

  /// Gives a player's rounds to another; to nobody else where the other is not registered.
  fileprivate func unite(
    _ one: RegisteredPlayer, with two: RegisteredPlayer?, as whole: Player,
    andBy identity: PlayerIdentity? = nil
  ) throws {
    if let two {
      try run("UPDATE round_players SET player_id = ? WHERE player_id = ?", [two.id, one.id])
      try run("DELETE FROM players WHERE id = ?", [one.id])
    }
    let identities = (two?.identities ?? []) + one.identities + [identity].compactMap { $0 }
    try run(
      """
      UPDATE players SET name_key = ?, name = ?, aliases = ?, pronunciations = ?, identities = ?
        WHERE id = ?
      """, whole.columns + [Self.list(identities.withoutRepeats), two?.id ?? one.id])
    try rename(phonesOf: one.player, to: whole.name)
  }
}

/// A registered player, and the row that rounds refer to.
struct RegisteredPlayer {
  let id: Int
  let player: Player
  /// By which logs know them: more than one where several registered them.
  let identities: [PlayerIdentity]

  /// The one of them that all logs take that have all.
  var identity: PlayerIdentity? { identities.min() }
}

extension Player {
  /// The values of the columns `name_key`, `name`, `aliases` and `pronunciations`.
  var columns: [any Storable] {
    [NameKey(name).letters, name, aliases.json, pronunciations.json]
  }
}

extension Database {
  static func requireSpeakable(_ player: Player) throws {
    for name in player.spellings where NameKey(name).letters.isEmpty {
      throw ScoreLogRefusal.unspeakableName(name)
    }
    if let name = player.spellings.first(where: Player.isTooLong) {
      throw ScoreLogRefusal.longName(name)
    }
  }

  /// Checks that a player can be registered under a name that nobody else has.
  fileprivate func requireFree(_ player: Player, except row: Int? = nil) throws {
    try Self.requireSpeakable(player)
    if try exists(
      "SELECT 1 FROM players WHERE name_key = ? AND id IS DISTINCT FROM ?",
      [NameKey(player.name).letters, row])
    {
      throw ScoreLogRefusal.playerExists(player.name)
    }
  }

  /// Registers a player of a name that nobody has, whom other logs know by an identity, and returns the row.
  func register(_ player: Player, as identity: PlayerIdentity = .random()) throws -> Int {
    try requireFree(player)
    let row: Int? = try value(
      """
      INSERT INTO players (name_key, name, aliases, pronunciations, identities)
        VALUES (?, ?, ?, ?, ?) RETURNING id
      """, player.columns + [Self.list([identity])])
    guard let row else {
      throw ScoreStoreError.internalFault(path: path, reason: "a new row has no number")
    }
    return row
  }

  /// Returns the registered player whom a phone names; who is new is registered, as long as they are not too many.
  func enlist(_ name: String) throws -> Player {
    if let known = try registered(named: name) { return known.player }
    guard try integer("SELECT count(*) FROM players") < Admission.mostPlayers else {
      throw ScoreLogRefusal.tooManyPlayers(name)
    }
    let player = Player(name: name)
    _ = try register(player)
    return player
  }

  /// Returns who has a display name, or else who alone has it as an alias.
  func registered(named name: String) throws -> RegisteredPlayer? {
    let key = NameKey(name)
    if let found = try registered("WHERE name_key = ?", [key.letters]).first { return found }
    let others = try registered("WHERE aliases <> '[]'").filter {
      $0.player.aliases.contains { NameKey($0) == key }
    }
    return others.count == 1 ? others.first : nil
  }

  /// Returns whom logs know by an identity.
  func registered(as identity: PlayerIdentity) throws -> RegisteredPlayer? {
    guard let pattern = Self.pattern(identity) else { return nil }
    return try registered("WHERE identities LIKE ? ORDER BY id", [pattern]).first
  }

  /// Returns the row of a registered player: of whom logs know by the identity, or else of who has the name, and goes by
  /// that identity too from then on; who is neither is registered.
  func row(of entrant: RoundRecord.Entrant) throws -> Int {
    guard let identity = entrant.identity else {
      return try registered(named: entrant.player.name)?.id ?? register(entrant.player)
    }
    if let known = try registered(as: identity) { return known.id }
    guard let known = try registered(named: entrant.player.name) else {
      return try register(entrant.player, as: identity)
    }
    try run(
      "UPDATE players SET identities = ? WHERE id = ?",
      [Self.list(known.identities + [identity]), known.id])
    return known.id
  }

  func requireRegistered(_ name: String) throws -> RegisteredPlayer {
    guard let found = try registered(named: name) else { throw ScoreLogRefusal.unregistered(name) }
    return found
  }

  func registered(_ clause: String, _ values: [any Storable] = []) throws -> [RegisteredPlayer] {
    try rows(
      "SELECT id, name, aliases, pronunciations, identities FROM players \(clause)", values
    ) { row in
      RegisteredPlayer(
        id: try row[0], player: try player(row, column: 1), identities: try identityList(try row[4])
      )
    }
  }

  /// Reads name, aliases and pronunciations from three columns.
  func player(_ row: Row, column: Int32) throws -> Player {
    Player(
      name: try row[column], aliases: try texts(try row[column + 1]),
      pronunciations: try texts(try row[column + 2]))
  }

  /// Reads a list of texts.
  private func texts(_ text: String) throws -> [String] {
    if text == "[]" { return [] }
    guard let texts = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else {
      throw ScoreStoreError.corrupt(path: path, reason: "\(text) is no list of texts")
    }
    return texts
  }
}
