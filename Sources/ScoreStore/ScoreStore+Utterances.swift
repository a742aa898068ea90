public import Golf

extension ScoreStore {
  /// Saves what was heard in an utterance; what is saved already adds nothing.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownRound(_:)``, or
  ///   ``ScoreLogRefusal/utteranceExists(_:)`` where the identifier is that of something else.
  public func save(_ utterance: UtteranceEvidence) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in try database.save(utterance) }
  }

  /// Returns what was heard; nil where it was not saved.
  ///
  /// - Throws: ``ScoreStoreError``.
  public func utterance(_ id: UtteranceID) throws(ScoreStoreError) -> UtteranceEvidence? {
    try database.utterances("WHERE id = ?", [.text(id.rawValue)]).first
  }

  /// Returns all that was heard in a round, in the order in which it was saved.
  ///
  /// - Throws: ``ScoreStoreError``.
  public func utterances(of round: RoundID) throws(ScoreStoreError) -> [UtteranceEvidence] {
    try database.utterances("WHERE round_id = ? ORDER BY sequence", [.text(round.rawValue)])
  }
}

extension Database {
  func save(_ utterance: UtteranceEvidence) throws(ScoreStoreError) {
    if let known = try utterances("WHERE id = ?", [.text(utterance.id.rawValue)]).first {
      guard known == utterance else { throw .refused(.utteranceExists(utterance.id)) }
      return
    }
    let round = utterance.round
    guard try exists("SELECT 1 FROM rounds WHERE id = ?", [.text(round.rawValue)]) else {
      throw .refused(.unknownRound(round))
    }
    try run(
      """
      INSERT INTO utterances
        (id, round_id, hole, start_seconds, end_seconds, transcript, result, details, clip, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(utterance.id.rawValue), .text(round.rawValue), .integer(utterance.hole),
        .real(utterance.startSeconds), .real(utterance.endSeconds), .text(utterance.transcript),
        .text(utterance.result.rawValue), .text(utterance.details), SQLValue(utterance.clip),
        .text(utterance.at),
      ])
  }

  func utterances(
    _ clause: String, _ values: [SQLValue]
  ) throws(ScoreStoreError) -> [UtteranceEvidence] {
    try rows(
      """
      SELECT id, round_id, hole, start_seconds, end_seconds, transcript, result, details, clip, at
        FROM utterances \(clause)
      """, values
    ) { (row) throws(ScoreStoreError) in
      let id = UtteranceID(try row.requiredText(0))
      guard let result = ParseStatus(rawValue: try row.requiredText(6)) else {
        throw .corrupt(path: path, reason: "utterance \"\(id)\" has values out of range")
      }
      return UtteranceEvidence(
        id: id, round: RoundID(try row.requiredText(1)), hole: try row.requiredInteger(2),
        startSeconds: try row.requiredReal(3), endSeconds: try row.requiredReal(4),
        transcript: try row.requiredText(5), result: result, details: try row.requiredText(7),
        clip: row.text(8), at: try row.requiredText(9))
    }
  }
}
