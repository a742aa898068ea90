internal import HyzerBase
internal import ScoreLog

/// A round that somebody wants to play.
private struct PlannedRound: Decodable {
  /// A UUID of the phone's, by which a round is made once however often it is asked for; nil where it says none.
  let id: String?
  let course: String
  /// Names or aliases of players, and names of guests.
  let players, guests: [String]
}

// The rounds that a phone may see, and who leads in one.
extension LiveHost {
  func rounds(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    let rounds = try allRounds().filter { admission.lists($0.round) }
    return .json(
      OrderedObject(members: [
        ("player", admission.player), ("device", admission.device.rawValue),
        ("isPerson", admission.isPerson),
        ("rounds", rounds.map { Self.summary($0, for: admission) }),
      ]).json)
  }

  /// Makes a round that the phone's person organises there, and starts it.
  func beginRound(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    guard let planned = request.object(PlannedRound.self) else {
      return .error(400, "give {\"course\": …, \"players\": […], \"guests\": […]}")
    }
    let (players, guests) = (planned.players.map(\.trimmed), planned.guests.map(\.trimmed))
    guard players.count + guests.count <= PhoneEvents.mostEntrants else {
      return .error(400, "a round has no more than \(PhoneEvents.mostEntrants) players")
    }
    guard !(players + guests).isEmpty else { return .error(400, "nobody plays; name somebody") }
    if let fault = (players + guests).compactMap(PhoneEvents.fault).first {
      return .error(400, fault)
    }
    let key = NameKey(planned.course)
    guard let course = try store.courses().first(where: { NameKey($0.name) == key }) else {
      return .noCourse(planned.course)
    }
    let own = planned.id.map { RoundID($0.lowercased()) }
    guard own.map(\.isUUID) ?? true else { return .error(400, "\"id\" is no UUID") }
    let id = own ?? RoundID(reception.dependencies.newDevice().rawValue)
    let made = OrderedObject(members: [("round", id.rawValue)]).json
    // The answer to the first time was lost.
    if let visit = try visit(id, by: admission), visit.round.isMade(by: admission) {
      return .json(made)
    }
    try store.beginRound(
      id, course: course, organisedBy: admission, players: players, guests: guests,
      at: reception.dependencies.timestamp())
    reception.dependencies.note("round \(id) began")
    try sendChanges()
    return .json(made, status: 201)
  }

  /// Draws a finished round.
  func picture(_ request: WebRequest, _ visit: Visit) throws -> WebResponse {
    let card = try store.scorecard(of: visit.round.id)
    guard card.phase.isFinished, !card.round.isDeleted else {
      return .error(404, "the round is not finished; its picture is there then")
    }
    guard let draw = reception.dependencies.picture else {
      return .error(404, "this host draws no pictures; see hyzer summary")
    }
    if let known = reception.pictures.first(where: { $0.card == card }) {
      return .picture(known.bytes)
    }
    let now = reception.dependencies.uptime()
    drawings.removeAll { $0 + Self.drawingWindow <= now }
    guard drawings.count < Self.mostDrawings else {
      return .error(503, "the host draws other rounds of the group now; try again in ten seconds")
    }
    drawings.append(now)
    let bytes = try draw(card)
    reception.keep(picture: bytes, of: card)
    return .picture(bytes)
  }

  /// Chosen: a picture takes a twentieth of a second, of 36 players several times as long, and all phones wait
  /// meanwhile.
  private static let mostDrawings = 5
  private static let drawingWindow = Duration.seconds(10)

  func leaderboard(_ request: WebRequest, _ visit: Visit) throws -> WebResponse {
    let card = try store.scorecard(of: visit.round.id)
    let hole = try store.currentHole(in: visit.round.id)
    return .json(try JSONLine.encode(card.leaderboard(hole: hole)))
  }

  /// Returns all rounds, which take longer to sum up than all else, once for all phones that ask.
  func allRounds() throws(ScoreStoreError) -> [RoundSummary] {
    guard var rounds = summaries else {
      let rounds = try store.rounds()
      (summaries, outdated) = (rounds, [])
      return rounds
    }
    for place in rounds.indices where outdated.contains(rounds[place].id) {
      rounds[place] = RoundSummary(try store.scorecard(of: rounds[place].id))
    }
    (summaries, outdated) = (rounds, [])
    return rounds
  }

  private static func summary(_ summary: RoundSummary, for phone: Admission) -> OrderedObject {
    let (round, lines) = (summary.round, summary.standings.lines)
    let present = round.players.filter { !round.hasLeft($0) }
    let leaders = lines.filter { $0.place == 1 && $0.holesPlayed > 0 }
    return OrderedObject(members: [
      ("id", round.id.rawValue), ("course", round.course), ("organiser", round.organiser),
      ("phase", summary.phase.rawValue), ("role", (phone.role(in: round) ?? .watcher).rawValue),
      ("you", phone.name(in: round.id)), ("holes", round.pars.count),
      ("thru", lines.map(\.holesPlayed).max() ?? 0),
      ("leaders", leaders.map(\.name)), ("relativeToPar", leaders.first?.relativeToPar),
      ("createdAt", round.createdAt), ("startedAt", round.startedAt),
      ("finishedAt", round.finish?.at), ("par", round.pars.reduce(0, +)),
      ("players", present.map(round.name(of:))),
      ("guests", present.filter { round.entrants[$0.index].isGuest }.map(round.name(of:))),
      ("disputes", summary.disputeCount), ("standings", lines.map(\.object)),
    ])
  }
}

extension RoundID {
  /// Whether it is such an identifier as devices make.
  fileprivate var isUUID: Bool {
    rawValue.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil
  }
}

extension RoundRecord {
  fileprivate func isMade(by phone: Admission) -> Bool {
    firstOrganiser.device.map(phone.former.union([phone.device]).contains) == true
  }
}

extension WebResponse {
  fileprivate static func picture(_ bytes: [UInt8]) -> WebResponse {
    WebResponse(headers: ["Content-Type": "image/png", "Cache-Control": "no-store"], body: bytes)
  }
}

extension Standing {
  fileprivate var object: OrderedObject {
    OrderedObject(members: [
      ("player", self.name), ("label", placeLabel), ("place", place), ("strokes", self.strokes),
      ("relativeToPar", self.relativeToPar), ("holesPlayed", self.holesPlayed),
      ("holesMissed", self.holesMissed),
    ])
  }
}
