public import Golf

extension ScoreStore {
  /// Saves scores: all of them, or none where it throws.
  ///
  /// A round in setup starts with its first scores. A score that stands already is no event; a
  /// commit of nothing else is saved all the same. A commit that is tried again with the same
  /// identifier adds nothing and returns the same events, also after the round was finished.
  ///
  /// - Parameters:
  ///   - commit: The scores.
  ///   - evidence: What was heard, to be saved with them; what is saved already is passed over.
  /// - Returns: The events, and whether they had been saved before.
  /// - Throws: ``ScoreStoreError/refused(_:)`` with what `ScoreCommit.events(on:)` throws, with
  ///   ``ScoreLogRefusal/commitExists(_:)`` where the identifier is that of other scores, or with
  ///   what ``save(_:)`` throws.
  @discardableResult
  public func commit(
    _ commit: ScoreCommit, evidence: [UtteranceEvidence] = []
  ) throws(ScoreStoreError) -> CommitOutcome {
    try database.write { () throws(ScoreStoreError) in
      let record = try database.round(commit.round)
      for utterance in evidence { try database.save(utterance) }
      if let saved = try database.savedEvents(commit.id, in: commit.round) {
        guard commit.isRepeated(by: saved, in: record) else {
          throw .refused(.commitExists(commit.id))
        }
        return CommitOutcome(events: saved, wasSavedBefore: true)
      }
      let card = try database.scorecard(of: commit.round)
      let events: [ScoreEvent]
      do throws(ScoreLogRefusal) { events = try commit.events(on: card) } catch {
        throw .refused(error)
      }
      try database.start(record, at: commit.at)
      try database.append(events, of: commit.id, in: record)
      return CommitOutcome(events: events, wasSavedBefore: false)
    }
  }

  /// Takes back the round's last commit that is not taken back yet.
  ///
  /// What stood before it stands again, by new events; nothing is removed. Tried again with the
  /// same identifier, it adds nothing and returns the same events.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``,
  ///   ``ScoreLogRefusal/roundFinished(_:)``, ``ScoreLogRefusal/nothingToUndo(_:)`` or
  ///   ``ScoreLogRefusal/commitExists(_:)``.
  @discardableResult
  public func undo(_ request: Undoing.Request) throws(ScoreStoreError) -> CommitOutcome {
    try database.write { () throws(ScoreStoreError) in
      let record = try database.round(request.round)
      if let saved = try database.savedEvents(request.id, in: request.round) {
        guard !saved.isEmpty, saved.allSatisfy({ $0.takesBack != nil }) else {
          throw .refused(.commitExists(request.id))
        }
        return CommitOutcome(events: saved, wasSavedBefore: true)
      }
      guard record.finish == nil else { throw .refused(.roundFinished(record.id)) }
      let log = try database.events(of: record.id)
      guard let undoing = Undoing(in: record, events: log) else {
        throw .refused(.nothingToUndo(record.id))
      }
      if let wanted = request.commit, wanted != undoing.commit {
        throw .refused(.notTheLast(wanted, last: undoing.commit))
      }
      let events = undoing.events(request, on: Scorecard(record, replaying: log))
      try database.append(events, of: request.id, in: record)
      return CommitOutcome(events: events, wasSavedBefore: false)
    }
  }

  /// Returns what ``undo(_:)`` would take back; nil where nothing is left.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``.
  public func nextUndoing(in round: RoundID) throws(ScoreStoreError) -> Undoing? {
    try database.read { () throws(ScoreStoreError) in
      let record = try database.round(round)
      return Undoing(in: record, events: try database.events(of: round))
    }
  }

  /// Returns the events of a round in the log's order; none where there is no such round.
  ///
  /// - Throws: ``ScoreStoreError``.
  public func events(of round: RoundID) throws(ScoreStoreError) -> [ScoreEvent] {
    try database.events(of: round)
  }

  /// Returns an event.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownEvent(_:)``.
  public func event(_ id: EventID) throws(ScoreStoreError) -> ScoreEvent {
    guard let found = try database.event(id) else { throw .refused(.unknownEvent(id)) }
    return found
  }

  /// Returns the scores of a round that stand.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``.
  public func scorecard(of round: RoundID) throws(ScoreStoreError) -> Scorecard {
    try database.read { () throws(ScoreStoreError) in try database.scorecard(of: round) }
  }
}

extension Database {
  func scorecard(of id: RoundID) throws(ScoreStoreError) -> Scorecard {
    let record = try round(id)
    return Scorecard(record, replaying: try events(of: id))
  }

  func events(of round: RoundID) throws(ScoreStoreError) -> [ScoreEvent] {
    try events("WHERE e.round_id = ? ORDER BY e.sequence", [.text(round.rawValue)])
  }

  func event(_ id: EventID) throws(ScoreStoreError) -> ScoreEvent? {
    try events("WHERE e.id = ?", [.text(id.rawValue)]).first
  }

  /// Returns the events of a commit; nil where it is not saved.
  fileprivate func savedEvents(
    _ id: CommitID, in round: RoundID
  ) throws(ScoreStoreError) -> [ScoreEvent]? {
    let saved = try first("SELECT round_id FROM commits WHERE id = ?", [.text(id.rawValue)]) {
      (row) throws(ScoreStoreError) in try row.requiredText(0)
    }
    guard let saved else { return nil }
    guard saved == round.rawValue else { throw .refused(.commitExists(id)) }
    return try events("WHERE e.commit_id = ? ORDER BY e.sequence", [.text(id.rawValue)])
  }

  /// Returns events in all rounds or some; a player who is missing, as in a damaged file, has no
  /// name.
  func events(
    _ clause: String, _ values: [SQLValue] = []
  ) throws(ScoreStoreError) -> [ScoreEvent] {
    try rows(
      """
      SELECT e.id, e.round_id, coalesce(p.name, ''), e.hole, e.strokes, e.supersedes,
          e.takes_back, e.reported_by, e.device, e.input, e.transcript, e.confidence, e.at,
          e.clip, e.utterance_id
        FROM score_events e
        LEFT JOIN round_players p ON p.round_id = e.round_id AND p.position = e.player
        \(clause)
      """, values, event)
  }

  private func event(_ row: PreparedStatement) throws(ScoreStoreError) -> ScoreEvent {
    let id = EventID(try row.requiredText(0))
    let strokes = row.integer(4)
    guard let input = ScoreEvent.Input(rawValue: try row.requiredText(9)),
      (strokes == nil) == (strokes.flatMap { Strokes($0) } == nil)
    else { throw .corrupt(path: path, reason: "event \"\(id)\" has values out of range") }
    return ScoreEvent(
      id: id, round: RoundID(try row.requiredText(1)), player: try row.requiredText(2),
      hole: try row.requiredInteger(3), strokes: strokes.flatMap { Strokes($0) },
      supersedes: row.text(5).map { EventID($0) }, takesBack: row.text(6).map { EventID($0) },
      reportedBy: try row.requiredText(7), device: try row.requiredText(8), input: input,
      transcript: row.text(10), confidence: row.real(11), at: try row.requiredText(12),
      clip: row.text(13), utterance: row.text(14).map { UtteranceID($0) })
  }

  /// Appends events of a commit, which may have none.
  func append(
    _ events: [ScoreEvent], of commit: CommitID, in record: RoundRecord
  ) throws(ScoreStoreError) {
    if try !exists("SELECT 1 FROM commits WHERE id = ?", [.text(commit.rawValue)]) {
      try run(
        "INSERT INTO commits (id, round_id) VALUES (?, ?)",
        [.text(commit.rawValue), .text(record.id.rawValue)])
    }
    for event in events {
      guard let player = record.player(called: event.player) else {
        throw .refused(.unknownPlayer(event.player, record.id))
      }
      try run(
        """
        INSERT INTO score_events
          (id, commit_id, round_id, player, hole, strokes, supersedes, takes_back, reported_by,
            device, input, transcript, confidence, at, clip, utterance_id)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(event.id.rawValue), .text(commit.rawValue), .text(record.id.rawValue),
          .integer(player.index), .integer(event.hole), SQLValue(event.strokes?.count),
          SQLValue(event.supersedes?.rawValue), SQLValue(event.takesBack?.rawValue),
          .text(event.reportedBy), .text(event.device), .text(event.input.rawValue),
          SQLValue(event.transcript), SQLValue(event.confidence), .text(event.at),
          SQLValue(event.clip), SQLValue(event.utterance?.rawValue),
        ])
    }
  }
}
