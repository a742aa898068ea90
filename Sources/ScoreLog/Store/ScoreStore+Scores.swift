internal import DiscGolf
internal import HyzerBase

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
      let events = try commit.events(on: card, from: database.nextPosition(in: record.id))
      try database.start(record, at: commit.at)
      try database.append(events, of: commit.id, in: record)
      for event in events { card.apply(event) }
      try database.moveOn(from: CurrentHole(round: commit.round, hole: commit.hole), card)
      return try CommitOutcome(
        events: events, wasSavedBefore: false, current: database.currentHole())
    }
  }

  /// Takes back this device's last commit of the round that is not taken back yet.
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
      let card = try database.scorecard(of: record.id)
      guard let undoing = Undoing(on: card, by: try database.thisDevice()) else {
        throw ScoreLogRefusal.nothingToUndo(record.id)
      }
      if let wanted = request.commit, wanted != undoing.commit {
        throw ScoreLogRefusal.notTheLast(wanted, last: undoing.commit)
      }
      let events = undoing.events(request, on: card, from: try database.nextPosition(in: record.id))
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
    try read { Undoing(on: try $0.scorecard(of: round), by: try $0.thisDevice()) }
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
    try scoreEvents(
      "WHERE round_id = ? AND hole IS NOT NULL ORDER BY clock, device, number", [round])
  }

  func event(_ id: EventID) throws -> ScoreEvent? {
    try scoreEvents("WHERE id = ? AND hole IS NOT NULL", [id]).first
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

  /// Returns score events in all rounds or some; those `onlyToFold` say nothing of who said what and when.
  func scoreEvents(
    _ clause: String, _ values: [any Storable] = [], onlyToFold: Bool = false
  ) throws -> [ScoreEvent] {
    let rest =
      onlyToFold
      ? "'', '', 'typed', NULL, NULL, '', NULL, NULL"
      : "reported_by, device_name, input, transcript, confidence, at, clip, utterance_id"
    return try rows(
      """
      SELECT id, round_id, clock, device, number, kind, player, hole, strokes, no_score,
          supersedes, takes_back, \(rest)
        FROM events \(clause)
      """, values, scoreEvent)
  }

  private func scoreEvent(_ row: Statement) throws -> ScoreEvent {
    let id: EventID = try row[0]
    let count: Int? = try row[8]
    let strokes = count.flatMap { Strokes($0) }
    guard let input = ScoreEvent.Input(rawValue: try row[14]), strokes?.count == count,
      let kind = ScoreEvent.Kind(rawValue: try row[5]),
      let supersedes = try links(row[10])
    else {
      throw ScoreStoreError.corrupt(path: path, reason: "event \"\(id)\" has values out of range")
    }
    let isNoScore = try row[9] as Int == 1
    return ScoreEvent(
      id: id, position: LogPosition(clock: try row[2], device: try row[3], number: try row[4]),
      round: try row[1], player: try row[6] as String? ?? "", hole: try row[7],
      result: strokes.map { .strokes($0) } ?? (isNoScore ? .noScore : nil), kind: kind,
      supersedes: supersedes, takesBack: try row[11],
      reportedBy: try row[12], deviceName: try row[13], input: input, transcript: try row[15],
      confidence: try row[16], at: try row[17], clip: try row[18], utterance: try row[19])
  }

  /// Reads a list of identifiers; nil where it is none.
  private func links(_ json: String) -> [EventID]? {
    if json == "[]" { return [] }
    // Every event but the first of a cell has one, and identifiers seldom hold what JSON escapes.
    if json.hasPrefix("[\""), json.hasSuffix("\"]"),
      !json.utf8.dropFirst(2).dropLast(2).contains(where: {
        $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
      })
    {
      return [EventID(String(json.dropFirst(2).dropLast(2)))]
    }
    return [String](json: json)?.map { EventID($0) }
  }

  /// Appends events of a commit, which may have none.
  func append(_ events: [ScoreEvent], of commit: CommitID, in record: RoundRecord) throws {
    try keep(commit, of: record.id)
    for event in events { try append(event, of: commit) }
  }

  /// Notes a commit, unless it is known.
  func keep(_ commit: CommitID, of round: RoundID) throws {
    if try !exists("SELECT 1 FROM commits WHERE id = ?", [commit]) {
      try run("INSERT INTO commits (id, round_id) VALUES (?, ?)", [commit, round])
    }
  }

  func append(_ event: ScoreEvent, of commit: CommitID) throws {
    try run(
      """
      INSERT INTO events
        (id, round_id, clock, device, number, kind, player, hole, strokes, no_score, supersedes,
          takes_back, reported_by, device_name, input, transcript, confidence, at, clip,
          utterance_id, commit_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        event.id, event.round, event.position.clock, event.position.device, event.position.number,
        event.kind.rawValue, event.player, event.hole, event.result?.strokes?.count,
        event.result == .noScore ? 1 : 0, event.supersedes.map(\.rawValue).json, event.takesBack,
        event.reportedBy, event.deviceName, event.input.rawValue, event.transcript,
        event.confidence, event.at, event.clip, event.utterance, commit,
      ])
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
