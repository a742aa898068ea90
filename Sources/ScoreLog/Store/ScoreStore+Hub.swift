internal import DiscGolf
internal import Glibc

/// The hub with which a log exchanged last, and what the log knows of it.
package struct HubRecord: Hashable, Sendable {
  /// As libpq reads it; it may hold a password.
  package let address: String
  /// When the log and the hub were last the same, in the form of ``ScoreEvent/at``; nil for never.
  package let lastSync: String?
  /// How many events the hub did not take.
  package let refused: Int
  /// What kept the two apart the last time; nil where nothing did.
  package let problem: String?
  /// When it is worth to try again after that.
  package let retryAt: String?
}

/// What a log has that its hub has not acknowledged.
package struct HubBacklog: Hashable, Sendable {
  package let count: Int
  /// When the oldest was made; nil where there is none.
  package let since: String?
}

extension ScoreStore {
  /// Returns the address of the hub that the log has joined; nil where it has joined none.
  package func joinedHub() throws(ScoreStoreError) -> String? {
    try once { database in
      try database.rows("SELECT joined FROM hub") { try $0[0] as String? }.first ?? nil
    }
  }

  /// Returns the hub with which the log exchanged last; nil where there was none.
  package func hub() throws(ScoreStoreError) -> HubRecord? {
    try once { database in
      try database.rows("SELECT address, last_sync, refused, problem, retry_at FROM hub") {
        HubRecord(
          address: try $0[0], lastSync: try $0[1], refused: try $0[2], problem: try $0[3],
          retryAt: try $0[4])
      }.first
    }
  }

  /// Joins a hub; of another one that was joined nothing is known any more.
  package func joinHub(_ address: String) throws(ScoreStoreError) {
    try write(for: .bookkeeping) { database in
      try database.run("DELETE FROM hub_vectors")
      try database.run(
        "INSERT OR REPLACE INTO hub (singleton, address, joined) VALUES (1, ?, ?)",
        [address, address])
    }
  }

  /// Notes from now on what is known of a hub, whichever was joined; nothing is known of it yet.
  package func begin(hub address: String) throws(ScoreStoreError) {
    try write(for: .bookkeeping) { database in
      try database.run("DELETE FROM hub_vectors")
      try database.run(
        """
        INSERT OR REPLACE INTO hub (singleton, address, joined)
          VALUES (1, ?, (SELECT joined FROM hub))
        """, [address])
    }
  }

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
    // Behind symbolic links.
    let found: [String] = try once { try $0.rows("PRAGMA database_list") { try $0[2] } }
    for path in found.flatMap({ [$0, $0 + "-wal", $0 + "-shm"] }) {
      var status = stat()
      let isThere = unsafe stat(path, &status) == 0
      if !isThere, errno == ENOENT { continue }
      let old = status.st_mode & 0o777
      let new = mode(old)
      guard isThere, unsafe old == new || chmod(path, new) == 0 else {
        throw .inputOutputFailed(path: path, reason: unsafe String(cString: strerror(errno)))
      }
    }
  }

  package func leaveHub() throws(ScoreStoreError) {
    try write(for: .bookkeeping) { database in
      try database.run("DELETE FROM hub_vectors")
      try database.run("DELETE FROM hub")
    }
  }

  /// Returns what the hub is known to have of each round.
  package func hubVectors() throws(ScoreStoreError) -> [RoundID: VersionVector] {
    try once { database in
      var vectors: [RoundID: VersionVector] = [:]
      _ = try database.rows("SELECT round_id, device, number FROM hub_vectors") { row in
        vectors[try row[0], default: VersionVector()][try row[1]] = try row[2]
      }
      return vectors
    }
  }

  /// Notes what the hub has of some rounds, how many events it does not take, and what keeps it and the
  /// log apart; `time` is when they were found to be the same, nil where they are not.
  package func note(
    hubHas vectors: [RoundID: VersionVector], refusing refused: Int = 0, problem: String? = nil,
    at time: String?
  ) throws(ScoreStoreError) {
    try write(for: .bookkeeping) { database in
      for (round, vector) in vectors {
        // One that was restored from a backup may have less.
        try database.run("DELETE FROM hub_vectors WHERE round_id = ?", [round])
        for (device, number) in vector.numbers {
          try database.run(
            "INSERT INTO hub_vectors (round_id, device, number) VALUES (?, ?, ?)",
            [round, device, number])
        }
      }
      try database.run(
        """
        UPDATE hub SET last_sync = coalesce(?, last_sync), refused = ?, problem = ?, retry_at = NULL
        """, [time, refused, problem])
    }
  }

  /// Notes what keeps the log and the hub apart, and until when it is left at that, if it is.
  package func note(hubProblem problem: String, retryAt: String?) throws(ScoreStoreError) {
    try write(for: .bookkeeping) {
      try $0.run("UPDATE hub SET problem = ?, retry_at = ?", [problem, retryAt])
    }
  }

  /// Returns what the hub has not acknowledged, of rounds that have started.
  package func hubBacklog() throws(ScoreStoreError) -> HubBacklog {
    try once { database in
      try database.rows(
        """
        SELECT count(*), min(e.at) FROM events e
          JOIN rounds r ON r.id = e.round_id AND r.started_at IS NOT NULL
          LEFT JOIN hub_vectors h ON h.round_id = e.round_id AND h.device = e.device
          WHERE e.number > coalesce(h.number, 0)
        """
      ) { HubBacklog(count: try $0[0], since: try $0[1]) }[0]
    }
  }
}
