internal import DiscGolf
internal import Foundation
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
    let key = NameKey(name)
    let found = try rows(
      """
      SELECT name, aliases FROM players WHERE group_id = ?1::text::uuid
        UNION SELECT name, aliases FROM round_players WHERE group_id = ?1::text::uuid
        UNION SELECT organiser, '[]' FROM rounds WHERE group_id = ?1::text::uuid
        UNION SELECT reported_by, '[]' FROM events WHERE group_id = ?1::text::uuid
      """, [id])
    var spellings: Set<String> = []
    for case (.text(let found), .text(let aliases)) in found.map({ ($0[0], $0[1]) }) {
      let all =
        [found] + ((try? JSONDecoder().decode([String].self, from: Data(aliases.utf8))) ?? [])
      if all.contains(where: { NameKey($0) == key }) { spellings.formUnion(all) }
    }
    guard !spellings.isEmpty else { throw .refused(.unregistered(name)) }
    let others = try rows(
      "SELECT count(DISTINCT name) FROM round_players WHERE group_id = ?::text::uuid AND name LIKE 'removed player %'",
      [id])
    guard case .integer(let count)? = others.first?.first else {
      throw .corrupt(path: path, reason: "it does not count players")
    }
    let new = "removed player \(count + 1)"
    try run("BEGIN; \(Self.erasure)")
    do throws(ScoreStoreError) {
      _ = try rows(
        "INSERT INTO erasure SELECT ?::text::uuid, ?, ?, ARRAY(SELECT jsonb_array_elements_text(?::text::jsonb))",
        [id, .text(new), .text(NameKey(new).letters), .text(Array(spellings).json)])
      try run(Self.erasing)
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
    return new
  }

  private static let erasure = """
    CREATE TEMP TABLE erasure (of_group uuid, new_name text, new_key text, spellings text[])
      ON COMMIT DROP
    """

  /// Whether a text holds a spelling.
  private static func holds(_ column: String) -> String {
    """
    EXISTS (SELECT 1 FROM unnest(spellings) AS spelling
      WHERE position(lower(spelling) IN lower(\(column))) > 0)
    """
  }

  private static func renamed(_ column: String) -> String {
    "CASE WHEN \(column) = ANY (spellings) THEN new_name ELSE \(column) END"
  }

  /// What the person's row of the erasure is done to; the line of an event says what its columns say.
  private static let erasing = """
    UPDATE round_players SET name = new_name, name_key = new_key, aliases = '[]', pronunciations = '[]'
      FROM erasure WHERE group_id = of_group AND name = ANY (spellings);
    UPDATE players SET name = new_name, name_key = new_key, aliases = '[]', pronunciations = '[]'
      FROM erasure WHERE group_id = of_group AND name = ANY (spellings);
    UPDATE rounds SET organiser = new_name
      FROM erasure WHERE group_id = of_group AND organiser = ANY (spellings);
    DELETE FROM admissions USING erasure WHERE group_id = of_group AND player = ANY (spellings);
    CREATE TEMP TABLE erased ON COMMIT DROP AS
      SELECT sequence FROM events, erasure WHERE group_id = of_group AND \(holds("line"));
    UPDATE events SET player = \(renamed("player")), reported_by = \(renamed("reported_by")),
        device_name = CASE WHEN \(holds("device_name")) THEN '' ELSE device_name END,
        transcript = CASE WHEN \(holds("transcript")) THEN NULL ELSE transcript END,
        entrant = (CASE WHEN entrant::jsonb->>'name' = ANY (spellings) THEN entrant::jsonb
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
