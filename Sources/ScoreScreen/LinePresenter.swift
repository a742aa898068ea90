internal import Glibc
internal import HyzerBase
package import HyzerVoice
package import ScoreLog
package import Scorekeeping
internal import Synchronization

/// What happens, as lines of text for people who have no screen.
///
/// The lines hold no control characters, whatever names and words do.
package struct EventLines: Sendable {
  private let roster: Roster

  package init(roster: Roster) { self.roster = roster }

  package static let complete = "every player has every hole; finish with hyzer round finish"

  /// Returns the lines that report an event, and the leaderboard where it may be another; may be none.
  package func lines(_ event: RoundEvent, standings: Standings) -> [String] {
    let lines: [String] =
      switch event {
      case .heard(let words, _, _, _), .replied(let words): words.isEmpty ? [] : ["heard: \(words)"]
      case .confirming(let draft): ["\(scores(draft)) — right?"]
      case .partial(let draft) where draft.isLeftover:
        ["\(scores(draft)) — left unsaved by an earlier session; save it?"]
      case .partial(let draft):
        ["\(scores(draft)) — not all is clear"]
          + draft.remarks.map { "  \($0.text(roster: roster))" }
      case .failed(_, let result, _, _):
        ["couldn't understand; try again"] + result.problems.map { "  \($0.text(roster: roster))" }
      case .unread(_, let result): ["couldn't understand: \(reason(result))"]
      case .committed(let draft, let change):
        [saved(draft)] + leaderboard(standings, change.moves)
      case .overruled(_, let scores): scores.map(overruled)
      case .disputed(_, let count, let isNew):
        isNew ? [disputed(count)] : []
      case .dismissed(let draft): ["\(scores(draft)) — dropped, nothing saved"]
      case .unsaved(let draft, let reason): ["\(scores(draft)) — NOT SAVED: \(reason)"]
      case .undone(let hole, let change):
        [undone(hole: hole, change)] + leaderboard(standings, change.moves)
      case .redone(let hole, let change):
        [redone(hole: hole, change)] + leaderboard(standings, change.moves)
      case .roundChanged(let changes): changes.map(news)
      case .changedElsewhere: leaderboard(standings, [])
      case .nextRound(let course): [nextRound(course)] + leaderboard(standings, [])
      case .refused(let reason): [reason]
      case .complete: [EventLines.complete]
      case .hearing, .moved: []
      }
    return lines.map(\.printable)
  }

  private func nextRound(_ course: String) -> String {
    "the next round: \(course), with \(roster.players.map(\.name).joined(separator: ", "))"
  }

  package func saved(_ draft: Draft) -> String { "\(scores(draft)) — saved".printable }

  package func overruled(_ score: OverruledScore) -> String {
    let by = score.standing.reportedBy
    let organiser = score.standing.kind == .resolution ? ", the organiser," : ""
    return
      ("\(roster[score.player].name) \(score.result.text) is kept, but "
      + "\(RoundWords.result(score.standing.result)) by \(by)\(organiser) stands").printable
  }

  private func disputed(_ count: Int) -> String {
    "\(RoundWords.count(count, "score")) \(count == 1 ? "is" : "are") disputed; see hyzer dispute list"
  }

  package func undone(hole: Int, _ change: StandingsChange) -> String {
    "hole \(hole): \(before(change)) — undone".printable
  }

  package func redone(hole: Int, _ change: StandingsChange) -> String {
    "hole \(hole): \(results(change)) — brought back".printable
  }

  /// Returns what to show in the line of news; nil for what the screen shows anyway.
  func notice(_ event: RoundEvent) -> ScreenModel.Notice? {
    switch event {
    case .committed(let draft, _): ScreenModel.Notice("Saved \(scores(draft))")
    case .overruled(_, let scores):
      ScreenModel.Notice(scores.map(overruled).joined(separator: "; "), isWarning: true)
    case .dismissed(let draft): ScreenModel.Notice("Dropped, nothing saved: \(scores(draft))")
    case .unsaved(let draft, let reason):
      ScreenModel.Notice("NOT SAVED: \(reason) (\(scores(draft)))", isWarning: true)
    case .undone(let hole, let change):
      ScreenModel.Notice("Undone, hole \(hole): \(before(change))")
    case .redone(let hole, let change):
      ScreenModel.Notice("Brought back, hole \(hole): \(results(change))")
    case .refused(let reason): ScreenModel.Notice(reason, isWarning: true)
    case .nextRound(let course): ScreenModel.Notice(nextRound(course))
    case .roundChanged(let changes):
      ScreenModel.Notice(changes.map(news).joined(separator: "; "))
    case .complete:
      ScreenModel.Notice("\(ScreenModel.Finish.completeQuestion) Press f")
    // The count of disputes stands at the top of the screen.
    case .hearing, .heard, .replied, .confirming, .partial, .failed, .unread, .moved,
      .changedElsewhere, .disputed:
      nil
    }
  }

  /// Returns why nothing of a typed line can be saved.
  package func reason(_ result: ParseResult) -> String {
    let reasons = result.problems.map { $0.text(roster: roster) }
    return (reasons.isEmpty ? "there is no score in it" : reasons.joined(separator: "; ")).printable
  }

  private func scores(_ draft: Draft) -> String {
    let rows = draft.rows.map { row in
      let name =
        row.player.map { roster[$0].name } ?? (row.words.isEmpty ? "?" : "\"\(row.words)\"?")
      let score = row.result?.text ?? "?"
      let old = row.replaces.flatMap { $0 == row.result ? nil : "\($0.text) → " } ?? ""
      return "\(name) \(old)\(score)\(row.isDoubtful ? " (sure?)" : "")"
    }
    return "hole \(draft.hole): " + (rows.isEmpty ? "nothing" : rows.joined(separator: ", "))
  }

  private func news(_ change: RoundChange) -> String {
    (change.player == nil ? "The round was " : "") + RoundWords.change(change)
  }

  private func results(_ change: StandingsChange) -> String {
    change.results.sorted { $0.key < $1.key }.map { player, result in
      "\(roster[player].name) \(RoundWords.result(result))"
    }.joined(separator: ", ")
  }

  private func before(_ change: StandingsChange) -> String {
    change.results.sorted { $0.key < $1.key }.map { player, result in
      let old = change.triggers.first { $0.player == player }?.from
      // What was taken back may not have counted.
      let way = old == result ? "stays at" : "back to"
      return "\(roster[player].name) \(result.map { "\(way) \($0.text)" } ?? "without a score")"
    }.joined(separator: ", ")
  }

  /// The leaderboard in a line; none before the first score.
  private func leaderboard(_ standings: Standings, _ moves: [StandingsChange.Move]) -> [String] {
    let places = standings.lines.compactMap { line -> String? in
      guard let place = line.placeLabel else { return nil }
      let move = moves.first { $0.player == line.player }.map {
        $0.isUp ? " ▲\($0.from - $0.to)" : " ▼\($0.to - $0.from)"
      }
      return "\(place) \(roster[line.player].name) "
        + "\(GolfWord(relative: line.relativeToPar).sign)\(move ?? "")"
    }
    return places.isEmpty ? [] : [places.joined(separator: ", ")]
  }
}

/// Shows a live round to people line by line, where there is no screen.
package final class LinePresenter: RoundPresenter {
  package let acceptsInput = false
  private let write: (String) throws -> Void
  private let note: (String) -> Void
  private let typed: TypedActions?

  /// Makes a presenter that prints results by `write` and all else by `note`.
  ///
  /// `readLine` waits for a typed line, and is nil where nobody types. Where it `endsWithInput`, the end of
  /// the lines is that of the session.
  package init(
    write: @escaping (String) throws -> Void, note: @escaping (String) -> Void,
    readLine: (@Sendable () throws -> String?)?, endsWithInput: Bool = false
  ) {
    self.write = write
    self.note = note
    typed = readLine.map { TypedActions($0, endsWithInput: endsWithInput) }
    if typed != nil { note(TypedActions.hint) }
  }

  package func report(
    _ events: [RoundEvent], of live: borrowing LiveRound, at now: Duration
  ) throws {
    let standings = live.keeper.card.standings
    let lines = EventLines(roster: try live.keeper.situation().roster)
    for event in events {
      for line in lines.lines(event, standings: standings) { try write(line) }
    }
  }

  package func warn(_ reason: String) {
    note((reason + (typed == nil ? "" : "; scores can still be typed")).printable)
  }

  package func show(timings: String) { note("timings: \(timings)") }

  package func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction] {
    try typed?.next() ?? []
  }
}

/// What somebody types beside lines of text, read on a thread of its own.
final class TypedActions: Sendable {
  /// What was typed since it was asked for, and why no more comes.
  struct Waiting {
    var lines: [String] = []
    var failure: (any Error)?

    /// Returns what was asked for since the last call; a failure comes only after all that was typed before.
    mutating func drain() throws -> [RoundAction] {
      defer { lines = [] }
      if lines.isEmpty, let failure { throw failure }
      return lines.map(TypedActions.action)
    }
  }

  static let hint =
    "Enter saves what is shown, n drops it, u undoes, redo brings back, r tries again, q ends; "
    + "anything else is read as scores"

  private let state = Mutex(Waiting())

  /// Begins to read lines, until `readLine` returns nil; that asks for the end where it `endsWithInput`.
  init(_ readLine: @escaping @Sendable () throws -> String?, endsWithInput: Bool = false) {
    startThread("input") { [self] in
      do {
        while let line = try readLine() { state.withLock { $0.lines.append(line) } }
        if endsWithInput { state.withLock { $0.lines.append("q") } }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }

  func next() throws -> [RoundAction] { try state.withLock { try $0.drain() } }

  static func action(_ line: String) -> RoundAction {
    switch line.lowercased() {
    case "", "y", "yes": .accept
    case "n", "no", "cancel": .cancel
    case "u", "undo": .undo
    case "redo": .redo
    case "r", "retry": .retry
    case "q", "quit": .quit
    default: .enter(line, onHole: nil)
    }
  }
}
