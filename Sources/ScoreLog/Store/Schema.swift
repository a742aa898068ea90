internal import DiscGolf

/// The tables of the file and their rules, as a series of changes to an empty file.
enum Schema {
  /// Marks the file as a score log ("HyzV").
  static let applicationID = 0x4879_7A56

  /// The changes: each brings a file from the version that is its index to the next.
  ///
  /// They are only ever added to, since files of every version are about.
  static let migrations = [
    tables + lockedRounds + appendOnly, holesWithoutScore, roundChanges + openRounds,
    manyDevices + eventRules, admissions,
  ]

  static var version: Int { migrations.count }

  /// A par is one digit, so that the pars of a round are a text in which SQL can count.
  private static let tables = """
    CREATE TABLE courses (
      name_key TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      pars TEXT NOT NULL CHECK (length(pars) IN (9, 18) AND pars NOT GLOB '*[^2-6]*')
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE players (
      id INTEGER PRIMARY KEY,
      name_key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      aliases TEXT NOT NULL CHECK (json_valid(aliases)),
      pronunciations TEXT NOT NULL CHECK (json_valid(pronunciations))
    ) STRICT;

    CREATE TABLE rounds (
      id TEXT NOT NULL PRIMARY KEY,
      course TEXT NOT NULL,
      pars TEXT NOT NULL CHECK (length(pars) BETWEEN 1 AND 36 AND pars NOT GLOB '*[^2-6]*'),
      organiser TEXT NOT NULL,
      created_at TEXT NOT NULL,
      started_at TEXT,
      finished_at TEXT,
      finished_events INTEGER,
      CHECK ((finished_at IS NULL) = (finished_events IS NULL))
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

    CREATE TABLE score_events (
      sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
      id TEXT NOT NULL UNIQUE,
      commit_id TEXT NOT NULL REFERENCES commits (id),
      round_id TEXT NOT NULL,
      player INTEGER NOT NULL,
      hole INTEGER NOT NULL,
      strokes INTEGER CHECK (strokes BETWEEN 1 AND 10),
      supersedes TEXT UNIQUE REFERENCES score_events (id),
      takes_back TEXT UNIQUE REFERENCES score_events (id),
      reported_by TEXT NOT NULL,
      device TEXT NOT NULL,
      input TEXT NOT NULL CHECK (input IN ('voice', 'typed')),
      transcript TEXT,
      confidence REAL CHECK (confidence BETWEEN 0 AND 1),
      at TEXT NOT NULL,
      clip TEXT,
      utterance_id TEXT,
      FOREIGN KEY (round_id, player) REFERENCES round_players (round_id, position)
    ) STRICT;
    CREATE INDEX score_events_round ON score_events (round_id, player);
    CREATE INDEX score_events_commit ON score_events (commit_id);
    CREATE UNIQUE INDEX score_events_root ON score_events (round_id, player, hole)
      WHERE supersedes IS NULL;

    CREATE TABLE current_hole (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      round_id TEXT NOT NULL REFERENCES rounds (id),
      hole INTEGER NOT NULL
    ) STRICT;

    """

  /// A round goes from its making through its start to its finish and never back, and its players
  /// stay once it has started.
  ///
  /// Triggers of insertion look for what is there already, since `INSERT OR REPLACE` would
  /// otherwise remove it, and that without a trigger of deletion.
  private static let lockedRounds = """
    CREATE TRIGGER rounds_insert BEFORE INSERT ON rounds BEGIN
      SELECT RAISE(ABORT, 'the round exists')
        WHERE EXISTS (SELECT 1 FROM rounds WHERE id = NEW.id);
      SELECT RAISE(ABORT, 'a round begins in setup')
        WHERE NEW.started_at IS NOT NULL OR NEW.finished_at IS NOT NULL;
    END;
    CREATE TRIGGER rounds_delete BEFORE DELETE ON rounds BEGIN
      SELECT RAISE(ABORT, 'rounds are never removed');
    END;
    CREATE TRIGGER rounds_update BEFORE UPDATE ON rounds BEGIN
      SELECT RAISE(ABORT, 'a round keeps what it was made with')
        WHERE NEW.id IS NOT OLD.id OR NEW.course IS NOT OLD.course OR NEW.pars IS NOT OLD.pars
          OR NEW.organiser IS NOT OLD.organiser OR NEW.created_at IS NOT OLD.created_at;
      SELECT RAISE(ABORT, 'a finished round stays as it is') WHERE OLD.finished_at IS NOT NULL;
      SELECT RAISE(ABORT, 'a round starts once')
        WHERE OLD.started_at IS NOT NULL AND NEW.started_at IS NOT OLD.started_at;
      SELECT RAISE(ABORT, 'a round without players cannot start')
        WHERE NEW.started_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM round_players WHERE round_id = OLD.id);
      SELECT RAISE(ABORT, 'a round is finished with the events that it has')
        WHERE NEW.finished_events IS NOT NULL AND NEW.finished_events
          <> (SELECT count(*) FROM score_events WHERE round_id = OLD.id);
    END;

    CREATE TRIGGER round_players_insert BEFORE INSERT ON round_players BEGIN
      SELECT RAISE(ABORT, 'the roster is locked once the round has started')
        WHERE EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id
          AND (started_at IS NOT NULL OR finished_at IS NOT NULL));
    END;
    CREATE TRIGGER round_players_update BEFORE UPDATE ON round_players BEGIN
      SELECT RAISE(ABORT, 'the roster is locked once the round has started')
        WHERE EXISTS (SELECT 1 FROM rounds WHERE id IN (OLD.round_id, NEW.round_id)
          AND (started_at IS NOT NULL OR finished_at IS NOT NULL));
    END;
    CREATE TRIGGER round_players_delete BEFORE DELETE ON round_players BEGIN
      SELECT RAISE(ABORT, 'the roster is locked once the round has started')
        WHERE EXISTS (SELECT 1 FROM rounds WHERE id = OLD.round_id
          AND (started_at IS NOT NULL OR finished_at IS NOT NULL));
    END;

    """

  /// What was written of scores, commits and utterances stays as it is.
  private static let appendOnly = """
    CREATE TRIGGER score_events_update BEFORE UPDATE ON score_events BEGIN
      SELECT RAISE(ABORT, 'score events are never changed');
    END;
    CREATE TRIGGER score_events_delete BEFORE DELETE ON score_events BEGIN
      SELECT RAISE(ABORT, 'score events are never removed');
    END;
    CREATE TRIGGER score_events_insert BEFORE INSERT ON score_events BEGIN
      SELECT RAISE(ABORT, 'the event exists')
        WHERE EXISTS (SELECT 1 FROM score_events WHERE id = NEW.id)
          OR EXISTS (SELECT 1 FROM score_events WHERE sequence = NEW.sequence);
      SELECT RAISE(ABORT, 'the round of the event does not exist')
        WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id);
      SELECT RAISE(ABORT, 'the round has not started')
        WHERE (SELECT started_at FROM rounds WHERE id = NEW.round_id) IS NULL;
      SELECT RAISE(ABORT, 'the round is finished')
        WHERE (SELECT finished_at FROM rounds WHERE id = NEW.round_id) IS NOT NULL;
      SELECT RAISE(ABORT, 'the player is not in the round')
        WHERE NOT EXISTS (SELECT 1 FROM round_players
          WHERE round_id = NEW.round_id AND position = NEW.player);
      SELECT RAISE(ABORT, 'the round does not have the hole')
        WHERE NEW.hole NOT BETWEEN 1
          AND (SELECT length(pars) FROM rounds WHERE id = NEW.round_id);
      SELECT RAISE(ABORT, 'the player has a score on the hole, which is to be superseded')
        WHERE NEW.supersedes IS NULL AND EXISTS (SELECT 1 FROM score_events
          WHERE round_id = NEW.round_id AND player = NEW.player AND hole = NEW.hole
            AND supersedes IS NULL);
      SELECT RAISE(ABORT, 'the superseded event is none of the round, player and hole')
        WHERE NEW.supersedes IS NOT NULL AND NOT EXISTS (SELECT 1 FROM score_events
          WHERE id = NEW.supersedes AND round_id = NEW.round_id AND player = NEW.player
            AND hole = NEW.hole);
      SELECT RAISE(ABORT, 'the superseded event is superseded by another')
        WHERE EXISTS (SELECT 1 FROM score_events WHERE supersedes = NEW.supersedes);
      SELECT RAISE(ABORT, 'the event taken back is none of the round, player and hole')
        WHERE NEW.takes_back IS NOT NULL AND NOT EXISTS (SELECT 1 FROM score_events
          WHERE id = NEW.takes_back AND round_id = NEW.round_id AND player = NEW.player
            AND hole = NEW.hole);
      SELECT RAISE(ABORT, 'the event is taken back by another')
        WHERE EXISTS (SELECT 1 FROM score_events WHERE takes_back = NEW.takes_back);
    END;

    CREATE TRIGGER commits_update BEFORE UPDATE ON commits BEGIN
      SELECT RAISE(ABORT, 'commits are never changed');
    END;
    CREATE TRIGGER commits_delete BEFORE DELETE ON commits BEGIN
      SELECT RAISE(ABORT, 'commits are never removed');
    END;
    CREATE TRIGGER commits_insert BEFORE INSERT ON commits BEGIN
      SELECT RAISE(ABORT, 'the commit exists')
        WHERE EXISTS (SELECT 1 FROM commits WHERE id = NEW.id);
    END;

    CREATE TRIGGER utterances_update BEFORE UPDATE ON utterances BEGIN
      SELECT RAISE(ABORT, 'utterances are never changed');
    END;
    CREATE TRIGGER utterances_delete BEFORE DELETE ON utterances BEGIN
      SELECT RAISE(ABORT, 'utterances are never removed');
    END;
    CREATE TRIGGER utterances_insert BEFORE INSERT ON utterances BEGIN
      SELECT RAISE(ABORT, 'the utterance exists')
        WHERE EXISTS (SELECT 1 FROM utterances WHERE id = NEW.id)
          OR EXISTS (SELECT 1 FROM utterances WHERE sequence = NEW.sequence);
    END;

    """

  /// Marks the undoings after which a hole has no score, where strokes are missing as well as where
  /// nothing stands.
  private static let holesWithoutScore = """
    ALTER TABLE score_events ADD COLUMN no_score INTEGER NOT NULL DEFAULT 0
      CHECK (no_score = 0 OR no_score = 1 AND strokes IS NULL);

    """

  /// What becomes of a round is kept as changes, which are only ever added; the columns of `rounds` for
  /// its finish stay empty from then on.
  private static let roundChanges = """
    CREATE TABLE round_changes (
      sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
      id TEXT NOT NULL UNIQUE,
      round_id TEXT NOT NULL REFERENCES rounds (id),
      kind TEXT NOT NULL
        CHECK (kind IN ('finish', 'reopen', 'delete', 'restore', 'join', 'leave')),
      player INTEGER,
      away TEXT NOT NULL CHECK (json_valid(away)),
      score_count INTEGER NOT NULL,
      reported_by TEXT NOT NULL,
      device TEXT NOT NULL,
      at TEXT NOT NULL,
      FOREIGN KEY (round_id, player) REFERENCES round_players (round_id, position),
      CHECK ((kind IN ('join', 'leave')) = (player IS NOT NULL))
    ) STRICT;
    CREATE INDEX round_changes_round ON round_changes (round_id);

    CREATE VIEW round_states (round_id, is_finished, is_deleted) AS
      SELECT id,
          coalesce((SELECT kind = 'finish' FROM round_changes
            WHERE round_id = rounds.id AND kind IN ('finish', 'reopen')
            ORDER BY sequence DESC LIMIT 1), 0),
          coalesce((SELECT kind = 'delete' FROM round_changes
            WHERE round_id = rounds.id AND kind IN ('delete', 'restore')
            ORDER BY sequence DESC LIMIT 1), 0)
        FROM rounds;

    INSERT INTO round_changes
        (id, round_id, kind, away, score_count, reported_by, device, at)
      SELECT id || '.finish', id, 'finish', '[]', finished_events, '', '', finished_at
        FROM rounds WHERE finished_at IS NOT NULL ORDER BY finished_at, id;
    DROP TRIGGER rounds_update;
    UPDATE rounds SET finished_at = NULL, finished_events = NULL WHERE finished_at IS NOT NULL;

    CREATE TRIGGER round_changes_update BEFORE UPDATE ON round_changes BEGIN
      SELECT RAISE(ABORT, 'changes of a round are never changed');
    END;
    CREATE TRIGGER round_changes_delete BEFORE DELETE ON round_changes BEGIN
      SELECT RAISE(ABORT, 'changes of a round are never removed');
    END;
    CREATE TRIGGER round_changes_insert BEFORE INSERT ON round_changes BEGIN
      SELECT RAISE(ABORT, 'the change exists')
        WHERE EXISTS (SELECT 1 FROM round_changes WHERE id = NEW.id)
          OR EXISTS (SELECT 1 FROM round_changes WHERE sequence = NEW.sequence);
      SELECT RAISE(ABORT, 'the round of the change does not exist')
        WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id);
      SELECT RAISE(ABORT, 'a change comes after the scores that the round has')
        WHERE NEW.score_count
          <> (SELECT count(*) FROM score_events WHERE round_id = NEW.round_id);
      SELECT RAISE(ABORT, 'the round is deleted') FROM round_states
        WHERE round_id = NEW.round_id AND is_deleted AND NEW.kind <> 'restore';
      SELECT RAISE(ABORT, 'the round is not deleted') FROM round_states
        WHERE round_id = NEW.round_id AND NOT is_deleted AND NEW.kind = 'restore';
      SELECT RAISE(ABORT, 'the round is finished') FROM round_states
        WHERE round_id = NEW.round_id AND is_finished AND NEW.kind IN ('finish', 'join', 'leave');
      SELECT RAISE(ABORT, 'the round is not finished') FROM round_states
        WHERE round_id = NEW.round_id AND NOT is_finished AND NEW.kind = 'reopen';
    END;

    """

  /// A round takes scores unless it is finished or deleted, and players unless it is finished; once
  /// anything has happened in it, those whom it has keep their places.
  private static let openRounds = """
    CREATE TRIGGER score_events_open BEFORE INSERT ON score_events BEGIN
      SELECT RAISE(ABORT, 'the round is deleted') FROM round_states
        WHERE round_id = NEW.round_id AND is_deleted;
      SELECT RAISE(ABORT, 'the round is finished') FROM round_states
        WHERE round_id = NEW.round_id AND NOT is_deleted AND is_finished;
    END;

    CREATE TRIGGER rounds_update BEFORE UPDATE ON rounds BEGIN
      SELECT RAISE(ABORT, 'a round keeps what it was made with')
        WHERE NEW.id IS NOT OLD.id OR NEW.course IS NOT OLD.course OR NEW.pars IS NOT OLD.pars
          OR NEW.organiser IS NOT OLD.organiser OR NEW.created_at IS NOT OLD.created_at;
      SELECT RAISE(ABORT, 'a round starts once')
        WHERE OLD.started_at IS NOT NULL AND NEW.started_at IS NOT OLD.started_at;
      SELECT RAISE(ABORT, 'a round without players cannot start')
        WHERE NEW.started_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM round_players WHERE round_id = OLD.id);
      SELECT RAISE(ABORT, 'the finish of a round is one of its changes')
        WHERE NEW.finished_at IS NOT NULL OR NEW.finished_events IS NOT NULL;
    END;

    DROP TRIGGER round_players_insert;
    DROP TRIGGER round_players_update;
    DROP TRIGGER round_players_delete;
    CREATE VIEW locked_rounds (round_id) AS
      SELECT id FROM rounds WHERE started_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM round_changes WHERE round_id = rounds.id);
    CREATE TRIGGER round_players_insert BEFORE INSERT ON round_players BEGIN
      SELECT RAISE(ABORT, 'the round is finished') FROM round_states
        WHERE round_id = NEW.round_id AND is_finished;
      SELECT RAISE(ABORT, 'who joins a round that has started comes last, under another name')
        FROM locked_rounds WHERE round_id = NEW.round_id
          AND (NEW.position <> (SELECT count(*) FROM round_players WHERE round_id = NEW.round_id)
            OR EXISTS (SELECT 1 FROM round_players
              WHERE round_id = NEW.round_id AND name_key = NEW.name_key));
    END;
    CREATE TRIGGER round_players_update BEFORE UPDATE ON round_players BEGIN
      SELECT RAISE(ABORT, 'players keep their places once the round has started')
        FROM locked_rounds WHERE round_id IN (OLD.round_id, NEW.round_id);
    END;
    CREATE TRIGGER round_players_delete BEFORE DELETE ON round_players BEGIN
      SELECT RAISE(ABORT, 'players keep their places once the round has started')
        FROM locked_rounds WHERE round_id = OLD.round_id;
    END;

    """

  /// Scores and changes of rounds become events of one kind, which know their device and their place.
  ///
  /// Those that are there were written as if by one device, in their order. A player is named, since
  /// whoever joins may do so on another device, of which the log learns later.
  private static let manyDevices = """
    CREATE TABLE this_device (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      id TEXT NOT NULL,
      name TEXT,
      is_receiving INTEGER NOT NULL DEFAULT 0 CHECK (is_receiving IN (0, 1))
    ) STRICT;

    CREATE TABLE revoked_devices (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

    CREATE TABLE hub (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      address TEXT NOT NULL,
      joined TEXT,
      last_sync TEXT,
      refused INTEGER NOT NULL DEFAULT 0,
      problem TEXT,
      retry_at TEXT
    ) STRICT;

    CREATE TABLE hub_vectors (
      round_id TEXT NOT NULL,
      device TEXT NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (round_id, device)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
      id TEXT NOT NULL UNIQUE,
      round_id TEXT NOT NULL REFERENCES rounds (id),
      device TEXT NOT NULL,
      number INTEGER NOT NULL CHECK (number > 0),
      clock INTEGER NOT NULL CHECK (clock > 0),
      kind TEXT NOT NULL CHECK (kind IN ('score', 'takeBack', 'resolution',
        'finish', 'reopen', 'delete', 'restore', 'join', 'leave')),
      player TEXT,
      hole INTEGER,
      strokes INTEGER CHECK (strokes BETWEEN 1 AND 10),
      no_score INTEGER NOT NULL DEFAULT 0 CHECK (no_score = 0 OR no_score = 1 AND strokes IS NULL),
      supersedes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(supersedes)),
      takes_back TEXT,
      entrant TEXT CHECK (entrant IS NULL OR json_valid(entrant)),
      away TEXT CHECK (away IS NULL OR json_valid(away)),
      score_count INTEGER,
      commit_id TEXT REFERENCES commits (id),
      reported_by TEXT NOT NULL,
      device_name TEXT NOT NULL,
      input TEXT NOT NULL CHECK (input IN ('voice', 'typed', 'picked', 'dial')),
      transcript TEXT,
      confidence REAL CHECK (confidence BETWEEN 0 AND 1),
      at TEXT NOT NULL,
      clip TEXT,
      utterance_id TEXT,
      UNIQUE (round_id, device, number),
      CHECK ((kind IN ('score', 'takeBack', 'resolution'))
        = (hole IS NOT NULL AND commit_id IS NOT NULL)),
      CHECK ((kind IN ('score', 'takeBack', 'resolution'))
        = (away IS NULL AND score_count IS NULL)),
      CHECK ((kind IN ('finish', 'reopen', 'delete', 'restore')) = (player IS NULL))
    ) STRICT;
    CREATE INDEX events_commit ON events (commit_id) WHERE commit_id IS NOT NULL;
    CREATE INDEX events_change ON events (round_id) WHERE hole IS NULL;

    INSERT INTO events
        (id, round_id, device, number, clock, kind, player, hole, strokes, no_score, supersedes,
          takes_back, entrant, away, score_count, commit_id, reported_by, device_name, input,
          transcript, confidence, at, clip, utterance_id)
      SELECT id, round_id, '\(DeviceID.beforeDevices)', place, place, kind, player, hole, strokes,
          no_score, supersedes, takes_back, entrant, away, score_count, commit_id, reported_by,
          device, input, transcript, confidence, at, clip, utterance_id
        FROM (
          SELECT *, row_number() OVER (PARTITION BY round_id ORDER BY scores, is_change, sequence)
              AS place
            FROM (
              SELECT e.sequence, e.id, e.round_id, 0 AS is_change,
                  row_number() OVER (PARTITION BY e.round_id ORDER BY e.sequence) AS scores,
                  CASE WHEN e.takes_back IS NULL THEN 'score' ELSE 'takeBack' END AS kind,
                  p.name AS player, e.hole, e.strokes,
                  e.strokes IS NULL AND (e.takes_back IS NULL OR e.no_score = 1) AS no_score,
                  CASE WHEN e.supersedes IS NULL THEN '[]' ELSE json_array(e.supersedes) END
                    AS supersedes,
                  e.takes_back, NULL AS entrant, NULL AS away, NULL AS score_count, e.commit_id,
                  e.reported_by, e.device, e.input, e.transcript, e.confidence, e.at, e.clip,
                  e.utterance_id
                FROM score_events e
                LEFT JOIN round_players p ON p.round_id = e.round_id AND p.position = e.player
              UNION ALL
              SELECT c.sequence, c.id, c.round_id, 1, c.score_count, c.kind, p.name, NULL, NULL, 0,
                  '[]', NULL,
                  CASE WHEN c.kind = 'join' AND NOT EXISTS (SELECT 1 FROM round_changes o
                      WHERE o.round_id = c.round_id AND o.player = c.player
                        AND o.sequence < c.sequence)
                    THEN json_object('name', p.name,
                      'isGuest', json(CASE p.is_guest WHEN 1 THEN 'true' ELSE 'false' END),
                      'aliases', json(p.aliases), 'pronunciations', json(p.pronunciations)) END,
                  c.away, c.score_count, NULL, c.reported_by, c.device, 'typed', NULL, NULL, c.at,
                  NULL, NULL
                FROM round_changes c
                LEFT JOIN round_players p ON p.round_id = c.round_id AND p.position = c.player))
        ORDER BY round_id, place;

    DROP VIEW locked_rounds;
    DROP VIEW round_states;
    DROP TRIGGER round_players_insert;
    DROP TRIGGER round_players_update;
    DROP TRIGGER round_players_delete;
    DROP TABLE score_events;
    DROP TABLE round_changes;

    CREATE VIEW round_states (round_id, is_finished, is_deleted) AS
      SELECT id,
          coalesce((SELECT kind = 'finish' FROM events
            WHERE round_id = rounds.id AND hole IS NULL AND kind IN ('finish', 'reopen')
            ORDER BY clock DESC, device DESC, number DESC LIMIT 1), 0),
          coalesce((SELECT kind = 'delete' FROM events
            WHERE round_id = rounds.id AND hole IS NULL AND kind IN ('delete', 'restore')
            ORDER BY clock DESC, device DESC, number DESC LIMIT 1), 0)
        FROM rounds;
    CREATE VIEW locked_rounds (round_id) AS
      SELECT id FROM rounds WHERE started_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM events WHERE round_id = rounds.id AND hole IS NULL);

    """

  /// Events stay as they are, and those who play keep their places once a round has started.
  ///
  /// What this log's own device may not do now, another that did not know may have done, and so may the
  /// device itself before its file was restored. What was written before logs knew devices, and is
  /// imported without its place, has one history for each score.
  private static let eventRules = """
    CREATE TRIGGER events_update BEFORE UPDATE ON events BEGIN
      SELECT RAISE(ABORT, 'events are never changed');
    END;
    CREATE TRIGGER events_delete BEFORE DELETE ON events BEGIN
      SELECT RAISE(ABORT, 'events are never removed');
    END;
    CREATE TRIGGER events_insert BEFORE INSERT ON events BEGIN
      SELECT RAISE(ABORT, 'the event exists')
        WHERE EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
          OR EXISTS (SELECT 1 FROM events WHERE sequence = NEW.sequence)
          OR EXISTS (SELECT 1 FROM events WHERE round_id = NEW.round_id AND device = NEW.device
            AND number = NEW.number);
      SELECT RAISE(ABORT, 'the round of the event does not exist')
        WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id);
      SELECT RAISE(ABORT, 'the round does not have the hole')
        WHERE NEW.hole NOT BETWEEN 1
          AND (SELECT length(pars) FROM rounds WHERE id = NEW.round_id);
    END;
    CREATE TRIGGER events_insert_own BEFORE INSERT ON events
      WHEN NEW.device IN ('\(DeviceID.beforeDevices)', (SELECT id FROM this_device))
        AND NOT EXISTS (SELECT 1 FROM this_device WHERE is_receiving)
    BEGIN
      SELECT RAISE(ABORT, 'the round has not started')
        WHERE NEW.hole IS NOT NULL
          AND (SELECT started_at FROM rounds WHERE id = NEW.round_id) IS NULL;
      SELECT RAISE(ABORT, 'the player is not in the round')
        WHERE NEW.player IS NOT NULL AND NEW.entrant IS NULL AND NOT EXISTS (
          SELECT 1 FROM round_players WHERE round_id = NEW.round_id AND name = NEW.player
          UNION ALL SELECT 1 FROM events WHERE round_id = NEW.round_id AND hole IS NULL
            AND kind = 'join' AND player = NEW.player);
      SELECT RAISE(ABORT, 'the round is deleted') FROM round_states
        WHERE round_id = NEW.round_id AND is_deleted AND NEW.kind <> 'restore';
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
    CREATE TRIGGER events_insert_before BEFORE INSERT ON events
      WHEN NEW.device = '\(DeviceID.beforeDevices)' AND NEW.hole IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM this_device WHERE is_receiving)
    BEGIN
      SELECT RAISE(ABORT, 'the player has a score on the hole, which is to be superseded')
        WHERE NEW.supersedes = '[]' AND EXISTS (SELECT 1 FROM events
          WHERE round_id = NEW.round_id AND device = NEW.device AND player = NEW.player
            AND hole = NEW.hole);
      SELECT RAISE(ABORT, 'the superseded event is none of the round, player and hole')
        WHERE NEW.supersedes <> '[]' AND NOT EXISTS (SELECT 1 FROM events
          WHERE id = json_extract(NEW.supersedes, '$[0]') AND round_id = NEW.round_id
            AND player = NEW.player AND hole = NEW.hole);
      SELECT RAISE(ABORT, 'the superseded event is superseded by another')
        WHERE NEW.supersedes <> '[]' AND EXISTS (SELECT 1 FROM events
          WHERE round_id = NEW.round_id AND device = NEW.device AND supersedes = NEW.supersedes);
      SELECT RAISE(ABORT, 'the event taken back is none of the round, player and hole')
        WHERE NEW.takes_back IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events
          WHERE id = NEW.takes_back AND round_id = NEW.round_id AND player = NEW.player
            AND hole = NEW.hole);
      SELECT RAISE(ABORT, 'the event is taken back by another')
        WHERE EXISTS (SELECT 1 FROM events
          WHERE round_id = NEW.round_id AND takes_back = NEW.takes_back);
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
        FROM locked_rounds WHERE round_id IN (OLD.round_id, NEW.round_id);
    END;
    CREATE TRIGGER round_players_delete BEFORE DELETE ON round_players BEGIN
      SELECT RAISE(ABORT, 'players keep their places once the round has started')
        FROM locked_rounds WHERE round_id = OLD.round_id;
    END;

    """

  /// Phones join rounds by invitations, and are let in by tokens, of which only the digest is kept.
  private static let admissions = """
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

  /// Makes the tables where the file is new, and brings those of earlier versions up to date.
  ///
  /// A file that is not ours, or of a later version, is left as it is; of one of an earlier version
  /// a copy is kept beside it.
  static func prepare(_ database: Database) throws {
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON")
    // Of one moment, since another program may be making the same file.
    let found = try database.read { try check(database) }
    if database.isReadOnly {
      // A file of this version can still be read.
      guard found == version else { throw ScoreStoreError.readOnly(path: database.path) }
      return
    }
    let mode: String? = try database.value("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw ScoreStoreError.cannotOpen(
        path: database.path, reason: "its file system allows no write-ahead log (\(mode ?? ""))")
    }
    try database.execute("PRAGMA synchronous = FULL")
    guard found < version else { return }
    var copy = found == 0 ? nil : try SchemaCopy.make(of: database)
    do {
      try database.write { try bringUpToDate(database, &copy) }
    } catch {
      copy?.giveUp()
      throw error
    }
  }

  /// Makes the changes that a file lacks, and keeps the copy of what it was.
  private static func bringUpToDate(_ database: Database, _ copy: inout SchemaCopy?) throws {
    // Another program may have been faster.
    let found = try check(database)
    guard found < version else { return }
    for migration in migrations[found...] { try database.execute(migration) }
    if found == 0 {
      for course in Course.seeded { try database.insert(course) }
      try database.execute("PRAGMA application_id = \(applicationID)")
    }
    try database.execute("PRAGMA user_version = \(version)")
    try copy?.keep(version: found)
  }

  /// Returns the version of the file; 0 for an empty one.
  private static func check(_ database: Database) throws -> Int {
    let application = try database.integer("PRAGMA application_id")
    let found = try database.integer("PRAGMA user_version")
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
    if application == 0, found == 0, isEmpty { return 0 }
    guard application == applicationID, found > 0 else {
      throw ScoreStoreError.foreign(path: database.path)
    }
    guard found <= version else {
      throw ScoreStoreError.newerSchema(path: database.path, version: found, supported: version)
    }
    return found
  }
}
