/// The tables of seasons, in the file of a score log or in one of their own.
enum SnapSchema {
  /// What their names begin with.
  static let prefix = "snap_"

  /// The tables that follow from the changes, each after those that it refers to, with the columns that are written.
  static let columns = [
    (table: "players", columns: "id, name, colour, display_order"),
    (table: "teams", columns: "id, player_id, name, colour, display_order"),
    (
      table: "games",
      columns: "id, team_id, date, time, utc_offset, location, latitude, longitude, outcome, "
        + "team_score, opponent_score, opponent, notes, added_at, edited_at"
    ),
  ]

  /// A script that makes them.
  ///
  /// Changes are what is kept, and never changed. Players, teams and games are what they come to, in the form that
  /// other programs read, PostgreSQL's included; they are written with each change and never read here.
  static let script = """
    CREATE TABLE snap_changes (
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      received_at TEXT NOT NULL,
      line TEXT NOT NULL CHECK (json_valid(line))
    ) STRICT;
    CREATE TRIGGER snap_changes_update BEFORE UPDATE ON snap_changes BEGIN
      SELECT RAISE(ABORT, 'changes are never changed');
    END;
    CREATE TRIGGER snap_changes_delete BEFORE DELETE ON snap_changes BEGIN
      SELECT RAISE(ABORT, 'changes are never removed');
    END;

    CREATE TABLE snap_players (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      display_order REAL NOT NULL,
      sport TEXT NOT NULL DEFAULT 'Basketball' CHECK (sport = 'Basketball')
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE snap_teams (
      id TEXT NOT NULL PRIMARY KEY,
      player_id TEXT NOT NULL REFERENCES snap_players (id),
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      display_order REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX snap_teams_player ON snap_teams (player_id);

    CREATE TABLE snap_games (
      id TEXT NOT NULL PRIMARY KEY,
      team_id TEXT NOT NULL REFERENCES snap_teams (id),
      date TEXT NOT NULL,
      time TEXT NOT NULL,
      utc_offset TEXT NOT NULL,
      location TEXT NOT NULL,
      latitude REAL,
      longitude REAL,
      outcome TEXT NOT NULL,
      team_score INTEGER NOT NULL CHECK (team_score BETWEEN 0 AND 999),
      opponent_score INTEGER NOT NULL CHECK (opponent_score BETWEEN 0 AND 999),
      opponent TEXT NOT NULL,
      notes TEXT NOT NULL,
      added_at TEXT NOT NULL,
      edited_at TEXT NOT NULL,
      CHECK (outcome = CASE WHEN team_score > opponent_score THEN 'win'
        WHEN team_score < opponent_score THEN 'loss' ELSE 'tie' END)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX snap_games_team ON snap_games (team_id);

    CREATE TABLE snap_context (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      player_id TEXT,
      teams TEXT NOT NULL CHECK (json_valid(teams))
    ) STRICT;

    """

  /// When somebody last had a service read a photo; made at the first of them.
  static let requests = """
    CREATE TABLE IF NOT EXISTS snap_requests (
      owner TEXT NOT NULL,
      at TEXT NOT NULL
    ) STRICT;

    """
}
