import TestSupport

/// A score log as the first version of the schema has it: made by its SQL and not by the program.
enum VersionOneFile {
  static func make(_ file: borrowing LogFile) throws {
    try OtherProgram(file.path).run("PRAGMA journal_mode = WAL;" + tables + rows + triggers)
  }

  /// What is exported from it since a finish has a line of its own.
  static let exported: [String] =
    exportedThen.prefix(1) + [
      #"{"id":"s.finish","round":"s","player":null,"hole":null,"strokes":null,"supersedes":null,"reportedBy":"","device":"","input":"typed","transcript":null,"confidence":null,"at":"2026-04-01T12:00:00.000Z","kind":"finish"}"#
    ] + exportedThen.dropFirst()

  /// What the program of that version exports from it.
  static let exportedThen = [
    #"{"id":"z.1","round":"s","player":"Jake","hole":1,"strokes":2,"supersedes":null,"reportedBy":"Jake","device":"watch","input":"typed","transcript":null,"confidence":null,"at":"2026-04-01T10:00:00.000Z","roundInfo":{"course":"Home","pars":[3,4,3,3,3,5,3,3,3],"players":[{"name":"Jake","isGuest":false,"aliases":[],"pronunciations":[]}],"organiser":"Jake","createdAt":"2026-04-01T09:00:00.000Z","startedAt":"2026-04-01T10:00:00.000Z","finishedAt":"2026-04-01T12:00:00.000Z","phase":"finishedEarly"}}"#,
    #"{"id":"a.1","round":"r","player":"Mike","hole":1,"strokes":3,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"voice","transcript":"mike three jake four","confidence":0.75,"at":"2026-05-01T10:00:00.000Z","clip":"1.flac","utterance":"u","roundInfo":{"course":"Home","pars":[3,4,3,3,3,5,3,3,3],"players":[{"name":"Mike","isGuest":false,"aliases":["Champ"],"pronunciations":[]},{"name":"Jake","isGuest":false,"aliases":[],"pronunciations":[]},{"name":"Zoe","isGuest":true,"aliases":[],"pronunciations":[]}],"organiser":"Mike","createdAt":"2026-05-01T09:00:00.000Z","startedAt":"2026-05-01T10:00:00.000Z","finishedAt":null,"phase":"active"}}"#,
    #"{"id":"a.2","round":"r","player":"Jake","hole":1,"strokes":4,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"voice","transcript":"mike three jake four","confidence":0.5,"at":"2026-05-01T10:00:00.000Z","clip":"1.flac","utterance":"u"}"#,
    #"{"id":"b.1","round":"r","player":"Jake","hole":1,"strokes":5,"supersedes":"a.2","reportedBy":"Jake","device":"watch","input":"typed","transcript":"Jake five","confidence":null,"at":"2026-05-01T10:01:00.000Z"}"#,
    #"{"id":"c.1","round":"r","player":"Jake","hole":1,"strokes":4,"supersedes":"b.1","reportedBy":"Jake","device":"watch","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:02:00.000Z","takesBack":"b.1"}"#,
    #"{"id":"d.1","round":"r","player":"Zoe","hole":2,"strokes":10,"supersedes":null,"reportedBy":"Mike","device":"phone","input":"typed","transcript":"Zoe ten","confidence":null,"at":"2026-05-01T10:03:00.000Z"}"#,
    #"{"id":"e.1","round":"r","player":"Zoe","hole":2,"strokes":null,"supersedes":"d.1","reportedBy":"Mike","device":"phone","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T10:04:00.000Z","takesBack":"d.1"}"#,
  ]

  private static let rows = """
    INSERT INTO courses VALUES ('home', 'Home', '343335333');
    INSERT INTO players VALUES (1, 'mike', 'Mike', '["Champ"]', '[]'), (2, 'jake', 'Jake', '[]', '[]');
    INSERT INTO rounds VALUES
      ('r', 'Home', '343335333', 'Mike', '2026-05-01T09:00:00.000Z', '2026-05-01T10:00:00.000Z', NULL, NULL),
      ('s', 'Home', '343335333', 'Jake', '2026-04-01T09:00:00.000Z', '2026-04-01T10:00:00.000Z', '2026-04-01T12:00:00.000Z', 1);
    INSERT INTO round_players VALUES
      ('r', 0, 'mike', 'Mike', 0, 1, '["Champ"]', '[]'), ('r', 1, 'jake', 'Jake', 0, 2, '[]', '[]'),
      ('r', 2, 'zoe', 'Zoe', 1, NULL, '[]', '[]'), ('s', 0, 'jake', 'Jake', 0, 2, '[]', '[]');
    INSERT INTO utterances VALUES
      (1, 'u', 'r', 1, 0.5, 2.25, 'mike three jake four', 'success', '{}', NULL, '2026-05-01T10:00:00.000Z');
    INSERT INTO commits VALUES ('z', 's'), ('a', 'r'), ('b', 'r'), ('c', 'r'), ('d', 'r'), ('e', 'r');
    INSERT INTO score_events VALUES
      (1, 'z.1', 'z', 's', 0, 1, 2, NULL, NULL, 'Jake', 'watch', 'typed', NULL, NULL, '2026-04-01T10:00:00.000Z', NULL, NULL),
      (2, 'a.1', 'a', 'r', 0, 1, 3, NULL, NULL, 'Mike', 'phone', 'voice', 'mike three jake four', 0.75, '2026-05-01T10:00:00.000Z', '1.flac', 'u'),
      (3, 'a.2', 'a', 'r', 1, 1, 4, NULL, NULL, 'Mike', 'phone', 'voice', 'mike three jake four', 0.5, '2026-05-01T10:00:00.000Z', '1.flac', 'u'),
      (4, 'b.1', 'b', 'r', 1, 1, 5, 'a.2', NULL, 'Jake', 'watch', 'typed', 'Jake five', NULL, '2026-05-01T10:01:00.000Z', NULL, NULL),
      (5, 'c.1', 'c', 'r', 1, 1, 4, 'b.1', 'b.1', 'Jake', 'watch', 'typed', NULL, NULL, '2026-05-01T10:02:00.000Z', NULL, NULL),
      (6, 'd.1', 'd', 'r', 2, 2, 10, NULL, NULL, 'Mike', 'phone', 'typed', 'Zoe ten', NULL, '2026-05-01T10:03:00.000Z', NULL, NULL),
      (7, 'e.1', 'e', 'r', 2, 2, NULL, 'd.1', 'd.1', 'Mike', 'phone', 'typed', NULL, NULL, '2026-05-01T10:04:00.000Z', NULL, NULL);
    INSERT INTO current_hole VALUES (1, 'r', 2);
    PRAGMA application_id = 1215920726;
    PRAGMA user_version = 1;

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

  private static let triggers = """
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
}
