/// The hub's tables and their rules, all in the schema `hyzer`, as a series of changes to an empty database.
///
/// Names within are written out in full, so that no other schema can put something in their place.
enum HubSchema {
  /// The changes: each brings a hub from the version that is its index to the next.
  ///
  /// They are only ever added to, since hubs of every version are about.
  static let migrations = [tables + appendOnly + functions]

  static var version: Int { migrations.count }

  /// Held by who installs: any number that nobody else takes ("HyzV").
  static let lock = 0x4879_7A56

  /// Events are texts here: what they say is for the hosts, who check it when they take them in.
  private static let tables = """
    CREATE TABLE hyzer.version (
      number integer PRIMARY KEY,
      installed_at timestamptz NOT NULL DEFAULT now()
    );

    -- `seq` counts a round's events. It is the row to lock before one is added, so that who has read up
    -- to a number has missed nothing below: a sequence's numbers become visible out of order.
    CREATE TABLE hyzer.rounds (
      id text PRIMARY KEY CHECK (octet_length(id) BETWEEN 1 AND 200),
      info text NOT NULL,
      seq bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE hyzer.events (
      round text NOT NULL REFERENCES hyzer.rounds (id),
      seq bigint NOT NULL,
      device text NOT NULL,
      number bigint NOT NULL CHECK (number > 0),
      line text NOT NULL,
      PRIMARY KEY (round, seq),
      UNIQUE (round, device, number)
    );

    CREATE TABLE hyzer.devices (
      device text PRIMARY KEY,
      name text NOT NULL DEFAULT '',
      revoked_at timestamptz
    );

    """

  /// What holds also for the owner, who has every privilege.
  private static let appendOnly = """
    CREATE FUNCTION hyzer.refuse() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      RAISE EXCEPTION '% of hyzer.% is not allowed: the log is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
    END $$;

    CREATE TRIGGER stay BEFORE UPDATE OR DELETE OR TRUNCATE ON hyzer.events
      FOR EACH STATEMENT EXECUTE FUNCTION hyzer.refuse();
    CREATE TRIGGER stay BEFORE UPDATE OR DELETE OR TRUNCATE ON hyzer.version
      FOR EACH STATEMENT EXECUTE FUNCTION hyzer.refuse();
    CREATE TRIGGER stay BEFORE DELETE OR TRUNCATE ON hyzer.rounds
      FOR EACH STATEMENT EXECUTE FUNCTION hyzer.refuse();
    CREATE TRIGGER stay BEFORE DELETE OR TRUNCATE ON hyzer.devices
      FOR EACH STATEMENT EXECUTE FUNCTION hyzer.refuse();
    -- A round's count grows, a device is named anew; what it was revoked for is not taken back.
    CREATE TRIGGER keep BEFORE UPDATE ON hyzer.rounds FOR EACH ROW
      WHEN (NEW.id <> OLD.id OR NEW.info <> OLD.info OR NEW.seq <= OLD.seq)
      EXECUTE FUNCTION hyzer.refuse();
    CREATE TRIGGER keep BEFORE UPDATE ON hyzer.devices FOR EACH ROW
      WHEN (NEW.device <> OLD.device OR NEW.revoked_at IS DISTINCT FROM OLD.revoked_at
        AND OLD.revoked_at IS NOT NULL)
      EXECUTE FUNCTION hyzer.refuse();

    """

  /// What a writer may do, with the owner's rights.
  private static let functions = """
    -- Adds events to a round, which is made with `info` where it is new, and says of each what became
    -- of it. An event is taken if its number is the next of its device in the round.
    CREATE FUNCTION hyzer.append(
      round text, info text, devices text[], numbers bigint[], lines text[]
    ) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      head bigint;
      before bigint;
      kept text;
    BEGIN
      INSERT INTO hyzer.rounds (id, info) VALUES (append.round, append.info) ON CONFLICT DO NOTHING;
      SELECT r.seq INTO STRICT head FROM hyzer.rounds r WHERE r.id = append.round FOR UPDATE;
      before := head;
      FOR i IN 1 .. cardinality(devices) LOOP
        SELECT e.line INTO kept FROM hyzer.events e
          WHERE e.round = append.round AND e.device = devices[i] AND e.number = numbers[i];
        IF FOUND THEN
          RETURN NEXT CASE WHEN kept = lines[i] THEN 'known' ELSE 'conflict' END;
        ELSIF EXISTS (
          SELECT FROM hyzer.devices d WHERE d.device = devices[i] AND d.revoked_at IS NOT NULL
        ) THEN
          RETURN NEXT 'revoked';
        ELSIF numbers[i] <> 1 + coalesce((
          SELECT max(e.number) FROM hyzer.events e
            WHERE e.round = append.round AND e.device = devices[i]
        ), 0) THEN
          RETURN NEXT 'gap';
        ELSE
          head := head + 1;
          INSERT INTO hyzer.events (round, seq, device, number, line)
            VALUES (append.round, head, devices[i], numbers[i], lines[i]);
          RETURN NEXT 'added';
        END IF;
      END LOOP;
      IF head > before THEN
        UPDATE hyzer.rounds r SET seq = head WHERE r.id = append.round;
        PERFORM pg_notify('hyzer', append.round || ' ' || head);
      END IF;
    END $$;

    CREATE FUNCTION hyzer.name_device(device text, name text) RETURNS void LANGUAGE sql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      INSERT INTO hyzer.devices (device, name) VALUES ($1, $2)
        ON CONFLICT (device) DO UPDATE SET name = excluded.name;
    $$;

    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA hyzer FROM PUBLIC;

    """

  /// Makes the roles where that is allowed, and says whether they are there.
  ///
  /// Roles belong to all databases of a server, so another may just have made them.
  static let roles = """
    DO $$
    DECLARE
      wanted text;
    BEGIN
      FOREACH wanted IN ARRAY ARRAY['hyzer_writer', 'hyzer_reader'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
          BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
          EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN
            NULL;
          END;
        END IF;
      END LOOP;
    END $$;
    SELECT count(*) FROM pg_roles WHERE rolname IN ('hyzer_writer', 'hyzer_reader')
    """

  static let grants = """
    GRANT USAGE ON SCHEMA hyzer TO hyzer_writer, hyzer_reader;
    GRANT SELECT ON ALL TABLES IN SCHEMA hyzer TO hyzer_writer, hyzer_reader;
    GRANT EXECUTE ON FUNCTION hyzer.append(text, text, text[], bigint[], text[]),
      hyzer.name_device(text, text) TO hyzer_writer
    """
}
