/// Something that is wrong with a score log.
public enum ScoreLogFinding: Hashable, Sendable {
  /// Two rounds have this identifier.
  case duplicateRound(RoundID)
  /// Two events have this identifier.
  case duplicateEvent(EventID)
  /// An event is of a round that the log does not have.
  case unknownRound(EventID, RoundID)
  /// An event is of somebody who does not play in the round.
  case unknownPlayer(EventID, String)
  /// An event is of a hole that the round does not have.
  case unknownHole(EventID, Int)
  /// An event is of a round that has not started.
  case beforeStart(EventID)
  /// An event came after its round was finished.
  case afterFinish(EventID)
  /// A finished round has fewer events than it had at its end.
  case eventsLost(RoundID, expected: Int, found: Int)
  /// An event supersedes one that the log does not have.
  case unknownSuperseded(EventID, EventID)
  /// An event supersedes one of another round, player or hole.
  case supersedesElsewhere(EventID, EventID)
  /// Several events supersede one: it is open which of them counts.
  case fork(EventID, by: [EventID])
  /// Several events of a player and hole supersede none: it is open which of them counts.
  case severalRoots([EventID])
  /// Events supersede each other in a circle, so that none of them counts.
  case cycle([EventID])
  /// An event takes back one that the log does not have.
  case unknownTakenBack(EventID, EventID)
  /// An event takes back one of another round, player or hole.
  case takesBackElsewhere(EventID, EventID)
  /// Several events take back one.
  case takenBackTwice(EventID, by: [EventID])
}

extension ScoreLogFinding: CustomStringConvertible {
  /// One line that says what is wrong and where.
  public var description: String {
    switch self {
    case .duplicateRound(let id): "two rounds are called \"\(id)\""
    case .duplicateEvent(let id): "two events are called \"\(id)\""
    case .unknownRound(let id, let round):
      "event \"\(id)\" is of a round that is not in the log: \"\(round)\""
    case .unknownPlayer(let id, let name):
      "event \"\(id)\" is of somebody who does not play in the round: \"\(name)\""
    case .unknownHole(let id, let hole):
      "event \"\(id)\" is of a hole that the round does not have: \(hole)"
    case .beforeStart(let id): "event \"\(id)\" is of a round that has not started"
    case .afterFinish(let id): "event \"\(id)\" came after its round was finished"
    case .eventsLost(let round, let expected, let found):
      "round \"\(round)\" was finished with \(expected) events but has \(found)"
    case .unknownSuperseded(let id, let other):
      "event \"\(id)\" supersedes one that is not in the log: \"\(other)\""
    case .supersedesElsewhere(let id, let other):
      "event \"\(id)\" supersedes one of another round, player or hole: \"\(other)\""
    case .fork(let id, let others):
      "event \"\(id)\" is superseded by several: \(Self.list(others))"
    case .severalRoots(let ids):
      "several events of a player and hole supersede none: \(Self.list(ids))"
    case .cycle(let ids): "events supersede each other in a circle: \(Self.list(ids))"
    case .unknownTakenBack(let id, let other):
      "event \"\(id)\" takes back one that is not in the log: \"\(other)\""
    case .takesBackElsewhere(let id, let other):
      "event \"\(id)\" takes back one of another round, player or hole: \"\(other)\""
    case .takenBackTwice(let id, let others):
      "event \"\(id)\" is taken back by several: \(Self.list(others))"
    }
  }

  private static func list(_ ids: [EventID]) -> String {
    ids.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
