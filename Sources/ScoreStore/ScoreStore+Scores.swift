package import Golf

extension ScoreStore {
  /// Saves scores: all of them, or none where it throws.
  ///
  /// A round in setup starts with its first scores. A score that stands already is no event; a
  /// commit of nothing else is saved all the same. Where the current hole is complete with it, the next
  /// one becomes the current one. A commit that is tried again with the same identifier adds
  /// nothing and returns the same events, also after the round was finished.
  ///
  /// `evidence` is what was heard, to be saved with them; what is saved already is passed over.
  @discardableResult
  package func commit(
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
      var card = try database.scorecard(of: commit.round)
      let events = try commit.events(on: card)
      try database.start(record, at: commit.at)
      try database.append(events, of: commit.id, in: record)
      for event in events { card.apply(event) }
      try database.moveOn(from: CurrentHole(round: commit.round, hole: commit.hole), card)
      return try CommitOutcome(
        events: events, wasSavedBefore: false, current: database.currentHole())
    }
  }

  /// Takes back the round's last commit that is not taken back yet.
  ///
  /// What stood before it stands again, by new events; nothing is removed. In the current round its
  /// hole becomes the current one. Tried again with the same identifier, it adds nothing and
  /// returns the same events.
  @discardableResult
  package func undo(_ request: Undoing.Request) throws(ScoreStoreError) -> CommitOutcome {
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
      let log = try database.events(of: record.id)
      guard let undoing = Undoing(in: record, events: log) else {
        throw ScoreLogRefusal.nothingToUndo(record.id)
      }
      if let wanted = request.commit, wanted != undoing.commit {
        throw ScoreLogRefusal.notTheLast(wanted, last: undoing.commit)
      }
      let events = undoing.events(request, on: Scorecard(record, replaying: log))
      try database.append(events, of: request.id, in: record)
      if try database.currentHole()?.round == record.id {
        try database.setCurrentHole(CurrentHole(round: record.id, hole: undoing.hole))
      }
      return try CommitOutcome(
        events: events, wasSavedBefore: false, current: database.currentHole())
    }
  }

  /// Returns what ``undo(_:)`` would take back; nil where nothing is left.
  package func nextUndoing(in round: RoundID) throws(ScoreStoreError) -> Undoing? {
    try read { Undoing(in: try $0.round(round), events: try $0.events(of: round)) }
  }

  /// Returns the events of a round in the log's order; none where there is no such round.
  package func events(of round: RoundID) throws(ScoreStoreError) -> [ScoreEvent] {
    try once { try $0.events(of: round) }
  }

  package func event(_ id: EventID) throws(ScoreStoreError) -> ScoreEvent {
    try once { database in
      guard let found = try database.event(id) else { throw ScoreLogRefusal.unknownEvent(id) }
      return found
    }
  }

  package func scorecard(of round: RoundID) throws(ScoreStoreError) -> Scorecard {
    try read { try $0.scorecard(of: round) }
  }

  /// Saves what was heard in an utterance; what is saved already adds nothing.
  package func save(_ utterance: UtteranceEvidence) throws(ScoreStoreError) {
    try write { try $0.save(utterance) }
  }

  /// Returns what was heard; nil where it was not saved.
  package func utterance(_ id: UtteranceID) throws(ScoreStoreError) -> UtteranceEvidence? {
    try once { try $0.utterances("WHERE id = ?", [id]).first }
  }

  /// Returns all that was heard in a round, in the order in which it was saved.
  package func utterances(of round: RoundID) throws(ScoreStoreError) -> [UtteranceEvidence] {
    try once { try $0.utterances("WHERE round_id = ? ORDER BY sequence", [round]) }
  }
}

extension Database {
  func scorecard(of id: RoundID) throws -> Scorecard {
    Scorecard(try round(id), replaying: try events(of: id))
  }

  func events(of round: RoundID) throws -> [ScoreEvent] {
    try events("WHERE e.round_id = ? ORDER BY e.sequence", [round])
  }

  func event(_ id: EventID) throws -> ScoreEvent? { try events("WHERE e.id = ?", [id]).first }

  /// Returns the events of a commit; nil where it is not saved.
  fileprivate func savedEvents(_ id: CommitID, in round: RoundID) throws -> [ScoreEvent]? {
    guard let saved: RoundID = try value("SELECT round_id FROM commits WHERE id = ?", [id]) else {
      return nil
    }
    guard saved == round else { throw ScoreLogRefusal.commitExists(id) }
    return try events("WHERE e.commit_id = ? ORDER BY e.sequence", [id])
  }

  /// Whether an event `e` says that there is no score on a hole.
  ///
  /// Without strokes an undoing says so only where it is marked: else nothing stands after it. Other
  /// events without strokes, which another program may have written, always say so.
  static let isNoScore = "(e.strokes IS NULL AND (e.takes_back IS NULL OR e.no_score = 1))"

  /// Returns events in all rounds or some; a player who is missing, as in a damaged file, has no
  /// name.
  func events(_ clause: String, _ values: [any Storable] = []) throws -> [ScoreEvent] {
    try rows(
      """
      SELECT e.id, e.round_id, coalesce(p.name, ''), e.hole, e.strokes, e.supersedes,
          e.takes_back, e.reported_by, e.device, e.input, e.transcript, e.confidence, e.at,
          e.clip, e.utterance_id, \(Database.isNoScore)
        FROM score_events e
        LEFT JOIN round_players p ON p.round_id = e.round_id AND p.position = e.player
        \(clause)
      """, values
    ) { row in
      let id: EventID = try row[0]
      let count: Int? = try row[4]
      let strokes = count.flatMap { Strokes($0) }
      guard let input = ScoreEvent.Input(rawValue: try row[9]), strokes?.count == count else {
        throw ScoreStoreError.corrupt(path: path, reason: "event \"\(id)\" has values out of range")
      }
      let isNoScore = try row[15] as Int == 1
      return ScoreEvent(
        id: id, round: try row[1], player: try row[2], hole: try row[3],
        result: strokes.map { .strokes($0) } ?? (isNoScore ? .noScore : nil),
        supersedes: try row[5], takesBack: try row[6], reportedBy: try row[7],
        device: try row[8], input: input, transcript: try row[10], confidence: try row[11],
        at: try row[12], clip: try row[13], utterance: try row[14])
    }
  }

  /// Appends events of a commit, which may have none.
  func append(_ events: [ScoreEvent], of commit: CommitID, in record: RoundRecord) throws {
    if try !exists("SELECT 1 FROM commits WHERE id = ?", [commit]) {
      try run("INSERT INTO commits (id, round_id) VALUES (?, ?)", [commit, record.id])
    }
    for event in events {
      guard let player = record.player(called: event.player) else {
        throw ScoreLogRefusal.unknownPlayer(event.player, record.id)
      }
      try run(
        """
        INSERT INTO score_events
          (id, commit_id, round_id, player, hole, strokes, supersedes, takes_back, reported_by,
            device, input, transcript, confidence, at, clip, utterance_id, no_score)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          event.id, commit, record.id, player.index, event.hole, event.result?.strokes?.count,
          event.supersedes, event.takesBack, event.reportedBy, event.device, event.input.rawValue,
          event.transcript, event.confidence, event.at, event.clip, event.utterance,
          event.result == .noScore ? 1 : 0,
        ])
    }
  }

  fileprivate func save(_ utterance: UtteranceEvidence) throws {
    if let known = try utterances("WHERE id = ?", [utterance.id]).first {
      guard known == utterance else { throw ScoreLogRefusal.utteranceExists(utterance.id) }
      return
    }
    guard try exists("SELECT 1 FROM rounds WHERE id = ?", [utterance.round]) else {
      throw ScoreLogRefusal.unknownRound(utterance.round)
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

  fileprivate func utterances(
    _ clause: String, _ values: [any Storable]
  ) throws -> [UtteranceEvidence] {
    try rows(
      """
      SELECT id, round_id, hole, start_seconds, end_seconds, transcript, result, details, clip, at
        FROM utterances \(clause)
      """, values
    ) { row in
      let id: UtteranceID = try row[0]
      guard let result = ParseStatus(rawValue: try row[6]) else {
        throw ScoreStoreError.corrupt(
          path: path, reason: "utterance \"\(id)\" has values out of range")
      }
      return UtteranceEvidence(
        id: id, round: try row[1], hole: try row[2], startSeconds: try row[3],
        endSeconds: try row[4], transcript: try row[5], result: result, details: try row[7],
        clip: try row[8], at: try row[9])
    }
  }
}
