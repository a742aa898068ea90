internal import Golf
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

  /// Returns the event of an identifier, or of the beginning of only one in the current round;
  /// without either, the last event of the current round.
  ///
  /// - Throws: ``Failure`` where there is none or several, or ``ScoreStoreError``.
  func chosenEvent(_ text: String?) throws -> ScoreEvent {
    guard let text else {
      guard let last = try events(of: chosenRound(nil)).last else {
        throw Failure(.badData, "the current round has no scores; name an event of another")
      }
      return last
    }
    do throws(ScoreStoreError) {
      return try event(EventID(text))
    } catch .refused(.unknownEvent) {
      let round = try currentHole()?.round
      let found =
        try round.map { try events(of: $0) }?.filter { $0.id.rawValue.hasPrefix(text) } ?? []
      guard found.count <= 1 else {
        throw Failure(
          .badData,
          "\"\(text)\" begins \(found.count) events: "
            + "\(found.prefix(3).map(\.id.rawValue).joined(separator: ", ")); give more of it")
      }
      guard let event = found.first else {
        throw ScoreStoreError.refused(.unknownEvent(EventID(text)))
      }
      return event
    } catch {
      throw error
    }
  }
}
