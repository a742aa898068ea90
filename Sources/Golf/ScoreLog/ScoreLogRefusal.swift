/// What a rule of the score log forbids, or what it does not know.
public enum ScoreLogRefusal: Error, Hashable, Sendable {
  /// No round has been made current.
  case noCurrentRound
  /// No round has this identifier.
  case unknownRound(RoundID)
  /// There is a round with this identifier.
  case roundExists(RoundID)
  /// The round has started: nobody can join or leave.
  case rosterLocked(RoundID)
  /// The round cannot start without players.
  case noPlayers(RoundID)
  /// The round is finished: nothing can be scored.
  case roundFinished(RoundID)
  /// The round cannot be finished yet: these scores are missing, by the players' names.
  case scoresMissing(RoundID, [Missing])
  /// The round does not have this hole.
  case unknownHole(Int, holes: Int)
  /// Nobody in the round has this name.
  case unknownPlayer(String, RoundID)
  /// The round has fewer players than this number, counted from 1.
  case unknownPlayerNumber(Int, RoundID)
  /// Somebody in the round has the name already.
  case nameTaken(String, RoundID)
  /// A commit has no scores.
  case noScores
  /// A commit has two scores of one player.
  case twoScores(String, hole: Int)
  /// Another commit has this identifier.
  case commitExists(CommitID)
  /// Every commit of the round is taken back.
  case nothingToUndo(RoundID)
  /// Somebody else's scores came after the commit that was to be taken back.
  case notTheLast(CommitID, last: CommitID)
  /// No event has this identifier.
  case unknownEvent(EventID)
  /// Something else was heard under this identifier.
  case utteranceExists(UtteranceID)
  /// No registered player has this name or alias.
  case unregistered(String)
  /// A registered player has this name.
  case playerExists(String)
  /// The registered player has played rounds, which name the player.
  case playerHasRounds(String)
  /// The name cannot be said: it has no letter.
  case unspeakableName(String)
  /// No course has this name.
  case unknownCourse(String)
  /// A course has this name.
  case courseExists(String)

  /// A hole on which scores are missing, and whose.
  public struct Missing: Hashable, Sendable {
    /// The hole's number.
    public let hole: Int
    /// The players' display names.
    public let names: [String]

    /// Makes an item of the list.
    public init(hole: Int, names: [String]) {
      self.hole = hole
      self.names = names
    }
  }
}

extension ScoreLogRefusal: CustomStringConvertible {
  /// One line that says what was refused, why, and what to do.
  public var description: String {
    switch self {
    case .noCurrentRound:
      "no round is current; make one with `hyzer round new`"
    case .unknownRound(let id):
      "there is no round \"\(id)\"; list rounds with `hyzer round list`"
    case .roundExists(let id):
      "there is a round \"\(id)\" already; give the new one another identifier"
    case .rosterLocked(let id):
      "round \"\(id)\" has started, so nobody can join or leave; make a new round"
    case .noPlayers(let id):
      "round \"\(id)\" has no players, so it cannot start; let somebody join"
    case .roundFinished(let id):
      "round \"\(id)\" is finished, so nothing can be scored; make a new round"
    case .scoresMissing(let id, let missing):
      "round \"\(id)\" misses scores: \(Self.list(missing)); enter them, or finish the round early"
    case .unknownHole(let hole, let holes):
      "the round has no hole \(hole); give a number from 1 to \(holes)"
    case .unknownPlayer(let name, let id):
      "nobody called \"\(name)\" plays in round \"\(id)\"; check the name"
    case .unknownPlayerNumber(let number, let id):
      "round \"\(id)\" has no player number \(number); check the number"
    case .nameTaken(let name, let id):
      "somebody in round \"\(id)\" is called \"\(name)\" already; give another name"
    case .noScores:
      "there is no score to save; give at least one"
    case .twoScores(let name, let hole):
      "\"\(name)\" has two scores on hole \(hole); give one"
    case .commitExists(let id):
      "other scores are saved as \"\(id)\" already; give the commit another identifier"
    case .nothingToUndo(let id):
      "nothing is left to undo in round \"\(id)\"; enter a score to correct another"
    case .notTheLast:
      "the scores that you saved last are not the round's last any more; look at the round, and undo again to take back what is last now"
    case .unknownEvent(let id):
      "there is no event \"\(id)\" in the log; list events with `hyzer export`"
    case .utteranceExists(let id):
      "something else was heard as \"\(id)\" already; give the utterance another identifier"
    case .unregistered(let name):
      "no player is called \"\(name)\"; list players with `hyzer player list`"
    case .playerExists(let name):
      "there is a player called \"\(name)\" already; give another name"
    case .playerHasRounds(let name):
      "\"\(name)\" has played rounds, so the player stays; give the player another name instead"
    case .unspeakableName(let name):
      "the player name \"\(name)\" has no letter in it; give a name that can be said"
    case .unknownCourse(let name):
      "there is no course \"\(name)\"; list courses with `hyzer course list`"
    case .courseExists(let name):
      "there is a course called \"\(name)\" already; give another name"
    }
  }

  /// Names the holes of players who miss many together: "Mike on 1, 2; Jake on 7".
  private static func list(_ missing: [Missing]) -> String {
    var order: [String] = []
    var holes: [String: [Int]] = [:]
    for item in missing {
      for name in item.names {
        if holes[name] == nil { order.append(name) }
        holes[name, default: []].append(item.hole)
      }
    }
    return order.map { name in
      "\(name) on \((holes[name] ?? []).map(String.init).joined(separator: ", "))"
    }.joined(separator: "; ")
  }
}
