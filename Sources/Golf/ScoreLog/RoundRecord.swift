/// A round as the score log keeps it: where, who, and from when to when; not its scores.
///
/// All times are in the form of ``ScoreEvent/at``.
public struct RoundRecord: Hashable, Sendable, Identifiable {
  /// Somebody who plays in the round.
  package struct Entrant: Hashable, Sendable {
    /// The name, aliases and pronunciations, as they were when the player joined.
    package let player: Player
    /// Whether the name is a label within this round only.
    package let isGuest: Bool

    package init(_ player: Player, isGuest: Bool = false) {
      (self.player, self.isGuest) = (player, isGuest)
    }
  }

  /// The end of a round.
  package struct Finish: Hashable, Sendable {
    package let at: String
    /// How many events the round had then; none may follow.
    package let eventCount: Int

    package init(at: String, eventCount: Int) { (self.at, self.eventCount) = (at, eventCount) }
  }

  /// Tells the round from all others.
  public let id: RoundID
  /// The course's name when the round was made.
  package let course: String
  /// The par of each hole when the round was made, the first hole's first; 1 to 36 of them.
  package let pars: [Int]
  /// Who plays, in order; empty only while nobody has joined.
  package let entrants: [Entrant]
  /// Who made the round.
  package let organiser: String
  package let createdAt: String
  /// When it started and the roster was locked; nil before.
  package let startedAt: String?
  /// Its end; nil before.
  package let finish: Finish?

  /// Makes a round's record from its parts.
  ///
  /// - Throws: ``RoundRecordError`` where the round has no hole or more than 36, a par is outside
  ///   `Round.parRange`, or a name has no letter in it or is that of two entrants.
  package init(
    id: RoundID, course: String, pars: [Int], entrants: [Entrant], organiser: String,
    createdAt: String, startedAt: String? = nil, finish: Finish? = nil
  ) throws(RoundRecordError) {
    guard Round.holeRange.contains(pars.count) else { throw .holeCount(pars.count) }
    for (index, par) in pars.enumerated() where !Round.parRange.contains(par) {
      throw .parOutOfRange(hole: index + 1, par: par)
    }
    self.id = id
    self.course = course
    self.pars = pars
    self.entrants = entrants
    self.organiser = organiser
    self.createdAt = createdAt
    self.startedAt = startedAt
    self.finish = finish
    if !entrants.isEmpty { _ = try roster() }
  }

  /// The numbers of the holes.
  package var holes: ClosedRange<Int> { 1...pars.count }
  /// Every player's identifier, in order.
  package var players: [PlayerID] { entrants.indices.map { PlayerID($0) } }
  /// Whether players can no longer join or leave.
  package var isLocked: Bool { startedAt != nil || finish != nil }
  /// Returns the par of a hole that the round has.
  package func par(ofHole hole: Int) -> Int { pars[hole - 1] }
  /// Returns the display name of a player of this round.
  package func name(of player: PlayerID) -> String { entrants[player.index].player.name }

  /// Returns who has exactly this display name.
  package func player(called name: String) -> PlayerID? {
    entrants.firstIndex { $0.player.name == name }.map { PlayerID($0) }
  }

  private func roster() throws(RoundRecordError) -> Roster {
    do throws(RosterError) { return try Roster(entrants.map(\.player)) } catch {
      throw .roster(error)
    }
  }

  /// Returns what parsing and recognising need to know while a hole is played.
  ///
  /// - Throws: ``RoundRecordError/roster(_:)`` while nobody has joined, and
  ///   ``RoundRecordError/unknownHole(_:holes:)``.
  package func situation(atHole hole: Int) throws(RoundRecordError) -> Round {
    guard holes.contains(hole) else { throw .unknownHole(hole, holes: pars.count) }
    let roster = try roster()
    do throws(RoundError) {
      return try Round(course: course, hole: hole, par: par(ofHole: hole), roster: roster)
    } catch {
      preconditionFailure("hole and par were checked: \(error)")
    }
  }
}

/// What makes a round's record unusable.
public enum RoundRecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A round has 1 to 36 holes, not this many.
  case holeCount(Int)
  /// A hole's par is out of range.
  case parOutOfRange(hole: Int, par: Int)
  /// The round does not have this hole.
  case unknownHole(Int, holes: Int)
  /// The players are no roster.
  case roster(RosterError)

  /// One line: what is wrong and what to do.
  public var description: String {
    switch self {
    case .holeCount(let count):
      "a round cannot have \(count) holes; give 1 to \(Round.holeRange.upperBound)"
    case .parOutOfRange(let hole, let par):
      "the par of hole \(hole) is \(par); give a number from \(Round.parRange.lowerBound) to \(Round.parRange.upperBound)"
    case .unknownHole(let hole, let holes):
      "the round has no hole \(hole); give a number from 1 to \(holes)"
    case .roster(let error): error.description
    }
  }
}

/// Where a round stands.
package enum RoundPhase: String, Hashable, Sendable {
  /// Players can join and leave; nothing is scored yet.
  case setup
  /// The roster is locked, and scores are missing.
  case active
  /// Every player has every hole; scores can still be corrected.
  case awaitingFinalisation
  /// Finished with every score.
  case completed
  /// Finished with scores missing, which count as no score.
  case finishedEarly

  package init(isStarted: Bool, isFinished: Bool, hasEveryScore: Bool) {
    self =
      if isFinished {
        hasEveryScore ? .completed : .finishedEarly
      } else if isStarted {
        hasEveryScore ? .awaitingFinalisation : .active
      } else {
        .setup
      }
  }

  /// Whether nothing can be scored any more.
  package var isFinished: Bool { self == .completed || self == .finishedEarly }
}

/// A round in a list, with who leads.
package struct RoundSummary: Hashable, Sendable {
  package let round: RoundRecord
  package let standings: Standings

  package init(_ round: RoundRecord, standings: Standings) {
    (self.round, self.standings) = (round, standings)
  }

  package var id: RoundID { round.id }

  package var phase: RoundPhase {
    RoundPhase(
      isStarted: round.startedAt != nil, isFinished: round.finish != nil,
      hasEveryScore: !standings.lines.isEmpty
        && standings.lines.allSatisfy { $0.holesPlayed == round.pars.count })
  }
}

/// The round and hole that are being played; no part of what is kept for good.
package struct CurrentHole: Hashable, Sendable {
  package let round: RoundID
  /// The hole's number, from 1.
  package let hole: Int

  package init(round: RoundID, hole: Int) { (self.round, self.hole) = (round, hole) }
}
