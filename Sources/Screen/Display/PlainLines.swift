public import Golf

/// What happens, as lines of text for people who have no screen.
///
/// The lines hold no control characters, whatever names and words do.
public struct PlainLines: Sendable {
  private let roster: Roster

  /// Makes lines about these players.
  public init(roster: Roster) { self.roster = roster }

  /// Returns the lines that tell of something; may be none.
  public func lines(_ happening: Happening) -> [String] {
    let lines: [String] =
      switch happening {
      case .heard(let words): words.isEmpty ? [] : ["heard: \(words)"]
      case .confirming(let proposal): ["\(scores(proposal)) — right?"]
      case .partial(let proposal):
        ["\(scores(proposal)) — not all is clear"] + proposal.remarks.map { "  \($0)" }
      case .failed(let reasons): ["couldn't understand; try again"] + reasons.map { "  \($0)" }
      case .committed(let proposal): ["\(scores(proposal)) — saved"]
      case .dismissed(let proposal): ["\(scores(proposal)) — dropped, nothing saved"]
      case .unsaved(let proposal, let reason): ["\(scores(proposal)) — NOT SAVED: \(reason)"]
      case .undone(let hole, let scores): ["hole \(hole): \(before(scores)) — undone"]
      case .standings(let standings): [leaderboard(standings)].filter { !$0.isEmpty }
      case .refused(let reason): [reason]
      case .complete: ["every player has every hole; finish with hyzer round finish"]
      case .audioLost(let reason): ["audio lost: \(reason)"]
      }
    return lines.map(\.printable)
  }

  /// Returns what to show in the line of news; nil for what the screen shows anyway.
  public func notice(_ happening: Happening) -> ScreenModel.Notice? {
    switch happening {
    case .committed(let proposal):
      ScreenModel.Notice("Saved \(scores(proposal))")
    case .dismissed(let proposal):
      ScreenModel.Notice("Dropped, nothing saved: \(scores(proposal))")
    case .unsaved(let proposal, let reason):
      ScreenModel.Notice("NOT SAVED: \(reason) (\(scores(proposal)))", isWarning: true)
    case .undone(let hole, let scores):
      ScreenModel.Notice("Undone, hole \(hole): \(before(scores))")
    case .refused(let reason): ScreenModel.Notice(reason, isWarning: true)
    case .complete:
      ScreenModel.Notice("Every player has every hole; finish with hyzer round finish")
    case .audioLost(let reason):
      ScreenModel.Notice("Audio lost: \(reason)", isWarning: true)
    case .heard, .confirming, .partial, .failed, .standings: nil
    }
  }

  private func scores(_ proposal: ScreenModel.Proposal) -> String {
    let rows = proposal.rows.map { row in
      let name =
        row.player.map { roster[$0].name } ?? (row.words.isEmpty ? "?" : "\"\(row.words)\"?")
      let score = row.strokes.map { String($0.count) } ?? "?"
      let old = row.replaces.map { "\($0.count) → " } ?? ""
      return "\(name) \(old)\(score)\(row.isDoubtful ? " (sure?)" : "")"
    }
    return "hole \(proposal.hole): " + (rows.isEmpty ? "nothing" : rows.joined(separator: ", "))
  }

  private func before(_ scores: [PlayerID: Strokes?]) -> String {
    scores.sorted { $0.key < $1.key }.map { player, strokes in
      "\(roster[player].name) \(strokes.map { "back to \($0.count)" } ?? "without a score")"
    }.joined(separator: ", ")
  }

  private func leaderboard(_ standings: [ScreenModel.Standing]) -> String {
    standings.compactMap { standing in
      guard let place = standing.placeLabel(among: standings) else { return nil }
      let move =
        standing.moved == 0
        ? "" : standing.moved > 0 ? " ▲\(standing.moved)" : " ▼\(-standing.moved)"
      return "\(place) \(roster[standing.player].name) "
        + "\(GolfWord(relative: standing.relativeToPar).sign)\(move)"
    }.joined(separator: ", ")
  }
}
