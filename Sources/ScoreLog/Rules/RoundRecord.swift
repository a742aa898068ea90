// A round's players and strokes are of this module, so that who imports the log has them.
@_exported public import DiscGolf

/// A round as the score log keeps it: where, who, and what became of it; not its scores.
///
/// All times are in the form of ``ScoreEvent/at``.
public struct RoundRecord: Hashable, Sendable, Identifiable {
  /// Somebody who plays.
  public struct Entrant: Hashable, Sendable {
    /// The name, aliases and pronunciations, as they were when the player joined.
    public let player: Player
    /// Whether the name is a label within this round only.
    public let isGuest: Bool
    /// Which registered player it is, in all logs; nil for a guest, and where nobody said.
    package let identity: PlayerIdentity?

    package init(_ player: Player, isGuest: Bool = false, identity: PlayerIdentity? = nil) {
      (self.player, self.isGuest, self.identity) = (player, isGuest, identity)
    }
  }

  /// Who may settle scores over which devices differ, and on which device.
  package struct Organiser: Hashable, Sendable {
    /// The display name; empty where nobody knows.
    package let name: String
    /// Nil where nobody knows: then the name alone counts.
    package let device: DeviceID?
  }

  /// What identifies the round in all logs.
  public let id: RoundID
  /// The course's name when the round was made.
  public let course: String
  /// Which course it is, in all logs; nil where no log knew it.
  package let courseIdentity: CourseIdentity?
  /// The par of each hole when the round was made, the first hole's first; 1 to 36 of them.
  public let pars: [Int]
  /// Who plays, in order: first those of the start, then who joined after it, in the log's order.
  ///
  /// Empty only while nobody has joined.
  public let entrants: [Entrant]
  /// The same as they joined, where some turned out to be players who have other names.
  package let joinedEntrants: [Entrant]
  /// Who organised it when it was made.
  package let firstOrganiser: Organiser
  /// Who organises it now.
  package let presentOrganiser: Organiser
  /// When it was made.
  public let createdAt: String
  /// When it started, from when on players keep their places; nil before.
  public let startedAt: String?
  /// What became of it, in the log's order.
  package let changes: [RoundChange]
  /// The finish that counts; nil where there is none, or it was reopened.
  package let finish: RoundChange?
  /// Whether it is hidden.
  public let isDeleted: Bool
  /// The holes that players do not play who came late or left.
  private let away: [PlayerID: Set<Int>]
  private let gone: Set<PlayerID>
  /// Everybody by the display name, and by the names under which other devices let them join.
  private let places: [String: PlayerID]

  /// Returns the round with everybody whom an earlier state of it had in the place of then, and others
  /// after them: somebody may have joined before on another device who is known only now.
  package func keepingPlaces(of earlier: RoundRecord) -> RoundRecord {
    let record = try? RoundRecord(
      id: id, course: course, pars: pars, entrants: joinedEntrants, organiser: firstOrganiser.name,
      organiserDevice: firstOrganiser.device, createdAt: createdAt, startedAt: startedAt,
      courseIdentity: courseIdentity, changes: changes,
      placed: earlier.joinedEntrants.map { NameKey($0.player.name) })
    // The same parts make a round again.
    return record ?? self
  }

  /// Makes a round's record from its parts, which may come in any order of the changes.
  ///
  /// Those among the `entrants` who joined after the start are placed by the changes, and `placed` come
  /// first.
  ///
  /// - Throws: ``RoundRecordError`` where the round has no hole or more than 36, a par is outside
  ///   `Round.parRange`, or a name has no letter in it or is that of two entrants.
  package init(
    id: RoundID, course: String, pars: [Int], entrants: [Entrant], organiser: String,
    organiserDevice: DeviceID? = nil, createdAt: String, startedAt: String? = nil,
    courseIdentity: CourseIdentity? = nil, changes: [RoundChange] = [],
    placed: [NameKey] = []
  ) throws(RoundRecordError) {
    guard Round.holeRange.contains(pars.count) else { throw .holeCount(pars.count) }
    for (index, par) in pars.enumerated() where !Round.parRange.contains(par) {
      throw .parOutOfRange(hole: index + 1, par: par)
    }
    let changes = changes.sorted {
      ($0.position, $0.id.rawValue) < ($1.position, $1.id.rawValue)
    }
    let joined = changes.compactMap(\.newcomer)
    // Two devices may let the same person join.
    let late = Set(joined.map { NameKey($0.player.name) })
    let base = entrants.filter { !late.contains(NameKey($0.player.name)) }
    var known: Set<NameKey> = []
    let inOrder = base + joined.filter { known.insert(NameKey($0.player.name)).inserted }
    let first = placed.compactMap { key in inOrder.first { NameKey($0.player.name) == key } }
    joinedEntrants = first + inOrder.filter { !placed.contains(NameKey($0.player.name)) }
    let keys = joinedEntrants.enumerated().map {
      (NameKey($1.player.name), PlayerID($0))
    }
    let byKey = Dictionary(keys, uniquingKeysWith: { first, _ in first })
    var places: [String: PlayerID] = [:]
    for entrant in joined + joinedEntrants {
      places[entrant.player.name] = byKey[NameKey(entrant.player.name)]
    }
    var players = joinedEntrants
    for change in changes where change.kind == .merge {
      guard let entrant = change.entrant, let player = change.player.flatMap({ places[$0] }),
        // Who plays under both names is two people here, and no score goes from one to another.
        places.allSatisfy({ $1 == player || NameKey($0) != NameKey(entrant.player.name) })
      else { continue }
      players[player.index] = entrant
      places[entrant.player.name] = player
    }
    (self.entrants, self.places) = (players, places)
    (self.id, self.course, self.pars) = (id, course, pars)
    self.courseIdentity = courseIdentity
    firstOrganiser = Organiser(name: organiser, device: organiserDevice)
    self.createdAt = createdAt
    (self.startedAt, self.changes) = (startedAt, changes)
    var organiser = firstOrganiser
    var (finish, isDeleted): (RoundChange?, Bool) = (nil, false)
    var (away, gone): ([PlayerID: Set<Int>], Set<PlayerID>) = ([:], [])
    for change in changes {
      let player = change.player.flatMap { places[$0] }
      switch change.kind {
      case .finish: finish = change
      case .reopen: finish = nil
      case .delete: isDeleted = true
      case .restore: isDeleted = false
      case .organiser:
        organiser = Organiser(name: change.player ?? "", device: change.organiserDevice)
      case .merge: continue
      case .join, .leave:
        guard let player else { continue }
        away[player] = Set(change.away)
        if change.kind == .leave { gone.insert(player) } else { gone.remove(player) }
      }
    }
    (self.finish, self.isDeleted, self.away, self.gone) = (finish, isDeleted, away, gone)
    presentOrganiser = organiser
    if !self.entrants.isEmpty { _ = try roster() }
  }

  /// The display name of who may settle scores over which devices differ; empty where nobody knows.
  public var organiser: String { presentOrganiser.name }
  /// The numbers of its holes.
  public var holes: ClosedRange<Int> { 1...pars.count }
  /// Everybody who plays, in order.
  public var players: [PlayerID] { entrants.indices.map { PlayerID($0) } }
  /// Whether players keep their places: who joins comes last, and who leaves stays in the roster.
  package var isLocked: Bool { startedAt != nil || !changes.isEmpty }
  /// Returns the par of a hole, in strokes.
  public func par(ofHole hole: Int) -> Int { pars[hole - 1] }
  /// Returns a player's display name.
  public func name(of player: PlayerID) -> String { entrants[player.index].player.name }

  /// Returns who has exactly this display name, or joined under it.
  package func player(called name: String) -> PlayerID? { places[name] }

  /// Returns who has this display name, or joined under it, however it is spelled.
  public func player(named name: String) -> PlayerID? {
    let key = NameKey(name)
    return players.first { NameKey(self.name(of: $0)) == key }
      ?? places.first { NameKey($0.key) == key }?.value
  }

  /// Whether some names are those of the players of the start, in order, now or when they joined.
  package func begins(with names: [String]) -> Bool {
    names.count == entrants.count - Set(lateEntrants.compactMap(player(called:))).count
      && zip(names, players).allSatisfy { player(named: $0) == $1 }
  }

  /// Whether somebody left and did not come back.
  package func hasLeft(_ player: PlayerID) -> Bool { gone.contains(player) }

  /// The names of those who joined after the start: the last of ``entrants``.
  package var lateEntrants: Set<String> { Set(changes.compactMap(\.newcomer?.player.name)) }

  /// The holes that a player does not play, having come late or left: they count as no score, unless
  /// there is one.
  package func away(_ player: PlayerID) -> Set<Int> { away[player] ?? [] }

  private func roster() throws(RoundRecordError) -> Roster {
    do throws(RosterError) { return try Roster(entrants.map(\.player)) } catch {
      throw .roster(error)
    }
  }

  package func away(onHole hole: Int) -> Set<PlayerID> {
    Set(players.filter { away($0).contains(hole) })
  }

  /// Returns what parsing and recognising need to know while a hole is played.
  ///
  /// - Throws: ``RoundRecordError/roster(_:)`` while nobody has joined, and
  ///   ``RoundRecordError/unknownHole(_:holes:)``.
  package func situation(atHole hole: Int) throws(RoundRecordError) -> Round {
    guard holes.contains(hole) else { throw .unknownHole(hole, holes: pars.count) }
    let roster = try roster()
    do throws(RoundError) {
      return try Round(
        course: course, hole: hole, par: par(ofHole: hole), roster: roster, away: away(onHole: hole)
      )
    } catch {
      preconditionFailure("hole and par were checked: \(error)")
    }
  }
}

/// What makes the parts of a round none.
package enum RoundRecordError: Error, Hashable, Sendable, CustomStringConvertible {
  case holeCount(Int)
  case parOutOfRange(hole: Int, par: Int)
  case unknownHole(Int, holes: Int)
  case roster(RosterError)

  package var description: String {
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

/// Identifies a registered player in all logs, whatever they are called: a UUID.
package typealias PlayerIdentity = Identifier<Player>
/// Identifies a course in all logs, whatever it is called: a UUID.
package typealias CourseIdentity = Identifier<Course>

/// Where a round stands.
public enum RoundPhase: String, Hashable, Sendable {
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

  /// Whether nothing can be scored any more.
  public var isFinished: Bool { self == .completed || self == .finishedEarly }
}

/// A round in a list, with who leads.
public struct RoundSummary: Hashable, Sendable {
  /// The round.
  public let round: RoundRecord
  /// Who leads.
  public let standings: Standings
  /// Where it stands.
  public let phase: RoundPhase
  /// Over how many scores devices differ.
  public let disputeCount: Int

  package init(_ card: Scorecard) {
    (round, standings, phase) = (card.round, card.standings, card.phase)
    disputeCount = card.disputes.count
  }

  /// What identifies the round.
  public var id: RoundID { round.id }
}

/// The round and hole that are being played; no part of what is kept for good.
public struct CurrentHole: Hashable, Sendable {
  /// The round.
  public let round: RoundID
  /// The number of the hole, from 1.
  public let hole: Int

  /// Makes the place where a round is played.
  public init(round: RoundID, hole: Int) { (self.round, self.hole) = (round, hole) }
}

// MARK: - Courses

/// A course as it can be chosen for a round: its name, and the par of each hole.
public struct Course: Hashable, Sendable {
  /// How many holes a course can have.
  public static let holeCounts = Round.holeRange
  /// What a round's course is called where nobody named it.
  package static let unnamed = "Unnamed course"

  /// The name, as it is shown.
  public let name: String
  /// The par of each hole in strokes, the first hole's first; 1 to 36 of them.
  public let pars: [Int]

  /// Makes a course from the par of each hole.
  ///
  /// - Throws: ``CourseError`` for a name without a letter, a number of holes outside ``holeCounts``,
  ///   or a par outside `Round.parRange`.
  public init(name: String, pars: [Int]) throws(CourseError) {
    guard !NameKey(name).letters.isEmpty else { throw .nameless(name) }
    guard Course.holeCounts.contains(pars.count) else { throw .holeCount(pars.count) }
    for (index, par) in pars.enumerated() where !Round.parRange.contains(par) {
      throw .parOutOfRange(hole: index + 1, par: par)
    }
    (self.name, self.pars) = (name, pars)
  }

  /// Makes a course of par 3 but for some holes, whose pars are given by the hole's number from 1.
  ///
  /// - Throws: ``CourseError``, also for an exception of a hole that the course does not have.
  public init(name: String, holes: Int = 18, exceptions: [Int: Int] = [:]) throws(CourseError) {
    guard Course.holeCounts.contains(holes) else { throw .holeCount(holes) }
    for hole in exceptions.keys.sorted() where !(1...holes).contains(hole) {
      throw .unknownHole(hole, holes: holes)
    }
    try self.init(name: name, pars: (1...holes).map { exceptions[$0] ?? 3 })
  }

  private init(checked name: String, _ pars: [Int]) { (self.name, self.pars) = (name, pars) }

  /// The courses with which a new score log begins.
  public static let seeded = [
    Course(checked: "Cedar Creek", Array(repeating: 3, count: 18)),
    Course(checked: "Heron Meadow", [3, 3, 3, 4, 3, 3, 3, 3, 4]),
    Course(checked: "Quarry Ridge", [4, 3, 3, 3, 5, 3, 4, 3, 3, 3, 3, 4, 3, 3, 5, 3, 3, 4]),
  ]
}

/// What makes a course none.
public enum CourseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name has no letter in it.
  case nameless(String)
  /// A course cannot have so many holes.
  case holeCount(Int)
  /// A hole cannot have that par.
  case parOutOfRange(hole: Int, par: Int)
  /// The course has no hole of that number.
  case unknownHole(Int, holes: Int)

  /// One line: what is wrong and what to do.
  public var description: String {
    switch self {
    case .nameless(let name):
      "the course name \"\(name)\" has no letter in it; give a name"
    case .holeCount(let count):
      "a course cannot have \(count) \(count == 1 ? "hole" : "holes"); give \(Course.holeCounts.lowerBound) to \(Course.holeCounts.upperBound)"
    case .parOutOfRange(let hole, let par):
      "the par of hole \(hole) is \(par); give a number from \(Round.parRange.lowerBound) to \(Round.parRange.upperBound)"
    case .unknownHole(let hole, let holes):
      "the course has no hole \(hole); give a number from 1 to \(holes)"
    }
  }
}
