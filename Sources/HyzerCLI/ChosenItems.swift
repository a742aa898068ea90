internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen

extension RoundRecord {
  /// Returns who plays under a name or an alias.
  func chosenPlayer(_ name: String) throws(ScoreStoreError) -> PlayerID {
    let roster = try? Roster(entrants.map(\.player))
    guard let player = roster?.player(named: name) else {
      throw .refused(.unknownPlayer(name, id))
    }
    return player
  }
}

extension ScoreStore {
  /// Returns the course of a name.
  ///
  /// - Throws: ``Failure`` where there is none, which names the one that was meant if one is near, and
  ///   goes on with `advice`; or ``ScoreStoreError``.
  func chosenCourse(
    _ name: String, advice: String = "list courses with `hyzer course list`"
  ) throws -> Course {
    do throws(ScoreStoreError) {
      return try course(named: name)
    } catch .refused(.unknownCourse) {
      let near = name.nearest(among: try courses().map(\.name))
      let question = near.map { "did you mean \"\($0)\"? Otherwise " } ?? ""
      throw Failure(.badData, "there is no course \"\(name)\"; \(question)\(advice)")
    } catch {
      throw error
    }
  }

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
    let rounds = try rounds()
    let ids = rounds.map(\.id)
    if let exact = ids.first(where: { $0.rawValue == text }) { return exact }
    let labels = RoundLabels(rounds)
    let found = rounds.filter { $0.id.rawValue.hasPrefix(text) }.sorted { $0.id < $1.id }
    let id = try only(found.map(\.id), text, "rounds") { id in
      let course = found.first { $0.id == id }.map { RoundWords.course($0.round.course) } ?? ""
      return "\(labels.label(id)) (\(course.printable))"
    }
    guard let id else {
      throw ScoreStoreError.refused(.unknownRound(RoundID(text)))
    }
    return id
  }

  /// Returns the round of an identifier or of the beginning of only one; without either, the one to look at.
  ///
  /// - Throws: ``Failure`` for the beginning of several, or ``ScoreStoreError``.
  func shownRound(_ text: String?) throws -> RoundID {
    guard text == nil else { return try chosenRound(text) }
    guard let round = try roundInSight() else { throw ScoreStoreError.refused(.noCurrentRound) }
    return round
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
      let log = try currentHole().map { try events(of: $0.round) } ?? []
      let ids = log.map(\.id).filter { $0.rawValue.hasPrefix(text) }
      return try event(only(ids, text, "events") ?? EventID(text))
    } catch {
      throw error
    }
  }

  private func only<Kind>(
    _ found: [Identifier<Kind>], _ text: String, _ noun: String,
    label: (Identifier<Kind>) -> String = { $0.rawValue }
  ) throws -> Identifier<Kind>? {
    guard found.count <= 1 else {
      let some = found.prefix(3).map(label).joined(separator: ", ")
      throw Failure(
        .badData,
        "\"\(text)\" begins \(found.count) \(noun): \(some)\(found.count > 3 ? ", …" : ""); "
          + "give more of it")
    }
    return found.first
  }
}
