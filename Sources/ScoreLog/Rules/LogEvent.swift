internal import DiscGolf

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

/// Events of one round on their way to another log, with what the round was made with.
package struct RoundBatch: Hashable, Sendable {
  package let round: RoundRecord
  /// Events of the round, those of each device in the order of their numbers.
  package let events: [LogEvent]

  package init(round: RoundRecord, events: [LogEvent]) {
    (self.round, self.events) = (round, events)
  }
}
