internal import Golf
internal import Language
internal import Scorekeeping
internal import Screen

extension LiveRound {
  /// Returns the leaderboard as it is shown, with who moved at the last change.
  func standings(since moves: [StandingsChange.Move]) -> [ScreenModel.Standing] {
    keeper.card.standings.lines.map { line in
      let move = moves.first { $0.player == line.player }
      return ScreenModel.Standing(
        place: line.holesPlayed > 0 ? line.place : nil, player: line.player,
        relativeToPar: line.relativeToPar, strokes: line.strokes, holesPlayed: line.holesPlayed,
        moved: move.map { $0.from - $0.to } ?? 0)
    }
  }
}

extension RoundHappening {
  /// What people are told of it; none where a screen shows it by itself.
  func shown(
    of live: borrowing LiveRound, roster: Roster
  ) -> [Happening] {
    func proposal(_ draft: Draft) -> ScreenModel.Proposal { .init(draft, roster: roster) }
    switch self {
    case .heard(let transcript, _, _, _): return [.heard(transcript)]
    case .replied(let transcript): return [.heard(transcript)]
    case .failed(_, let result, _, _):
      return [.failed(result.problems.map { $0.text(roster: roster) })]
    case .confirming(let draft): return [.confirming(proposal(draft))]
    case .partial(let draft): return [.partial(proposal(draft))]
    case .committed(let draft, let change):
      return [.committed(proposal(draft)), .standings(live.standings(since: change.moves))]
    case .dismissed(let draft): return [.dismissed(proposal(draft))]
    case .unsaved(let draft, let reason): return [.unsaved(proposal(draft), reason: reason)]
    case .undone(let hole, let change):
      return [.undone(hole: hole, change.scores), .standings(live.standings(since: change.moves))]
    case .refused(let reason): return [.refused(reason: reason)]
    case .changedElsewhere: return [.standings(live.standings(since: []))]
    case .complete: return [.complete]
    case .hearing, .moved: return []
    }
  }
}
