internal import Golf
internal import Scorekeeping
internal import Screen

/// Tells a live round to people line by line, where there is no screen.
final class PlainFront: LiveFront {
  let isSteered = false
  private let console: Console
  private let roster: Roster
  private let lines: PlainLines
  private let typed: TypedActions?

  /// Makes a front; in a terminal it also takes what is typed.
  init(console: Console, roster: Roster) {
    self.console = console
    self.roster = roster
    lines = PlainLines(roster: roster)
    typed = console.isTerminal ? TypedActions(TypedLines(console)) : nil
    if console.isTerminal { console.errorLine(TypedActions.hint) }
  }

  func tell(
    _ happenings: [RoundHappening], of live: borrowing LiveRound, at now: Duration
  ) throws {
    for happening in happenings {
      for shown in happening.shown(of: live, roster: roster) {
        for line in lines.lines(shown) { try console.line(line) }
      }
    }
  }

  func warn(_ reason: String, of live: borrowing LiveRound) throws {
    for line in lines.lines(.audioLost(reason: reason)) { try console.line(line) }
  }

  func show(timings: String) { console.errorLine("timings: \(timings)") }

  func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction]? {
    guard let typed else { return [] }
    return try typed.next()
  }
}
