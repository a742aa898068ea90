/// What the log of a round keeps: a score, or a change in the round's life.
package enum LogEvent: Hashable, Sendable {
  case score(ScoreEvent)
  case change(RoundChange)

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
}

/// Events of one round on their way to another log, with what the round was made with.
package struct RoundBatch: Hashable, Sendable {
  package let round: RoundRecord
  /// Events of the round, those of each device in the order of their numbers.
  package let events: [LogEvent]

  package init(round: RoundRecord, events: [LogEvent]) {
    (self.round, self.events) = (round, events)
  }
}
