internal import HyzerBase
internal import ScoreLog

// The rounds that a phone may see, and who leads in one.
extension LiveHost {
  func rounds(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    let rounds = try allRounds().filter { admission.lists($0.round) }
    return .json(
      OrderedObject(members: [
        ("player", admission.player), ("device", admission.device.rawValue),
        ("rounds", rounds.map { Self.summary($0, admission.role(in: $0.round) ?? .watcher) }),
      ]).json)
  }

  func leaderboard(_ request: WebRequest, _ visit: Visit) throws -> WebResponse {
    let card = try store.scorecard(of: visit.round.id)
    let hole = try store.currentHole(in: visit.round.id)
    return .json(try JSONLine.encode(card.leaderboard(hole: hole)))
  }

  /// Returns all rounds, which take longer to sum up than all else, once for all phones that ask.
  func allRounds() throws(ScoreStoreError) -> [RoundSummary] {
    guard var rounds = summaries else {
      let rounds = try store.rounds()
      (summaries, outdated) = (rounds, [])
      return rounds
    }
    for place in rounds.indices where outdated.contains(rounds[place].id) {
      rounds[place] = RoundSummary(try store.scorecard(of: rounds[place].id))
    }
    (summaries, outdated) = (rounds, [])
    return rounds
  }

  private static func summary(_ summary: RoundSummary, _ role: Role) -> OrderedObject {
    let (round, lines) = (summary.round, summary.standings.lines)
    let leaders = lines.filter { $0.place == 1 && $0.holesPlayed > 0 }
    return OrderedObject(members: [
      ("id", round.id.rawValue), ("course", round.course), ("organiser", round.organiser),
      ("phase", summary.phase.rawValue), ("role", role.rawValue), ("holes", round.pars.count),
      ("thru", lines.map(\.holesPlayed).max() ?? 0),
      ("leaders", leaders.map(\.name)), ("relativeToPar", leaders.first?.relativeToPar),
      ("createdAt", round.createdAt), ("startedAt", round.startedAt),
      ("finishedAt", round.finish?.at),
    ])
  }
}
