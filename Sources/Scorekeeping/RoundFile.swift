package import ScoreLog

/// A round file: the round that it describes, and whether the par is the file's own.
package struct RoundFile: Decodable {
  private enum CodingKeys: String, CodingKey {
    case par
  }

  /// The round, with par 3 where the file gives none.
  package let round: Round
  /// The current hole's par, where the file gives it; otherwise the course's counts.
  let par: Int?

  package init(from decoder: any Decoder) throws {
    round = try Round(from: decoder)
    par = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .par)
  }

  /// Makes its round the current one of a log, at the file's hole where it names one: the current
  /// round where it is the same, or else a new one.
  ///
  /// Where that hole is complete already, a live round goes on where it was left. A recording begins
  /// at the file's hole, so it is of another round; and so is whatever comes after the last hole.
  package func takeUp(
    in store: ScoreStore, by reporter: RoundKeeper.Reporter, isLive: Bool
  ) throws {
    guard let current = try current(in: store), !current.isComplete else {
      try create(in: store, by: reporter)
      return
    }
    guard let hole = round.hole else { return }
    if !current.isComplete(hole: hole) {
      try store.setCurrentHole(CurrentHole(round: current.round.id, hole: hole))
    } else if !isLive {
      try create(in: store, by: reporter)
    }
  }

  /// Makes its round in a log, current at the file's hole where it names one, and returns its
  /// identifier.
  ///
  /// - Throws: ``RoundFileError`` where its course lacks the hole, or ``ScoreStoreError``.
  @discardableResult
  package func create(in store: ScoreStore, by reporter: RoundKeeper.Reporter) throws -> RoundID {
    let id = RoundID(reporter.newIdentifier())
    // A round that cannot be leaves nobody registered.
    let course = try course(in: store)
    let joining = try round.roster.players.map { try self.joining($0, in: store) }
    try store.createRound(
      id, course: course, organiser: reporter.name, isAssumed: reporter.isAssumed,
      joining: joining, at: reporter.timestamp())
    if let hole = round.hole { try store.setCurrentHole(CurrentHole(round: id, hole: hole)) }
    return id
  }

  /// The scores of the current round, where it is unfinished and of the same course and players,
  /// whoever joined since.
  private func current(in store: ScoreStore) throws -> Scorecard? {
    guard let current = try store.currentHole() else { return nil }
    let record = try store.round(current.round)
    let isSame =
      record.finish == nil && NameKey(record.course) == NameKey(courseName)
      && record.begins(with: round.roster.players.map(\.name))
      && round.hole.map { hole in
        record.holes.contains(hole) && par.map { $0 == record.par(ofHole: hole) } ?? true
      } ?? true
    return isSame ? try store.scorecard(of: record.id) : nil
  }

  private var courseName: String { round.course ?? Course.unnamed }

  /// The log's course of that name, or one of par 3; with the file's par at the file's hole, where
  /// it gives both.
  private func course(in store: ScoreStore) throws -> Course {
    let known = try store.courses().first { NameKey($0.name) == NameKey(courseName) }
    var pars = known?.pars ?? Array(repeating: 3, count: 18)
    if let hole = round.hole {
      guard pars.indices.contains(hole - 1) else {
        throw RoundFileError(
          description: "\"hole\" is \(hole), but \"\(courseName)\" has \(pars.count) holes")
      }
      if let par { pars[hole - 1] = par }
    }
    return try Course(name: courseName, pars: pars)
  }

  /// A registered player where the name is free or the player's own; a guest where it is somebody's
  /// alias.
  private func joining(_ player: Player, in store: ScoreStore) throws -> Joining {
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

/// Why a round file is of no round.
package struct RoundFileError: Error, CustomStringConvertible {
  package let description: String
}
