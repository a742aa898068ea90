/// Somebody who joins a round.
public enum Joining: Hashable, Sendable {
  /// The registered player of this name or alias, who is registered now if nobody has it.
  case player(String)
  /// A guest: a name within this round only, whoever else has it.
  case guest(Player)
}

/// Where a round stands, but for its scores.
package struct RoundState: Hashable, Sendable {
  package let round: RoundID
  package let hasStarted, isFinished, isDeleted: Bool
}

extension ScoreStore {
  /// Makes a round in setup, with the course's name and pars and the players as they are now.
  ///
  /// The log need not know the course, and more players can join until the round starts.
  /// It is made at `time`, in the form of ``ScoreEvent/at``, or now. Its first hole becomes the current
  /// one, unless it is not `makingCurrent`. The organiser is the player whom the name or alias names, or
  /// somebody of that name who does not play; where it is only assumed, as an account's name is, and
  /// nobody's here, the first player.
  @discardableResult
  public func createRound(
    _ id: RoundID, course: Course, organiser: String, isAssumed: Bool = false, joining: [Joining],
    at time: String? = nil, makingCurrent: Bool = true
  ) throws(ScoreStoreError) -> RoundRecord {
    try write { database in
      let players = try joining.map { try database.entrant($0).0.player }
      guard !Player.isTooLong(organiser) else { throw ScoreLogRefusal.longName(organiser) }
      try database.insertRound(
        id, course: course.name, as: database.identities(ofCourse: course.name).min(),
        pars: course.pars,
        organiser: RoundRecord.Organiser(
          name: RoundRecord.organiser(named: organiser, isAssumed: isAssumed, among: players),
          device: database.thisDevice()),
        createdAt: time ?? ScoreEvent.timeNow)
      for one in joining { try database.join(one, round: id) }
      if makingCurrent { try database.setCurrentHole(CurrentHole(round: id, hole: 1)) }
      return try database.round(id)
    }
  }

  /// Makes a round that a phone's person organises on the phone, who need not play, and starts it.
  ///
  /// Players are named by name or alias; who is new is registered. Nobody's current round is another by that.
  package func beginRound(
    _ id: RoundID, course: Course, organisedBy phone: Admission, players: [String],
    guests: [String], at time: String
  ) throws(ScoreStoreError) {
    try write(for: .receiving) { database in
      let made: Int? = try database.value(
        """
        SELECT count(*) FROM rounds WHERE substr(created_at, 1, 10) = ? AND (organiser_device = ?
          OR organiser_device IN (SELECT device FROM former_devices WHERE token_hash = ?))
        """, [String(time.prefix(10)), phone.device, phone.token])
      guard made ?? 0 < Admission.mostRoundsOfDay else {
        throw ScoreLogRefusal.tooManyRounds(phone.device)
      }
      guard let organiser = phone.player else { throw ScoreLogRefusal.unregistered("") }
      // A guest of that name would be the organiser, and the person nobody of the round.
      guard !guests.contains(where: { NameKey($0) == NameKey(organiser) }) else {
        throw ScoreLogRefusal.nameTaken(organiser)
      }
      try database.insertRound(
        id, course: course.name, as: database.identities(ofCourse: course.name).min(),
        pars: course.pars,
        organiser: RoundRecord.Organiser(name: organiser, device: phone.device), createdAt: time)
      for name in players { try database.join(.player(database.enlist(name).name), round: id) }
      for name in guests { try database.join(.guest(Player(name: name)), round: id) }
      try database.start(database.round(id), at: time)
    }
  }

  /// Lets somebody join a round, or come back to one.
  ///
  /// Who joins after the start plays from the current hole on; the holes before count as no score.
  public func join(
    _ joining: Joining, round id: RoundID, _ stamp: RoundChange.Stamp
  ) throws(ScoreStoreError) {
    try write { database in
      let record = try database.round(id)
      guard record.isLocked else { return try database.join(joining, round: id) }
      try record.requireAllowed(.join, by: stamp.reportedBy)
      let player = try database.entrant(joining, of: record)
      if let player, !record.hasLeft(player) {
        throw ScoreLogRefusal.nameTaken(record.name(of: player))
      }
      let card = try database.scorecard(of: id)
      let current = try database.currentHole().flatMap { $0.round == id ? $0.hole : nil }
      let away = card.holesOver(for: player, current: current)
      if let player {
        return try database.append(
          .join, stamp, in: id, player: record.name(of: player), away: away)
      }
      let (entrant, _) = try database.entrant(joining)
      try database.append(
        .join, stamp, in: id, player: entrant.player.name, entrant: entrant, away: away)
      try database.join(joining, round: id)
    }
  }

  /// Lets somebody leave a round, by display name.
  ///
  /// After the start the scores stay, and holes without one count as no score. If the current hole is
  /// complete with that, the next one becomes the current one.
  public func leave(
    _ name: String, round id: RoundID, _ stamp: RoundChange.Stamp
  ) throws(ScoreStoreError) {
    try write { database in
      let record = try database.round(id)
      try record.requireAllowed(.leave, by: stamp.reportedBy)
      guard let player = record.player(named: name) else {
        throw ScoreLogRefusal.unknownPlayer(name, id)
      }
      guard !record.isLocked else {
        guard !record.hasLeft(player) else {
          throw ScoreLogRefusal.hasLeft(record.name(of: player))
        }
        let away = try database.scorecard(of: id).holesLeft(by: player)
        try database.append(
          .leave, stamp, in: id, player: record.name(of: player), away: away)
        let card = try database.scorecard(of: id)
        for hole in away { try database.moveOn(from: CurrentHole(round: id, hole: hole), card) }
        return
      }
      let position = player.index
      try database.run(
        "DELETE FROM round_players WHERE round_id = ? AND position = ?", [id, position])
      for place in position + 1..<max(record.entrants.count, position + 1) {
        try database.run(
          "UPDATE round_players SET position = ? WHERE round_id = ? AND position = ?",
          [place - 1, id, place])
      }
    }
  }

  /// Starts a round, which locks its roster; one that has started stays as it is.
  public func startRound(_ id: RoundID, at time: String) throws(ScoreStoreError) {
    try write { try $0.start($0.round(id), at: time) }
  }

  /// Finishes a round; nothing can be scored in it after that, unless it is reopened.
  ///
  /// Scores may be missing only where it is finished `early`; they then count as no score.
  @discardableResult
  public func finishRound(
    _ id: RoundID, _ stamp: RoundChange.Stamp, early: Bool = false
  ) throws(ScoreStoreError) -> RoundPhase {
    try write { database in
      let card = try database.scorecard(of: id)
      try card.round.requireAllowed(.finish, by: stamp.reportedBy)
      guard card.isComplete || early else {
        throw ScoreLogRefusal.scoresMissing(id, card.missing)
      }
      try database.append(.finish, stamp, in: id)
      return card.isComplete ? .completed : .finishedEarly
    }
  }

  /// Reopens a finished round: it takes scores again.
  public func reopenRound(_ id: RoundID, _ stamp: RoundChange.Stamp) throws(ScoreStoreError) {
    try write { try $0.change(.reopen, stamp, round: id) }
  }

  /// Hides a round, and takes no more scores of it; if it is the current one, none is then.
  public func deleteRound(_ id: RoundID, _ stamp: RoundChange.Stamp) throws(ScoreStoreError) {
    try write { try $0.change(.delete, stamp, round: id) }
  }

  /// Makes a deleted round what it was before.
  public func restoreRound(_ id: RoundID, _ stamp: RoundChange.Stamp) throws(ScoreStoreError) {
    try write { try $0.change(.restore, stamp, round: id) }
  }

  /// Lets another player organise a round from now on: on this device where that `isHere`, or else on a device of theirs
  /// where the log knows one.
  ///
  /// Only the organiser's device may do it, unless the log `isOfOperator`: of who answers for it where that device is
  /// lost.
  package func passRound(
    _ id: RoundID, to name: String, _ stamp: RoundChange.Stamp, isHere: Bool = false,
    isOfOperator: Bool = false
  ) throws(ScoreStoreError) {
    try write { database in
      let record = try database.round(id)
      if !isOfOperator {
        try record.requireAllowed(.organiser, by: stamp.reportedBy)
        try database.requireOrganisersDevice(of: record, to: RoundChange.Kind.organiser.deed)
      }
      guard let player = record.player(named: name) else {
        throw ScoreLogRefusal.unknownPlayer(name, id)
      }
      let name = record.name(of: player)
      try database.append(
        .organiser, stamp, in: id, player: name,
        organiserDevice: isHere
          ? database.thisDevice()
          : database.organiserDevice(for: name, in: id) ?? database.thisDevice())
    }
  }

  /// Returns the device on which somebody who plays organises a round from now on, as this log knows them; nil where it
  /// knows none of theirs.
  package func organiserDevice(
    for name: String, in id: RoundID
  ) throws(ScoreStoreError) -> DeviceID? {
    try read { try $0.organiserDevice(for: name, in: id) }
  }

  /// Checks that somebody may do on this device what a round's organiser alone may.
  package func requireOrganiser(
    _ name: String, of record: RoundRecord, to deed: String
  ) throws(ScoreStoreError) {
    try once { database in
      try record.requireOrganiser(name, to: deed)
      try database.requireOrganisersDevice(of: record, to: deed)
    }
  }

  /// Whether a round is somebody's on this device: they play in it or organise it, or it was made or scored on it.
  package func isOwn(
    _ card: Scorecard, of name: String
  ) throws(ScoreStoreError) -> Bool {
    let (record, own) = (card.round, try ownDevices())
    return record.isOrganiser(name)
      || (try? Roster(record.entrants.map(\.player)))?.player(named: name) != nil
      || record.firstOrganiser.device.map(own.contains) == true
      || card.events.contains { own.contains($0.position.device) }
  }

  /// Returns a round.
  public func round(_ id: RoundID) throws(ScoreStoreError) -> RoundRecord {
    try read { try $0.round(id) }
  }

  /// Returns all rounds, those that are deleted too, the newest first.
  public func rounds() throws(ScoreStoreError) -> [RoundSummary] {
    try read { try $0.scorecards().map { RoundSummary($0) } }
  }

  /// Returns where every round stands, without its scores.
  package func roundStates() throws(ScoreStoreError) -> [RoundState] {
    try once { database in
      try database.rows(
        """
        SELECT id, started_at IS NOT NULL, is_finished, is_deleted
          FROM rounds JOIN round_states ON round_id = id ORDER BY id
        """
      ) { row in
        RoundState(
          round: try row[0], hasStarted: try row[1] as Int == 1, isFinished: try row[2] as Int == 1,
          isDeleted: try row[3] as Int == 1)
      }
    }
  }

  /// Returns the scores of all rounds in which devices differ, but deleted ones, the newest round first.
  package func disputedRounds() throws(ScoreStoreError) -> [Scorecard] {
    try read { database in
      try database.scorecards().filter { !$0.round.isDeleted && !$0.disputes.isEmpty }
        .map { try database.scorecard(of: $0.round.id) }
    }
  }

  /// Returns the rounds of a registered player, those that are deleted too, the newest first.
  ///
  /// Guests of that name do not count: nobody knows who they were.
  package func rounds(ofPlayer name: String) throws(ScoreStoreError) -> [RoundSummary] {
    try read { database in
      let wanted: [RoundID] = try database.rows(
        "SELECT round_id FROM round_players WHERE player_id = ?",
        [try database.requireRegistered(name).id]
      ) { try $0[0] }
      let ids = Set(wanted)
      return try database.scorecards().filter { ids.contains($0.round.id) }.map { RoundSummary($0) }
    }
  }

  /// Returns the seasons of some rounds of the log, with players and courses as they are called now; `year` gives that of a time.
  package func seasons(
    of rounds: [RoundSummary], year: (String) -> Int?
  ) throws(ScoreStoreError) -> [Season] {
    let renamed: [(round: RoundID, joined: String, now: String)] = try once { database in
      try database.rows(
        """
        SELECT round_id, round_players.name, players.name
          FROM round_players JOIN players ON players.id = player_id
          WHERE round_players.name <> players.name
        """
      ) { (try $0[0], try $0[1], try $0[2]) }
    }
    let courses = try once { try $0.courseNames() }
    let records = Dictionary(rounds.map { ($0.id, $0.round) }) { first, _ in first }
    var names: [RoundID: [PlayerID: String]] = [:]
    for (round, joined, now) in renamed {
      if let player = records[round]?.player(called: joined) {
        names[round, default: [:]][player] = now
      }
    }
    return Season.all(of: rounds, names: names, courses: courses, year: year)
  }

  /// Returns the round and hole that are being played; nil where no round was made current.
  public func currentHole() throws(ScoreStoreError) -> CurrentHole? {
    try once { try $0.currentHole() }
  }

  /// Returns the current hole of a round; nil where the round is not the current one.
  package func currentHole(in round: RoundID) throws(ScoreStoreError) -> Int? {
    try currentHole().flatMap { $0.round == round ? $0.hole : nil }
  }

  /// Returns the round that is meant by who looks at the log without naming one; nil where no round has started.
  ///
  /// That is the current one; where that is finished, the newest that is played and was made later; and where none is
  /// current, the newest that is played, or else the newest.
  package func roundInSight() throws(ScoreStoreError) -> RoundID? {
    try read { database in
      let current = try database.currentHole().map { try database.round($0.round) }
      if let current, current.finish == nil { return current.id }
      let newest: [RoundID] = try database.rows(
        """
        SELECT id FROM rounds JOIN round_states ON round_id = id
          WHERE started_at IS NOT NULL AND is_deleted = 0
          ORDER BY is_finished, created_at DESC, id LIMIT 1
        """
      ) { try $0[0] }
      guard let current, let newest = newest.first else { return newest.first ?? current?.id }
      let other = try database.round(newest)
      return other.finish == nil && other.createdAt > current.createdAt ? newest : current.id
    }
  }

  /// Makes the newest round the current one that somebody plays or organises, that lacks scores and was made no
  /// more than a day from a time, by whichever clock; of those that `isNew` accepts.
  ///
  /// Where there is none, nothing changes.
  package func takeUpRound(
    of name: String, at time: String, where isNew: (RoundRecord) -> Bool
  ) throws(ScoreStoreError) {
    let found = try read { database -> CurrentHole? in
      let open: [RoundID] = try database.rows(
        """
        SELECT id FROM rounds JOIN round_states ON round_id = id
          WHERE started_at IS NOT NULL AND is_finished = 0 AND is_deleted = 0
          ORDER BY created_at DESC, id
        """
      ) { try $0[0] }
      for id in open {
        let round = try database.round(id)
        let age = ScoreEvent.duration(from: round.createdAt, to: time)
        guard isNew(round), let age, abs(age / .seconds(1)) < 24 * 3600,
          round.isOrganiser(name) || round.player(named: name) != nil
        else { continue }
        let card = try database.scorecard(of: id)
        guard card.phase == .active else { continue }
        let hole = round.holes.first { !card.isComplete(hole: $0) } ?? 1
        return CurrentHole(round: id, hole: hole)
      }
      return nil
    }
    if let found { try setCurrentHole(found) }
  }

  /// Makes a round and hole the current ones.
  public func setCurrentHole(_ current: CurrentHole) throws(ScoreStoreError) {
    try write { database in
      let record = try database.round(current.round)
      guard !record.isDeleted else { throw ScoreLogRefusal.roundDeleted(record.id) }
      guard record.holes.contains(current.hole) else {
        throw ScoreLogRefusal.unknownHole(current.hole, holes: record.pars.count)
      }
      try database.setCurrentHole(current)
    }
  }
}

extension Database {
  /// Returns who of a round somebody who joins is; nil for somebody new.
  fileprivate func entrant(_ joining: Joining, of record: RoundRecord) throws -> PlayerID? {
    let name =
      switch joining {
      case .guest(let player): player.name
      case .player(let name): try registered(named: name)?.player.name ?? name
      }
    return record.player(named: name)
  }

  func insertRound(
    _ id: RoundID, course: String, as identity: CourseIdentity?, pars: [Int],
    organiser: RoundRecord.Organiser, createdAt: String
  ) throws {
    if try exists("SELECT 1 FROM rounds WHERE id = ?", [id]) {
      throw ScoreLogRefusal.roundExists(id)
    }
    try run(
      """
      INSERT INTO rounds (id, course, course_identity, pars, organiser, organiser_device, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [id, course, identity, Pars.text(pars), organiser.name, organiser.device, createdAt])
  }

  /// Returns who joins, with the row of the registered player, who is registered if need be; nil for a
  /// guest.
  fileprivate func entrant(_ joining: Joining) throws -> (RoundRecord.Entrant, playerRow: Int?) {
    switch joining {
    case .guest(let player):
      try Self.requireSpeakable(player)
      return (RoundRecord.Entrant(player, isGuest: true), nil)
    case .player(let name):
      if let registered = try registered(named: name) {
        return (
          RoundRecord.Entrant(registered.player, identity: registered.identity), registered.id
        )
      }
      let (player, identity) = (Player(name: name), PlayerIdentity.random())
      return (
        RoundRecord.Entrant(player, identity: identity), try register(player, as: identity)
      )
    }
  }

  fileprivate func join(_ joining: Joining, round id: RoundID) throws {
    let (entrant, row) = try entrant(joining)
    try insert(entrant, playerRow: row, round: id)
  }

  /// Appends somebody to a roster; `playerRow` is the registered player's, nil for a guest.
  func insert(_ entrant: RoundRecord.Entrant, playerRow: Int?, round id: RoundID) throws {
    if try exists(
      "SELECT 1 FROM round_players WHERE round_id = ? AND name_key = ?",
      [id, NameKey(entrant.player.name).letters])
    {
      throw ScoreLogRefusal.nameTaken(entrant.player.name)
    }
    try run(
      """
      INSERT INTO round_players
        (round_id, position, is_guest, player_id, name_key, name, aliases, pronunciations, identity)
        VALUES (?, (SELECT count(*) FROM round_players WHERE round_id = ?), ?, ?, ?, ?, ?, ?, ?)
      """,
      [id, id, entrant.isGuest ? 1 : 0, playerRow] + entrant.player.columns + [entrant.identity])
  }

  func start(_ record: RoundRecord, at time: String) throws {
    try record.requireOpen()
    guard !record.entrants.isEmpty else { throw ScoreLogRefusal.noPlayers(record.id) }
    guard record.startedAt == nil else { return }
    try run(
      "UPDATE rounds SET started_at = ?, sequence = ? WHERE id = ?",
      [time, lastSequence() + 1, record.id])
  }

  func append(
    _ kind: RoundChange.Kind, _ stamp: RoundChange.Stamp, in id: RoundID, player: String? = nil,
    entrant: RoundRecord.Entrant? = nil, away: [Int] = [], organiserDevice: DeviceID? = nil
  ) throws {
    let count: Int? = try value(
      "SELECT count(*) FROM events WHERE round_id = ? AND hole IS NOT NULL", [id])
    let change = RoundChange(
      stamp, position: try nextPosition(in: id), round: id, kind: kind, player: player,
      entrant: entrant, away: away, organiserDevice: organiserDevice, scoreCount: count ?? 0)
    try append(LoggedEvent(.change(change)))
  }

  fileprivate func change(
    _ kind: RoundChange.Kind, _ stamp: RoundChange.Stamp, round id: RoundID
  ) throws {
    let record = try round(id)
    try record.requireAllowed(kind, by: stamp.reportedBy)
    try requireOrganisersDevice(of: record, to: kind.deed)
    try append(kind, stamp, in: id)
  }

  fileprivate func requireOrganisersDevice(of record: RoundRecord, to deed: String) throws {
    guard try record.isOrganisers(ownDevices()) else {
      throw ScoreLogRefusal.organisersDeviceOnly(deed, organiser: record.organiser)
    }
  }

  /// Returns the device on which somebody who plays organises a round from now on: a phone of theirs that joined it, or
  /// that on which they last entered something in it, or another phone of theirs.
  fileprivate func organiserDevice(for name: String, in id: RoundID) throws -> DeviceID? {
    let (key, record) = (NameKey(name), try round(id))
    let phones = try admissions("WHERE is_member = 0").filter {
      !$0.isIssued && $0.role(in: record) != nil && $0.player.map { NameKey($0) } == key
    }.sorted { $0.at < $1.at }
    return try phones.last { $0.joined.contains(id) }?.device
      ?? scorecard(of: id).lastDevice(of: name) ?? phones.last?.device
  }

  func currentHole() throws -> CurrentHole? {
    try rows("SELECT round_id, hole FROM current_hole") {
      CurrentHole(round: try $0[0], hole: try $0[1])
    }.first
  }

  /// Makes the next hole the current one, where this one is it and everybody has it on the card.
  func moveOn(from here: CurrentHole, _ card: Scorecard) throws {
    guard try currentHole() == here, card.isComplete(hole: here.hole),
      let next = card.nextHole(after: here.hole)
    else { return }
    try setCurrentHole(CurrentHole(round: here.round, hole: next))
  }

  func setCurrentHole(_ current: CurrentHole) throws {
    try run(
      """
      INSERT INTO current_hole (singleton, round_id, hole) VALUES (1, ?, ?)
        ON CONFLICT (singleton) DO UPDATE SET round_id = excluded.round_id, hole = excluded.hole
      """,
      [current.round, current.hole])
  }

  func round(_ id: RoundID) throws -> RoundRecord {
    guard let found = try knownRound(id) else { throw ScoreLogRefusal.unknownRound(id) }
    return found
  }

  func knownRound(_ id: RoundID) throws -> RoundRecord? {
    let entrants = try rows(
      """
      SELECT name, aliases, pronunciations, is_guest, identity FROM round_players
        WHERE round_id = ? ORDER BY position
      """, [id]
    ) { row in
      RoundRecord.Entrant(
        try player(row, column: 0), isGuest: try row[3] as Int == 1, identity: try row[4])
    }
    let changes = try changes("WHERE round_id = ? AND hole IS NULL", [id])
    return try rows(
      """
      SELECT course, pars, organiser, organiser_device, created_at, started_at, course_identity
        FROM rounds WHERE id = ?
      """, [id]
    ) { row in
      do {
        return try RoundRecord(
          id: id, course: try row[0], pars: Pars.numbers(try row[1]), entrants: entrants,
          organiser: try row[2], organiserDevice: try row[3], createdAt: try row[4],
          startedAt: try row[5], courseIdentity: try row[6], changes: changes)
      } catch let error as RoundRecordError {
        throw ScoreStoreError.corrupt(path: path, reason: "round \"\(id)\": \(error)")
      }
    }.first
  }

  /// Returns the scores of all rounds, the newest round first, with events that are only to be folded.
  fileprivate func scorecards() throws -> [Scorecard] {
    // One statement for all: a list of some hundred rounds is to open at once.
    let events = Dictionary(
      grouping: try scoreEvents("WHERE hole IS NOT NULL", onlyToFold: true), by: \.round)
    let ids: [RoundID] = try rows("SELECT id FROM rounds ORDER BY created_at DESC, id DESC") {
      try $0[0]
    }
    return try ids.map { Scorecard(try round($0), replaying: events[$0, default: []]) }
  }
}
