internal import HyzerBase
package import ScoreLog

// What people have a right to, and what a log that only grows does not do: to be forgotten.
extension PostgreSQLOwner {
  /// Removes a group with all that it has.
  package func erase(_ group: GroupID) throws(ScoreStoreError) {
    _ = try rows(
      "DELETE FROM groups WHERE id = ?::text::uuid RETURNING name", [.text(group.rawValue)])
  }

  /// Returns the groups into whose logs nothing was written since a day, as 2024-01-31, and that were made before.
  package func groups(idleSince day: String) throws(ScoreStoreError) -> [HostedGroup] {
    let found = try rows(
      """
      SELECT id::text FROM groups WHERE made_at < ?1::text::date AND NOT EXISTS
        (SELECT 1 FROM events WHERE group_id = groups.id AND written_at >= ?1::text::date)
      """, [.text(day)])
    return try groups().filter { found.contains([.text($0.id.rawValue)]) }
  }

  /// Gives a person of a group another name wherever theirs stands, and removes transcripts that hold it; returns the
  /// name.
  ///
  /// Strokes, identifiers and digests stay, so that logs that keep the name agree with this one, and send nothing anew.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` where nobody of the group has the name.
  package func erase(player name: String, of group: GroupID) throws(ScoreStoreError) -> String {
    let id = SQLValue.text(group.rawValue)
    try run("BEGIN; \(Self.erasure)")
    do throws(ScoreStoreError) {
      // Whoever writes into the log waits for this, so that nothing comes that is not read here.
      _ = try rows("SELECT 1 FROM groups WHERE id = ?::text::uuid FOR UPDATE", [id])
      let entrants = try texts("entrant", in: id).map { ($0, EventLine.entrant($0)) }
      let people = try people(in: id) + entrants.compactMap { $0.1?.player.spellings }
      let key = NameKey(name)
      // No set, for which texts are equal whose bytes are not.
      let spellings = people.filter { $0.contains { NameKey($0) == key } }.flatMap(\.self)
      guard !spellings.isEmpty, !key.letters.isEmpty else { throw .refused(.unregistered(name)) }
      let new = Self.nobody(but: people.joined())
      let person = entrants.filter { $0.1.map { spellings.contains($0.player.name) } ?? false }
      let transcripts = try texts("transcript", in: id)
      _ = try rows(
        """
        INSERT INTO erasure SELECT ?::text::uuid, ?, ?,
          ARRAY(SELECT jsonb_array_elements_text(?::text::jsonb)),
          ARRAY(SELECT jsonb_array_elements_text(?::text::jsonb))
        """,
        [
          id, .text(new), .text(NameKey(new).letters), .text(spellings.json),
          // As lines have them, between quotation marks.
          .text(spellings.map { String($0.json.dropFirst().dropLast()) }.json),
        ])
      _ = try rows(
        "INSERT INTO entrants SELECT jsonb_array_elements_text(?::text::jsonb)",
        [.text(person.map(\.0).json)])
      _ = try rows(
        "INSERT INTO transcripts SELECT jsonb_array_elements_text(?::text::jsonb)",
        [.text(Self.texts(transcripts, thatHold: spellings).json)])
      try run(Self.erasing)
      return new
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  /// Returns the spellings of everybody who plays, organises or reports in a group, but for entrants of events.
  private func people(in group: SQLValue) throws(ScoreStoreError) -> [[String]] {
    try rows(
      """
      SELECT name, aliases FROM players WHERE group_id = ?1::text::uuid
        UNION SELECT name, aliases FROM round_players WHERE group_id = ?1::text::uuid
        UNION SELECT organiser, '[]' FROM rounds WHERE group_id = ?1::text::uuid
        UNION SELECT player, '[]' FROM events WHERE group_id = ?1::text::uuid
        UNION SELECT reported_by, '[]' FROM events WHERE group_id = ?1::text::uuid
      """, [group]
    ).compactMap { row in
      guard case (.text(let name), .text(let aliases)) = (row[0], row[1]) else { return nil }
      return [name] + ([String](json: aliases) ?? [])
    }
  }

  /// Returns what stands in a column of a group's events.
  private func texts(_ column: String, in group: SQLValue) throws(ScoreStoreError) -> [String] {
    try rows("SELECT DISTINCT \(column) FROM events WHERE group_id = ?::text::uuid", [group])
      .compactMap { row in
        guard case .text(let text) = row[0] else { return nil }
        return text
      }
  }

  /// Returns a name that nobody has.
  private static func nobody(but people: some Sequence<String>) -> String {
    let taken = Set(people.map { NameKey($0) })
    var number = 1
    while taken.contains(NameKey("removed player \(number)")) { number += 1 }
    return "removed player \(number)"
  }

  /// Returns the texts that hold a spelling as words of its own: "Al" is none of "tall".
  static func texts(_ texts: [String], thatHold spellings: [String]) -> [String] {
    let keys = Set(spellings.map { NameKey($0).letters })
    let longest = keys.map(\.utf8.count).max() ?? 0
    return texts.filter { text in
      // "Al's" holds "Al", and "O'Hara" is one word.
      [text, text.replacing(/['’‘`´.]/, with: " ")].contains { text in
        let words = NameKey.words(of: text)
        return words.indices.contains { (first: Int) -> Bool in
          var run = ""
          for word in words[first...] {
            run += word
            if keys.contains(run) { return true }
            if run.utf8.count > longest { break }
          }
          return false
        }
      }
    }
  }

  /// The person, with the spellings as they are and as lines have them; which entrants of events that is, and which
  /// transcripts hold a spelling.
  private static let erasure = """
    SET LOCAL idle_in_transaction_session_timeout = 0;
    CREATE TEMP TABLE erasure
      (of_group uuid, new_name text, new_key text, spellings text[], written text[])
      ON COMMIT DROP;
    CREATE TEMP TABLE entrants (former text) ON COMMIT DROP;
    CREATE TEMP TABLE transcripts (former text) ON COMMIT DROP
    """

  /// Whether a text holds one of some others.
  private static func holds(_ column: String, _ spellings: String = "spellings") -> String {
    """
    EXISTS (SELECT 1 FROM unnest(\(spellings)) AS spelling
      WHERE position(lower(spelling) IN lower(\(column))) > 0)
    """
  }

  private static func renamed(_ column: String) -> String {
    "CASE WHEN \(column) = ANY (spellings) THEN new_name ELSE \(column) END"
  }

  /// What the person's row of the erasure is done to; the line of an event says what its columns say.
  private static let erasing = """
    UPDATE round_players SET name = new_name, name_key = new_key, aliases = '[]', pronunciations = '[]', identity = NULL
      FROM erasure WHERE group_id = of_group AND name = ANY (spellings);
    UPDATE players SET name = new_name, name_key = new_key, aliases = '[]', pronunciations = '[]', identities = '[]'
      FROM erasure WHERE group_id = of_group AND name = ANY (spellings);
    UPDATE rounds SET organiser = new_name
      FROM erasure WHERE group_id = of_group AND organiser = ANY (spellings);
    DELETE FROM admissions USING erasure WHERE group_id = of_group AND player = ANY (spellings);
    CREATE TEMP TABLE erased ON COMMIT DROP AS
      SELECT sequence FROM events, erasure WHERE group_id = of_group
        AND (player = ANY (spellings) OR reported_by = ANY (spellings)
          OR entrant IN (SELECT former FROM entrants)
          OR transcript IN (SELECT former FROM transcripts)
          OR \(holds("device_name")) OR \(holds("line", "written")));
    UPDATE events SET player = \(renamed("player")), reported_by = \(renamed("reported_by")),
        device_name = CASE WHEN \(holds("device_name")) THEN '' ELSE device_name END,
        transcript = CASE WHEN transcript IN (SELECT former FROM transcripts) THEN NULL
          ELSE transcript END,
        entrant = (CASE WHEN entrant IN (SELECT former FROM entrants) THEN entrant::jsonb
          || jsonb_build_object('name', new_name, 'aliases', '[]'::jsonb, 'pronunciations', '[]'::jsonb)
          ELSE entrant::jsonb END)::text
      FROM erasure, erased WHERE group_id = of_group AND events.sequence = erased.sequence;
    UPDATE events SET line = ((line::jsonb - 'roundInfo')
        || jsonb_strip_nulls(jsonb_build_object('player', player::text,
          'reportedBy', reported_by::text, 'entrant', entrant::jsonb))
        || CASE WHEN jsonb_exists(line::jsonb, 'deviceName')
          THEN jsonb_build_object('deviceName', device_name::text) ELSE '{}' END
        || CASE WHEN jsonb_exists(line::jsonb, 'transcript')
          THEN jsonb_build_object('transcript', transcript::text) ELSE '{}' END)::text
      FROM erasure, erased WHERE group_id = of_group AND events.sequence = erased.sequence;
    UPDATE groups SET changed = pg_current_xact_id() FROM erasure WHERE id = of_group;
    COMMIT
    """
}
