internal import Golf
internal import ScoreStore
internal import Screen

/// Who leads in a round, and what changed since it was looked at before.
struct Leaderboard: Equatable {
  private let card: Scorecard
  private let standings: Standings
  /// The current hole, where the round is the current one.
  private let hole: Int?
  private let eventCount: Int
  private let change: StandingsChange?

  /// Reads a leaderboard.
  ///
  /// - Parameters:
  ///   - store: The log.
  ///   - round: The round; nil for the current one, whichever that is.
  ///   - earlier: What was read before.
  /// - Throws: ``ScoreStoreError``.
  init(_ store: ScoreStore, round: RoundID?, after earlier: Leaderboard? = nil) throws {
    let current = try store.currentHole()
    let id = try round ?? store.chosenRound(nil)
    hole = current?.round == id ? current?.hole : nil
    let record = try store.round(id)
    let events = try store.events(of: id)
    card = Scorecard(record, replaying: events)
    standings = card.standings
    eventCount = events.count
    // The log only grows: what it has beyond the earlier number is new.
    change = earlier.flatMap { earlier in
      guard earlier.card.round.id == id else { return nil }
      return StandingsChange(
        from: earlier.card, trigger: events.dropFirst(earlier.eventCount))
    }
  }

  /// Whether the same is shown: why it came to be so does not count.
  static func == (left: Leaderboard, right: Leaderboard) -> Bool {
    left.card == right.card && left.hole == right.hole
  }

  /// The lines for people.
  var lines: [String] {
    let record = card.round
    var title = RoundWords.course(record.course).printable
    if card.phase.isFinished {
      title += ", \(RoundWords.phase(card.phase))"
    } else if let hole {
      title += ", hole \(hole) of \(record.pars.count), par \(record.par(ofHole: hole))"
    }
    return [title] + StandingsText(standings: standings, moves: change?.moves ?? []).lines
      + (change?.triggers ?? []).map { $0.text(in: record) }
  }

  /// The object for machines; what changed is told in one that follows another.
  func report(isChange: Bool) -> some Encodable {
    LeaderboardReport(
      round: card.round.id.rawValue, hole: Nullable(hole),
      standings: standings.lines.map(StandingReport.init),
      changes: isChange
        ? (change?.triggers ?? []).map { LeaderboardReport.Change($0, card.round) } : nil,
      moves: isChange
        ? (change?.moves ?? []).map { LeaderboardReport.Move($0, card.round) } : nil)
  }
}

private struct LeaderboardReport: Encodable {
  struct Change: Encodable {
    let event: String
    let kind: String
    let player: String
    let hole: Int
    let from: Nullable<Int>
    let to: Nullable<Int>

    init(_ trigger: StandingsChange.Trigger, _ record: RoundRecord) {
      event = trigger.event.rawValue
      kind = trigger.kind.rawValue
      player = record.name(of: trigger.player)
      hole = trigger.hole
      from = Nullable(trigger.from?.count)
      to = Nullable(trigger.to?.count)
    }
  }

  struct Move: Encodable {
    let player: String
    let from: Int
    let to: Int

    init(_ move: StandingsChange.Move, _ record: RoundRecord) {
      player = record.name(of: move.player)
      from = move.from
      to = move.to
    }
  }

  let round: String
  let hole: Nullable<Int>
  let standings: [StandingReport]
  let changes: [Change]?
  let moves: [Move]?
}

extension StandingsChange.Trigger {
  /// What happened, in a line.
  fileprivate func text(in record: RoundRecord) -> String {
    let name = record.name(of: player).printable
    let (old, new) = (RoundWords.strokes(from), RoundWords.strokes(to))
    return switch kind {
    case .scored: "hole \(hole): \(name) \(new)"
    case .corrected: "hole \(hole): \(name) \(old) → \(new), corrected"
    case .takenBack: "hole \(hole): \(name) \(old) → \(new), taken back"
    }
  }
}
