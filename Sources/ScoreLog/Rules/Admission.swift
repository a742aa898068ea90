/// What somebody with a token may do in a round.
package enum Role: String, Hashable, Sendable {
  /// May settle scores over which devices differ, finish the round, and say who plays.
  case organiser
  case player
  case watcher
}

/// What says who a phone is; ``TokenHash`` is what a log keeps of it.
package enum Token {}

/// The SHA-256 of a token, in hexadecimal digits.
package typealias TokenHash = Identifier<Token>

/// Somebody whom a log lets in by a token, after an invitation to a round or to the group.
package struct Admission: Hashable, Sendable {
  /// Chosen: more than come to a round, and few enough that who joins again and again fills no disk.
  package static let mostPhones = 200
  /// Chosen: a device goes on as another where two of them wrote, which is rare.
  package static let mostFormer = 50
  /// Chosen: several phones for each player of a large group; those of guests and watchers are counted by round.
  package static let mostPersons = 1000
  /// Chosen: more than play in a group; phones register nobody, and add no course, beyond so many.
  package static let mostPlayers = 1000
  package static let mostCourses = 500
  /// Chosen: more than anybody plays on a day.
  package static let mostRoundsOfDay = 20

  /// How the devices begin as which nobody writes: they stand for tokens that were issued and not taken yet.
  package static let issuedPrefix = "issued-"

  package let token: TokenHash
  /// What the phone writes events as.
  package let device: DeviceID
  /// The display name; nil for who only watches.
  package let player: String?
  /// Whether the name is a label within the rounds that were joined under it, and not a registered player's.
  package let isGuest: Bool
  /// Whether it is a log of the group's, which keeps all rounds and brings what others entered.
  package var isMember = false
  /// What a registered player was called in the rounds that they joined under another name than now.
  package var earlierNames: [RoundID: String] = [:]
  /// As what the phone wrote before.
  package var former: Set<DeviceID> = []
  package let joined: Set<RoundID>
  /// Those among them in which the token took the organiser's role.
  package let organised: Set<RoundID>
  /// On which devices those were made; nil is one that nobody knows.
  package var organisedDevices: Set<DeviceID?> = []
  /// When a round was last joined, in the form of ``ScoreEvent/at``.
  package let at: String

  /// Whether the token was issued to the organiser and not taken yet: it lets nobody do anything.
  package var isIssued: Bool { device.rawValue.hasPrefix(Self.issuedPrefix) }

  /// Whether it is the phone of a registered player, who may make rounds and courses.
  package var isPerson: Bool { player != nil && !isGuest && !isMember }

  /// Returns what the token may do in a round; nil where it may not even see it.
  ///
  /// A member of the group sees all rounds. A phone sees those that it joined, and those that its registered player
  /// plays or organises: a guest is a name within one round, so nobody sees other rounds by taking a guest's
  /// name. Once a registered player took the organiser's role in a round it holds in all of theirs that were made on
  /// the same device: a round that somebody made in their name gives nothing away. It holds as well where the round
  /// was made on the phone or passed on to it. A round that is deleted keeps its roles: phones have to learn of that, and the organiser may restore it.
  package func role(in record: RoundRecord) -> Role? {
    // It brings lines, and enters nothing as a phone does.
    if isMember { return .watcher }
    let wasJoined = joined.contains(record.id)
    guard let player = name(in: record.id) else { return wasJoined ? .watcher : nil }
    let entrant = record.player(named: player).map { record.entrants[$0.index] }
    let isThem = isGuest ? wasJoined : entrant?.isGuest != true
    let organises = isThem && record.isOrganiser(player)
    guard wasJoined || isThem && entrant != nil || organises else { return nil }
    let hasTakenRole =
      organised.contains(record.id)
      || !isGuest && organisedDevices.contains(record.firstOrganiser.device)
    let isNamed =
      record.presentOrganiser.device.map { former.union([device]).contains($0) } ?? false
    return organises && (hasTakenRole || isNamed) ? .organiser : .player
  }

  /// Whether a round is among those that the token is shown: it may see it, and it is not deleted.
  package func lists(_ record: RoundRecord) -> Bool { !record.isDeleted && role(in: record) != nil }

  /// Returns what the phone's person is called in a round; nil for who only watches.
  package func name(in round: RoundID) -> String? { earlierNames[round] ?? player }

  package func isSame(player name: String?, isGuest: Bool) -> Bool {
    player.map { NameKey($0) } == name.map { NameKey($0) } && self.isGuest == isGuest
  }
}
