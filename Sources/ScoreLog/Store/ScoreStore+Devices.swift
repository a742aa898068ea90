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

  /// Goes on as another device, where a host cannot tell that this one is what it was.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` where that device has written something.
  package func become(_ device: DeviceID) throws(ScoreStoreError) {
    try write(for: .receiving) { database in
      guard try !database.exists("SELECT 1 FROM events WHERE device = ?", [device]) else {
        throw ScoreLogRefusal.deviceTaken(device)
      }
      try database.setThisDevice(device)
    }
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
      let admissions = try database.admissions().filter { !$0.isIssued }
      let phone = Dictionary(
        admissions.filter { !$0.isMember }.map { ($0.device, $0) },
        uniquingKeysWith: { first, _ in first })
      let found = try database.rows(
        """
        SELECT device, (SELECT device_name FROM events last WHERE last.device = each.device
            ORDER BY at DESC, sequence DESC LIMIT 1), count(*), max(at)
          FROM events each WHERE device <> ? GROUP BY device ORDER BY 2, 1
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
      try database.revoke(
        """
        INSERT INTO revoked_devices (id)
          SELECT ? UNION SELECT a.device FROM admissions a JOIN former_devices f USING (token_hash)
            WHERE f.device = ? ON CONFLICT DO NOTHING
        """, device)
    }
  }

  /// Takes in events of a revoked device again; those that it was not sent meanwhile have to come once more.
  package func unrevoke(_ device: DeviceID) throws(ScoreStoreError) {
    try write { database in
      try database.revoke(
        """
        DELETE FROM revoked_devices WHERE id = ? OR id IN
          (SELECT a.device FROM admissions a JOIN former_devices f USING (token_hash)
            WHERE f.device = ?)
        """, device)
    }
  }
}

extension ScoreStore {
  /// Returns the devices that wrote as two, round by round.
  package func forks() throws(ScoreStoreError) -> [DeviceFork] { try read { try $0.forks() } }
}

extension Database {
  /// Says whose events were brought by others, of devices that bring theirs themselves.
  func carried() throws -> [String] {
    try rows(
      """
      SELECT device, brought_by, count(*), min(brought_at) FROM events
        WHERE brought_by <> device
          AND device IN (SELECT device FROM admissions UNION SELECT device FROM former_devices)
        GROUP BY device, brought_by ORDER BY device, brought_by
      """
    ) { row in
      let count: Int = try row[2]
      return
        "device \(try row[1] as String) brought \(count) event\(count == 1 ? "" : "s") of device \(try row[0] as String), the first at \(try row[3] as String)"
    }
  }

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

extension Database {
  /// What people call the device that the file is; nil where nobody has said.
  func thisDeviceName() throws -> String? {
    let name: String?? = try value("SELECT name FROM this_device")
    return name ?? nil
  }

  /// Returns the device that the file is, and those that it was before.
  func ownDevices() throws -> Set<DeviceID> {
    Set(try rows("SELECT id FROM own_devices") { try $0[0] as DeviceID })
  }

  func knownDevice() throws -> DeviceID? { try value("SELECT id FROM this_device") }

  /// Lets what the file's own device made come in as what others made does, while `body` takes it in.
  ///
  /// A file that was restored gets back what it had. Where it throws, the transaction must not be kept; a part of it
  /// would be, but SQLite would write each page into a journal again for each event.
  func receiving<Value>(_ body: () throws -> Value) throws -> Value {
    guard engine.guardsOwnDevice else { return try body() }
    try run("UPDATE this_device SET is_receiving = 1")
    let value = try body()
    try run("UPDATE this_device SET is_receiving = 0")
    return value
  }

  static let lastSequence = """
    SELECT coalesce(max(last), 0) FROM (SELECT max(sequence) AS last FROM events
      UNION ALL SELECT max(sequence) FROM rounds) AS each
    """

  /// Returns how much has come into the log: events, and rounds that started.
  func lastSequence() throws -> Int { try integer(Self.lastSequence) }
}
