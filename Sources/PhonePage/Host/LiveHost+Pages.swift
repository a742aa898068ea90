internal import DiscGolf
internal import Foundation
internal import HyzerBase
internal import ScoreLog

/// What is asked for by HTTP: the page's files, joining, and rounds for who does not follow them live.
extension LiveHost {
  package func answer(_ request: WebRequest) -> WebResponse {
    var response: WebResponse
    do {
      response = try trust.refusal(of: request) ?? route(request)
    } catch let error as ScoreStoreError {
      // What a rule forbids is forbidden; what the file does not let through may do so later.
      let status = if case .refused = error { 403 } else { 503 }
      response = .error(status, "\(error)")
    } catch {
      response = .error(500, "\(error)")
    }
    for (name, value) in Self.protections { response.add(name, value) }
    return response
  }

  private static let protections: KeyValuePairs = [
    "Content-Security-Policy":
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
      + "frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
  ]

  private func route(_ request: WebRequest) throws -> WebResponse {
    let path = request.path.split(separator: "/").map { String($0) }
    let isReading = request.method == "GET" || request.method == "HEAD"
    switch (request.method, path.first, path.count) {
    case ("POST", "api", 2): return try post(path[1], request)
    case (_, "api", 4) where path[1] == "rounds" && path[3] == "events" && request.method == "POST":
      return try withRound(RoundID(path[2]), request) { try takeLines(request, $0, $1, $2) }
    case (_, "api", _) where isReading: return try read(Array(path.dropFirst()), request)
    case (_, _, _) where isReading: return file(path)
    default: return .error(405, "\"\(request.path)\" cannot be asked by \(request.method)")
    }
  }

  // MARK: - Files

  private func file(_ path: [String]) -> WebResponse {
    let name: String
    switch path.count {
    case 0: name = "index.html"
    case 1:
      switch path[0] {
      case "healthz":
        return WebResponse(
          headers: ["Content-Type": "text/plain", "Cache-Control": "no-store"],
          body: Array("ok".utf8))
      case "ca.crt":
        guard let authority else { return .error(404, "this host has no authority of its own") }
        return WebResponse(
          headers: ["Content-Type": "application/x-x509-ca-cert"], body: authority)
      case "watch", "join": name = "index.html"
      case "sw.js", "manifest.webmanifest", "icon.svg": name = path[0]
      default: return .error(404, "there is no \"/\(path[0])\"")
      }
    case 3 where path[0] == "a" && path[1] == LivePage.hash: name = path[2]
    default: return .error(404, "there is no \"/\(path.joined(separator: "/"))\"")
    }
    guard let asset = LivePage.assets.first(where: { $0.name == name }) else {
      return .error(404, "there is no \"\(name)\"")
    }
    // The address of what never changes holds a hash of it.
    let keeping = path.count == 3 ? "public, max-age=31536000, immutable" : "no-cache"
    var response = WebResponse(
      headers: ["Content-Type": asset.contentType, "Cache-Control": keeping], body: asset.bytes)
    response.isCompressible = true
    return response
  }

  // MARK: - Joining

  /// What somebody has who was invited.
  private struct Joining: Decodable {
    let code: String?
    let secret: String?
    let player: String?
  }

  private func post(_ what: String, _ request: WebRequest) throws -> WebResponse {
    switch what {
    case "invitation": return try invited(request) { record, _ in .json(Self.invitation(record)) }
    case "join": return try invited(request) { try join($0, as: $1.player, request) }
    case "leave":
      if let token = trust.token(in: request) {
        try store.giveUp(tokenHash: token.hash())
        try closeStrangers()
      }
      var response = WebResponse.json("{}")
      response.add("Set-Cookie", trust.cookie(of: nil))
      return response
    case "device":
      guard let admission = try admission(request) else { return Self.unknown }
      let device = world.newDevice()
      guard try store.renewDevice(tokenHash: admission.token, device) != nil else {
        return Self.unknown
      }
      return .json(OrderedObject(members: [("device", device.rawValue)]).json)
    default: return .error(404, "there is no \"/api/\(what)\"")
    }
  }

  private static let unknown = WebResponse.error(
    401, "nobody is signed in here; join a round by its code")

  private static func invitation(_ record: RoundRecord) -> String {
    let names = record.players.filter { !record.hasLeft($0) }.map(record.name(of:))
    return OrderedObject(members: [
      ("round", record.id.rawValue), ("course", record.course), ("players", names),
      ("organiser", record.organiser), ("canAdd", !record.isLocked),
    ]).json
  }

  /// Finds the round to which somebody is invited; who guesses is soon refused.
  private func invited(
    _ request: WebRequest, _ body: (RoundRecord, Joining) throws -> WebResponse
  ) throws -> WebResponse {
    guard let joining = try? JSONDecoder().decode(Joining.self, from: Data(request.body)),
      joining.code != nil || joining.secret != nil
    else { return .error(400, "give {\"code\": …} or {\"secret\": …}") }
    let (pass, record): (JoinGuard.Pass, RoundRecord?) =
      if let secret = joining.secret {
        (.secret, try JoinSecret(secret).flatMap { try store.invitedRound(secret: $0) })
      } else {
        (
          .code,
          try joining.code.flatMap { JoinCode($0) }.flatMap { try store.invitedRound(code: $0) }
        )
      }
    let isAdmitted = self.joining.admits(
      pass, isRight: record != nil, from: request.address, at: world.uptime())
    guard let record, isAdmitted else {
      return .error(
        403,
        "no round that is being played has this code; ask for it again. After several wrong tries "
          + "codes rest for ten minutes, and only the QR code lets you in")
    }
    return try body(record, joining)
  }

  private func join(
    _ record: RoundRecord, as player: String?, _ request: WebRequest
  ) throws -> WebResponse {
    let time = world.timestamp()
    let player = player.flatMap { $0.isEmpty ? nil : $0 }
    if let player, record.player(called: player) == nil, player != record.organiser,
      let fault = PhoneEvents.fault(ofName: player)
    {
      return .error(403, fault)
    }
    if let player, record.player(named: player) == nil, !record.isOrganiser(player) {
      guard !record.isLocked else {
        return .error(
          403, "nobody called \"\(player)\" plays in this round; ask its organiser to add them")
      }
      guard record.entrants.count < PhoneEvents.mostEntrants else {
        return .error(
          403, "\(record.entrants.count) play in this round already; ask its organiser to add them")
      }
      // Whoever took the name would see the other rounds of who has it.
      guard try !store.isKnown(player) else {
        return .error(
          403, "\"\(player)\" is known from other rounds; ask the organiser for hyzer round join")
      }
      let stamp = RoundChange.Stamp(
        id: ChangeID(world.newDevice().rawValue), reportedBy: player,
        deviceName: PhoneEvents.deviceName(ofPlayer: player), at: time)
      try store.join(.player(player), round: record.id, stamp)
      try publish(record.id)
    }
    let token = try admission(request) == nil ? nil : trust.token(in: request)
    let given = token ?? world.newToken()
    let admission = try store.admit(
      tokenHash: given.hash(), device: world.newDevice(), player: player, round: record.id,
      at: time)
    let role = try admission.role(in: store.round(record.id)) ?? .watcher
    var response = WebResponse.json(
      OrderedObject(members: [
        ("token", given.text), ("round", record.id.rawValue), ("device", admission.device.rawValue),
        ("player", admission.player), ("role", role.rawValue),
      ]).json)
    response.add("Set-Cookie", trust.cookie(of: given.text))
    return response
  }

  /// Returns whom a request's token admits; nil where nobody.
  func admission(_ request: WebRequest) throws -> Admission? {
    guard let token = trust.token(in: request) else { return nil }
    return try store.admission(tokenHash: token.hash())
  }

  // MARK: - Rounds

  private func read(_ path: [String], _ request: WebRequest) throws -> WebResponse {
    switch (path.first, path.count) {
    case ("rounds", 1):
      guard let admission = try admission(request) else { return Self.unknown }
      let rounds = try allRounds().filter { admission.lists($0.round) }
      return .json(
        OrderedObject(members: [
          ("player", admission.player), ("device", admission.device.rawValue),
          ("rounds", rounds.map { Self.summary($0, admission.role(in: $0.round) ?? .watcher) }),
        ]).json)
    case ("rounds", 3) where path[2] == "leaderboard":
      return try withRound(RoundID(path[1]), request) { _, record, _ in
        let card = try store.scorecard(of: record.id)
        return .json(Self.leaderboard(card, hole: try store.currentHole(in: record.id)))
      }
    case ("rounds", 3) where path[2] == "events":
      return try withRound(RoundID(path[1]), request) { _, record, _ in
        let lines = try RoundFeed(of: record.id, in: store).lines
        let after = Self.vector(request.query)
        let text = lines.filter { !after.contains($0.position) }.map { $0.json + "\n" }.joined()
        return WebResponse(
          headers: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
          body: Array(text.utf8))
      }
    default: return .error(404, "there is no \"/api/\(path.joined(separator: "/"))\"")
    }
  }

  /// Returns all rounds, which take longer to sum up than all else, once for all phones that ask.
  private func allRounds() throws(ScoreStoreError) -> [RoundSummary] {
    if let summaries { return summaries }
    let rounds = try store.rounds()
    summaries = rounds
    return rounds
  }

  /// Reads `after={"device": number}`; what is none is nothing.
  private static func vector(_ query: String) -> VersionVector {
    guard query.hasPrefix("after="),
      let json = String(query.dropFirst("after=".count)).removingPercentEncoding,
      let numbers = try? JSONDecoder().decode([String: Int].self, from: Data(json.utf8))
    else { return VersionVector() }
    return VersionVector(named: numbers)
  }

  private func withRound(
    _ id: RoundID, _ request: WebRequest,
    _ body: (Admission, RoundRecord, Role) throws -> WebResponse
  ) throws -> WebResponse {
    guard let admission = try admission(request) else { return Self.unknown }
    guard let (record, role) = try seen(id, by: admission) else {
      return .error(404, "there is no such round here, or it is not yours")
    }
    return try body(admission, record, role)
  }

  /// The keys stand in the order in which `hyzer leaderboard --json` has them.
  private static func leaderboard(_ card: Scorecard, hole: Int?) -> String {
    let lines = card.standings.lines.map { line in
      OrderedObject(members: [
        ("holesPlayed", line.holesPlayed), ("place", line.place), ("player", line.name),
        ("relativeToPar", line.relativeToPar), ("strokes", line.strokes),
      ])
    }
    return OrderedObject(members: [
      ("hole", hole), ("round", card.round.id.rawValue), ("standings", lines),
    ]).json
  }

  private static func summary(_ round: RoundSummary, _ role: Role) -> OrderedObject {
    let record = round.round
    let leaders = round.standings.lines.filter { $0.place == 1 && $0.holesPlayed > 0 }
    return OrderedObject(members: [
      ("id", record.id.rawValue), ("course", record.course), ("organiser", record.organiser),
      ("phase", round.phase.rawValue), ("role", role.rawValue), ("holes", record.pars.count),
      ("thru", round.standings.lines.map(\.holesPlayed).max() ?? 0),
      ("leaders", leaders.map(\.name)), ("relativeToPar", leaders.first?.relativeToPar),
      ("createdAt", record.createdAt), ("startedAt", record.startedAt),
      ("finishedAt", record.finish?.at),
    ])
  }

  // MARK: - Events without a WebSocket

  /// Takes lines of an exported log; those of other devices count as said by who brings them.
  private func takeLines(
    _ request: WebRequest, _ admission: Admission, _ record: RoundRecord, _ role: Role
  ) throws -> WebResponse {
    let lines = String(decoding: request.body, as: UTF8.self).split(whereSeparator: \.isNewline)
    let phone = PhoneEvents(of: admission, in: record, as: role)
    let feed = try RoundFeed(of: record.id, in: store)
    var present = Dictionary(
      feed.events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var (added, refused, known): ([LogEvent], [HostMessage.Refused], Int) = ([], [], 0)
    var next = try store.nextPosition(in: record.id, of: admission.device)
    for line in lines where line.contains(where: { !$0.isWhitespace }) {
      let one =
        (try? JSONDecoder().decode(SentEvent.self, from: Data(line.utf8)))
        ?? SentEvent(id: "", line: nil)
      if let event = one.line?.event, let there = present[event.id] {
        if event.saysSame(as: there) {
          known += 1
        } else {
          refused.append(.init(one.id, .badEvent, "the event is another in the log"))
        }
        continue
      }
      let placed = one.line.map { line in
        let event = line.event
        return event.position.device == admission.device ? event : event.placed(at: next)
      }
      let (taken, left) = phone.check(
        [SentEvent(id: one.id, line: placed.map { EventLine($0) })], after: present.count)
      refused += left
      for event in taken {
        added.append(event)
        present[event.id] = event
        if event.position.number >= next.number { next = event.position.advanced(by: 1) }
      }
    }
    let left = try add(added, to: record)
    // What comes after an event that is missing is not there, though nothing is wrong with it.
    let now = try RoundFeed(of: record.id, in: store)
    let told = Set(left.map(\.id.rawValue))
    let late = added.filter { !now.holds($0) && !told.contains($0.id) }.map {
      HostMessage.Refused(EventID($0.id), .badEvent, "an event before it is missing; send that too")
    }
    return .json(
      OrderedObject(members: [
        ("added", added.count { now.holds($0) }), ("known", known),
        ("refused", (refused + left + late).map(\.object)),
      ]).json)
  }
}

extension LogEvent {
  /// Whether an event with the same identifier is a repetition, whoever said it and where it stands.
  fileprivate func saysSame(as other: LogEvent) -> Bool {
    switch (self, other) {
    case (.score(let one), .score(let other)):
      one.player == other.player && one.hole == other.hole && one.result == other.result
    case (.change(let one), .change(let other)):
      one.kind == other.kind && one.player == other.player
    case (.score, .change), (.change, .score): false
    }
  }
}
