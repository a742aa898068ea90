internal import DiscGolf

/// An event as a hub keeps it: a text whose meaning is the hosts' business.
package struct HubEvent: Hashable, Sendable {
  package let device: DeviceID
  /// Counts the device's events of the round, from 1 without a gap.
  package let number: Int
  /// The event as JSON on one line.
  package let line: String

  package init(device: DeviceID, number: Int, line: String) {
    (self.device, self.number, self.line) = (device, number, line)
  }
}

/// Where a device's event stands.
package struct HubPosition: Hashable, Sendable {
  package let round: RoundID
  package let number: Int

  package init(round: RoundID, number: Int) { (self.round, self.number) = (round, number) }
}

/// How much a hub has.
package struct HubSize: Hashable, Sendable {
  package let rounds: Int
  package let events: Int

  package init(rounds: Int, events: Int) { (self.rounds, self.events) = (rounds, events) }
}

/// What became of an event that was sent to a hub.
package enum HubOutcome: String, Hashable, Sendable {
  case added
  /// It is there already, word for word.
  case known
  /// Another event has its number.
  case conflict
  /// An earlier one of its device is missing.
  case gap
  /// The hub takes nothing more from its device.
  case revoked
}

/// A device that a hub has heard the name of.
package struct HubDevice: Hashable, Sendable {
  package let device: DeviceID
  package let name: String
  /// When the hub was told to take nothing more from it, in PostgreSQL's form; nil where it was not.
  package let revokedAt: String?

  package init(device: DeviceID, name: String, revokedAt: String?) {
    (self.device, self.name, self.revokedAt) = (device, name, revokedAt)
  }
}

/// What installing did.
package struct HubInstallation: Hashable, Sendable {
  /// Whether the database was no hub before.
  package let isNew: Bool
  /// Whether the roles `hyzer_writer` and `hyzer_reader` are there; servers of others may not allow to make
  /// them.
  package let hasRoles: Bool

  package init(isNew: Bool, hasRoles: Bool) { (self.isNew, self.hasRoles) = (isNew, hasRoles) }
}

extension HubConnection {
  // MARK: - The schema

  /// Makes the database a hub, or brings one up to date; does nothing where it is.
  ///
  /// - Throws: ``HubError/newerSchema(_:version:supported:)`` and others; then nothing has changed.
  package func install() throws(HubError) -> HubInstallation {
    _ = try rows("BEGIN")
    do {
      let installation = try installWithin()
      _ = try rows("COMMIT")
      return installation
    } catch {
      // The first failure is the one to report; without a connection there is nothing to roll back.
      _ = try? rows("ROLLBACK")
      throw error
    }
  }

  private func installWithin() throws(HubError) -> HubInstallation {
    // Let go of with the transaction.
    _ = try rows("SELECT pg_advisory_xact_lock(\(HubSchema.lock))")
    guard try rows("SHOW server_encoding") == [["UTF8"]] else {
      throw .refused(
        place, state: "22P05", reason: "the database does not keep texts in UTF-8, as names need")
    }
    let isThere = try rows("SELECT to_regclass('hyzer.version') IS NOT NULL") == [["t"]]
    if !isThere { _ = try rows("CREATE SCHEMA IF NOT EXISTS hyzer") }
    let version = isThere ? try version() : 0
    for (index, migration) in HubSchema.migrations.enumerated().dropFirst(version) {
      _ = try rows(migration)
      _ = try rows("INSERT INTO hyzer.version (number) VALUES (\(index + 1))")
    }
    let hasRoles = try rows(HubSchema.roles) == [["2"]]
    if hasRoles { _ = try rows(HubSchema.grants) }
    return HubInstallation(isNew: version == 0, hasRoles: hasRoles)
  }

  /// Checks that the database is a hub that this program knows.
  ///
  /// - Throws: ``HubError/notAHub(_:)``, ``HubError/newerSchema(_:version:supported:)``.
  package func requireHub() throws(HubError) {
    guard try version() == HubSchema.version else { throw .notAHub(place) }
  }

  private func version() throws(HubError) -> Int {
    let version = try integer(rows("SELECT coalesce(max(number), 0) FROM hyzer.version"))
    guard version <= HubSchema.version else {
      throw .newerSchema(place, version: version, supported: HubSchema.version)
    }
    return version
  }

  // MARK: - The log

  /// Adds events to a round, and returns what became of each.
  ///
  /// Those of each device come in the order of their numbers; several hundred take well under a second.
  /// The round's description is kept where the round is new to the hub. Where it throws, either all
  /// were added or none, and to send them again is harmless.
  package func append(
    _ events: [HubEvent], to round: RoundID, info: String
  ) throws(HubError) -> [HubOutcome] {
    let answers = try rows(
      "SELECT hyzer.append($1, $2, $3::text[], $4::bigint[], $5::text[])",
      [
        round.rawValue, info, Self.list(events.map(\.device.rawValue)),
        Self.list(events.map { String($0.number) }), Self.list(events.map(\.line)),
      ])
    let outcomes = answers.compactMap { $0.first.flatMap(HubOutcome.init) }
    guard outcomes.count == events.count else {
      throw .badAnswer(place, reason: "\(outcomes.count) outcomes for \(events.count) events")
    }
    return outcomes
  }

  /// Returns how many events each round has: where the number is not the one of last time, there are others.
  ///
  /// A hub restored from a backup may have the same number again. It has cut its connections then, so
  /// who compares ``vectors()`` after each connecting misses nothing.
  package func heads() throws(HubError) -> [RoundID: Int] {
    var heads: [RoundID: Int] = [:]
    for row in try rows("SELECT id, seq FROM hyzer.rounds") {
      heads[RoundID(row[0])] = try integer(row[1])
    }
    return heads
  }

  /// Returns how many rounds the hub has, and how many events in all: what to ask for often, since neither
  /// ever sinks.
  package func size() throws(HubError) -> HubSize {
    let row = try rows("SELECT count(*), coalesce(sum(seq), 0) FROM hyzer.rounds").first ?? []
    return HubSize(rounds: try integer(row.first ?? ""), events: try integer(row.last ?? ""))
  }

  /// Returns what the hub has of each round.
  package func vectors() throws(HubError) -> [RoundID: VersionVector] {
    var vectors: [RoundID: VersionVector] = [:]
    let sql = "SELECT round, device, max(number) FROM hyzer.events GROUP BY round, device"
    for row in try rows(sql) {
      vectors[RoundID(row[0]), default: VersionVector()][DeviceID(row[1])] = try integer(row[2])
    }
    return vectors
  }

  /// Returns a round's description; nil where the hub does not know the round.
  package func info(of round: RoundID) throws(HubError) -> String? {
    try rows("SELECT info FROM hyzer.rounds WHERE id = $1", [round.rawValue]).first?[0]
  }

  /// Returns events of a round that a vector lacks, the first `limit` in the order in which they came.
  package func events(
    of round: RoundID, after vector: VersionVector, limit: Int
  ) throws(HubError) -> [HubEvent] {
    let known = vector.numbers.sorted { $0.key < $1.key }
    let found = try rows(
      """
      SELECT e.device, e.number, e.line FROM hyzer.events e
        LEFT JOIN unnest($2::text[], $3::bigint[]) AS k (device, number) ON k.device = e.device
        WHERE e.round = $1 AND e.number > coalesce(k.number, 0) ORDER BY e.seq LIMIT $4::bigint
      """,
      [
        round.rawValue, Self.list(known.map(\.key.rawValue)),
        Self.list(known.map { String($0.value) }), String(limit),
      ])
    var events: [HubEvent] = []
    for row in found {
      events.append(
        HubEvent(device: DeviceID(row[0]), number: try integer(row[1]), line: row[2]))
    }
    return events
  }

  /// Returns the lines of a device's events at places, where there are such.
  package func lines(
    of device: DeviceID, at places: [HubPosition]
  ) throws(HubError) -> [HubPosition: String] {
    let found = try rows(
      """
      SELECT e.round, e.number, e.line FROM unnest($2::text[], $3::bigint[]) AS k (round, number)
        JOIN hyzer.events e ON e.round = k.round AND e.device = $1 AND e.number = k.number
      """,
      [
        device.rawValue, Self.list(places.map(\.round.rawValue)),
        Self.list(places.map { String($0.number) }),
      ])
    var lines: [HubPosition: String] = [:]
    for row in found {
      lines[HubPosition(round: RoundID(row[0]), number: try integer(row[1]))] = row[2]
    }
    return lines
  }

  // MARK: - Devices

  /// Returns the devices that were named or revoked.
  package func devices() throws(HubError) -> [HubDevice] {
    let columns = "device, name, coalesce(revoked_at::text, '')"
    return try rows("SELECT \(columns) FROM hyzer.devices ORDER BY device").map {
      HubDevice(device: DeviceID($0[0]), name: $0[1], revokedAt: $0[2].isEmpty ? nil : $0[2])
    }
  }

  /// Says what people call a device.
  package func setName(_ name: String, of device: DeviceID) throws(HubError) {
    _ = try rows("SELECT hyzer.name_device($1, $2)", [device.rawValue, name])
  }

  /// Lets the hub take nothing more from a device, for ever; only the hub's owner may.
  package func revoke(_ device: DeviceID) throws(HubError) {
    _ = try rows(
      """
      INSERT INTO hyzer.devices (device, revoked_at) VALUES ($1, now())
        ON CONFLICT (device) DO UPDATE SET revoked_at = coalesce(devices.revoked_at, now())
      """, [device.rawValue])
  }

  // MARK: - Values

  private func integer(_ rows: [[String]]) throws(HubError) -> Int {
    try integer(rows.first?.first ?? "")
  }

  private func integer(_ text: String) throws(HubError) -> Int {
    guard let number = Int(text) else {
      throw .badAnswer(place, reason: "\"\(text)\" instead of a number")
    }
    // Also after the greatest that somebody forges, sums are numbers.
    return min(number, LogPosition.range.upperBound)
  }

  /// Returns an array as PostgreSQL reads it ("Array Input and Output Syntax" in its manual).
  private static func list(_ texts: [String]) -> String {
    var list = "{"
    for text in texts {
      list += list.utf8.count > 1 ? ",\"" : "\""
      for scalar in text.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { list.unicodeScalars.append("\\") }
        list.unicodeScalars.append(scalar)
      }
      list += "\""
    }
    return list + "}"
  }
}
