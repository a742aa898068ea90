import Golf
import Testing

@testable import Scorekeeping

/// Plays events to a session and compares what comes of each.
struct Timeline {
  private(set) var session: Session
  private(set) var now = Duration.zero

  /// Starts on hole 7 of par 3, on which Sarah has a 4.
  init(par: Int = 3, settings: Session.Settings = Session.Settings()) throws {
    let hole = try Sample.hole()
    session = Session(
      at: HoleContext(hole: 7, par: par, players: hole.players, scores: hole.scores),
      settings: settings)
  }

  /// Plays an event at a time in seconds and expects the state after it and the effects, each
  /// after a `|`; `same` where there is neither a change nor an effect.
  mutating func at(
    _ time: Double, _ event: Session.Event, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    now = .seconds(time)
    let before = describe(session)
    let effects = session.handle(event, at: now).map { describe($0) }
    let after = describe(session)
    let outcome = [after == before ? "same" : after] + effects
    #expect(outcome.joined(separator: " | ") == expected, sourceLocation: sourceLocation)
  }
}
