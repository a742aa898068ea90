internal import HyzerBase

/// The events of the table, one row each: what counts in columns, and the line that other logs get.
extension Database {
  private static let columns =
    "id, round_id, clock, device, number, kind, player, hole, strokes, no_score, supersedes, takes_back"
  private static let changeColumns = "entrant, away, score_count, organiser_device"
  private static let rest =
    "reported_by, device_name, input, transcript, confidence, at, clip, utterance_id"

  func loggedEvents(_ clause: String, _ values: [any Storable]) throws -> [LoggedEvent] {
    try rows(
      "SELECT \(Self.columns), \(Self.rest), \(Self.changeColumns), line FROM events \(clause)",
      values
    ) { LoggedEvent(try logEvent($0), line: try $0[24]) }
  }

  /// Returns score events in all rounds or some; those `onlyToFold` say nothing of who said what and when.
  func scoreEvents(
    _ clause: String, _ values: [any Storable] = [], onlyToFold: Bool = false
  ) throws -> [ScoreEvent] {
    let rest = onlyToFold ? "'', '', 'typed', NULL, NULL, '', NULL, NULL" : Self.rest
    return try rows("SELECT \(Self.columns), \(rest) FROM events \(clause)", values, scoreEvent)
  }

  func changes(_ clause: String, _ values: [any Storable] = []) throws -> [RoundChange] {
    try rows(
      "SELECT \(Self.columns), \(Self.rest), \(Self.changeColumns) FROM events \(clause)", values,
      roundChange)
  }

  private func logEvent(_ row: Row) throws -> LogEvent {
    let hole: Int? = try row[7]
    return hole == nil ? .change(try roundChange(row)) : .score(try scoreEvent(row))
  }

  private func position(_ row: Row) throws -> LogPosition {
    LogPosition(clock: try row[2], device: try row[3], number: try row[4])
  }

  private func scoreEvent(_ row: Row) throws -> ScoreEvent {
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
      id: id, position: try position(row), round: try row[1], player: try row[6] as String? ?? "",
      hole: try row[7], result: strokes.map { .strokes($0) } ?? (isNoScore ? .noScore : nil),
      kind: kind, supersedes: supersedes, takesBack: try row[11], reportedBy: try row[12],
      deviceName: try row[13], input: input, transcript: try row[15], confidence: try row[16],
      at: try row[17], clip: try row[18], utterance: try row[19])
  }

  private func roundChange(_ row: Row) throws -> RoundChange {
    let id: ChangeID = try row[0]
    let entrant: String? = try row[20]
    guard let kind = RoundChange.Kind(rawValue: try row[5]), let away = [Int](json: try row[21])
    else {
      throw ScoreStoreError.corrupt(path: path, reason: "change \"\(id)\" has values out of range")
    }
    return RoundChange(
      RoundChange.Stamp(
        id: id, reportedBy: try row[12], deviceName: try row[13], at: try row[17]),
      position: try position(row), round: try row[1], kind: kind, player: try row[6],
      entrant: entrant.flatMap(EventLine.entrant), away: away, organiserDevice: try row[23],
      scoreCount: try row[22])
  }

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

  /// Appends an event, and of a score what it was saved with.
  func append(_ logged: LoggedEvent) throws {
    let own: [any Storable]
    switch logged.event {
    case .score(let event):
      try keep(event.id.commit, of: event.round)
      own = [
        event.kind.rawValue, event.player, event.hole, event.result?.strokes?.count,
        event.result == .noScore ? 1 : 0, event.supersedes.map(\.rawValue).json, event.takesBack,
        event.reportedBy, event.deviceName, event.input.rawValue, event.transcript,
        event.confidence, event.at, event.clip, event.utterance, SQLValue.null, SQLValue.null,
        SQLValue.null, SQLValue.null, event.id.commit,
      ]
    case .change(let change):
      own = [
        change.kind.rawValue, change.player, SQLValue.null, SQLValue.null, 0, "[]", SQLValue.null,
        change.stamp.reportedBy, change.stamp.deviceName, ScoreEvent.Input.typed.rawValue,
        SQLValue.null, SQLValue.null, change.at, SQLValue.null, SQLValue.null,
        change.entrant.map(EventLine.object)?.json, change.away.json, change.scoreCount,
        change.organiserDevice, SQLValue.null,
      ]
    }
    let place = logged.position
    try run(
      """
      INSERT INTO events (\(Self.columns), \(Self.rest), \(Self.changeColumns), commit_id, line,
          sequence, brought_by, brought_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
          (\(Self.lastSequence)) + 1, ?, ?)
      """,
      [logged.id, logged.round, place.clock, place.device, place.number] + own
        + [logged.line, bringer?.device, bringer?.at])
    // SQLite has no exclusive or.
    try run(
      "UPDATE rounds SET digest = (digest | ?1) - (digest & ?1) WHERE id = ?2",
      [EventsDigest(of: logged.id), logged.round])
    if case .change(let change) = logged.event, change.kind == .delete {
      try run("DELETE FROM current_hole WHERE round_id = ?", [change.round])
    }
  }
}
