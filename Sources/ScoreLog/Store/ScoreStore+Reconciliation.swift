/// An event that a log does not take in, and why.
package struct RefusedEvent: Hashable, Sendable, Codable {
  package enum Cause: String, Hashable, Sendable, Codable {
    /// Another event of the device has the number, or that of one before.
    case numberTaken
    case deviceRevoked, notAllowed
    /// Another round of that identifier is in the log, or none.
    case otherRound
    case badEvent
  }

  package let round: RoundID
  /// Empty where the event cannot be read.
  package let id: String
  package let cause: Cause
  package let reason: String

  init(_ round: RoundID, _ id: String, _ cause: Cause, _ reason: String) {
    (self.round, self.id, self.cause, self.reason) = (round, id, cause, reason)
  }

  init(_ round: RoundID, _ event: LoggedEvent, _ error: any Error) {
    let cause: Cause =
      switch error {
      case ScoreLogRefusal.deviceRevoked: .deviceRevoked
      case ScoreLogRefusal.unknownRound: .otherRound
      default: .badEvent
      }
    self.init(round, event.id, cause, ScoreStore.reason(error))
  }
}

/// A part of what came into a log, in that order.
package struct LogStretch: Hashable, Sendable {
  package let rounds: [RoundLines]
  /// The identifiers of events that no log takes, since their lines are too long.
  package let tooLong: [String]
  /// Up to where the part goes, and up to where the log does.
  package let end, last: Int
}

/// What a log holds of each round of a group that has started.
package struct LogDigests: Hashable, Sendable {
  package let rounds: [RoundID: EventsDigest]
  /// Up to where that goes.
  package let sequence: Int

  package var total: EventsDigest { .total(of: rounds) }
}

/// What another log lacks of a round, and what it has beyond this one.
package struct LackedLines: Hashable, Sendable {
  package let lines: RoundLines?
  /// Where to go on, since there is more; nil where that is all.
  package let rest: Int?
  /// What this log lacks of what the other holds; empty while there is more.
  package let missing: [EventsDigest]
}

/// What came of lines of another log.
package struct MergedLines: Hashable, Sendable {
  /// Where in this log those are that it did not have.
  package let added: Range<Int>
  package let refused: [RefusedEvent]
}

/// Who brought events to a host, and when: not always who made them.
package struct Bringer: Hashable, Sendable {
  package let device: DeviceID
  /// By the host's clock, in the form of ``ScoreEvent/at``.
  package let at: String

  package init(device: DeviceID, at: String) { (self.device, self.at) = (device, at) }
}

// MARK: - What another log is given

extension ScoreStore {
  /// Returns how much has come into the log: events, and rounds that started.
  package func lastSequence() throws(ScoreStoreError) -> Int { try once { try $0.lastSequence() } }

  /// Returns the rounds that have started.
  package func startedRounds() throws(ScoreStoreError) -> Set<RoundID> {
    try once { database in
      Set(try database.rows("SELECT id FROM rounds WHERE started_at IS NOT NULL") { try $0[0] })
    }
  }

  /// Returns the newest rounds that are being played.
  package func openRounds(most count: Int) throws(ScoreStoreError) -> [RoundID] {
    try once { database in
      try database.rows(
        """
        SELECT id FROM rounds JOIN round_states ON round_id = id
          WHERE started_at IS NOT NULL AND is_finished = 0 AND is_deleted = 0
          ORDER BY created_at DESC, id LIMIT ?
        """, [count]
      ) { try $0[0] }
    }
  }

  /// Returns what came into the log after a place, as much as is sent at once.
  ///
  /// What came from where it goes is left out, and so are other groups' rounds. Where a round starts it comes with all
  /// that it had before.
  package func stretch(
    after sequence: Int, except known: [Range<Int>], of group: GroupID
  ) throws(ScoreStoreError) -> LogStretch {
    try read { try $0.stretch(after: sequence, except: known, of: group) }
  }

  package func digests(of group: GroupID) throws(ScoreStoreError) -> LogDigests {
    try read { database in
      let rounds: [(RoundID, EventsDigest)] = try database.rows(
        "SELECT id, digest FROM rounds r WHERE sequence IS NOT NULL AND \(Database.isOfGroup)",
        [group]
      ) { (try $0[0], try $0[1]) }
      return LogDigests(
        rounds: Dictionary(rounds, uniquingKeysWith: { first, _ in first }),
        sequence: try database.lastSequence())
    }
  }

  /// Returns what the log holds of a round, in parts of which each fits into a message; one part at least.
  package func held(of round: RoundID) throws(ScoreStoreError) -> [HeldEvents] {
    try once { database in
      HeldEvents.parts(of: round, try database.sentIDs(of: round).map { EventsDigest(of: $0.id) })
    }
  }

  /// Returns what somebody lacks of a round of a group, as much as is sent at once, beginning after a place.
  package func lines(
    lackedBy held: HeldEvents, after sequence: Int, of group: GroupID
  ) throws(ScoreStoreError) -> LackedLines {
    try read { database in
      let (theirs, here) = (Set(held.digests), try database.sentIDs(of: held.round, of: group))
      let own = here.map { (sequence: $0.sequence, digest: EventsDigest(of: $0.id)) }
      let wanted = own.filter {
        $0.sequence > sequence && held.speaks(of: $0.digest) && !theirs.contains($0.digest)
      }
      let (lines, rest) = try database.lines(of: held.round, wanted.map(\.sequence))
      return LackedLines(
        lines: lines, rest: rest,
        missing: rest == nil ? theirs.subtracting(own.map(\.digest)).sorted() : [])
    }
  }

  /// Returns events of a round by their digests, as much as is sent at once in each.
  package func lines(
    of round: RoundID, _ digests: [EventsDigest]
  ) throws(ScoreStoreError) -> [RoundLines] {
    try read { database in
      let wanted = Set(digests)
      var left = try database.sentIDs(of: round).filter {
        wanted.contains(EventsDigest(of: $0.id))
      }.map(\.sequence)
      var parts: [RoundLines] = []
      repeat {
        let (lines, rest) = try database.lines(of: round, left)
        if let lines { parts.append(lines) }
        left = rest.map { rest in left.filter { $0 > rest } } ?? []
      } while !left.isEmpty
      return parts
    }
  }

  /// Returns how many events came into the log after a place and not from where they go, and when the oldest was made.
  package func backlog(
    after sequence: Int, except known: [Range<Int>], of group: GroupID
  ) throws(ScoreStoreError) -> HubBacklog {
    try once { database in
      let times: [String] = try database.rows(
        """
        SELECT e.at, max(e.sequence, r.sequence)
          FROM (SELECT sequence FROM events WHERE sequence > ?1
              UNION SELECT events.sequence FROM rounds JOIN events ON round_id = rounds.id
                WHERE rounds.sequence > ?1) AS new
            JOIN events e ON e.sequence = new.sequence
            JOIN rounds r ON r.id = e.round_id AND r.sequence IS NOT NULL
          WHERE \(Database.isOfGroup)
        """, [sequence, group]
      ) { row in
        let place: Int = try row[1]
        return known.contains { $0.contains(place) } ? nil : try row[0] as String
      }.compactMap(\.self)
      return HubBacklog(count: times.count, since: times.min())
    }
  }
}

extension Database {
  /// That a round `r` is not another group's than the one that is to be bound.
  fileprivate static let isOfGroup = """
    NOT EXISTS (SELECT 1 FROM group_rounds g WHERE g.round_id = r.id AND g.group_id <> ?)
    """
  /// Chosen: about as many as are sent at once.
  private static let rowsAtOnce = 200

  fileprivate func stretch(
    after start: Int, except known: [Range<Int>], of group: GroupID
  ) throws -> LogStretch {
    // What came in is numbered without gaps, so that no more than so many rows are read, whatever the plan.
    let last = try lastSequence()
    // Who asks may say any place.
    let start = min(max(0, start), last)
    let limit = min(last, start + Self.rowsAtOnce)
    // An event of a round that started later comes with its start.
    let events: [(sequence: Int, round: RoundID, id: String, line: String)] = try rows(
      """
      SELECT e.sequence, e.round_id, e.id, e.line FROM events e JOIN rounds r ON r.id = e.round_id
        WHERE e.sequence > ? AND e.sequence <= ? AND r.sequence < e.sequence AND \(Self.isOfGroup)
        ORDER BY e.sequence
      """, [start, limit, group]
    ) { (try $0[0], try $0[1], try $0[2], try $0[3]) }
    let starts: [(sequence: Int, round: RoundID)] = try rows(
      """
      SELECT r.sequence, r.id FROM rounds r
        WHERE r.sequence > ? AND r.sequence <= ? AND \(Self.isOfGroup) ORDER BY r.sequence
      """, [start, limit, group]
    ) { (try $0[0], try $0[1]) }
    var parts = LineGatherer()
    var (tooLong, end) = ([String](), start)
    var (event, round) = (events[...], starts[...])
    while let next = [event.first?.sequence, round.first?.sequence].compactMap(\.self).min() {
      let isKnown = known.contains { $0.contains(next) }
      if let first = round.first, first.sequence == next {
        if !isKnown {
          guard try parts.begin(first.round, EventLine.info(of: self.round(first.round))) else {
            break
          }
          for (id, line) in try earlierLines(of: first.round, than: next) {
            if line.utf8.count > RoundLines.longestLine {
              tooLong.append(id)
            } else {
              parts.add(line, of: first.round, isForced: true)
            }
          }
        }
        round.removeFirst()
      } else if let first = event.first {
        if !isKnown {
          if first.line.utf8.count > RoundLines.longestLine {
            tooLong.append(first.id)
          } else if !parts.add(first.line, of: first.round) {
            break
          }
        }
        event.removeFirst()
      }
      end = next
    }
    if event.isEmpty && round.isEmpty { end = limit }
    return LogStretch(rounds: parts.rounds, tooLong: tooLong, end: end, last: last)
  }

  private func earlierLines(
    of round: RoundID, than sequence: Int
  ) throws -> [(id: String, line: String)] {
    try rows(
      "SELECT id, line FROM events WHERE round_id = ? AND sequence < ? ORDER BY sequence",
      [round, sequence]
    ) { (try $0[0], try $0[1]) }
  }

  /// Returns where the events of a round that has started are in the log, without those that are too long to be sent.
  fileprivate func sentIDs(
    of round: RoundID, of group: GroupID? = nil
  ) throws -> [(sequence: Int, id: String)] {
    try rows(
      """
      SELECT e.sequence, e.id FROM events e JOIN rounds r ON r.id = e.round_id
        WHERE r.id = ? AND r.sequence IS NOT NULL AND \(Self.isOfGroup) ORDER BY e.sequence
      """, [round, group]
    ) { (try $0[0], try $0[1]) }
  }

  /// Returns lines of a round by where they are in the log, as much as is sent at once, with what it was made with.
  ///
  /// Says where to go on if that is not all; nil where there is no such round to be sent. `sequences` ascend.
  fileprivate func lines(
    of round: RoundID, _ sequences: [Int]
  ) throws -> (lines: RoundLines?, rest: Int?) {
    guard let record = try knownRound(round), record.startedAt != nil else { return (nil, nil) }
    var parts = LineGatherer()
    _ = parts.begin(round, EventLine.info(of: record))
    var last: Int?
    for first in stride(from: 0, to: sequences.count, by: Self.rowsAtOnce) {
      let wanted = sequences[first..<min(first + Self.rowsAtOnce, sequences.count)]
      let found: [(sequence: Int, line: String)] = try rows(
        """
        SELECT sequence, line FROM events WHERE round_id = ? AND sequence >= ? AND sequence <= ?
          ORDER BY sequence
        """, [round, wanted.first, wanted.last]
      ) { (try $0[0], try $0[1]) }
      let isWanted = Set(wanted)
      for (sequence, line) in found
      where isWanted.contains(sequence) && line.utf8.count <= RoundLines.longestLine {
        guard parts.add(line, of: round) else { return (parts.rounds[0], last) }
        last = sequence
      }
    }
    return (parts.rounds.first, nil)
  }

  /// Returns the rounds whose digest is not that of their events.
  func wrongDigests() throws -> [RoundID] {
    var digests: [RoundID: EventsDigest] = [:]
    _ = try rows("SELECT round_id, id FROM events") { row in
      digests[try row[0], default: EventsDigest()].add(EventsDigest(of: try row[1]))
    }
    let noted: [(RoundID, EventsDigest)] = try rows("SELECT id, digest FROM rounds ORDER BY id") {
      (try $0[0], try $0[1])
    }
    return noted.filter { $1 != digests[$0] ?? EventsDigest() }.map { $0.0 }
  }
}

/// Puts lines together by their rounds, as many as are sent at once.
private struct LineGatherer {
  private var order: [RoundID] = []
  private var found: [RoundID: (info: String?, lines: [String])] = [:]
  private var size = 0

  var rounds: [RoundLines] {
    order.map { RoundLines(round: $0, info: found[$0]?.info, lines: found[$0]?.lines ?? []) }
  }

  /// Returns whether there was room; there is for the first.
  private mutating func makeRoom(_ bytes: Int, isForced: Bool) -> Bool {
    guard isForced || size == 0 || size + bytes <= RoundLines.size else { return false }
    size += bytes
    return true
  }

  mutating func begin(_ round: RoundID, _ info: String) -> Bool {
    guard makeRoom(RoundLines.size(of: info) + 100, isForced: false) else { return false }
    if found[round] == nil { order.append(round) }
    found[round, default: (nil, [])].info = info
    return true
  }

  @discardableResult
  mutating func add(_ line: String, of round: RoundID, isForced: Bool = false) -> Bool {
    let bytes = RoundLines.size(of: line) + (found[round] == nil ? 100 : 0)
    guard makeRoom(bytes, isForced: isForced) else { return false }
    if found[round] == nil { order.append(round) }
    found[round, default: (nil, [])].lines.append(line)
    return true
  }
}

extension EventsDigest: Storable {
  package var stored: SQLValue { .integer(Int(truncatingIfNeeded: Int64(bitPattern: bits))) }
  package init?(stored: SQLValue) {
    guard case .integer(let value) = stored else { return nil }
    self.init(bits: UInt64(bitPattern: Int64(value)))
  }
}

// MARK: - What other logs give

extension ScoreStore {
  /// Returns where the next event of a device stands in a round.
  package func nextPosition(
    in round: RoundID, of device: DeviceID
  ) throws(ScoreStoreError) -> LogPosition {
    try read { try $0.nextPosition(in: round, of: device) }
  }

  /// Adds lines of another log that keeps rounds of the same group: all but those that contradict what is there.
  ///
  /// What is there already, the same, is passed over. Where the lines are those of a joined host up to a place in its
  /// log, that is noted with them. A host says for each of the rounds who brought it.
  package func merge(
    _ sent: [RoundLines], of group: GroupID, by bringers: [Bringer] = [], from hub: String? = nil,
    upTo place: LogPlace? = nil
  ) throws(ScoreStoreError) -> [MergedLines] {
    try receive { database, isInParts in
      let start = try database.lastSequence()
      let current = try database.openHole()
      var merged: [MergedLines] = []
      defer { database.bringer = nil }
      for (index, lines) in sent.enumerated() {
        database.bringer = bringers.isEmpty ? nil : bringers[index]
        let before = try database.lastSequence()
        let refused = try database.receive(lines, of: group, isInParts)
        merged.append(
          MergedLines(added: before + 1..<(try database.lastSequence()) + 1, refused: refused))
      }
      if let current { try database.moveOn(from: current, database.scorecard(of: current.round)) }
      if let hub, let place {
        // Where the host had all that was there, it has all that is there now.
        try database.run(
          """
          UPDATE hubs SET seen_sequence = ?, seen_device = ?,
              sent_sequence = CASE sent_sequence WHEN ? THEN ? ELSE sent_sequence END WHERE address = ?
          """, [place.sequence, place.device, start, try database.lastSequence(), hub])
      }
      return merged
    }
  }

  /// Adds events of phones: all but those that contradict what is there.
  ///
  /// What is there already, the same, is passed over, and so is what comes after an event of its device that is
  /// missing, since vectors cannot say it: it comes again. If the current hole is complete with them, the next one
  /// becomes the current one.
  @discardableResult
  package func merge(
    _ batches: [RoundBatch], by bringer: Bringer? = nil
  ) throws(ScoreStoreError) -> [RefusedEvent] {
    try receive { database, isInParts in
      database.bringer = bringer
      defer { database.bringer = nil }
      let current = try database.openHole()
      let refused = try batches.flatMap { try database.receive($0, isInParts, inOrder: true) }
      // Who went back to a complete hole stays there.
      if let current { try database.moveOn(from: current, database.scorecard(of: current.round)) }
      return refused
    }
  }

  /// Writes what others give: all at once, or where something of it is refused, part by part, which takes much longer.
  private func receive<Value>(
    _ body: (_ database: Database, _ isInParts: Bool) throws -> Value
  ) throws(ScoreStoreError) -> Value {
    var isRefused = false
    do {
      return try write(for: .receiving) { database in
        do {
          return try body(database, false)
        } catch let error where Self.isRefusal(error) {
          isRefused = true
          throw error
        }
      }
    } catch {
      guard isRefused else { throw error }
      return try write(for: .receiving) { try body($0, true) }
    }
  }

  /// Whether an error is about what was to be saved, and not about the file.
  fileprivate static func isRefusal(_ error: any Error) -> Bool {
    guard let error = error as? ScoreStoreError else { return true }
    if case .ruleBroken = error { return true }
    return false
  }
}

extension Database {
  /// Adds lines of another log, and returns what cannot be added; throws at the first where that is not in parts.
  fileprivate func receive(
    _ sent: RoundLines, of group: GroupID, _ isInParts: Bool
  ) throws -> [RefusedEvent] {
    var (events, refused) = ([LoggedEvent](), [RefusedEvent]())
    func refuse(_ cause: RefusedEvent.Cause, _ reason: String, _ id: String = "") {
      refused.append(RefusedEvent(sent.round, id, cause, reason))
    }
    for line in sent.lines {
      guard line.utf8.count <= RoundLines.longestLine else {
        refuse(.badEvent, "it is too long")
        continue
      }
      guard let event = try? LoggedEvent(json: line), event.round == sent.round,
        event.position.number > 0
      else {
        refuse(.badEvent, "it cannot be read")
        continue
      }
      guard event.position.number <= RoundLines.mostOfDevice else {
        refuse(
          .notAllowed, "a device enters no more than \(RoundLines.mostOfDevice) events", event.id)
        continue
      }
      events.append(event)
    }
    func refuseRound(_ reason: String) -> [RefusedEvent] {
      refused
        + (events.isEmpty ? [""] : events.map(\.id)).map {
          RefusedEvent(sent.round, $0, .otherRound, reason)
        }
    }
    if try exists(
      "SELECT 1 FROM group_rounds WHERE round_id = ? AND group_id <> ?", [sent.round, group])
    {
      return refuseRound("the round is another group's")
    }
    let known = try knownRound(sent.round)
    let named = sent.info.map { info in Result { try EventLine.round(sent.round, info: info) } }
    switch named {
    case .success(let round)? where known != nil || round.startedAt != nil:
      return refused + (try receive(RoundBatch(round: round, events: events), isInParts))
    case nil:
      if let known {
        let batch = RoundBatch(round: known, events: events)
        return refused + (try receive(batch, isInParts, isKnown: known.startedAt != nil))
      }
      return refuseRound("it does not say what the round is")
    case .success?: return refuseRound("the round has not started")
    case .failure?: return refuseRound("what the round was made with cannot be read")
    }
  }

  /// Adds a round, unless it `isKnown` as it is, and its events but those that contradict the log, which it returns;
  /// `inOrder` leaves out what comes after an event that is missing.
  fileprivate func receive(
    _ batch: RoundBatch, _ isInParts: Bool, isKnown: Bool = false, inOrder: Bool = false
  ) throws -> [RefusedEvent] {
    if bringer != nil, try lastSequence() + batch.events.count > mostBrought {
      return batch.events.map {
        RefusedEvent(
          batch.round.id, $0.id, .notAllowed, "the group's log is full; ask who keeps it")
      }
    }
    do {
      if !isKnown { _ = try part { try merge(batch.round, except: []) } }
    } catch let error where ScoreStore.isRefusal(error) {
      return batch.events.map { RefusedEvent(batch.round.id, $0, error) }
    }
    let clocks = try greatestClocks(with: batch.events)
    func add(_ event: LoggedEvent) throws {
      if try inOrder && !hasEvent(before: event.position, in: batch.round.id) { return }
      guard event.round == batch.round.id else { throw ScoreLogRefusal.unknownRound(event.round) }
      try event.requireClock(within: clocks)
      _ = try merge(event)
    }
    return try receiving {
      var refused: [RefusedEvent] = []
      for event in batch.events {
        do {
          if isInParts { try part { try add(event) } } else { try add(event) }
        } catch let error where isInParts && ScoreStore.isRefusal(error) {
          refused.append(RefusedEvent(event.round, event, error))
        }
      }
      return refused
    }
  }

  private func hasEvent(before position: LogPosition, in round: RoundID) throws -> Bool {
    try position.number == 1
      || exists(
        "SELECT 1 FROM events WHERE round_id = ? AND device = ? AND number = ?",
        [round, position.device, position.number - 1])
  }

  /// Returns the current hole; nil where everybody has it.
  fileprivate func openHole() throws -> CurrentHole? {
    guard let current = try currentHole(),
      try !scorecard(of: current.round).isComplete(hole: current.hole)
    else { return nil }
    return current
  }
}
