internal import ScoreLog
internal import ScoreStore

extension ScoreStore {
  /// Returns the round of an identifier or of the beginning of only one; without either, the
  /// current round.
  ///
  /// - Throws: ``Failure`` for the beginning of several, or ``ScoreStoreError``.
  func chosenRound(_ text: String?) throws -> RoundID {
    guard let text else {
      guard let current = try currentHole() else {
        throw ScoreStoreError.refused(.noCurrentRound)
      }
      return current.round
    }
    let ids = try rounds().map(\.id)
    if let exact = ids.first(where: { $0.rawValue == text }) { return exact }
    let found = ids.filter { $0.rawValue.hasPrefix(text) }
    guard found.count <= 1 else {
      throw Failure(
        .badData,
        "\"\(text)\" begins \(found.count) rounds: \(found.sorted().prefix(3).map(\.rawValue).joined(separator: ", "))\(found.count > 3 ? ", …" : ""); give more of it"
      )
    }
    guard let id = found.first else {
      throw ScoreStoreError.refused(.unknownRound(RoundID(text)))
    }
    return id
  }
}
