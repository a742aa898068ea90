extension ScoreStore {
  /// Saves scores: all of them, or none where it throws.
  ///
  /// A round in setup starts with its first scores. A score that stands, and that this device has said
  /// itself, is no event; a commit of nothing else is saved all the same. Where the current hole becomes complete
  /// by it, the next one becomes the current one; where it was complete, the commit corrects it, and it stays. A
  /// commit that is tried again with the same identifier adds nothing and returns the same events, also after the
  /// round was finished.
  ///
  /// `evidence` is what was heard, to be saved with them; what is saved already is passed over.
  @discardableResult
  public func commit(
    _ commit: ScoreCommit, evidence: [UtteranceEvidence] = []
  ) throws(ScoreStoreError) -> CommitOutcome {
    try write { database in
      let record = try database.round(commit.round)
      for utterance in evidence { try database.save(utterance) }
      if let saved = try database.savedEvents(commit.id, in: commit.round) {
        guard commit.isRepeated(by: saved, in: record) else {
          throw ScoreLogRefusal.commitExists(commit.id)
        }
        return try CommitOutcome(
          events: saved, wasSavedBefore: true, current: database.currentHole())
      }
      return try database.save(commit, on: try database.scorecard(of: commit.round))
    }
  }

  /// Takes back this device's last commit of the round that is not taken back yet.
  ///
  /// What stood before it stands again, by new events; nothing is removed. In the current round its
  /// hole becomes the current one, where a score is open again by that. Tried again with the same identifier, it adds nothing and
  /// returns the same events.
  @discardableResult
  public func undo(_ request: Undoing.Request) throws(ScoreStoreError) -> CommitOutcome {
    try write { database in
      let record = try database.round(request.round)
      if let saved = try database.savedEvents(request.id, in: request.round) {
        guard !saved.isEmpty, saved.allSatisfy({ $0.takesBack != nil }) else {
          throw ScoreLogRefusal.commitExists(request.id)
        }
        return try CommitOutcome(
          events: saved, wasSavedBefore: true, current: database.currentHole())
      }
      try record.requireOpen()
      let card = try database.scorecard(of: record.id)
      guard let undoing = Undoing(on: card, by: try database.thisDevice()) else {
        throw ScoreLogRefusal.nothingToUndo(record.id)
      }
      if let wanted = request.commit, wanted != undoing.commit {
        throw ScoreLogRefusal.notTheLast(wanted, last: undoing.commit)
      }
      let events = undoing.events(request, on: card, from: try database.nextPosition(in: record.id))
      for event in events { try database.append(LoggedEvent(.score(event))) }
      // What only brings back another score corrects it.
      let isOpen = events.contains { $0.result == nil }
      if isOpen, try database.currentHole()?.round == record.id {
        try database.setCurrentHole(CurrentHole(round: record.id, hole: undoing.hole))
      }
      return try CommitOutcome(
        events: events, wasSavedBefore: false, current: database.currentHole())
    }
  }

  /// Brings back the scores that this device took back last in the round, as a new commit, where it has
  /// entered nothing else since.
  ///
  /// Nothing is brought back over what others have entered meanwhile.
  @discardableResult
  public func redo(
    in round: RoundID, as id: CommitID, reportedBy: String, deviceName: String = "", at: String
  ) throws(ScoreStoreError) -> CommitOutcome {
    try write { database in
      if let saved = try database.savedEvents(id, in: round) {
        return try CommitOutcome(
          events: saved, wasSavedBefore: true, current: database.currentHole())
      }
      let card = try database.scorecard(of: round)
      try card.round.requireOpen()
      guard let redoing = Redoing(on: card, by: try database.thisDevice()) else {
        throw ScoreLogRefusal.nothingToRedo(round)
      }
      return try database.save(
        redoing.commit(id, in: round, reportedBy: reportedBy, deviceName: deviceName, at: at),
        on: card)
    }
  }

  /// Returns what ``undo(_:)`` would take back; nil where nothing is left.
  public func nextUndoing(in round: RoundID) throws(ScoreStoreError) -> Undoing? {
    try read { Undoing(on: try $0.scorecard(of: round), by: try $0.thisDevice()) }
  }

  /// Returns what ``redo(in:as:reportedBy:deviceName:at:)`` would bring back; nil where nothing is left.
  public func nextRedoing(in round: RoundID) throws(ScoreStoreError) -> Redoing? {
    try read { Redoing(on: try $0.scorecard(of: round), by: try $0.thisDevice()) }
  }

  /// Returns the events of a round in the log's order; none where there is no such round.
  public func events(of round: RoundID) throws(ScoreStoreError) -> [ScoreEvent] {
    try once { try $0.events(of: round) }
  }

  package func event(_ id: EventID) throws(ScoreStoreError) -> ScoreEvent {
    try once { database in
      guard
        let found = try database.scoreEvents("WHERE id = ? AND hole IS NOT NULL", [id]).first
      else { throw ScoreLogRefusal.unknownEvent(id) }
      return found
    }
  }

  /// Returns the scores of a round.
  public func scorecard(of round: RoundID) throws(ScoreStoreError) -> Scorecard {
    try read { try $0.scorecard(of: round) }
  }

  /// Returns what was heard; nil where it was not saved.
  package func utterance(_ id: UtteranceID) throws(ScoreStoreError) -> UtteranceEvidence? {
    try once { try $0.utterance(id) }
  }
}

extension Database {
  func scorecard(of id: RoundID) throws -> Scorecard {
    Scorecard(try round(id), replaying: try events(of: id))
  }

  /// Saves a commit that is not saved yet on a card of its round as it stands.
  fileprivate func save(_ commit: ScoreCommit, on before: Scorecard) throws -> CommitOutcome {
    var card = before
    let events = try commit.events(
      on: card, from: nextPosition(in: commit.round), before: ownDevices())
    try start(card.round, at: commit.at)
    try keep(commit.id, of: commit.round)
    for event in events { try append(LoggedEvent(.score(event))) }
    for event in events { card.apply(event) }
    if !before.isComplete(hole: commit.hole) {
      try moveOn(from: CurrentHole(round: commit.round, hole: commit.hole), card)
    }
    return try CommitOutcome(events: events, wasSavedBefore: false, current: currentHole())
  }

  func events(of round: RoundID) throws -> [ScoreEvent] {
    try scoreEvents(
      "WHERE round_id = ? AND hole IS NOT NULL ORDER BY clock, device, number, id", [round])
  }

  /// Returns where the next event of this device stands in a round.
  func nextPosition(in round: RoundID, of device: DeviceID? = nil) throws -> LogPosition {
    let device = try device ?? thisDevice()
    let last: [LogPosition] = try rows(
      """
      SELECT coalesce(max(clock), 0), coalesce(max(number) FILTER (WHERE device = ?), 0)
        FROM events WHERE round_id = ?
      """, [device, round]
    ) { LogPosition(clock: try $0[0], device: device, number: try $0[1]) }
    return last[0].advanced(by: 1)
  }

  /// Returns the events of a commit; nil where it is not saved.
  fileprivate func savedEvents(_ id: CommitID, in round: RoundID) throws -> [ScoreEvent]? {
    guard let saved: RoundID = try value("SELECT round_id FROM commits WHERE id = ?", [id]) else {
      return nil
    }
    guard saved == round else { throw ScoreLogRefusal.commitExists(id) }
    return try scoreEvents("WHERE commit_id = ? ORDER BY number", [id])
  }

  fileprivate func save(_ utterance: UtteranceEvidence) throws {
    if let known = try self.utterance(utterance.id) {
      guard known == utterance else { throw ScoreLogRefusal.utteranceExists(utterance.id) }
      return
    }
    try run(
      """
      INSERT INTO utterances
        (id, round_id, hole, start_seconds, end_seconds, transcript, result, details, clip, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        utterance.id, utterance.round, utterance.hole, utterance.startSeconds,
        utterance.endSeconds, utterance.transcript, utterance.result.rawValue, utterance.details,
        utterance.clip, utterance.at,
      ])
  }

  fileprivate func utterance(_ id: UtteranceID) throws -> UtteranceEvidence? {
    try rows(
      """
      SELECT round_id, hole, start_seconds, end_seconds, transcript, result, details, clip, at
        FROM utterances WHERE id = ?
      """, [id]
    ) { row in
      guard let result = ParseStatus(rawValue: try row[5]) else {
        throw ScoreStoreError.corrupt(
          path: path, reason: "utterance \"\(id)\" has values out of range")
      }
      return UtteranceEvidence(
        id: id, round: try row[0], hole: try row[1], startSeconds: try row[2],
        endSeconds: try row[3], transcript: try row[4], result: result, details: try row[6],
        clip: try row[7], at: try row[8])
    }.first
  }
}
