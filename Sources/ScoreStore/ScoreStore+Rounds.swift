public import Golf

extension ScoreStore {
  /// Makes a round in setup, with the course's name and pars and the players as they are now.
  ///
  /// - Parameters:
  ///   - id: Tells the round from all others.
  ///   - course: Where it is played; it need not be among ``courses()``.
  ///   - organiser: Who makes it.
  ///   - joining: Who plays, in order; more can join until the round starts.
  ///   - time: Now, in the form of `ScoreEvent.at`.
  ///   - makingCurrent: Whether the round's first hole becomes the current one.
  /// - Returns: The round as it is saved.
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/roundExists(_:)``, or what
  ///   ``join(_:round:)`` throws.
  @discardableResult
  public func createRound(
    _ id: RoundID, course: Course, organiser: String, joining: [Joining], at time: String,
    makingCurrent: Bool = true
  ) throws(ScoreStoreError) -> RoundRecord {
    try database.write { () throws(ScoreStoreError) in
      try database.insertRound(
        id, course: course.name, pars: course.pars, organiser: organiser, createdAt: time)
      for one in joining { try database.join(one, round: id) }
      if makingCurrent { try database.setCurrentHole(CurrentHole(round: id, hole: 1)) }
      return try database.round(id)
    }
  }

  /// Lets somebody join a round in setup.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``,
  ///   ``ScoreLogRefusal/rosterLocked(_:)``, ``ScoreLogRefusal/nameTaken(_:_:)`` or
  ///   ``ScoreLogRefusal/unspeakableName(_:)``.
  public func join(_ joining: Joining, round id: RoundID) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in try database.join(joining, round: id) }
  }

  /// Lets somebody leave a round in setup, by display name.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``,
  ///   ``ScoreLogRefusal/rosterLocked(_:)`` or ``ScoreLogRefusal/unknownPlayer(_:_:)``.
  public func leave(_ name: String, round id: RoundID) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in
      let record = try database.round(id)
      guard !record.isLocked else { throw .refused(.rosterLocked(id)) }
      let key = NameKey(name).letters
      guard
        let position = try database.first(
          "SELECT position FROM round_players WHERE round_id = ? AND name_key = ?",
          [.text(id.rawValue), .text(key)],
          { (row) throws(ScoreStoreError) in try row.requiredInteger(0) })
      else { throw .refused(.unknownPlayer(name, id)) }
      try database.run(
        "DELETE FROM round_players WHERE round_id = ? AND position = ?",
        [.text(id.rawValue), .integer(position)])
      for place in position + 1..<max(record.entrants.count, position + 1) {
        try database.run(
          "UPDATE round_players SET position = ? WHERE round_id = ? AND position = ?",
          [.integer(place - 1), .text(id.rawValue), .integer(place)])
      }
    }
  }

  /// Starts a round, which locks its roster; one that has started stays as it is.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``,
  ///   ``ScoreLogRefusal/noPlayers(_:)`` or ``ScoreLogRefusal/roundFinished(_:)``.
  public func startRound(_ id: RoundID, at time: String) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in
      try database.start(try database.round(id), at: time)
    }
  }

  /// Finishes a round; nothing can be scored in it after that.
  ///
  /// - Parameters:
  ///   - id: The round.
  ///   - time: Now, in the form of `ScoreEvent.at`.
  ///   - early: Whether scores may be missing, which then count as no score.
  /// - Returns: ``RoundPhase/completed`` or ``RoundPhase/finishedEarly``.
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``,
  ///   ``ScoreLogRefusal/roundFinished(_:)`` or ``ScoreLogRefusal/scoresMissing(_:_:)``.
  @discardableResult
  public func finishRound(
    _ id: RoundID, at time: String, early: Bool = false
  ) throws(ScoreStoreError) -> RoundPhase {
    try database.write { () throws(ScoreStoreError) in
      let card = try database.scorecard(of: id)
      guard card.round.finish == nil else { throw .refused(.roundFinished(id)) }
      guard card.isComplete || early else {
        let missing = card.missing.map {
          ScoreLogRefusal.Missing(hole: $0.hole, names: $0.players.map(card.round.name(of:)))
        }
        throw .refused(.scoresMissing(id, missing))
      }
      try database.finish(id, at: time)
      return card.isComplete ? .completed : .finishedEarly
    }
  }

  /// Returns a round.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``.
  public func round(_ id: RoundID) throws(ScoreStoreError) -> RoundRecord {
    try database.read { () throws(ScoreStoreError) in try database.round(id) }
  }

  /// Returns all rounds, the newest first.
  ///
  /// - Throws: ``ScoreStoreError``.
  public func rounds() throws(ScoreStoreError) -> [RoundSummary] {
    try database.read { () throws(ScoreStoreError) in try database.summaries() }
  }

  /// Returns the rounds of a registered player, the newest first.
  ///
  /// Guests of that name do not count: nobody knows who they were.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unregistered(_:)``.
  public func rounds(ofPlayer name: String) throws(ScoreStoreError) -> [RoundSummary] {
    try database.read { () throws(ScoreStoreError) in
      guard let player = try database.registered(named: name) else {
        throw .refused(.unregistered(name))
      }
      let rounds = try database.rows(
        "SELECT round_id FROM round_players WHERE player_id = ?", [.integer(player.id)]
      ) { (row) throws(ScoreStoreError) in RoundID(try row.requiredText(0)) }
      let wanted = Set(rounds)
      return try database.summaries().filter { wanted.contains($0.id) }
    }
  }

  /// Returns the round and hole that are being played; nil where no round was made current.
  ///
  /// - Throws: ``ScoreStoreError``.
  public func currentHole() throws(ScoreStoreError) -> CurrentHole? {
    try database.first("SELECT round_id, hole FROM current_hole") {
      (row) throws(ScoreStoreError) in
      CurrentHole(round: RoundID(try row.requiredText(0)), hole: try row.requiredInteger(1))
    }
  }

  /// Makes a round and hole the current ones.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)`` or
  ///   ``ScoreLogRefusal/unknownHole(_:holes:)``.
  public func setCurrentHole(_ current: CurrentHole) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in
      let record = try database.round(current.round)
      guard record.holes.contains(current.hole) else {
        throw .refused(.unknownHole(current.hole, holes: record.pars.count))
      }
      try database.setCurrentHole(current)
    }
  }
}

extension Database {
  func insertRound(
    _ id: RoundID, course: String, pars: [Int], organiser: String, createdAt: String
  ) throws(ScoreStoreError) {
    if try exists("SELECT 1 FROM rounds WHERE id = ?", [.text(id.rawValue)]) {
      throw .refused(.roundExists(id))
    }
    try run(
      "INSERT INTO rounds (id, course, pars, organiser, created_at) VALUES (?, ?, ?, ?, ?)",
      [
        .text(id.rawValue), .text(course), .text(Pars.text(pars)), .text(organiser),
        .text(createdAt),
      ])
  }

  func join(_ joining: Joining, round id: RoundID) throws(ScoreStoreError) {
    switch joining {
    case .guest(let player):
      try Self.requireSpeakable(player)
      try insert(RoundRecord.Entrant(player, isGuest: true), playerRow: nil, round: id)
    case .player(let name):
      if let registered = try registered(named: name) {
        try insert(RoundRecord.Entrant(registered.player), playerRow: registered.id, round: id)
      } else {
        let player = Player(name: name)
        try insert(RoundRecord.Entrant(player), playerRow: try register(player), round: id)
      }
    }
  }

  /// Appends somebody to a roster; `playerRow` is the registered player's, nil for a guest.
  func insert(
    _ entrant: RoundRecord.Entrant, playerRow: Int?, round id: RoundID
  ) throws(ScoreStoreError) {
    let record = try round(id)
    guard !record.isLocked else { throw .refused(.rosterLocked(id)) }
    let key = NameKey(entrant.player.name).letters
    if try exists(
      "SELECT 1 FROM round_players WHERE round_id = ? AND name_key = ?",
      [.text(id.rawValue), .text(key)])
    {
      throw .refused(.nameTaken(entrant.player.name, id))
    }
    try run(
      """
      INSERT INTO round_players
        (round_id, position, name_key, name, is_guest, player_id, aliases, pronunciations)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id.rawValue), .integer(record.entrants.count), .text(key),
        .text(entrant.player.name), .integer(entrant.isGuest ? 1 : 0), SQLValue(playerRow),
        .text(JSONText.texts(entrant.player.aliases)),
        .text(JSONText.texts(entrant.player.pronunciations)),
      ])
  }

  func start(_ record: RoundRecord, at time: String) throws(ScoreStoreError) {
    guard record.finish == nil else { throw .refused(.roundFinished(record.id)) }
    guard !record.entrants.isEmpty else { throw .refused(.noPlayers(record.id)) }
    guard record.startedAt == nil else { return }
    try run(
      "UPDATE rounds SET started_at = ? WHERE id = ?", [.text(time), .text(record.id.rawValue)])
  }

  func finish(_ id: RoundID, at time: String) throws(ScoreStoreError) {
    try run(
      """
      UPDATE rounds SET finished_at = ?,
        finished_events = (SELECT count(*) FROM score_events WHERE round_id = rounds.id)
        WHERE id = ?
      """, [.text(time), .text(id.rawValue)])
  }

  func setCurrentHole(_ current: CurrentHole) throws(ScoreStoreError) {
    try run(
      "INSERT OR REPLACE INTO current_hole (singleton, round_id, hole) VALUES (1, ?, ?)",
      [.text(current.round.rawValue), .integer(current.hole)])
  }

  func round(_ id: RoundID) throws(ScoreStoreError) -> RoundRecord {
    guard let found = try knownRound(id) else { throw .refused(.unknownRound(id)) }
    return found
  }

  /// Returns a round; nil where there is none.
  func knownRound(_ id: RoundID) throws(ScoreStoreError) -> RoundRecord? {
    let entrants = try rows(
      """
      SELECT name, aliases, pronunciations, is_guest FROM round_players
        WHERE round_id = ? ORDER BY position
      """, [.text(id.rawValue)]
    ) { (row) throws(ScoreStoreError) in
      RoundRecord.Entrant(try player(row, column: 0), isGuest: row.integer(3) == 1)
    }
    return try first(
      """
      SELECT course, pars, organiser, created_at, started_at, finished_at, finished_events
        FROM rounds WHERE id = ?
      """, [.text(id.rawValue)]
    ) { (row) throws(ScoreStoreError) in
      let finish = row.text(5).map {
        RoundRecord.Finish(at: $0, eventCount: row.integer(6) ?? 0)
      }
      let pars = Pars.numbers(try row.requiredText(1))
      let course = try row.requiredText(0)
      let organiser = try row.requiredText(2)
      let createdAt = try row.requiredText(3)
      do throws(RoundRecordError) {
        return try RoundRecord(
          id: id, course: course, pars: pars, entrants: entrants, organiser: organiser,
          createdAt: createdAt, startedAt: row.text(4), finish: finish)
      } catch {
        throw .corrupt(path: path, reason: "round \"\(id)\": \(error)")
      }
    }
  }

  /// Returns all rounds with their standings, the newest first.
  ///
  /// The scores that stand are added up here rather than card by card: a list of some hundred
  /// rounds is to open at once.
  func summaries() throws(ScoreStoreError) -> [RoundSummary] {
    var totals: [RoundID: [PlayerTotal]] = [:]
    _ = try rows(
      """
      SELECT p.round_id, p.name, count(e.strokes), coalesce(sum(e.strokes), 0),
          coalesce(sum(e.strokes - substr(r.pars, e.hole, 1)), 0)
        FROM round_players p JOIN rounds r ON r.id = p.round_id
        LEFT JOIN score_events e ON e.round_id = p.round_id AND e.player = p.position
          AND NOT EXISTS (SELECT 1 FROM score_events s WHERE s.supersedes = e.id)
        GROUP BY p.round_id, p.position ORDER BY p.round_id, p.position
      """
    ) { (row) throws(ScoreStoreError) in
      let round = RoundID(try row.requiredText(0))
      let players = totals[round, default: []]
      totals[round, default: []].append(
        PlayerTotal(
          player: PlayerID(players.count), name: try row.requiredText(1),
          relativeToPar: try row.requiredInteger(4), strokes: try row.requiredInteger(3),
          holesPlayed: try row.requiredInteger(2)))
    }
    return try rows(
      """
      SELECT id, course, length(pars), organiser, created_at, started_at, finished_at
        FROM rounds ORDER BY created_at DESC, id DESC
      """
    ) { (row) throws(ScoreStoreError) in
      let id = RoundID(try row.requiredText(0))
      return RoundSummary(
        id: id, course: try row.requiredText(1), holeCount: try row.requiredInteger(2),
        organiser: try row.requiredText(3), createdAt: try row.requiredText(4),
        startedAt: row.text(5), finishedAt: row.text(6),
        standings: Standings(of: totals[id, default: []]))
    }
  }
}
