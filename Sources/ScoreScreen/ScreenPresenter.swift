internal import ScoreLog
package import Scorekeeping

/// Shows a live round on a terminal's screen and reads its keys.
package final class ScreenPresenter: RoundPresenter {
  /// Painting more often than this is more than the eye can follow.
  private static let shortestPause = Duration.milliseconds(33)

  package let acceptsInput = true
  /// Nil once the terminal is given back.
  private var screen: TerminalScreen?
  private let layout: ScreenLayout
  private let localTime: (String) -> String
  private let unsent: () -> Int?
  private var state = ScreenState()
  private var moves: [StandingsChange.Move] = []
  private var notice: ScreenModel.Notice?
  private var timings: String?
  private var painted: Duration?

  /// Takes over the terminal; `localTime` writes a time of the log as people here do, and `unsent`
  /// returns how many events wait for a host that is away, nil where none is.
  package init(
    _ environment: [String: String], localTime: @escaping (String) -> String,
    unsent: @escaping () -> Int? = { nil }
  ) throws(TerminalError) {
    (self.localTime, self.unsent) = (localTime, unsent)
    let screen = try TerminalScreen(environment: environment)
    layout = ScreenLayout(glyphs: screen.glyphs, width: TerminalScreen.width)
    self.screen = consume screen
  }

  package func report(
    _ events: [RoundEvent], of live: borrowing LiveRound, at now: Duration
  ) throws {
    let lines = EventLines(roster: try live.keeper.situation().roster)
    for event in events {
      switch event {
      case .committed(_, let change), .undone(_, let change), .redone(_, let change):
        moves = change.moves
      // The news of before would mislead beside what is asked now.
      case .confirming, .partial, .failed: notice = nil
      case .unread(let text, let result):
        state.resume(typing: text, reason: lines.reason(result))
      // Whatever is selected or typed is of players of before.
      case .nextRound: (state, moves) = (ScreenState(), [])
      case .hearing, .heard, .replied, .overruled, .disputed, .unsaved, .dismissed, .refused,
        .moved, .roundChanged, .changedElsewhere, .complete:
        break
      }
      if let news = lines.notice(event) { notice = news }
    }
    painted = nil
  }

  package func warn(_ reason: String) {
    notice = ScreenModel.Notice("\(reason); scores can still be typed: t", isWarning: true)
    painted = nil
  }

  package func show(timings: String) { self.timings = timings }

  package func paint(_ live: borrowing LiveRound, at now: Duration) throws {
    if let painted, now - painted < ScreenPresenter.shortestPause { return }
    painted = now
    guard let size = screen?.size else { return }
    var model = try ScreenModel(live, at: now, localTime: localTime)
    model.moves = moves
    model.notice = notice
    model.timings = timings
    model.unsent = unsent()
    let frame = layout.frame(model, state, size: size)
    try screen?.paint(frame)
    state.saw(frame, of: model)
  }

  package func close() { screen = nil }

  package func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction] {
    let model = try ScreenModel(live, at: now, localTime: localTime)
    while let key = screen?.nextKey() {
      let actions = state.handle(key, in: model)
      painted = nil
      // What one key asks for can change what the next one means.
      if !actions.isEmpty { return actions }
    }
    return state.follow(model)
  }
}
