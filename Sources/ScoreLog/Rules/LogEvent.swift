internal import DiscGolf

/// What the log of a round keeps: a score, or a change in the round's life.
package enum LogEvent: Hashable, Sendable {
  case score(ScoreEvent)
  case change(RoundChange)

  /// The score; nil for a change.
  package var scoreEvent: ScoreEvent? { if case .score(let event) = self { event } else { nil } }
  /// The change; nil for a score.
  package var roundChange: RoundChange? {
    if case .change(let change) = self { change } else { nil }
  }

  package var round: RoundID {
    switch self {
    case .score(let event): event.round
    case .change(let change): change.round
    }
  }

  package var id: String {
    switch self {
    case .score(let event): event.id.rawValue
    case .change(let change): change.id.rawValue
    }
  }

  package var position: LogPosition {
    switch self {
    case .score(let event): event.position
    case .change(let change): change.position
    }
  }

  /// Returns the same event at another position.
  package func placed(at position: LogPosition) -> LogEvent {
    switch self {
    case .score(let event): .score(event.placed(at: position))
    case .change(let change): .change(change.placed(at: position))
    }
  }
}

extension ScoreEvent {
  /// Returns the same event at another position.
  package func placed(at position: LogPosition) -> ScoreEvent {
    ScoreEvent(
      id: id, position: position, round: round, player: player, hole: hole, result: result,
      kind: kind, supersedes: supersedes, takesBack: takesBack, reportedBy: reportedBy,
      deviceName: deviceName, input: input, transcript: transcript, confidence: confidence, at: at,
      clip: clip, utterance: utterance)
  }
}

extension RoundChange {
  /// Returns the same change at another position.
  package func placed(at position: LogPosition) -> RoundChange {
    RoundChange(
      stamp, position: position, round: round, kind: kind, player: player, entrant: entrant,
      away: away, scoreCount: scoreCount)
  }
}

/// An event with its line: what exports, phones and hubs pass on, byte for byte.
package struct LoggedEvent: Hashable, Sendable {
  package let event: LogEvent
  /// The event as JSON on one line, with where it stands: as it was first written, wherever that was.
  package let line: String

  init(_ event: LogEvent, line: String) { (self.event, self.line) = (event, line) }

  /// Writes the line of an event that is made now.
  package init(_ event: LogEvent) { self.init(event, line: EventLine(event).json) }

  package var id: String { event.id }
  package var round: RoundID { event.round }
  package var position: LogPosition { event.position }
}

/// Events of one round on their way to another log, with what the round was made with.
package struct RoundBatch: Hashable, Sendable {
  package let round: RoundRecord
  /// Events of the round, those of each device in the order of their numbers.
  package let events: [LoggedEvent]

  package init(round: RoundRecord, events: [LoggedEvent]) {
    (self.round, self.events) = (round, events)
  }

  /// Makes a batch of events that have no lines yet.
  package init(round: RoundRecord, events: [LogEvent]) {
    self.init(round: round, events: events.map { LoggedEvent($0) })
  }
}
