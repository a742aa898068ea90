internal import CommandLineKit
internal import Golf
internal import ScoreStore

/// Takes up the round that a round file describes: the current one where it is the same round, or
/// else a new one.
struct RoundFileStart {
  static let unnamedCourse = "Unnamed course"

  let file: Round
  /// The par that the file gives; nil where the course's counts.
  let par: Int?
  let store: ScoreStore
  let organiser: String
  let toolkit: Toolkit

  init(_ file: RoundFile, store: ScoreStore, toolkit: Toolkit, arguments: ParsedArguments) throws {
    self.file = file.round
    par = file.par
    self.store = store
    self.toolkit = toolkit
    organiser = try toolkit.scoreLogPlace(arguments).reporter
  }

  /// Makes the round current, at the file's hole where it names one.
  ///
  /// Where that hole is complete already, a live round goes on where it was left. A recording begins
  /// at the file's hole, so it is of another round; and so is whatever comes after the last hole.
  func takeUp(isLive: Bool) throws {
    guard let round = try current() else {
      try create()
      return
    }
    let card = try store.scorecard(of: round)
    guard !card.isComplete else {
      try create()
      return
    }
    guard let hole = file.hole else { return }
    if !card.isComplete(hole: hole) {
      try store.setCurrentHole(CurrentHole(round: round, hole: hole))
    } else if !isLive {
      try create()
    }
  }

  /// The current round, where it is unfinished and of the same course and players.
  private func current() throws -> RoundID? {
    guard let current = try store.currentHole() else { return nil }
    let record = try store.round(current.round)
    let isSame =
      record.finish == nil && NameKey(record.course) == NameKey(courseName)
      && record.entrants.map { NameKey($0.player.name) }
        == file.roster.players.map { NameKey($0.name) }
      && file.hole.map { hole in
        record.holes.contains(hole) && par.map { $0 == record.par(ofHole: hole) } ?? true
      } ?? true
    return isSame ? record.id : nil
  }

  /// Makes the round, current at the file's hole where it names one, and returns its identifier.
  @discardableResult
  func create() throws -> RoundID {
    let id = RoundID(toolkit.surroundings.newIdentifier())
    // A round that cannot be leaves nobody registered.
    let course = try course()
    let joining = try file.roster.players.map(joining)
    try store.createRound(
      id, course: course, organiser: organiser, joining: joining,
      at: toolkit.surroundings.timestamp())
    if let hole = file.hole { try store.setCurrentHole(CurrentHole(round: id, hole: hole)) }
    return id
  }

  private var courseName: String { file.course ?? RoundFileStart.unnamedCourse }

  /// The log's course of that name, or one of par 3; with the file's par at the file's hole, where
  /// it gives both.
  private func course() throws -> Course {
    let known = try store.courses().first { NameKey($0.name) == NameKey(courseName) }
    var pars = known?.pars ?? Array(repeating: 3, count: 18)
    if let hole = file.hole {
      guard pars.indices.contains(hole - 1) else {
        throw Failure(
          .badData, "\"hole\" is \(hole), but \"\(courseName)\" has \(pars.count) holes")
      }
      if let par { pars[hole - 1] = par }
    }
    return try Course(name: courseName, pars: pars)
  }

  /// A registered player where the name is free or the player's own; a guest where it is somebody's
  /// alias.
  private func joining(_ player: Player) throws -> Joining {
    let key = NameKey(player.name)
    let known = try store.players()
    if known.contains(where: { NameKey($0.name) == key }) { return .player(player.name) }
    if known.contains(where: { $0.aliases.contains { NameKey($0) == key } }) {
      return .guest(player)
    }
    try store.addPlayer(player)
    return .player(player.name)
  }
}
