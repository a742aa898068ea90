internal import Glibc
internal import HyzerBase

/// A host with whose group a log exchanges its rounds, and what the log knows of it.
package struct HubRecord: Hashable, Sendable {
  /// Where the host is, as `https://scores.example:8443`.
  package let address: String
  /// The SHA-256 of the public key by which the host is known, in hexadecimal digits; nil where authorities vouch
  /// for it, or nothing is encrypted.
  package let key: String?
  /// What lets this device in there.
  package let token: String
  package let group: GroupID
  package let groupName: String
  /// When the log and the host were last the same, in the form of ``ScoreEvent/at``; nil for never.
  package var lastSync: String?
  /// How many events the host did not take.
  package var refused = 0
  /// What kept the two apart the last time; nil where nothing did.
  package var problem: String?
  /// When it is worth to try again after that.
  package var retryAt: String?
  /// Up to where what came into the host's log was read.
  package var seen: LogPlace?
  /// Up to where the host has got what came into this log, or refused it.
  package var sent = 0

  package init(address: String, key: String?, token: String, group: GroupID, groupName: String) {
    (self.address, self.key, self.token) = (address, key, token)
    (self.group, self.groupName) = (group, groupName)
  }
}

/// What a log has that its host has not acknowledged.
package struct HubBacklog: Hashable, Sendable {
  package let count: Int
  /// When the oldest was made; nil where there is none.
  package let since: String?
}

// MARK: - A group that this log is the host of

extension ScoreStore {
  /// Returns the group whose rounds the log keeps for others; nil where it keeps them for nobody.
  package func hostedGroup() throws(ScoreStoreError) -> HostedGroup? {
    try once { try $0.hostedGroup() }
  }

  /// Keeps the log's rounds for a group from now on, under another name or by another invitation than before.
  ///
  /// From then on nobody may read the file who may not write it, since it says how to join.
  package func host(_ group: HostedGroup) throws(ScoreStoreError) {
    try closeToReaders()
    try write(for: .receiving) {
      try $0.run(
        """
        INSERT INTO hosted_group (singleton, id, name, secret) VALUES (1, ?, ?, ?)
          ON CONFLICT (singleton)
            DO UPDATE SET id = excluded.id, name = excluded.name, secret = excluded.secret
        """,
        [group.id, group.name, group.secret.text])
    }
  }
}

extension Database {
  func hostedGroup() throws -> HostedGroup? {
    try rows("SELECT id, name, secret FROM hosted_group") { row in
      guard let secret = JoinSecret(try row[2]) else {
        throw ScoreStoreError.corrupt(path: path, reason: "the invitation to the group is none")
      }
      return HostedGroup(id: try row[0], name: try row[1], secret: secret)
    }.first
  }

  /// Makes the rounds that are nobody's those of the joined host's group, also where that was away since they were
  /// made, so that no other host gets them.
  fileprivate func leaveRounds(unlessTo address: String) throws {
    try run(
      """
      INSERT OR IGNORE INTO group_rounds (round_id, group_id)
        SELECT rounds.id, hubs.group_id FROM rounds, hubs
          WHERE hubs.is_joined AND hubs.address <> ?
      """, [address])
  }
}

// MARK: - Hosts that keep this log's rounds

extension ScoreStore {
  /// Returns the address of the host that the log has joined; nil where it has joined none.
  package func joinedHub() throws(ScoreStoreError) -> String? {
    try once { try $0.value("SELECT address FROM hubs WHERE is_joined") }
  }

  /// Returns what is known of a host; nil where this device was never let in there.
  package func hub(_ address: String) throws(ScoreStoreError) -> HubRecord? {
    try once { database in
      try database.rows(
        """
        SELECT address, key, token, group_id, group_name, last_sync, refused, problem, retry_at,
            seen_sequence, seen_device, sent_sequence
          FROM hubs WHERE address = ?
        """, [address]
      ) { row in
        var record = HubRecord(
          address: try row[0], key: try row[1], token: try row[2], group: try row[3],
          groupName: try row[4])
        (record.lastSync, record.refused) = (try row[5], try row[6])
        (record.problem, record.retryAt) = (try row[7], try row[8])
        if let sequence: Int = try row[9], let device: DeviceID = try row[10] {
          record.seen = LogPlace(sequence: sequence, device: device)
        }
        record.sent = try row[11]
        return record
      }.first
    }
  }

  /// Keeps by what a host lets this device in; nothing is known of what it holds yet.
  ///
  /// From then on nobody but the file's owner may read it.
  package func keep(_ record: HubRecord) throws(ScoreStoreError) {
    try closeToOthers()
    try write(for: .bookkeeping) { database in
      try database.run(
        """
        INSERT INTO hubs (address, is_joined, key, token, group_id, group_name)
          VALUES (?, 0, ?, ?, ?, ?)
          ON CONFLICT (address) DO UPDATE SET key = excluded.key, token = excluded.token,
            group_id = excluded.group_id, group_name = excluded.group_name, last_sync = NULL,
            refused = 0, problem = NULL, retry_at = NULL, seen_sequence = NULL, seen_device = NULL,
            sent_sequence = 0
        """, [record.address, record.key, record.token, record.group, record.groupName])
    }
  }

  /// Joins a host that has let this device in, in the place of another, whose group keeps the rounds of until now.
  package func joinHub(_ address: String) throws(ScoreStoreError) {
    try write(for: .bookkeeping) { database in
      try database.leaveRounds(unlessTo: address)
      try database.run("UPDATE hubs SET is_joined = (address = ?)", [address])
    }
  }

  /// Forgets the joined host, and what is known of it; its group keeps the rounds of until now.
  package func leaveHub() throws(ScoreStoreError) {
    try write(for: .bookkeeping) { database in
      try database.leaveRounds(unlessTo: "")
      try database.run("DELETE FROM hubs WHERE is_joined")
    }
  }

  /// Returns the rounds of other groups, of which a group's host gets and gives nothing.
  package func rounds(ofOthersThan group: GroupID) throws(ScoreStoreError) -> Set<RoundID> {
    try once { database in
      Set(
        try database.rows("SELECT round_id FROM group_rounds WHERE group_id <> ?", [group]) {
          try $0[0] as RoundID
        })
    }
  }

  /// Notes that the log and a host hold the same, but for what either does not take.
  ///
  /// That is up to where the host's log was read and this one was sent, how many events the host refused, and what
  /// keeps the two apart. The rounds that were nobody's are its group's from then on.
  package func note(
    hub address: String, seen: LogPlace?, sent: Int, refusing refused: Int, problem: String?,
    at time: String
  ) throws(ScoreStoreError) {
    try write(for: .bookkeeping) { database in
      try database.run(
        """
        INSERT OR IGNORE INTO group_rounds (round_id, group_id)
          SELECT rounds.id, hubs.group_id FROM rounds, hubs
            WHERE rounds.sequence > hubs.sent_sequence AND rounds.sequence <= ?
              AND hubs.address = ?
        """, [sent, address])
      try database.run(
        """
        UPDATE hubs SET last_sync = ?, refused = ?, problem = ?, retry_at = NULL,
            seen_sequence = ?, seen_device = ?, sent_sequence = ?
          WHERE address = ?
        """, [time, refused, problem, seen?.sequence, seen?.device, sent, address])
    }
  }

  /// Notes what keeps the log and a host apart, and until when it is left at that, if it is.
  package func note(
    hub address: String, problem: String, retryAt: String?
  ) throws(ScoreStoreError) {
    try write(for: .bookkeeping) {
      try $0.run(
        "UPDATE hubs SET problem = ?, retry_at = ? WHERE address = ?", [problem, retryAt, address])
    }
  }

  /// Returns what a host has neither taken nor refused yet, of rounds that have started and are not another group's.
  package func hubBacklog(of address: String) throws(ScoreStoreError) -> HubBacklog {
    guard let hub = try hub(address) else { return HubBacklog(count: 0, since: nil) }
    return try backlog(after: hub.sent, except: [], of: hub.group)
  }

  /// Writes the whole log to another file, which is there completely or not at all, while others use this one.
  package func backUp(to path: String) throws(ScoreStoreError) {
    try once { database in
      try database.run("VACUUM INTO ?", [path])
      // It says how to join, and lets devices in.
      guard unsafe chmod(path, 0o600) == 0 else {
        throw ScoreStoreError.inputOutputFailed(
          path: path, reason: "\(SystemFault.latest)")
      }
    }
  }

  // MARK: - Who may read the file

  /// Lets nobody but the file's owner read it.
  package func closeToOthers() throws(ScoreStoreError) { try restrict { _ in 0o600 } }

  /// Lets nobody read the file who may not write it.
  func closeToReaders() throws(ScoreStoreError) {
    try restrict { mode in
      // Writing stands beside reading in each class of users.
      mode & (0o600 | ((mode & 0o022) << 1) | 0o022)
    }
  }

  /// Changes who may read and write the file, and what SQLite keeps beside it.
  private func restrict(_ mode: (mode_t) -> mode_t) throws(ScoreStoreError) {
    guard isFile else { return }
    // Behind symbolic links.
    let found: [String] = try once { try $0.rows("PRAGMA database_list") { try $0[2] } }
    for path in found.flatMap({ [$0, $0 + "-wal", $0 + "-shm"] }) {
      var status = stat()
      let isThere = unsafe stat(path, &status) == 0
      if !isThere, errno == ENOENT { continue }
      let old = status.st_mode & 0o777
      let new = mode(old)
      guard isThere, unsafe old == new || chmod(path, new) == 0 else {
        throw .inputOutputFailed(path: path, reason: "\(SystemFault.latest)")
      }
    }
  }
}
