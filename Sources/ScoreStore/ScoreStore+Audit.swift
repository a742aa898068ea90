internal import Golf

extension ScoreStore {
  /// Checks the whole file: its pages, its references, its rules, and every score's history.
  ///
  /// Takes time in proportion to the file. Wraps `PRAGMA integrity_check` and
  /// `PRAGMA foreign_key_check`.
  ///
  /// - Throws: ``ScoreStoreError`` where the file cannot be read at all.
  public func audit() throws(ScoreStoreError) -> StoreAudit {
    // A transaction that meets damage cannot be ended well, so this goes before.
    let damage = try database.damage()
    // What cannot be read right says nothing about the scores.
    guard damage.isEmpty else { return StoreAudit(findings: [], faults: damage) }
    return try database.read { () throws(ScoreStoreError) in
      var faults = try database.changedRules()
      guard faults.isEmpty else { return StoreAudit(findings: [], faults: faults) }
      faults += try database.rows("PRAGMA foreign_key_check") { (row) throws(ScoreStoreError) in
        "a row of \(try row.requiredText(0)) refers to none of \(try row.requiredText(2))"
      }
      let ids = try database.rows("SELECT id FROM rounds ORDER BY id") {
        (row) throws(ScoreStoreError) in RoundID(try row.requiredText(0))
      }
      var rounds: [RoundRecord] = []
      for id in ids { rounds.append(try database.round(id)) }
      return StoreAudit(
        findings: ScoreLogAudit.findings(
          rounds: rounds, events: try database.events("ORDER BY e.sequence")),
        faults: faults)
    }
  }
}

extension Database {
  /// Returns what is wrong with the file's pages.
  fileprivate func damage() throws(ScoreStoreError) -> [String] {
    var faults: [String] = []
    do throws(ScoreStoreError) {
      _ = try rows("PRAGMA integrity_check") { (row) throws(ScoreStoreError) in
        faults += try row.requiredText(0).split(separator: "\n").map { String($0) }
      }
    } catch {
      // The check itself may give up where it meets damage, after it has told of some.
      guard case .corrupt(_, let reason) = error else { throw error }
      faults.append(reason)
    }
    return faults.filter { $0 != "ok" && !$0.hasPrefix("***") }
  }

  /// Compares tables, indexes and triggers with those of a new file.
  fileprivate func changedRules() throws(ScoreStoreError) -> [String] {
    let fresh = try Database()
    for migration in Schema.migrations { try fresh.execute(migration) }
    let expected = try fresh.rules()
    let found = try rules()
    return expected.keys.sorted().compactMap { name in
      found[name] == expected[name] ? nil : "the \(name) is missing or changed"
    }
      + found.keys.sorted().filter { expected[$0] == nil }.map { "the \($0) is not ours" }
  }

  private func rules() throws(ScoreStoreError) -> [String: String] {
    let rules = try rows(
      "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    ) { (row) throws(ScoreStoreError) in (try row.requiredText(0), try row.requiredText(1)) }
    return Dictionary(rules, uniquingKeysWith: { first, _ in first })
  }
}
