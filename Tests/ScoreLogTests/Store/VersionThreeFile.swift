import TestSupport

/// A score log as the third version of the schema has it, written by the program of that version:
/// with somebody who came late, with a round that was finished twice, and with undoings.
enum VersionThreeFile {
  static func make(_ file: borrowing LogFile) throws {
    try OtherProgram(file.path).run("PRAGMA journal_mode = WAL;" + tables + rows + rules)
  }

  /// What the program of that version exported from it, round by round.
  static let exported = [
    #"{"id":"a.1","round":"r","player":"Mike","hole":1,"strokes":3,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:00:00.000Z","roundInfo":{"course":"Home","pars":[3,4,3,3,3,5,3,3,3],"players":[{"name":"Mike","isGuest":false,"aliases":[],"pronunciations":[]},{"name":"Jake","isGuest":false,"aliases":[],"pronunciations":[]},{"name":"Zoe","isGuest":true,"aliases":["Zo"],"pronunciations":[]}],"organiser":"Mike","createdAt":"2026-05-01T09:00:00.000Z","startedAt":"2026-05-01T10:00:00.000Z","finishedAt":"2026-05-01T12:00:00.000Z","phase":"finishedEarly"}}"#,
    #"{"id":"a.2","round":"r","player":"Jake","hole":1,"strokes":4,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"voice","transcript":"jake four","confidence":0.75,"at":"2026-05-01T10:00:00.000Z","clip":"1.flac"}"#,
    #"{"id":"b.1","round":"r","player":"Jake","hole":1,"strokes":5,"supersedes":"a.2","reportedBy":"Jake","device":"watch","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:01:00.000Z"}"#,
    #"{"id":"zoe","round":"r","player":"Zoe","hole":null,"strokes":null,"supersedes":null,"reportedBy":"Jake","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:02:00.000Z","kind":"join","away":[1]}"#,
    #"{"id":"c.1","round":"r","player":"Mike","hole":2,"strokes":null,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:03:00.000Z"}"#,
    #"{"id":"c.2","round":"r","player":"Jake","hole":2,"strokes":4,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"voice","transcript":"jake four","confidence":0.75,"at":"2026-05-01T10:03:00.000Z","clip":"1.flac"}"#,
    #"{"id":"c.3","round":"r","player":"Zoe","hole":2,"strokes":6,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:03:00.000Z"}"#,
    #"{"id":"d.1","round":"r","player":"Mike","hole":2,"strokes":2,"supersedes":"c.1","reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:04:00.000Z"}"#,
    #"{"id":"e.1","round":"r","player":"Mike","hole":2,"strokes":null,"supersedes":"d.1","reportedBy":"Jake","device":"watch","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:05:00.000Z","takesBack":"d.1","noScore":true}"#,
    #"{"id":"jake-leaves","round":"r","player":"Jake","hole":null,"strokes":null,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:06:00.000Z","kind":"leave","away":[3,4,5,6,7,8,9]}"#,
    #"{"id":"end","round":"r","player":null,"hole":null,"strokes":null,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:00:00.000Z","kind":"finish"}"#,
    #"{"id":"open","round":"r","player":null,"hole":null,"strokes":null,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:01:00.000Z","kind":"reopen"}"#,
    #"{"id":"jake-returns","round":"r","player":"Jake","hole":null,"strokes":null,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:02:00.000Z","kind":"join","away":[]}"#,
    #"{"id":"g.1","round":"r","player":"Mike","hole":3,"strokes":3,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:03:00.000Z"}"#,
    #"{"id":"g.2","round":"r","player":"Jake","hole":3,"strokes":3,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:03:00.000Z"}"#,
    #"{"id":"g.3","round":"r","player":"Zoe","hole":3,"strokes":3,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:03:00.000Z"}"#,
    #"{"id":"h.1","round":"r","player":"Mike","hole":3,"strokes":null,"supersedes":"g.1","reportedBy":"Jake","device":"watch","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:04:00.000Z","takesBack":"g.1"}"#,
    #"{"id":"h.2","round":"r","player":"Jake","hole":3,"strokes":null,"supersedes":"g.2","reportedBy":"Jake","device":"watch","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:04:00.000Z","takesBack":"g.2"}"#,
    #"{"id":"h.3","round":"r","player":"Zoe","hole":3,"strokes":null,"supersedes":"g.3","reportedBy":"Jake","device":"watch","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:04:00.000Z","takesBack":"g.3"}"#,
    #"{"id":"i.1","round":"r","player":"Mike","hole":3,"strokes":4,"supersedes":"h.1","reportedBy":"Jake","device":"watch","input":"voice","transcript":"jake four","confidence":0.75,"at":"2026-05-01T11:05:00.000Z","clip":"1.flac"}"#,
    #"{"id":"again","round":"r","player":null,"hole":null,"strokes":null,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T12:00:00.000Z","kind":"finish"}"#,
    #"{"id":"f.1","round":"s","player":"Jake","hole":1,"strokes":2,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:10:00.000Z","roundInfo":{"course":"Home","pars":[3,4,3,3,3,5,3,3,3],"players":[{"name":"Jake","isGuest":false,"aliases":[],"pronunciations":[]}],"organiser":"Jake","createdAt":"2026-05-01T09:10:00.000Z","startedAt":"2026-05-01T10:10:00.000Z","finishedAt":null,"phase":"active"}}"#,
    #"{"id":"gone","round":"s","player":null,"hole":null,"strokes":null,"supersedes":null,"reportedBy":"Jake","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:11:00.000Z","kind":"delete"}"#,
    #"{"id":"back","round":"s","player":null,"hole":null,"strokes":null,"supersedes":null,"reportedBy":"Jake","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T12:01:00.000Z","kind":"restore"}"#,
  ]

  private static let rows = """
    INSERT INTO courses VALUES
      ('cedarcreek', 'Cedar Creek', '333333333333333333'),
      ('heronmeadow', 'Heron Meadow', '333433334'),
      ('quarryridge', 'Quarry Ridge', '433353433334335334');
    INSERT INTO players VALUES
      (1, 'mike', 'Mike', '[]', '[]'),
      (2, 'jake', 'Jake', '[]', '[]');
    INSERT INTO rounds VALUES
      ('r', 'Home', '343335333', 'Mike', '2026-05-01T09:00:00.000Z', '2026-05-01T10:00:00.000Z', NULL, NULL),
      ('s', 'Home', '343335333', 'Jake', '2026-05-01T09:10:00.000Z', '2026-05-01T10:10:00.000Z', NULL, NULL);
    INSERT INTO round_players VALUES
      ('r', 0, 'mike', 'Mike', 0, 1, '[]', '[]'),
      ('r', 1, 'jake', 'Jake', 0, 2, '[]', '[]'),
      ('r', 2, 'zoe', 'Zoe', 1, NULL, '["Zo"]', '[]'),
      ('s', 0, 'jake', 'Jake', 0, 2, '[]', '[]');
    INSERT INTO commits VALUES
      ('a', 'r'),
      ('b', 'r'),
      ('c', 'r'),
      ('d', 'r'),
      ('e', 'r'),
      ('f', 's'),
      ('g', 'r'),
      ('h', 'r'),
      ('i', 'r');
    INSERT INTO score_events VALUES
      (1, 'a.1', 'a', 'r', 0, 1, 3, NULL, NULL, 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T10:00:00.000Z', NULL, NULL, 0),
      (2, 'a.2', 'a', 'r', 1, 1, 4, NULL, NULL, 'Mike', 'phone', 'voice', 'jake four', 0.75, '2026-05-01T10:00:00.000Z', '1.flac', NULL, 0),
      (3, 'b.1', 'b', 'r', 1, 1, 5, 'a.2', NULL, 'Jake', 'watch', 'typed', NULL, NULL, '2026-05-01T10:01:00.000Z', NULL, NULL, 0),
      (4, 'c.1', 'c', 'r', 0, 2, NULL, NULL, NULL, 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T10:03:00.000Z', NULL, NULL, 1),
      (5, 'c.2', 'c', 'r', 1, 2, 4, NULL, NULL, 'Mike', 'phone', 'voice', 'jake four', 0.75, '2026-05-01T10:03:00.000Z', '1.flac', NULL, 0),
      (6, 'c.3', 'c', 'r', 2, 2, 6, NULL, NULL, 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T10:03:00.000Z', NULL, NULL, 0),
      (7, 'd.1', 'd', 'r', 0, 2, 2, 'c.1', NULL, 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T10:04:00.000Z', NULL, NULL, 0),
      (8, 'e.1', 'e', 'r', 0, 2, NULL, 'd.1', 'd.1', 'Jake', 'watch', 'typed', NULL, NULL, '2026-05-01T10:05:00.000Z', NULL, NULL, 1),
      (9, 'f.1', 'f', 's', 0, 1, 2, NULL, NULL, 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T10:10:00.000Z', NULL, NULL, 0),
      (10, 'g.1', 'g', 'r', 0, 3, 3, NULL, NULL, 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T11:03:00.000Z', NULL, NULL, 0),
      (11, 'g.2', 'g', 'r', 1, 3, 3, NULL, NULL, 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T11:03:00.000Z', NULL, NULL, 0),
      (12, 'g.3', 'g', 'r', 2, 3, 3, NULL, NULL, 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T11:03:00.000Z', NULL, NULL, 0),
      (13, 'h.1', 'h', 'r', 0, 3, NULL, 'g.1', 'g.1', 'Jake', 'watch', 'typed', NULL, NULL, '2026-05-01T11:04:00.000Z', NULL, NULL, 0),
      (14, 'h.2', 'h', 'r', 1, 3, NULL, 'g.2', 'g.2', 'Jake', 'watch', 'typed', NULL, NULL, '2026-05-01T11:04:00.000Z', NULL, NULL, 0),
      (15, 'h.3', 'h', 'r', 2, 3, NULL, 'g.3', 'g.3', 'Jake', 'watch', 'typed', NULL, NULL, '2026-05-01T11:04:00.000Z', NULL, NULL, 0),
      (16, 'i.1', 'i', 'r', 0, 3, 4, 'h.1', NULL, 'Jake', 'watch', 'voice', 'jake four', 0.75, '2026-05-01T11:05:00.000Z', '1.flac', NULL, 0);
    INSERT INTO current_hole VALUES
      (1, 'r', 4);
    INSERT INTO round_changes VALUES
      (1, 'zoe', 'r', 'join', 2, '[1]', 3, 'Jake', 'phone', '2026-05-01T10:02:00.000Z'),
      (2, 'jake-leaves', 'r', 'leave', 1, '[3,4,5,6,7,8,9]', 8, 'Mike', 'phone', '2026-05-01T10:06:00.000Z'),
      (3, 'end', 'r', 'finish', NULL, '[]', 8, 'Mike', 'phone', '2026-05-01T11:00:00.000Z'),
      (4, 'gone', 's', 'delete', NULL, '[]', 1, 'Jake', 'phone', '2026-05-01T10:11:00.000Z'),
      (5, 'open', 'r', 'reopen', NULL, '[]', 8, 'Mike', 'phone', '2026-05-01T11:01:00.000Z'),
      (6, 'jake-returns', 'r', 'join', 1, '[]', 8, 'Mike', 'phone', '2026-05-01T11:02:00.000Z'),
      (7, 'again', 'r', 'finish', NULL, '[]', 15, 'Mike', 'phone', '2026-05-01T12:00:00.000Z'),
      (8, 'back', 's', 'restore', NULL, '[]', 1, 'Jake', 'phone', '2026-05-01T12:01:00.000Z');
    PRAGMA application_id = 1215920726;
    PRAGMA user_version = 3;

    """

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
      utterance_id TEXT, no_score INTEGER NOT NULL DEFAULT 0
      CHECK (no_score = 0 OR no_score = 1 AND strokes IS NULL),
      FOREIGN KEY (round_id, player) REFERENCES round_players (round_id, position)
    ) STRICT;
    CREATE TABLE current_hole (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      round_id TEXT NOT NULL REFERENCES rounds (id),
      hole INTEGER NOT NULL
    ) STRICT;
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

    """

  private static let rules = """
    CREATE INDEX round_players_player ON round_players (player_id);
    CREATE INDEX score_events_round ON score_events (round_id, player);
    CREATE INDEX score_events_commit ON score_events (commit_id);
    CREATE UNIQUE INDEX score_events_root ON score_events (round_id, player, hole)
      WHERE supersedes IS NULL;
    CREATE TRIGGER rounds_insert BEFORE INSERT ON rounds BEGIN
      SELECT RAISE(ABORT, 'the round exists')
        WHERE EXISTS (SELECT 1 FROM rounds WHERE id = NEW.id);
      SELECT RAISE(ABORT, 'a round begins in setup')
        WHERE NEW.started_at IS NOT NULL OR NEW.finished_at IS NOT NULL;
    END;
    CREATE TRIGGER rounds_delete BEFORE DELETE ON rounds BEGIN
      SELECT RAISE(ABORT, 'rounds are never removed');
    END;
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
}
