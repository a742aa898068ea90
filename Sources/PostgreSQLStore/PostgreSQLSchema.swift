/// The tables of many groups' logs: those of ``ScoreStore``'s file, with the group first in each key.
///
/// Who serves logs in with a role that owns nothing. Row security lets it see and add rows of one group at a time,
/// which a connection names (`hyzer.group`); nothing lets it change or remove what is only ever added. Which group a
/// token or a code leads into, and which groups have changed, it learns by functions that answer about what it knows.
enum PostgreSQLSchema {
  static let version = 4

  /// Of the group that a connection names; none where it names none.
  private static let ownGroup = "nullif(current_setting('hyzer.group', true), '')::uuid"
  /// Chosen: events are most of all rows, and a part of so many keeps its indexes small; one server has not more cores.
  private static let parts = 16

  /// What a table of a group's begins with.
  private static let group =
    "group_id uuid NOT NULL DEFAULT \(ownGroup) REFERENCES groups (id) ON DELETE CASCADE"

  /// Each table of a group's, and what a host may do in it beside reading and adding.
  private static let rights: KeyValuePairs = [
    "courses": "UPDATE, DELETE", "players": "UPDATE, DELETE",
    "rounds": "UPDATE (started_at, sequence, digest)",
    "round_players": "UPDATE (player_id)", "commits": "", "events": "",
    "current_hole": "UPDATE, DELETE", "this_device": "UPDATE (id, name, person)",
    "own_devices": "", "revoked_devices": "DELETE", "invitations": "UPDATE (code, secret)",
    "admissions": "UPDATE (device, player, is_guest, admitted_at), DELETE",
    "admitted_rounds": "UPDATE (is_organiser)", "former_devices": "",
  ]

  /// Makes the tables, for hosts that log in with a role or as members of it.
  static func script(host: String) -> String {
    let role = quoted(host)
    let secured = rights.map { table, more in
      """
      ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own_group ON \(table) USING (group_id = \(ownGroup))
        WITH CHECK (group_id = \(ownGroup));
      GRANT SELECT, INSERT\(more.isEmpty ? "" : ", \(more)") ON \(table) TO \(role);
      """
    }.joined(separator: "\n")
    return """
      BEGIN;
      CREATE SCHEMA hyzer;
      SET LOCAL search_path = hyzer, pg_catalog;
      \(tables)
      \(functions)
      \(secured)
      ALTER TABLE groups ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own_group ON groups USING (id = \(ownGroup)) WITH CHECK (id = \(ownGroup));
      GRANT USAGE ON SCHEMA hyzer TO \(role);
      GRANT SELECT, UPDATE (changed, name, secret) ON groups TO \(role);
      GRANT SELECT ON hosted_group, group_rounds, round_states, store TO \(role);
      REVOKE ALL ON ALL FUNCTIONS IN SCHEMA hyzer FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION group_of(text, text), changed_groups(xid8, uuid[])
        TO \(role);
      UPDATE store SET host = '\(host.replacing("'", with: "''"))';
      COMMIT
      """
  }

  /// Returns a name as SQL has it, whatever its letters.
  static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// Texts are compared as bytes, as SQLite does.
  private static let tables = """
    CREATE DOMAIN plain AS text COLLATE "C";

    CREATE TABLE store (
      version integer NOT NULL,
      -- The role by which hosts log in.
      host plain NOT NULL,
      -- What tells a database from one that was put back or copied.
      origin plain NOT NULL
    );
    INSERT INTO store VALUES (\(version), '', '');

    CREATE TABLE groups (
      id uuid PRIMARY KEY,
      name plain NOT NULL,
      secret plain NOT NULL,
      made_at timestamptz NOT NULL DEFAULT now(),
      changed xid8 NOT NULL DEFAULT pg_current_xact_id()
    ) WITH (fillfactor = 70);
    CREATE INDEX groups_changed ON groups (changed);

    CREATE TABLE courses (
      \(group),
      name_key plain NOT NULL,
      name plain NOT NULL,
      pars plain NOT NULL CHECK (length(pars) BETWEEN 1 AND 36 AND pars ~ '^[2-6]*$'),
      identities plain NOT NULL DEFAULT '[]',
      PRIMARY KEY (group_id, name_key)
    );

    CREATE TABLE players (
      \(group),
      id bigint GENERATED ALWAYS AS IDENTITY,
      name_key plain NOT NULL,
      name plain NOT NULL,
      aliases plain NOT NULL,
      pronunciations plain NOT NULL,
      identities plain NOT NULL DEFAULT '[]',
      PRIMARY KEY (group_id, id),
      UNIQUE (group_id, name_key)
    );

    CREATE TABLE rounds (
      \(group),
      id plain NOT NULL,
      course plain NOT NULL,
      course_identity plain,
      pars plain NOT NULL CHECK (length(pars) BETWEEN 1 AND 36 AND pars ~ '^[2-6]*$'),
      organiser plain NOT NULL,
      organiser_device plain,
      created_at plain NOT NULL,
      started_at plain,
      sequence bigint,
      digest bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (group_id, id),
      UNIQUE (group_id, sequence),
      CHECK ((started_at IS NULL) = (sequence IS NULL))
    );

    CREATE TABLE round_players (
      \(group),
      round_id plain NOT NULL,
      position integer NOT NULL CHECK (position >= 0),
      name_key plain NOT NULL,
      name plain NOT NULL,
      is_guest integer NOT NULL CHECK (is_guest IN (0, 1)),
      player_id bigint,
      aliases plain NOT NULL,
      pronunciations plain NOT NULL,
      identity plain,
      PRIMARY KEY (group_id, round_id, position),
      UNIQUE (group_id, round_id, name_key),
      FOREIGN KEY (group_id, round_id) REFERENCES rounds,
      FOREIGN KEY (group_id, player_id) REFERENCES players,
      CHECK ((is_guest = 1) = (player_id IS NULL))
    );
    CREATE INDEX round_players_player ON round_players (group_id, player_id);

    CREATE TABLE commits (
      \(group),
      id plain NOT NULL,
      round_id plain NOT NULL,
      PRIMARY KEY (group_id, id),
      FOREIGN KEY (group_id, round_id) REFERENCES rounds
    ) PARTITION BY HASH (group_id);

    CREATE TABLE events (
      \(group),
      sequence bigint NOT NULL CHECK (sequence > 0),
      id plain NOT NULL,
      round_id plain NOT NULL,
      device plain NOT NULL,
      number bigint NOT NULL CHECK (number > 0),
      clock bigint NOT NULL CHECK (clock > 0),
      kind plain NOT NULL CHECK (kind IN ('score', 'takeBack', 'resolution',
        'finish', 'reopen', 'delete', 'restore', 'organiser', 'merge', 'join', 'leave')),
      player plain,
      hole integer,
      strokes integer CHECK (strokes BETWEEN 1 AND 10),
      no_score integer NOT NULL DEFAULT 0 CHECK (no_score = 0 OR no_score = 1 AND strokes IS NULL),
      supersedes plain NOT NULL DEFAULT '[]',
      takes_back plain,
      entrant plain,
      away plain,
      score_count bigint,
      organiser_device plain CHECK ((organiser_device IS NOT NULL) = (kind = 'organiser')),
      commit_id plain,
      reported_by plain NOT NULL,
      device_name plain NOT NULL,
      input plain NOT NULL CHECK (input IN ('voice', 'typed', 'picked', 'dial')),
      transcript plain,
      confidence double precision CHECK (confidence BETWEEN 0 AND 1),
      at plain NOT NULL,
      clip plain,
      utterance_id plain,
      line plain NOT NULL,
      brought_by plain,
      brought_at plain CHECK ((brought_at IS NULL) = (brought_by IS NULL)),
      -- Nobody who serves says these.
      written_by plain NOT NULL DEFAULT session_user,
      written_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (group_id, sequence),
      UNIQUE (group_id, id),
      FOREIGN KEY (group_id, round_id) REFERENCES rounds,
      FOREIGN KEY (group_id, commit_id) REFERENCES commits,
      CHECK ((kind IN ('score', 'takeBack', 'resolution'))
        = (hole IS NOT NULL AND commit_id IS NOT NULL)),
      CHECK ((kind IN ('score', 'takeBack', 'resolution'))
        = (away IS NULL AND score_count IS NULL)),
      CHECK ((kind IN ('finish', 'reopen', 'delete', 'restore')) = (player IS NULL))
    ) PARTITION BY HASH (group_id);
    CREATE INDEX events_place ON events (group_id, round_id, device, number);
    CREATE INDEX events_commit ON events (group_id, commit_id) WHERE commit_id IS NOT NULL;
    CREATE INDEX events_change ON events (group_id, round_id) WHERE hole IS NULL;
    DO $$ BEGIN
      FOR part IN 0..\(parts - 1) LOOP
        EXECUTE format('CREATE TABLE commits_%s PARTITION OF commits'
          ' FOR VALUES WITH (MODULUS \(parts), REMAINDER %s)', part, part);
        EXECUTE format('CREATE TABLE events_%s PARTITION OF events'
          ' FOR VALUES WITH (MODULUS \(parts), REMAINDER %s)', part, part);
      END LOOP;
    END $$;

    CREATE TABLE current_hole (
      \(group),
      singleton integer CHECK (singleton = 1),
      round_id plain NOT NULL,
      hole integer NOT NULL,
      PRIMARY KEY (group_id, singleton),
      FOREIGN KEY (group_id, round_id) REFERENCES rounds
    );

    CREATE TABLE this_device (
      \(group),
      singleton integer CHECK (singleton = 1),
      id plain NOT NULL,
      name plain,
      person plain,
      PRIMARY KEY (group_id, singleton)
    );

    CREATE TABLE own_devices (\(group), id plain NOT NULL, PRIMARY KEY (group_id, id));

    CREATE TABLE revoked_devices (\(group), id plain NOT NULL, PRIMARY KEY (group_id, id));

    CREATE TABLE invitations (
      \(group),
      round_id plain NOT NULL,
      code plain NOT NULL,
      secret plain NOT NULL,
      PRIMARY KEY (group_id, round_id),
      FOREIGN KEY (group_id, round_id) REFERENCES rounds
    );

    CREATE TABLE admissions (
      \(group),
      token_hash plain NOT NULL CHECK (length(token_hash) = 64),
      device plain NOT NULL,
      player plain,
      is_guest integer NOT NULL CHECK (is_guest IN (0, 1)),
      is_member integer NOT NULL DEFAULT 0 CHECK (is_member IN (0, 1)),
      admitted_at plain NOT NULL,
      PRIMARY KEY (group_id, token_hash),
      UNIQUE (group_id, device)
    );

    CREATE TABLE admitted_rounds (
      \(group),
      token_hash plain NOT NULL,
      round_id plain NOT NULL,
      is_organiser integer NOT NULL CHECK (is_organiser IN (0, 1)),
      PRIMARY KEY (group_id, token_hash, round_id),
      FOREIGN KEY (group_id, token_hash) REFERENCES admissions ON DELETE CASCADE,
      FOREIGN KEY (group_id, round_id) REFERENCES rounds
    );

    CREATE TABLE former_devices (
      \(group),
      device plain NOT NULL,
      token_hash plain NOT NULL,
      PRIMARY KEY (group_id, device),
      FOREIGN KEY (group_id, token_hash) REFERENCES admissions ON DELETE CASCADE
    );

    -- Where tokens, codes and secrets lead: by digests, and whoever serves cannot read it.
    CREATE TABLE directory (
      key bytea PRIMARY KEY,
      group_id uuid NOT NULL REFERENCES groups (id) ON DELETE CASCADE
    );

    CREATE VIEW hosted_group WITH (security_invoker = true) AS
      SELECT id::text AS id, name, secret FROM groups WHERE id = \(ownGroup);
    -- All rounds of a group are its own.
    CREATE VIEW group_rounds AS
      SELECT NULL::text AS round_id, NULL::text AS group_id WHERE false;
    CREATE VIEW round_states WITH (security_invoker = true) AS
      SELECT id AS round_id,
          coalesce((SELECT CASE kind WHEN 'finish' THEN 1 ELSE 0 END FROM events
            WHERE events.group_id = rounds.group_id AND round_id = rounds.id AND hole IS NULL
              AND kind IN ('finish', 'reopen')
            ORDER BY clock DESC, device DESC, number DESC, id DESC LIMIT 1), 0) AS is_finished,
          coalesce((SELECT CASE kind WHEN 'delete' THEN 1 ELSE 0 END FROM events
            WHERE events.group_id = rounds.group_id AND round_id = rounds.id AND hole IS NULL
              AND kind IN ('delete', 'restore')
            ORDER BY clock DESC, device DESC, number DESC, id DESC LIMIT 1), 0) AS is_deleted
        FROM rounds;
    """

  private static let functions = """
    CREATE FUNCTION directory_key(kind text, value text) RETURNS bytea IMMUTABLE
      LANGUAGE sql AS $$ SELECT sha256(convert_to(kind || ':' || value, 'UTF8')) $$;

    CREATE FUNCTION group_of(kind text, value text) RETURNS text STABLE SECURITY DEFINER
      SET search_path = hyzer, pg_temp LANGUAGE sql
      AS $$ SELECT group_id::text FROM directory WHERE key = directory_key(kind, value) $$;

    -- Those of some groups in whose logs was written since a transaction, and by which.
    CREATE FUNCTION changed_groups(since xid8, wanted uuid[])
      RETURNS TABLE (group_id text, changed_by text) STABLE SECURITY DEFINER
      SET search_path = hyzer, pg_temp LANGUAGE sql
      AS $$
        -- Those that changed are few, and those that are wanted many.
        WITH recent AS MATERIALIZED (SELECT id, changed FROM groups WHERE changed >= since)
        SELECT id::text, changed::text FROM recent WHERE id = ANY (wanted) $$;

    CREATE FUNCTION lead_token() RETURNS trigger SECURITY DEFINER SET search_path = hyzer, pg_temp
      LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO directory VALUES (directory_key('token', NEW.token_hash), NEW.group_id);
        ELSE
          DELETE FROM directory WHERE key = directory_key('token', OLD.token_hash);
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER lead AFTER INSERT OR DELETE ON admissions
      FOR EACH ROW EXECUTE FUNCTION lead_token();

    CREATE FUNCTION lead_round() RETURNS trigger SECURITY DEFINER SET search_path = hyzer, pg_temp
      LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP <> 'INSERT' THEN
          DELETE FROM directory WHERE key IN
            (directory_key('round', OLD.secret), directory_key('code', OLD.code));
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO directory VALUES (directory_key('round', NEW.secret), NEW.group_id),
            (directory_key('code', NEW.code), NEW.group_id);
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER lead AFTER INSERT OR UPDATE OR DELETE ON invitations
      FOR EACH ROW EXECUTE FUNCTION lead_round();

    CREATE FUNCTION lead_group() RETURNS trigger SECURITY DEFINER SET search_path = hyzer, pg_temp
      LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'UPDATE' THEN
          DELETE FROM directory WHERE key = directory_key('group', OLD.secret);
        END IF;
        INSERT INTO directory VALUES (directory_key('group', NEW.secret), NEW.id);
        RETURN NULL;
      END $$;
    CREATE TRIGGER lead AFTER INSERT OR UPDATE OF secret ON groups
      FOR EACH ROW EXECUTE FUNCTION lead_group();

    CREATE FUNCTION start_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF OLD.started_at IS NOT NULL
          AND (NEW.started_at, NEW.sequence) IS DISTINCT FROM (OLD.started_at, OLD.sequence)
        THEN RAISE EXCEPTION 'a round starts once'; END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER start_once BEFORE UPDATE OF started_at, sequence ON rounds
      FOR EACH ROW EXECUTE FUNCTION start_once();

    -- Nobody says of a row who wrote it, and no round has more holes than it was made with.
    CREATE FUNCTION stamp() RETURNS trigger SET search_path = hyzer, pg_temp LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.hole NOT BETWEEN 1 AND (SELECT length(pars) FROM rounds
          WHERE group_id = NEW.group_id AND id = NEW.round_id)
        THEN RAISE EXCEPTION 'the round does not have the hole'; END IF;
        NEW.written_by := session_user;
        NEW.written_at := now();
        RETURN NEW;
      END $$;
    CREATE TRIGGER stamp BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION stamp();
    """
}
