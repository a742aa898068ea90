internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
package import ScoreLog

/// The seasons in the file of a score log, of which the log knows nothing.
///
/// As with the log, what a call that returned has saved survives a crash, and what a call that threw was to save is
/// not there at all; threads and programs take turns.
package struct SnapStore: Sendable {
  private let log: ScoreStore

  /// Takes the file of a log, and makes the tables at the first change.
  ///
  /// - Throws: ``SnapRefusal`` where the log is in no file, or ``ScoreStoreError``.
  package init(_ log: ScoreStore) throws {
    guard log.isFile else {
      throw SnapRefusal(
        "seasons are kept in a file, and not in the database of many groups; serve a file")
    }
    self.log = log
  }

  /// What all changes come to.
  package func book() throws -> SnapBook { SnapBook(try changes()) }

  /// All changes, in the order in which they came.
  package func changes() throws(ScoreStoreError) -> [SnapChange] {
    try log.read { try $0.snapChanges() }
  }

  /// The lines of all changes by time, so that two logs that have the same changes have the same lines.
  package func exportLines() throws(ScoreStoreError) -> [String] {
    try changes().sorted { ($0.at, $0.id) < ($1.at, $1.id) }.map(\.json)
  }

  /// What became of changes.
  package struct Reception: Sendable {
    package let book: SnapBook
    /// How many were new.
    package let added: Int
    /// Why some were not taken.
    package let refused: [(id: SnapChangeID, reason: SnapRefusal)]
  }

  /// Keeps changes that are new and right, all at once; `now` is the time of day, in the form of `ScoreEvent.at`.
  @discardableResult
  package func apply(
    _ changes: [SnapChange], at now: String
  ) throws(ScoreStoreError) -> Reception {
    // The host of a group is told of nothing that is in these tables.
    try log.write(for: .bookkeeping) { try $0.apply(changes, at: now) }
  }

  /// Keeps the new changes of another log, or none where one of them is wrong.
  ///
  /// - Throws: ``ScoreStoreError``, with `.badLine` for a line that is no change or is not taken.
  package func importLines(
    _ lines: [String], at now: String
  ) throws(ScoreStoreError) -> (added: Int, known: Int) {
    var changes: [(line: Int, change: SnapChange)] = []
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do throws(SnapRefusal) {
        changes.append((index + 1, try SnapChange(json: line)))
      } catch {
        throw .badLine(number: index + 1, reason: "\(error)")
      }
    }
    let reception = try log.write(for: .bookkeeping) { database in
      // What belongs to something comes after it, in whatever order the lines are.
      let inOrder = changes.map(\.change).sorted { ($0.at, $0.id) < ($1.at, $1.id) }
      let reception = try database.apply(inOrder, at: now)
      if let (id, reason) = reception.refused.first {
        let line = changes.first { $0.change.id == id }?.line ?? 0
        throw ScoreStoreError.badLine(number: line, reason: "\(reason)")
      }
      return reception
    }
    return (reception.added, changes.count - reception.added)
  }

  // MARK: - The context

  /// The player and the team that were chosen last.
  package func context() throws(ScoreStoreError) -> SnapContext {
    try log.read { database in
      guard try database.hasSeasons() else { return SnapContext() }
      let found = try database.rows("SELECT player_id, teams FROM snap_context") { row in
        let teams = try JSONDecoder().decode(
          [String: String].self, from: Data((row[1] as String).utf8))
        return SnapContext(
          player: (try row[0] as String?).map { SnapID($0) },
          teams: Dictionary(
            uniqueKeysWithValues: teams.map { (SnapID($0.key), SnapID($0.value)) }))
      }
      return found.first ?? SnapContext()
    }
  }

  package func setContext(_ context: SnapContext) throws(ScoreStoreError) {
    try log.write(for: .bookkeeping) { database in
      if try !database.hasSeasons() { try database.execute(SnapSchema.script) }
      let teams = context.teams.sorted { $0.key < $1.key }.map {
        ($0.key.rawValue, $0.value.rawValue as any JSONValue)
      }
      try database.run(
        """
        INSERT INTO snap_context (singleton, player_id, teams) VALUES (1, ?1, ?2)
          ON CONFLICT (singleton) DO UPDATE SET player_id = excluded.player_id, teams = excluded.teams
        """, [context.player?.rawValue, OrderedObject(members: teams).json])
    }
  }

  // MARK: - Requests to a service

  /// Notes that somebody has a service read a photo, unless one of some limits is reached; returns whether it did.
  package func noteRequest(
    by owner: String, at now: String, within limits: [(seconds: Int, count: Int)]
  ) throws(ScoreStoreError) -> Bool {
    try log.write(for: .bookkeeping) { database in
      try database.execute(SnapSchema.requests)
      let since = "strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-' || ?2 || ' seconds')"
      for limit in limits {
        let found = try database.rows(
          "SELECT count(*) FROM snap_requests WHERE at > \(since) AND owner = ?3",
          [now, limit.seconds, owner]
        ) { try $0[0] as Int }
        if found.first ?? 0 >= limit.count { return false }
      }
      let longest = limits.map(\.seconds).max() ?? 0
      try database.run("DELETE FROM snap_requests WHERE at <= \(since)", [now, longest])
      try database.run("INSERT INTO snap_requests (owner, at) VALUES (?1, ?2)", [owner, now])
      return true
    }
  }

  // MARK: - The audit

  /// Checks the log without the tables of seasons.
  package func auditLog() throws(ScoreStoreError) -> StoreAudit {
    try log.audit(besides: SnapSchema.prefix)
  }

  /// Returns what is wrong with the tables of seasons, a line each.
  package func faults() throws(ScoreStoreError) -> [String] {
    try log.read { database in
      guard try database.hasSeasons() else { return [] }
      let fresh = try Database()
      try fresh.execute(SnapSchema.script)
      let expected = try fresh.rules()
      let found = try database.rules().filter { $0.value.contains(" \(SnapSchema.prefix)") }
      let changed = expected.keys.sorted().filter { found[$0] != expected[$0] }
        .map { "the \($0) is missing or changed" }
      guard changed.isEmpty else { return changed }
      let lines: [(id: String, line: String)] = try database.rows(
        "SELECT id, line FROM snap_changes ORDER BY sequence"
      ) { (try $0[0], try $0[1]) }
      let wrong = lines.filter { (try? SnapChange(json: $0.line))?.id.rawValue != $0.id }
        .map { "change \"\($0.id)\" is another than it is kept as" }
      guard wrong.isEmpty else { return wrong }
      try fresh.write(SnapBook(database.snapChanges()))
      return try SnapSchema.columns.filter { try fresh.all(of: $0) != database.all(of: $0) }
        .map { "\(SnapSchema.prefix)\($0.table) is not what the changes come to" }
    }
  }
}

extension Database {
  fileprivate func apply(
    _ changes: [SnapChange], at now: String
  ) throws -> SnapStore.Reception {
    if try !hasSeasons() { try execute(SnapSchema.script) }
    var all = try snapChanges()
    var known = Set(all.map(\.id))
    var directory = SnapDirectory(all)
    var refused: [(id: SnapChangeID, reason: SnapRefusal)] = []
    let before = all.count
    for change in changes where !known.contains(change.id) {
      if let reason = directory.refusal(of: change) {
        refused.append((change.id, reason))
        continue
      }
      try run(
        "INSERT INTO snap_changes (id, received_at, line) VALUES (?, ?, ?)",
        [change.id, now, change.json])
      known.insert(change.id)
      directory.add(change)
      all.append(change)
    }
    let book = SnapBook(all)
    if all.count > before { try write(book) }
    return SnapStore.Reception(book: book, added: all.count - before, refused: refused)
  }

  fileprivate func hasSeasons() throws -> Bool {
    try exists("SELECT 1 FROM sqlite_schema WHERE name = 'snap_changes'", [])
  }

  fileprivate func snapChanges() throws -> [SnapChange] {
    guard try hasSeasons() else { return [] }
    let lines: [String] = try rows("SELECT line FROM snap_changes ORDER BY sequence") { try $0[0] }
    return try lines.map { line in
      do throws(SnapRefusal) {
        return try SnapChange(json: line)
      } catch {
        throw ScoreStoreError.corrupt(path: path, reason: "a change of a season: \(error)")
      }
    }
  }

  fileprivate func all(of table: (table: String, columns: String)) throws -> [String] {
    try rows("SELECT json_array(\(table.columns)) FROM snap_\(table.table) ORDER BY id") {
      try $0[0]
    }
  }

  /// Puts what a book says into the tables that others read.
  fileprivate func write(_ book: SnapBook) throws {
    for (table, _) in SnapSchema.columns.reversed() { try run("DELETE FROM snap_\(table)") }
    let players = book.players.map { player -> [any Storable] in
      [player.id, player.name, player.colour, player.position]
    }
    let teams = book.teams.map { team -> [any Storable] in
      [team.id, team.player, team.name, team.colour, team.position]
    }
    let games = book.games.map { game -> [any Storable] in
      [
        game.id, game.team, game.date, game.time, game.utcOffset, game.location, game.latitude,
        game.longitude, game.result.outcome.rawValue, game.result.team, game.result.opponent,
        game.opponent, game.notes, game.addedAt, game.editedAt,
      ]
    }
    for ((table, columns), rows) in zip(SnapSchema.columns, [players, teams, games]) {
      for row in rows {
        let places = row.map { _ in "?" }.joined(separator: ", ")
        try run("INSERT INTO snap_\(table) (\(columns)) VALUES (\(places))", row)
      }
    }
  }
}
