/// A round as the score log keeps it: where, who, and from when to when; not its scores.
public struct RoundRecord: Hashable, Sendable, Identifiable {
  /// Somebody who plays in the round.
  public struct Entrant: Hashable, Sendable {
    /// The name, aliases and pronunciations, as they were when the player joined.
    public let player: Player
    /// Whether the name is a label within this round only.
    public let isGuest: Bool

    /// Makes an entrant.
    public init(_ player: Player, isGuest: Bool = false) {
      self.player = player
      self.isGuest = isGuest
    }
  }

  /// The end of a round.
  public struct Finish: Hashable, Sendable {
    /// When, in the form of ``ScoreEvent/at``.
    public let at: String
    /// How many events the round had then; none may follow.
    public let eventCount: Int

    /// Makes the end of a round.
    public init(at: String, eventCount: Int) {
      self.at = at
      self.eventCount = eventCount
    }
  }

  /// Tells the round from all others.
  public let id: RoundID
  /// The course's name when the round was made.
  public let course: String
  /// The par of each hole when the round was made, the first hole's first; 1 to 36 of them.
  public let pars: [Int]
  /// Who plays, in order; empty only while nobody has joined.
  public let entrants: [Entrant]
  /// Who made the round.
  public let organiser: String
  /// When it was made, in the form of ``ScoreEvent/at``.
  public let createdAt: String
  /// When it started and the roster was locked; nil before.
  public let startedAt: String?
  /// Its end; nil before.
  public let finish: Finish?

  /// Makes a round's record from its parts.
  ///
  /// - Throws: ``RoundRecordError`` where the round has no hole or more than 36, a par is outside
  ///   `Round.parRange`, or a name has no letter in it or is that of two entrants.
  public init(
    id: RoundID, course: String, pars: [Int], entrants: [Entrant], organiser: String,
    createdAt: String, startedAt: String? = nil, finish: Finish? = nil
  ) throws(RoundRecordError) {
    guard Round.holeRange.contains(pars.count) else { throw .holeCount(pars.count) }
    for (index, par) in pars.enumerated() where !Round.parRange.contains(par) {
      throw .parOutOfRange(hole: index + 1, par: par)
    }
    if !entrants.isEmpty {
      do throws(RosterError) { _ = try Roster(entrants.map(\.player)) } catch {
        throw .roster(error)
      }
    }
    self.id = id
    self.course = course
    self.pars = pars
    self.entrants = entrants
    self.organiser = organiser
    self.createdAt = createdAt
    self.startedAt = startedAt
    self.finish = finish
  }

  /// The numbers of the holes.
  public var holes: ClosedRange<Int> { 1...pars.count }

  /// Every player's identifier, in order.
  public var players: [PlayerID] { entrants.indices.map { PlayerID($0) } }

  /// Whether players can no longer join or leave.
  public var isLocked: Bool { startedAt != nil || finish != nil }

  /// Returns the par of a hole that the round has.
  public func par(ofHole hole: Int) -> Int { pars[hole - 1] }

  /// Returns the display name of a player of this round.
  public func name(of player: PlayerID) -> String { entrants[player.index].player.name }

  /// Returns who has exactly this display name.
  public func player(called name: String) -> PlayerID? {
    entrants.firstIndex { $0.player.name == name }.map { PlayerID($0) }
  }

  /// Returns what parsing and recognising need to know while a hole is played.
  ///
  /// - Throws: ``RoundRecordError/roster(_:)`` while nobody has joined, and
  ///   ``RoundRecordError/unknownHole(_:holes:)``.
  public func situation(atHole hole: Int) throws(RoundRecordError) -> Round {
    guard holes.contains(hole) else { throw .unknownHole(hole, holes: pars.count) }
    let roster: Roster
    do throws(RosterError) { roster = try Roster(entrants.map(\.player)) } catch {
      throw .roster(error)
    }
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
