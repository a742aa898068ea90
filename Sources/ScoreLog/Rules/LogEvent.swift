/// What the log of a round keeps: a score, or a change in the round's life.
package enum LogEvent: Hashable, Sendable {
  case score(ScoreEvent)
  case change(RoundChange)

  package var scoreEvent: ScoreEvent? { if case .score(let event) = self { event } else { nil } }
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

  package func placed(at position: LogPosition) -> LogEvent {
    switch self {
    case .score(var event):
      event.position = position
      return .score(event)
    case .change(var change):
      change.position = position
      return .change(change)
    }
  }
}

/// An event with its line: what exports, devices and hosts pass on, byte for byte.
package struct LoggedEvent: Hashable, Sendable {
  package let event: LogEvent
  /// The event as JSON on one line, with where it stands: as it was first written, wherever that was.
  package let line: String

  init(_ event: LogEvent, line: String) { (self.event, self.line) = (event, line) }

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
