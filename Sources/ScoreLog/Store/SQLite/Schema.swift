enum Schema {
  /// Marks the file as a score log ("HyzV").
  static let applicationID = 0x4879_7A56
  /// Files of other versions are left as they are.
  static let version = 13

  /// A script that makes an empty file a score log.
  static let script = tables + views + rules

  /// The tables.
  ///
  /// A par is one digit, so that the pars of a round are a text in which SQL can count. Scores and changes of
  /// rounds are events of one kind, which know their device and their place; a player is named, since whoever
  /// joins may do so on another device, of which the log learns later. A player or course has the identities under
  /// which logs know it: several, where they made it each by itself. An event's line is what other logs get;
  /// who brought it to this log, and when, is this log's alone.
  /// Events and starts of rounds are counted together in `sequence`, in the order in which they came; a round's
  /// `digest` is that of its events.
  private static let tables = """
    CREATE TABLE courses (
      name_key TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      pars TEXT NOT NULL CHECK (length(pars) BETWEEN 1 AND 36 AND pars NOT GLOB '*[^2-6]*'),
      identities TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(identities))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE players (
      id INTEGER PRIMARY KEY,
      name_key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      aliases TEXT NOT NULL CHECK (json_valid(aliases)),
      pronunciations TEXT NOT NULL CHECK (json_valid(pronunciations)),
      identities TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(identities))
    ) STRICT;

    CREATE TABLE rounds (
      id TEXT NOT NULL PRIMARY KEY,
      course TEXT NOT NULL,
      course_identity TEXT,
      pars TEXT NOT NULL CHECK (length(pars) BETWEEN 1 AND 36 AND pars NOT GLOB '*[^2-6]*'),
      organiser TEXT NOT NULL,
      organiser_device TEXT,
      created_at TEXT NOT NULL,
      started_at TEXT,
      sequence INTEGER UNIQUE,
      digest INTEGER NOT NULL DEFAULT 0,
      CHECK ((started_at IS NULL) = (sequence IS NULL))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE round_players (
      round_id TEXT NOT NULL REFERENCES rounds (id),
      position INTEGER NOT NULL CHECK (position >= 0),
      name_key TEXT NOT NULL,
      name TEXT NOT NULL,
      is_guest INTEGER NOT NULL CHECK (is_guest IN (0, 1)),
      player_id INTEGER REFERENCES players (id),
      aliases TEXT NOT NULL CHECK (json_valid(aliases)),
      pronunciations TEXT NOT NULL CHECK (json_valid(pronunciations)),
      identity TEXT,
      PRIMARY KEY (round_id, position),
      UNIQUE (round_id, name_key),
      CHECK ((is_guest = 1) = (player_id IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX round_players_player ON round_players (player_id);

    CREATE TABLE utterances (
      sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
      id TEXT NOT NULL UNIQUE,
      round_id TEXT NOT NULL REFERENCES rounds (id),
      hole INTEGER NOT NULL,
      start_seconds REAL NOT NULL,
      end_seconds REAL NOT NULL,
      transcript TEXT NOT NULL,
      result TEXT NOT NULL CHECK (result IN ('success', 'partial', 'failed')),
      details TEXT NOT NULL CHECK (json_valid(details)),
      clip TEXT,
      at TEXT NOT NULL
    ) STRICT;

    CREATE TABLE commits (
      id TEXT NOT NULL PRIMARY KEY,
      round_id TEXT NOT NULL REFERENCES rounds (id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
      id TEXT NOT NULL UNIQUE,
      round_id TEXT NOT NULL REFERENCES rounds (id),
      device TEXT NOT NULL,
      number INTEGER NOT NULL CHECK (number > 0),
      clock INTEGER NOT NULL CHECK (clock > 0),
      kind TEXT NOT NULL CHECK (kind IN ('score', 'takeBack', 'resolution',
        'finish', 'reopen', 'delete', 'restore', 'organiser', 'merge',
        'join', 'leave')),
      player TEXT,
      hole INTEGER,
      strokes INTEGER CHECK (strokes BETWEEN 1 AND 10),
      no_score INTEGER NOT NULL DEFAULT 0 CHECK (no_score = 0 OR no_score = 1 AND strokes IS NULL),
      supersedes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(supersedes)),
      takes_back TEXT,
      entrant TEXT CHECK (entrant IS NULL OR json_valid(entrant)),
      away TEXT CHECK (away IS NULL OR json_valid(away)),
      score_count INTEGER,
      organiser_device TEXT CHECK ((organiser_device IS NOT NULL) = (kind = 'organiser')),
      commit_id TEXT REFERENCES commits (id),
      reported_by TEXT NOT NULL,
      device_name TEXT NOT NULL,
      input TEXT NOT NULL CHECK (input IN ('voice', 'typed', 'picked', 'dial')),
      transcript TEXT,
      confidence REAL CHECK (confidence BETWEEN 0 AND 1),
      at TEXT NOT NULL,
      clip TEXT,
      utterance_id TEXT,
      line TEXT NOT NULL CHECK (json_valid(line)),
      brought_by TEXT,
      brought_at TEXT CHECK ((brought_at IS NULL) = (brought_by IS NULL)),
      CHECK ((kind IN ('score', 'takeBack', 'resolution'))
        = (hole IS NOT NULL AND commit_id IS NOT NULL)),
      CHECK ((kind IN ('score', 'takeBack', 'resolution'))
        = (away IS NULL AND score_count IS NULL)),
      CHECK ((kind IN ('finish', 'reopen', 'delete', 'restore')) = (player IS NULL))
    ) STRICT;
    CREATE INDEX events_place ON events (round_id, device, number);
    CREATE INDEX events_commit ON events (commit_id) WHERE commit_id IS NOT NULL;
    CREATE INDEX events_change ON events (round_id) WHERE hole IS NULL;

    CREATE TABLE current_hole (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      round_id TEXT NOT NULL REFERENCES rounds (id),
      hole INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE this_device (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      id TEXT NOT NULL,
      name TEXT,
      person TEXT,
      is_receiving INTEGER NOT NULL DEFAULT 0 CHECK (is_receiving IN (0, 1))
    ) STRICT;

    CREATE TABLE own_devices (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

    CREATE TABLE revoked_devices (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

    CREATE TABLE hubs (
      address TEXT NOT NULL PRIMARY KEY,
      is_joined INTEGER NOT NULL CHECK (is_joined IN (0, 1)),
      key TEXT,
      token TEXT NOT NULL,
      group_id TEXT NOT NULL,
      group_name TEXT NOT NULL,
      last_sync TEXT,
      refused INTEGER NOT NULL DEFAULT 0,
      problem TEXT,
      retry_at TEXT,
      seen_sequence INTEGER,
      seen_device TEXT,
      sent_sequence INTEGER NOT NULL DEFAULT 0,
      CHECK ((seen_sequence IS NULL) = (seen_device IS NULL))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE group_rounds (
      round_id TEXT NOT NULL PRIMARY KEY REFERENCES rounds (id),
      group_id TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE hosted_group (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      secret TEXT NOT NULL
    ) STRICT;

    CREATE TABLE invitations (
      round_id TEXT NOT NULL PRIMARY KEY REFERENCES rounds (id),
      code TEXT NOT NULL UNIQUE,
      secret TEXT NOT NULL UNIQUE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE admissions (
      token_hash TEXT NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
      device TEXT NOT NULL UNIQUE,
      player TEXT,
      is_guest INTEGER NOT NULL CHECK (is_guest IN (0, 1)),
      is_member INTEGER NOT NULL DEFAULT 0 CHECK (is_member IN (0, 1)),
      admitted_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE admitted_rounds (
      token_hash TEXT NOT NULL REFERENCES admissions (token_hash) ON DELETE CASCADE,
      round_id TEXT NOT NULL REFERENCES rounds (id),
      is_organiser INTEGER NOT NULL CHECK (is_organiser IN (0, 1)),
      PRIMARY KEY (token_hash, round_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE former_devices (
      device TEXT NOT NULL PRIMARY KEY,
      token_hash TEXT NOT NULL REFERENCES admissions (token_hash) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    """

  private static let views = """
    CREATE VIEW round_states (round_id, is_finished, is_deleted) AS
      SELECT id,
          coalesce((SELECT kind = 'finish' FROM events
            WHERE round_id = rounds.id AND hole IS NULL AND kind IN ('finish', 'reopen')
            ORDER BY clock DESC, device DESC, number DESC, id DESC LIMIT 1), 0),
          coalesce((SELECT kind = 'delete' FROM events
            WHERE round_id = rounds.id AND hole IS NULL AND kind IN ('delete', 'restore')
            ORDER BY clock DESC, device DESC, number DESC, id DESC LIMIT 1), 0)
        FROM rounds;
    CREATE VIEW locked_rounds (round_id) AS
      SELECT id FROM rounds WHERE started_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM events WHERE round_id = rounds.id AND hole IS NULL);

    """

  /// A round starts once, and those who play keep their places from then on; events, commits and utterances stay
  /// as they are.
  ///
  /// Triggers of insertion look for what is there already, since `INSERT OR REPLACE` would
  /// otherwise remove it, and that without a trigger of deletion. What this log's own device may not do now,
  /// another that did not know may have done, and so may the device itself before its file was restored.
  private static let rules =
    ["commits", "events", "utterances"].map(neverChanged).joined()
      + """
      CREATE TRIGGER rounds_insert BEFORE INSERT ON rounds BEGIN
        SELECT RAISE(ABORT, 'the round exists')
          WHERE EXISTS (SELECT 1 FROM rounds WHERE id = NEW.id);
        SELECT RAISE(ABORT, 'a round begins in setup') WHERE NEW.started_at IS NOT NULL;
      END;
      CREATE TRIGGER rounds_delete BEFORE DELETE ON rounds BEGIN
        SELECT RAISE(ABORT, 'rounds are never removed');
      END;
      CREATE TRIGGER rounds_update BEFORE UPDATE OF id, course, course_identity, pars, organiser,
        organiser_device, created_at, started_at, sequence ON rounds
      BEGIN
        SELECT RAISE(ABORT, 'a round keeps what it was made with')
          WHERE NEW.id IS NOT OLD.id OR NEW.course IS NOT OLD.course OR NEW.pars IS NOT OLD.pars
            OR NEW.course_identity IS NOT OLD.course_identity
            OR NEW.organiser IS NOT OLD.organiser
            OR NEW.organiser_device IS NOT OLD.organiser_device OR NEW.created_at IS NOT OLD.created_at;
        SELECT RAISE(ABORT, 'a round starts once')
          WHERE OLD.started_at IS NOT NULL
            AND (NEW.started_at, NEW.sequence) IS NOT (OLD.started_at, OLD.sequence);
        SELECT RAISE(ABORT, 'a round without players cannot start')
          WHERE NEW.started_at IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM round_players WHERE round_id = OLD.id);
      END;

      CREATE TRIGGER round_players_insert BEFORE INSERT ON round_players BEGIN
        SELECT RAISE(ABORT, 'who joins a round that has started does so by an event')
          FROM locked_rounds WHERE round_id = NEW.round_id AND NOT EXISTS (SELECT 1 FROM events
            WHERE round_id = NEW.round_id AND hole IS NULL AND player = NEW.name
              AND entrant IS NOT NULL);
        SELECT RAISE(ABORT, 'who joins a round that has started comes last, under another name')
          FROM locked_rounds WHERE round_id = NEW.round_id
            AND (NEW.position <> (SELECT count(*) FROM round_players WHERE round_id = NEW.round_id)
              OR EXISTS (SELECT 1 FROM round_players
                WHERE round_id = NEW.round_id AND name_key = NEW.name_key));
      END;
      CREATE TRIGGER round_players_update BEFORE UPDATE ON round_players BEGIN
        SELECT RAISE(ABORT, 'players keep their places once the round has started')
          FROM locked_rounds WHERE round_id IN (OLD.round_id, NEW.round_id)
            AND (NEW.round_id, NEW.position, NEW.name_key, NEW.name, NEW.is_guest, NEW.aliases,
              NEW.pronunciations, NEW.identity) IS NOT (OLD.round_id, OLD.position, OLD.name_key,
              OLD.name, OLD.is_guest, OLD.aliases, OLD.pronunciations, OLD.identity);
      END;
      CREATE TRIGGER round_players_delete BEFORE DELETE ON round_players BEGIN
        SELECT RAISE(ABORT, 'players keep their places once the round has started')
          FROM locked_rounds WHERE round_id = OLD.round_id;
      END;

      CREATE TRIGGER events_insert BEFORE INSERT ON events BEGIN
        SELECT RAISE(ABORT, 'the event exists')
          WHERE EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
            OR EXISTS (SELECT 1 FROM events WHERE sequence = NEW.sequence);
        SELECT RAISE(ABORT, 'the round of the event does not exist')
          WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id);
        SELECT RAISE(ABORT, 'the round does not have the hole')
          WHERE NEW.hole NOT BETWEEN 1
            AND (SELECT length(pars) FROM rounds WHERE id = NEW.round_id);
      END;
      CREATE TRIGGER events_insert_own BEFORE INSERT ON events
        WHEN NEW.device = (SELECT id FROM this_device)
          AND NOT EXISTS (SELECT 1 FROM this_device WHERE is_receiving)
      BEGIN
        SELECT RAISE(ABORT, 'the round has not started')
          WHERE NEW.hole IS NOT NULL
            AND (SELECT started_at FROM rounds WHERE id = NEW.round_id) IS NULL;
        SELECT RAISE(ABORT, 'the player is not in the round')
          WHERE NEW.player IS NOT NULL AND NEW.entrant IS NULL AND NOT EXISTS (
            SELECT 1 FROM round_players WHERE round_id = NEW.round_id AND name = NEW.player
            UNION ALL SELECT 1 FROM events WHERE round_id = NEW.round_id AND hole IS NULL
              AND (kind = 'join' AND player = NEW.player
                OR kind = 'merge' AND json_extract(entrant, '$.name') = NEW.player));
        SELECT RAISE(ABORT, 'the round is deleted') FROM round_states
          WHERE round_id = NEW.round_id AND is_deleted AND NEW.kind NOT IN ('restore', 'organiser', 'merge');
        SELECT RAISE(ABORT, 'the round is not deleted') FROM round_states
          WHERE round_id = NEW.round_id AND NOT is_deleted AND NEW.kind = 'restore';
        SELECT RAISE(ABORT, 'the round is finished') FROM round_states
          WHERE round_id = NEW.round_id AND is_finished
            AND (NEW.hole IS NOT NULL OR NEW.kind IN ('finish', 'join', 'leave'));
        SELECT RAISE(ABORT, 'the round is not finished') FROM round_states
          WHERE round_id = NEW.round_id AND NOT is_finished AND NEW.kind = 'reopen';
        SELECT RAISE(ABORT, 'a change comes after the scores that the round has')
          WHERE NEW.score_count <> (SELECT count(*) FROM events
            WHERE round_id = NEW.round_id AND hole IS NOT NULL);
      END;

      CREATE TRIGGER commits_insert BEFORE INSERT ON commits BEGIN
        SELECT RAISE(ABORT, 'the commit exists')
          WHERE EXISTS (SELECT 1 FROM commits WHERE id = NEW.id);
      END;

      CREATE TRIGGER utterances_insert BEFORE INSERT ON utterances BEGIN
        SELECT RAISE(ABORT, 'the utterance exists')
          WHERE EXISTS (SELECT 1 FROM utterances WHERE id = NEW.id)
            OR EXISTS (SELECT 1 FROM utterances WHERE sequence = NEW.sequence);
      END;
      """

  /// Lets rows be added to a table only.
  private static func neverChanged(_ table: String) -> String {
    """
    CREATE TRIGGER \(table)_update BEFORE UPDATE ON \(table) BEGIN
      SELECT RAISE(ABORT, '\(table) are never changed');
    END;
    CREATE TRIGGER \(table)_delete BEFORE DELETE ON \(table) BEGIN
      SELECT RAISE(ABORT, '\(table) are never removed');
    END;

    """
  }

  /// Makes the tables where the file is new and `making` says so.
  ///
  /// A new file, as a program leaves it that is killed while it makes a log, is as good as none.
  /// A file that is not ours, or of another version, is left as it is.
  static func prepare(_ database: Database, making: Bool = true) throws {
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON")
    // Of one moment, since another program may be making the same file.
    let isNew = try database.read { try isEmpty(database) }
    guard making || !isNew else { throw ScoreStoreError.missing(path: database.path) }
    if database.isReadOnly {
      // A file of this version can still be read.
      guard !isNew else { throw ScoreStoreError.readOnly(path: database.path) }
      return
    }
    let mode = try writeAheadMode(of: database)
    guard mode == "wal" else {
      throw ScoreStoreError.cannotOpen(
        path: database.path, reason: "its file system allows no write-ahead log (\(mode ?? ""))")
    }
    try database.execute("PRAGMA synchronous = FULL")
    guard isNew else { return }
    try database.write {
      // Another program may have been faster.
      guard try isEmpty(database) else { return }
      try database.execute(script)
      for course in Course.seeded { try database.insert(course) }
      try database.execute(
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
  }

  /// Turns to a write-ahead log, and returns the mode that the file has then.
  ///
  /// Where several programs do so at once SQLite refuses all but one without a wait, since each waits for the others
  /// to let go of the file. Having let go, a program waits with its next try; chosen: more of these than programs.
  private static func writeAheadMode(of database: Database) throws -> String? {
    for _ in 0..<16 {
      do {
        return try database.value("PRAGMA journal_mode = WAL")
      } catch ScoreStoreError.busy {}
    }
    return try database.value("PRAGMA journal_mode = WAL")
  }

  /// Returns whether a file has no tables yet; throws where it is another program's, or of another version.
  private static func isEmpty(_ database: Database) throws -> Bool {
    let application = try database.integer("PRAGMA application_id")
    let found = try database.integer("PRAGMA user_version")
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
    if application == 0, found == 0, isEmpty { return true }
    guard application == applicationID, found > 0 else {
      throw ScoreStoreError.foreign(path: database.path)
    }
    guard found == version else {
      throw ScoreStoreError.otherSchema(path: database.path, version: found, supported: version)
    }
    return false
  }
}
