public import Golf

extension ScoreStore {
  /// Returns the log as JSON Lines: one event a line, in the log's order.
  ///
  /// The first line of each round tells of the round as well, under `roundInfo`. Rounds without a
  /// score, and what was heard, are no part of the log. Equal logs give equal bytes.
  ///
  /// - Parameter round: The round to export, or nil for all.
  /// - Returns: The lines without their ends.
  /// - Throws: ``ScoreStoreError``, of kind ``ScoreStoreError/refused(_:)`` with
  ///   ``ScoreLogRefusal/unknownRound(_:)`` where there is no such round.
  public func exportLines(round: RoundID? = nil) throws(ScoreStoreError) -> [String] {
    try database.read { () throws(ScoreStoreError) in
      let events: [ScoreEvent]
      if let round {
        _ = try database.round(round)
        events = try database.events(of: round)
      } else {
        events = try database.events("ORDER BY e.sequence")
      }
      let groups = Dictionary(grouping: events, by: \.round)
      var told: Set<RoundID> = []
      var lines: [String] = []
      for event in events {
        guard told.insert(event.round).inserted else {
          lines.append(EventLine(event: event, round: nil).json(phase: nil))
          continue
        }
        let record = try database.round(event.round)
        let card = Scorecard(record, replaying: groups[event.round, default: []])
        lines.append(EventLine(event: event, round: record).json(phase: card.phase))
      }
      return lines
    }
  }

  /// Adds the events of an exported log: all that are new, or none where it throws.
  ///
  /// What is there already, the same, is passed over, so importing twice changes nothing. A round
  /// of which no line has `roundInfo` is made from its events: 18 holes of par 3, its players
  /// guests in the order of appearance.
  ///
  /// - Parameter lines: The lines, without their ends; empty ones are passed over.
  /// - Returns: What was added.
  /// - Throws: ``ScoreStoreError/badLine(number:reason:)`` for a line that is no event, or that
  ///   contradicts the log or a rule.
  @discardableResult
  public func importLines(_ lines: some Sequence<String>) throws(ScoreStoreError) -> ImportSummary {
    let new = try LogImport(lines)
    return try database.write { () throws(ScoreStoreError) in
      var roundsAdded = 0
      var records: [RoundID: RoundRecord] = [:]
      for round in new.rounds {
        if let known = try database.knownRound(round.record.id) {
          if round.isTold { try Self.requireAgreement(round, with: known) }
          records[known.id] = known
        } else {
          try database.atLine(round.number) { () throws(ScoreStoreError) in
            try database.insert(round.record)
          }
          records[round.record.id] = round.record
          roundsAdded += 1
        }
        try database.atLine(round.number) { () throws(ScoreStoreError) in
          try database.startImported(round.record)
        }
      }
      var added = 0
      for line in new.events {
        let isNew = try database.atLine(line.number) { () throws(ScoreStoreError) in
          guard let record = records[line.event.round] else {
            throw .refused(.unknownRound(line.event.round))
          }
          return try database.insertIfNew(line.event, record)
        }
        if isNew { added += 1 }
      }
      for round in new.rounds {
        guard let finish = round.record.finish,
          try database.round(round.record.id).finish == nil
        else { continue }
        try database.finish(round.record.id, at: finish.at)
      }
      return ImportSummary(
        roundsAdded: roundsAdded, eventsAdded: added, eventsKnown: new.events.count - added)
    }
  }

  /// Checks that a round is what the log has already, or an earlier or later state of it.
  private static func requireAgreement(
    _ round: LogImport.Round, with known: RoundRecord
  ) throws(ScoreStoreError) {
    func agree(_ left: String?, _ right: String?) -> Bool {
      left == nil || right == nil || left == right
    }
    let told = round.record
    guard told.course == known.course, told.pars == known.pars, told.entrants == known.entrants,
      told.organiser == known.organiser, told.createdAt == known.createdAt,
      agree(told.startedAt, known.startedAt), agree(told.finish?.at, known.finish?.at)
    else {
      throw .badLine(
        number: round.number,
        reason: "round \"\(known.id)\" is another in the log than in \"roundInfo\"")
    }
  }
}

extension Database {
  /// Puts a refusal down to a line.
  fileprivate func atLine<Value>(
    _ number: Int, _ body: () throws(ScoreStoreError) -> Value
  ) throws(ScoreStoreError) -> Value {
    do throws(ScoreStoreError) {
      return try body()
    } catch {
      switch error {
      case .refused(let refusal): throw .badLine(number: number, reason: refusal.description)
      case .ruleBroken(_, let reason): throw .badLine(number: number, reason: reason)
      default: throw error
      }
    }
  }

  /// Makes a round with its players; who is no guest is found among the registered players by
  /// display name, or registered.
  fileprivate func insert(_ record: RoundRecord) throws(ScoreStoreError) {
    try insertRound(
      record.id, course: record.course, pars: record.pars, organiser: record.organiser,
      createdAt: record.createdAt)
    for entrant in record.entrants {
      var row: Int?
      if !entrant.isGuest {
        let key = NameKey(entrant.player.name).letters
        row = try registered("WHERE name_key = ?", [.text(key)]).first?.id
        if row == nil { row = try register(entrant.player) }
      }
      try insert(entrant, playerRow: row, round: record.id)
    }
  }

  /// Starts a round that has events as it started elsewhere.
  fileprivate func startImported(_ record: RoundRecord) throws(ScoreStoreError) {
    let known = try round(record.id)
    guard known.finish == nil else { return }
    try start(known, at: record.startedAt ?? record.createdAt)
  }

  /// Appends an event unless it is there already; returns whether it was new.
  fileprivate func insertIfNew(
    _ new: ScoreEvent, _ record: RoundRecord
  ) throws(ScoreStoreError) -> Bool {
    if let known = try event(new.id) {
      guard known == new else {
        throw .ruleBroken(path: path, reason: "event \"\(new.id)\" is another in the log")
      }
      return false
    }
    try append([new], of: new.id.commit, in: record)
    return true
  }
}
