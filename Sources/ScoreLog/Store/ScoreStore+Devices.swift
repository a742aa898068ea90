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
