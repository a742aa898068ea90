internal import Golf
internal import Scorekeeping
internal import Screen

/// Shows a live round on a terminal's screen and reads its keys.
final class ScreenFront: LiveFront {
  /// Painting more often than this is more than the eye can follow.
  private static let shortestPause = Duration.milliseconds(33)

  let isSteered = true
  /// Nil once the terminal is given back.
  private var screen: TerminalScreen?
  private let layout: ScreenLayout
  private var state = ScreenState()
  private var moves: [StandingsChange.Move] = []
  private var notice: ScreenModel.Notice?
  private var timings: String?
  private var painted: Duration?

  /// Takes over the terminal.
  ///
  /// - Throws: `TerminalError`.
  init(_ environment: [String: String]) throws {
    let screen = try TerminalScreen(environment: environment)
    layout = ScreenLayout(glyphs: screen.glyphs, width: TerminalScreen.width)
    self.screen = consume screen
  }

  func tell(
    _ happenings: [RoundHappening], of live: borrowing LiveRound, at now: Duration
  ) throws {
    let roster = try live.keeper.situation().roster
    let lines = PlainLines(roster: roster)
    for happening in happenings {
      switch happening {
      case .committed(_, let change), .undone(_, let change): moves = change.moves
      // The news of before would mislead beside what is asked now.
      case .confirming, .partial, .failed: notice = nil
      case .hearing, .heard, .replied, .unsaved, .dismissed, .refused, .moved, .changedElsewhere,
        .complete:
        break
      }
      for shown in happening.shown(of: live, roster: roster) {
        if let news = lines.notice(shown) { notice = news }
      }
    }
    painted = nil
  }

  func warn(_ reason: String, of live: borrowing LiveRound) throws {
    notice = ScreenModel.Notice("\(reason); scores can still be typed: t", isWarning: true)
    painted = nil
  }

  func show(timings: String) { self.timings = timings }

  func paint(_ live: borrowing LiveRound, at now: Duration) throws {
    if let painted, now - painted < ScreenFront.shortestPause { return }
    painted = now
    guard let size = screen?.size else { return }
    try screen?.paint(layout.frame(model(live, at: now), state, size: size))
  }

  func close() { screen = nil }

  func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction]? {
    var actions: [RoundAction] = []
    let model = try model(live, at: now)
    while let key = screen?.nextKey() {
      for action in state.handle(key, in: model) {
        if action == .quit { return nil }
        actions.append(ScreenFront.action(action, hole: model.hole))
      }
      painted = nil
      // What one key asks for can change what the next one means.
      if !actions.isEmpty { return actions }
    }
    for action in state.follow(model) {
      actions.append(ScreenFront.action(action, hole: model.hole))
    }
    return actions
  }

  private func model(_ live: borrowing LiveRound, at now: Duration) throws -> ScreenModel {
    let situation = try live.keeper.situation()
    return ScreenModel(
      course: live.keeper.card.round.course, hole: live.keeper.hole,
      holes: live.keeper.card.round.pars.count, par: situation.par, roster: situation.roster,
      scores: live.keeper.context.scores,
      stage: .init(
        live.confirmation.state, roster: situation.roster, now: now,
        choices: live.confirmation.choices),
      hearing: live.isOpen ? .init(level: live.level, words: live.partialWords) : nil,
      standings: live.standings(since: moves), notice: notice,
      unsaved: live.confirmation.pending.count, timings: timings)
  }

  private static func action(_ action: ScreenAction, hole: Int) -> RoundAction {
    switch action {
    case .talk: .talk
    case .accept: .accept
    case .cancel: .cancel
    case .retry: .retry
    case .undo: .undo
    case .previousHole: .go(hole: hole - 1)
    case .nextHole: .go(hole: hole + 1)
    case .beginEditing: .beginEditing
    case .endEditing: .endEditing
    case .setStrokes(let row, let strokes): .setStrokes(row: row, strokes)
    case .setPlayer(let row, let player): .setPlayer(row: row, player)
    case .removeRow(let row): .removeRow(row)
    case .propose(let player, let strokes): .propose(player, strokes)
    case .enter(let text): .enter(text)
    case .review(let begins): .review(begins)
    case .quit: preconditionFailure("the caller ends by itself")
    }
  }
}
