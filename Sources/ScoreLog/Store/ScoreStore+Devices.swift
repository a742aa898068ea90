internal import DiscGolf
internal import HyzerBase

/// A device whose events the log has, or the log's own.
package struct DeviceSummary: Hashable, Sendable {
  package let id: DeviceID
  /// What people call it; empty where nobody has said.
  package let name: String
  /// How many events of it the log has, in all rounds.
  package let eventCount: Int
  /// When it made the last of them; nil where there are none.
  package let lastAt: String?
  package let isRevoked: Bool
  /// Whom it admits to which rounds, where it is a phone; nil for a log.
  package var phone: Admission?
}

/// How much a log has.
package struct LogExtent: Hashable, Sendable {
  /// The device that the log is.
  package let device: DeviceID
  /// How much of the events of every round that has started.
  package let vectors: [RoundID: VersionVector]
  /// How many events of a round have the number of another one of their device; no round without some.
  package let doubles: [RoundID: Int]
  /// That of the event that was added last.
  let sequence: Int
}

/// Which rounds of a log have something that another log does not know of.
package struct LogNews: Sendable {
  package let extent: LogExtent
  /// Those that have started: the ones that are being played first, and then the latest.
  package let rounds: [RoundID]
  /// Whether these are all, since the place from which the news were asked for is none of the log's.
  package let isWhole: Bool
  /// How far the log has come; nil where it has no events.
  package let place: LogPlace?
}

/// An event that a log does not take in, and why.
package struct RefusedEvent: Hashable, Sendable {
  package enum Cause: String, Hashable, Sendable {
    case deviceRevoked
    /// Another round of that identifier is in the log, or none.
    case otherRound
    case badEvent
  }

  package let round: RoundID
  package let id: String
  package let position: LogPosition
  package let cause: Cause
  package let reason: String

  init(_ round: RoundID, _ event: LoggedEvent, _ error: any Error) {
    (self.round, id, position) = (round, event.id, event.position)
    reason = ScoreStore.reason(error)
    cause =
      switch error {
      case ScoreLogRefusal.deviceRevoked: .deviceRevoked
      case ScoreLogRefusal.unknownRound: .otherRound
      default: .badEvent
      }
  }
}

extension ScoreStore {
  /// The device that the log's file is; that of no device where it cannot be written.
  package func thisDevice() throws(ScoreStoreError) -> DeviceID { try once { try $0.thisDevice() } }

  /// Returns the device that the log's file is, and those that it was before.
  package func ownDevices() throws(ScoreStoreError) -> Set<DeviceID> {
    try once { try $0.ownDevices() }
  }

  /// Who enters scores on the log's device; nil where nobody has said.
  package func person() throws(ScoreStoreError) -> String? {
    try once { try $0.value("SELECT person FROM this_device WHERE person IS NOT NULL") }
  }

  package func setPerson(_ name: String) throws(ScoreStoreError) {
    try write(for: .bookkeeping) { database in
      try Database.requireSpeakable(Player(name: name))
      try database.run("UPDATE this_device SET person = ?", [name])
    }
  }

  /// What people call the log's device; nil where nobody has said.
  package func thisDeviceName() throws(ScoreStoreError) -> String? {
    try once { try $0.thisDeviceName() }
  }

  package func nameThisDevice(_ name: String) throws(ScoreStoreError) {
    try write { try $0.run("UPDATE this_device SET name = ?", [name]) }
  }

  /// Returns the log's own device, then all others of which it has events, and phones that joined a round, by
  /// name.
  package func devices() throws(ScoreStoreError) -> [DeviceSummary] {
    try read { database in
      let own = try database.thisDevice()
      let revoked = Set<DeviceID>(try database.rows("SELECT id FROM revoked_devices") { try $0[0] })
      let ownName = try database.thisDeviceName()
      // A bare column stands for the row of the maximum, SQLite says.
      let admissions = try database.admissions().filter { !$0.isIssued }
      let phone = Dictionary(
        admissions.filter { !$0.isMember }.map { ($0.device, $0) },
        uniquingKeysWith: { first, _ in first })
      let found = try database.rows(
        """
        SELECT device, device_name, count(*), max(at) FROM events
          WHERE device <> ? GROUP BY device ORDER BY device_name, device
        """, [DeviceID.unknown]
      ) { row in
        let id: DeviceID = try row[0]
        return DeviceSummary(
          id: id, name: id == own ? try ownName ?? row[1] : try row[1], eventCount: try row[2],
          lastAt: try row[3], isRevoked: revoked.contains(id), phone: phone[id])
      }
      let known = Set(found.map(\.id))
      let silent = admissions.filter { !known.contains($0.device) }.map { admission in
        DeviceSummary(
          id: admission.device, name: admission.player ?? "", eventCount: 0, lastAt: nil,
          isRevoked: revoked.contains(admission.device), phone: phone[admission.device])
      }
      let this =
        found.first { $0.id == own }
        ?? DeviceSummary(id: own, name: ownName ?? "", eventCount: 0, lastAt: nil, isRevoked: false)
      return [this]
        + (found.filter { $0.id != own } + silent).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }
  }

  /// Takes in no more events of a device, nor of the phone that was that device; those that are there stay.
  package func revoke(_ device: DeviceID) throws(ScoreStoreError) {
    try write { database in
      try database.run(
        """
        INSERT OR IGNORE INTO revoked_devices (id)
          SELECT ? UNION SELECT a.device FROM admissions a JOIN former_devices f USING (token_hash)
            WHERE f.device = ?
        """, [device, device])
    }
  }

  /// Takes in events of a revoked device again; those that it was not sent meanwhile have to come once more.
  package func unrevoke(_ device: DeviceID) throws(ScoreStoreError) {
    try write { database in
      try database.run(
        """
        DELETE FROM revoked_devices WHERE id = ? OR id IN
          (SELECT a.device FROM admissions a JOIN former_devices f USING (token_hash)
            WHERE f.device = ?)
        """, [device, device])
    }
  }
}

extension ScoreStore {
  /// Returns the devices that wrote as two, round by round.
  package func forks() throws(ScoreStoreError) -> [DeviceFork] { try read { try $0.forks() } }
}

extension Database {
  func forks() throws -> [DeviceFork] {
    let doubles: [(round: RoundID, id: String, position: LogPosition)] = try rows(
      """
      SELECT round_id, id, clock, device, number FROM events WHERE (round_id, device, number) IN
        (SELECT round_id, device, number FROM events GROUP BY 1, 2, 3 HAVING count(*) > 1)
      """
    ) { row in
      (
        try row[0], try row[1],
        LogPosition(clock: try row[2], device: try row[3], number: try row[4])
      )
    }
    return Dictionary(grouping: doubles, by: \.round).sorted { $0.key < $1.key }.flatMap {
      DeviceFork.found(among: $1.map { ($0.id, $0.position) }, of: $0)
    }
  }
}

// MARK: - Exchange with other logs

extension ScoreStore {
  /// Returns how much of the events of every round that has started the log has.
  package func vectors() throws(ScoreStoreError) -> [RoundID: VersionVector] {
    try extent().vectors
  }

  /// Returns how much the log has; where it is known how much it had, only what came since is read.
  package func extent(after known: LogExtent? = nil) throws(ScoreStoreError) -> LogExtent {
    try read { try $0.extent(after: known) }
  }

  /// Returns which events the log has of a round up to the numbers of a vector that it holds.
  package func heads(
    of round: RoundID, at vector: VersionVector
  ) throws(ScoreStoreError) -> RoundHeads {
    try read { RoundHeads(vector: vector, digests: try $0.digests(of: round, at: vector)) }
  }

  /// Whether the log has the same events as somebody else in the places that it has itself.
  package func agrees(
    with heads: RoundHeads, in round: RoundID
  ) throws(ScoreStoreError) -> Bool {
    try read { database in
      // What the log does not have up to the number cannot be compared, and has to come first.
      try database.digests(of: round, at: heads.vector)
        .allSatisfy { heads.digests[$0] == nil || heads.digests[$0] == $1 }
    }
  }

  /// Returns what is new in the log since a place, for a log that keeps the same rounds.
  package func news(
    after place: LogPlace?, knowing extent: LogExtent?
  ) throws(ScoreStoreError) -> LogNews {
    try read { database in
      let extent = try database.extent(after: extent)
      let from = place?.opening == opening ? place?.sequence ?? 0 : 0
      // Those that are being played come first, and then the latest.
      let rounds: [RoundID] = try database.rows(
        """
        SELECT rounds.id FROM rounds JOIN round_states ON round_id = rounds.id
          WHERE started_at IS NOT NULL
            AND (id IN (SELECT round_id FROM events WHERE sequence > ?)
              OR NOT EXISTS (SELECT 1 FROM events WHERE round_id = rounds.id))
          ORDER BY is_finished + is_deleted, created_at DESC, id
        """, [from]
      ) { try $0[0] }
      return LogNews(
        extent: extent, rounds: rounds, isWhole: from == 0,
        place: extent.sequence == 0
          ? nil : LogPlace(sequence: extent.sequence, opening: opening))
    }
  }

  /// Returns where the next event of a device stands in a round.
  package func nextPosition(
    in round: RoundID, of device: DeviceID
  ) throws(ScoreStoreError) -> LogPosition {
    try read { try $0.nextPosition(in: round, of: device) }
  }

  /// Returns a round that has started with its events after those of a vector, at most so many or all of one number,
  /// those of each device in the order of their numbers; nil where there is no such round.
  package func batch(
    of round: RoundID, after vector: VersionVector, limit: Int
  ) throws(ScoreStoreError) -> RoundBatch? {
    try read { database in
      guard let record = try database.knownRound(round), record.startedAt != nil else { return nil }
      let events = try database.loggedEvents(
        "WHERE round_id = ? ORDER BY number, device, id", [round]
      )
      .filter { !vector.contains($0.position) }
      return RoundBatch(round: record, events: events).prefix(limit)
    }
  }

  /// Adds events of other logs: all but those that contradict what is there.
  ///
  /// What is there already, the same, is passed over, and so is what comes after an event of its device
  /// that is missing, since vectors cannot say it: it comes again. If the current hole is complete with
  /// them, the next one becomes the current one.
  @discardableResult
  package func merge(_ batches: [RoundBatch]) throws(ScoreStoreError) -> [RefusedEvent] {
    try write(for: .receiving) { database in
      var refused: [RefusedEvent] = []
      let current = try database.openHole()
      for batch in batches {
        do {
          _ = try database.part { try database.merge(batch.round, except: []) }
        } catch let error where Self.isRefusal(error) {
          refused += batch.events.map { RefusedEvent(batch.round.id, $0, error) }
          continue
        }
        refused += try database.receiving { try database.merge(batch) }
      }
      // Who went back to a complete hole stays there.
      if let current { try database.moveOn(from: current, database.scorecard(of: current.round)) }
      return refused
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
  /// Adds the events of a batch whose round is there, and returns those that contradict the log.
  fileprivate func merge(_ batch: RoundBatch) throws -> [RefusedEvent] {
    let clocks = try greatestClocks(with: batch.events)
    var refused: [RefusedEvent] = []
    for event in batch.events {
      guard try hasEvent(before: event.position, in: batch.round.id) else { continue }
      do {
        guard event.round == batch.round.id else {
          throw ScoreLogRefusal.unknownRound(event.round)
        }
        try event.requireClock(within: clocks)
        _ = try part { try merge(event) }
      } catch let error where ScoreStore.isRefusal(error) {
        refused.append(RefusedEvent(event.round, event, error))
      }
    }
    return refused
  }

  /// Returns the digests of the events of each device up to the numbers of a vector, without the devices of which
  /// some of these are missing.
  fileprivate func digests(
    of round: RoundID, at vector: VersionVector
  ) throws -> [String: HistoryDigest] {
    var digests: [String: HistoryDigest] = [:]
    var found: VersionVector = VersionVector()
    _ = try rows(
      "SELECT device, number, id FROM events WHERE round_id = ? ORDER BY device, number", [round]
    ) { row in
      let (device, number): (DeviceID, Int) = (try row[0], try row[1])
      guard number <= vector[device], number <= found[device] + 1 else { return }
      found[device] = number
      digests[device.rawValue, default: HistoryDigest()].add(try row[2])
    }
    return digests.filter { found[DeviceID($0.key)] == vector[DeviceID($0.key)] }
  }

  fileprivate func extent(after known: LogExtent?) throws -> LogExtent {
    let device = try thisDevice()
    let sequence = try lastSequence()
    let known = known.flatMap { $0.sequence <= sequence ? $0 : nil }
    var (vectors, doubles) = (known?.vectors ?? [:], known?.doubles ?? [:])
    var rounds: Set<RoundID> = []
    // Up to the first gap an event's number is its place among the numbers of its device.
    _ = try rows(
      """
      SELECT round_id, device, max(number), count(*) FROM (
        SELECT round_id, device, number,
            dense_rank() OVER (PARTITION BY round_id, device ORDER BY number) AS place
          FROM events
          WHERE round_id IN (SELECT DISTINCT round_id FROM events WHERE sequence > ?))
        WHERE number = place GROUP BY round_id, device
      """, [known?.sequence ?? 0]
    ) { row in
      let (round, number, count): (RoundID, Int, Int) = (try row[0], try row[2], try row[3])
      vectors[round, default: VersionVector()][try row[1]] = number
      if rounds.insert(round).inserted { doubles[round] = nil }
      if count > number { doubles[round, default: 0] += count - number }
    }
    let started: [RoundID] = try rows("SELECT id FROM rounds WHERE started_at IS NOT NULL") {
      try $0[0]
    }
    for round in started where vectors[round] == nil { vectors[round] = VersionVector() }
    return LogExtent(device: device, vectors: vectors, doubles: doubles, sequence: sequence)
  }

  /// Returns the current hole; nil where everybody has it.
  fileprivate func openHole() throws -> CurrentHole? {
    guard let current = try currentHole(),
      try !scorecard(of: current.round).isComplete(hole: current.hole)
    else { return nil }
    return current
  }

  fileprivate func hasEvent(before position: LogPosition, in round: RoundID) throws -> Bool {
    try position.number == 1
      || exists(
        "SELECT 1 FROM events WHERE round_id = ? AND device = ? AND number = ?",
        [round, position.device, position.number - 1])
  }
}
