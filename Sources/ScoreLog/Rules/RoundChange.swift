/// What the score log keeps of a change in a round's life that is no score: it is written once and
/// never changed.
///
/// Where a round stands is a fold over its changes: ``RoundRecord`` has it.
public struct RoundChange: Hashable, Sendable, Identifiable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing can be scored any more.
    case finish
    /// A finished round takes scores again.
    case reopen
    /// The round is hidden, and nothing can be scored.
    case delete
    /// A deleted round is as it was before.
    case restore
    /// Another player organises the round from now on.
    case organiser
    /// Somebody turned out to be a player who has another name.
    case merge
    /// Somebody plays from now on who came late or had left.
    case join
    case leave

    /// Whether only the round's organiser may make it.
    package var isOrganisers: Bool {
      switch self {
      case .reopen, .delete, .restore, .organiser: true
      case .finish, .merge, .join, .leave: false
      }
    }

    /// What it does, as words.
    package var deed: String { self == .organiser ? "pass the round on" : "\(rawValue) the round" }
  }

  /// Who made a change, on which device, and when.
  public struct Stamp: Hashable, Sendable {
    /// What identifies the change in all logs.
    public let id: ChangeID
    /// The display name.
    public let reportedBy: String
    /// What people call the device.
    public let deviceName: String
    /// In the form of ``ScoreEvent/at``.
    public let at: String

    /// Makes a stamp; the identifier is one that nothing else has.
    public init(id: ChangeID, reportedBy: String, deviceName: String, at: String) {
      (self.id, self.reportedBy, self.deviceName, self.at) = (id, reportedBy, deviceName, at)
    }
  }

  package let stamp: Stamp
  package internal(set) var position: LogPosition
  package let round: RoundID
  package let kind: Kind
  /// Who joins, leaves, organises or has another name: the display name within the round; nil in changes of other kinds.
  package let player: String?
  /// Who joins for the first time, or who the ``player`` is; nil in changes of other kinds, and of somebody who comes
  /// back.
  package private(set) var entrant: RoundRecord.Entrant?
  /// All holes that the player does not play as of now, in order: they count as no score, unless there
  /// is one.
  package let away: [Int]
  /// On which device the ``player`` organises the round; nil in changes of other kinds.
  package private(set) var organiserDevice: DeviceID?
  /// How many score events the round had in the device's log when the change was made.
  package let scoreCount: Int

  package init(
    _ stamp: Stamp, position: LogPosition, round: RoundID, kind: Kind, player: String? = nil,
    entrant: RoundRecord.Entrant? = nil, away: [Int] = [], organiserDevice: DeviceID? = nil,
    scoreCount: Int
  ) {
    (self.stamp, self.position, self.round, self.kind) = (stamp, position, round, kind)
    (self.player, self.entrant) = (player, entrant)
    (self.away, self.organiserDevice, self.scoreCount) = (away, organiserDevice, scoreCount)
  }

  /// What identifies the change in all logs.
  public var id: ChangeID { stamp.id }
  /// Who plays in the round since the change alone.
  package var newcomer: RoundRecord.Entrant? { kind == .join ? entrant : nil }
  package var at: String { stamp.at }

  /// Returns the change with which registered player the ``entrant`` is.
  package func identified(as identity: PlayerIdentity) -> RoundChange {
    var change = self
    change.entrant = entrant.map { RoundRecord.Entrant($0.player, identity: identity) }
    return change
  }

  /// Returns the change with another device on which the ``player`` organises the round.
  package func organised(on device: DeviceID) -> RoundChange {
    var change = self
    change.organiserDevice = device
    return change
  }
}

/// Identifies a change.
public typealias ChangeID = Identifier<RoundChange>

extension RoundRecord {
  package func requireOpen() throws(ScoreLogRefusal) {
    guard !isDeleted else { throw .roundDeleted(id) }
    guard finish == nil else { throw .roundFinished(id) }
  }

  package func requireAllowed(_ kind: RoundChange.Kind, by reporter: String)
    throws(ScoreLogRefusal)
  {
    switch kind {
    case .finish, .join, .leave: try requireOpen()
    case .reopen:
      guard !isDeleted else { throw .roundDeleted(id) }
      guard finish != nil else { throw .notFinished(id) }
    case .delete: guard !isDeleted else { throw .roundDeleted(id) }
    case .restore: guard isDeleted else { throw .notDeleted(id) }
    case .organiser, .merge: break
    }
    if kind.isOrganisers { try requireOrganiser(reporter, to: kind.deed) }
  }

  package func requireOrganiser(_ reporter: String, to deed: String) throws(ScoreLogRefusal) {
    // Of some imported rounds nobody knows who made them.
    guard organiser.isEmpty || isOrganiser(reporter) else {
      throw .organiserOnly(deed, organiser: organiser)
    }
  }

  /// Whether a name is the organiser's, or an alias under which nobody else plays.
  package func isOrganiser(_ name: String) -> Bool {
    guard !organiser.isEmpty else { return false }
    if NameKey(name) == NameKey(organiser) { return true }
    let roster = try? Roster(entrants.map(\.player))
    guard let player = roster?.player(named: name) else { return false }
    return self.player(named: organiser) == player
  }

  /// Whether one of some devices is the organiser's; where nobody knows that one, each is.
  package func isOrganisers(_ devices: Set<DeviceID>) -> Bool {
    presentOrganiser.device.map(devices.contains) ?? true
  }

  /// Returns who organises a round of some players: whom a name or alias names, or else somebody of that name who
  /// does not play; or the first player where it `isAssumed`, as the name of an account is, and nobody's here.
  static func organiser(named name: String, isAssumed: Bool, among players: [Player]) -> String {
    guard let roster = try? Roster(players) else { return name }
    if let player = roster.player(named: name) { return roster[player].name }
    return isAssumed ? players[0].name : name
  }
}

extension Scorecard {
  /// Returns the device on which somebody entered a score last; nil where there is none.
  package func lastDevice(of name: String) -> DeviceID? {
    let own = events.filter { NameKey($0.reportedBy) == NameKey(name) }
    return own.map(\.position).max()?.device
  }

  /// Returns the holes that somebody who joins now does not play: those that others have scored,
  /// unless they are at one of them, `current`, and not done with it.
  package func holesOver(for player: PlayerID?, current: Int?) -> [Int] {
    let others = round.players.filter { $0 != player }
    return round.holes.filter { hole in
      if let player, event(of: player, onHole: hole)?.result != nil { return false }
      guard others.contains(where: { event(of: $0, onHole: hole)?.result != nil }) else {
        return false
      }
      return hole != current || others.allSatisfy { result(of: $0, onHole: hole) != nil }
    }
  }

  /// Returns the holes that somebody who leaves now does not play: those without a score of theirs.
  package func holesLeft(by player: PlayerID) -> [Int] {
    round.holes.filter { event(of: player, onHole: $0)?.result == nil }
  }
}
