import TestSupport

/// A score log as the fourth version of the schema has it, written by the program of that version: with
/// the events of two devices, of which one is revoked, and a round that has not started.
enum VersionFourFile {
  static func make(_ file: borrowing LogFile) throws {
    try OtherProgram(file.path).run("PRAGMA journal_mode = WAL;" + tables + rows + rules)
  }

  /// What the program of that version exported from it, round by round.
  static let exported = [
    #"{"id":"a.1","round":"r","player":"Mike","hole":1,"strokes":3,"supersedes":null,"reportedBy":"Mike","device":"old","input":"typed","transcript":"mike three jake four ann five","confidence":null,"at":"2026-05-01T10:01:00.000Z","number":1,"clock":1,"deviceName":"phone","kind":"score","roundInfo":{"course":"Heron Meadow","pars":[3,3,3,4,3,3,3,3,4],"players":[{"name":"Mike","isGuest":false,"aliases":[],"pronunciations":[]},{"name":"Jake","isGuest":false,"aliases":[],"pronunciations":[]},{"name":"Ann","isGuest":true,"aliases":[],"pronunciations":[]}],"organiser":"Mike","createdAt":"2026-05-01T10:00:00.000Z","startedAt":"2026-05-01T10:01:00.000Z","finishedAt":null,"phase":"active"}}"#,
    #"{"id":"a.2","round":"r","player":"Jake","hole":1,"strokes":4,"supersedes":null,"reportedBy":"Mike","device":"old","input":"typed","transcript":"mike three jake four ann five","confidence":null,"at":"2026-05-01T10:01:00.000Z","number":2,"clock":2,"deviceName":"phone","kind":"score"}"#,
    #"{"id":"a.3","round":"r","player":"Ann","hole":1,"strokes":5,"supersedes":null,"reportedBy":"Mike","device":"old","input":"typed","transcript":"mike three jake four ann five","confidence":null,"at":"2026-05-01T10:01:00.000Z","number":3,"clock":3,"deviceName":"phone","kind":"score"}"#,
    #"{"id":"b.1","round":"r","player":"Jake","hole":1,"strokes":3,"supersedes":"a.2","reportedBy":"Mike","device":"old","input":"typed","transcript":"jake three","confidence":null,"at":"2026-05-01T10:03:00.000Z","number":4,"clock":4,"deviceName":"phone","kind":"score"}"#,
    #"{"id":"c.1","round":"r","player":"Jake","hole":1,"strokes":5,"supersedes":"a.2","reportedBy":"Mike","device":"other","input":"typed","transcript":"jake five","confidence":null,"at":"2026-05-01T10:02:00.000Z","number":1,"clock":4,"deviceName":"watch","kind":"resolution"}"#,
    #"{"id":"d.1","round":"r","player":"Mike","hole":2,"strokes":null,"supersedes":null,"reportedBy":"Mike","device":"other","input":"typed","transcript":"no score for mike","confidence":null,"at":"2026-05-01T10:04:00.000Z","number":2,"clock":5,"deviceName":"watch","kind":"score"}"#,
  ]

  private static let rows = """
    INSERT INTO commits VALUES('c','r');
    INSERT INTO commits VALUES('d','r');
    INSERT INTO commits VALUES('a','r');
    INSERT INTO commits VALUES('b','r');
    INSERT INTO courses VALUES('cedarcreek','Cedar Creek','333333333333333333');
    INSERT INTO courses VALUES('heronmeadow','Heron Meadow','333433334');
    INSERT INTO courses VALUES('quarryridge','Quarry Ridge','433353433334335334');
    INSERT INTO current_hole VALUES(1,'s',1);
    INSERT INTO events VALUES(1,'a.1','r','old',1,1,'score','Mike',1,3,0,'[]',NULL,NULL,NULL,NULL,'a','Mike','phone','typed','mike three jake four ann five',NULL,'2026-05-01T10:01:00.000Z',NULL,NULL);
    INSERT INTO events VALUES(2,'a.2','r','old',2,2,'score','Jake',1,4,0,'[]',NULL,NULL,NULL,NULL,'a','Mike','phone','typed','mike three jake four ann five',NULL,'2026-05-01T10:01:00.000Z',NULL,NULL);
    INSERT INTO events VALUES(3,'a.3','r','old',3,3,'score','Ann',1,5,0,'[]',NULL,NULL,NULL,NULL,'a','Mike','phone','typed','mike three jake four ann five',NULL,'2026-05-01T10:01:00.000Z',NULL,NULL);
    INSERT INTO events VALUES(4,'b.1','r','old',4,4,'score','Jake',1,3,0,'["a.2"]',NULL,NULL,NULL,NULL,'b','Mike','phone','typed','jake three',NULL,'2026-05-01T10:03:00.000Z',NULL,NULL);
    INSERT INTO events VALUES(5,'c.1','r','other',1,4,'resolution','Jake',1,5,0,'["a.2"]',NULL,NULL,NULL,NULL,'c','Mike','watch','typed','jake five',NULL,'2026-05-01T10:02:00.000Z',NULL,NULL);
    INSERT INTO events VALUES(6,'d.1','r','other',2,5,'score','Mike',2,NULL,1,'[]',NULL,NULL,NULL,NULL,'d','Mike','watch','typed','no score for mike',NULL,'2026-05-01T10:04:00.000Z',NULL,NULL);
    INSERT INTO players VALUES(1,'mike','Mike','[]','[]');
    INSERT INTO players VALUES(2,'jake','Jake','[]','[]');
    INSERT INTO revoked_devices VALUES('other');
    INSERT INTO round_players VALUES('r',0,'mike','Mike',0,1,'[]','[]');
    INSERT INTO round_players VALUES('r',1,'jake','Jake',0,2,'[]','[]');
    INSERT INTO round_players VALUES('r',2,'ann','Ann',1,NULL,'[]','[]');
    INSERT INTO round_players VALUES('s',0,'jake','Jake',0,2,'[]','[]');
    INSERT INTO rounds VALUES('r','Heron Meadow','333433334','Mike','2026-05-01T10:00:00.000Z','2026-05-01T10:01:00.000Z',NULL,NULL);
    INSERT INTO rounds VALUES('s','Cedar Creek','333333333333333333','Mike','2026-05-01T10:05:00.000Z',NULL,NULL,NULL);
    INSERT INTO this_device VALUES(1,'old',NULL,0);
    PRAGMA application_id = 1215920726;
    PRAGMA user_version = 4;

    """

  private static let tables = """
    CREATE TABLE commits (
      id TEXT NOT NULL PRIMARY KEY,
      round_id TEXT NOT NULL REFERENCES rounds (id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE courses (
      name_key TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      pars TEXT NOT NULL CHECK (length(pars) IN (9, 18) AND pars NOT GLOB '*[^2-6]*')
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE current_hole (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      round_id TEXT NOT NULL REFERENCES rounds (id),
      hole INTEGER NOT NULL
    ) STRICT;
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
    CREATE TABLE players (
      id INTEGER PRIMARY KEY,
      name_key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      aliases TEXT NOT NULL CHECK (json_valid(aliases)),
      pronunciations TEXT NOT NULL CHECK (json_valid(pronunciations))
    ) STRICT;
    CREATE TABLE revoked_devices (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
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
    CREATE TABLE this_device (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      id TEXT NOT NULL,
      name TEXT,
      is_receiving INTEGER NOT NULL DEFAULT 0 CHECK (is_receiving IN (0, 1))
    ) STRICT;
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

    """

  private static let rules = """
    CREATE INDEX round_players_player ON round_players (player_id);
    CREATE TRIGGER rounds_insert BEFORE INSERT ON rounds BEGIN
      SELECT RAISE(ABORT, 'the round exists')
        WHERE EXISTS (SELECT 1 FROM rounds WHERE id = NEW.id);
      SELECT RAISE(ABORT, 'a round begins in setup')
        WHERE NEW.started_at IS NOT NULL OR NEW.finished_at IS NOT NULL;
    END;
    CREATE TRIGGER rounds_delete BEFORE DELETE ON rounds BEGIN
      SELECT RAISE(ABORT, 'rounds are never removed');
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
    CREATE INDEX events_commit ON events (commit_id) WHERE commit_id IS NOT NULL;
    CREATE INDEX events_change ON events (round_id) WHERE hole IS NULL;
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
      WHEN NEW.device IN ('00000000-0000-0000-0000-000000000000', (SELECT id FROM this_device))
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
      WHEN NEW.device = '00000000-0000-0000-0000-000000000000' AND NEW.hole IS NOT NULL
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
}
