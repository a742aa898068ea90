internal import HyzerBase
internal import ScoreLog

/// What a phone shows that was invited to a round.
private struct Joining: Decodable {
  let code: String?
  let secret: String?
  let player: String?
  /// One that was issued to the organiser.
  let token: String?

  /// The invitation; nil where there is none, or what is there is none.
  var key: GroupKey? {
    if let secret { return JoinSecret(secret).map { .round($0) } }
    return code.flatMap { JoinCode($0) }.map { .code($0) }
  }
}

// How phones come to the host, and leave it.
extension PageService {
  /// Tells which players a phone may join as.
  func invitation(_ request: WebRequest) throws -> WebResponse {
    try invited(request) { _, round, _ in
      let names = round.players.filter { !round.hasLeft($0) }.map(round.name(of:))
      return .json(
        OrderedObject(members: [
          ("round", round.id.rawValue), ("course", round.course), ("players", names),
          ("organiser", round.organiser), ("canAdd", !round.isLocked),
        ]).json)
    }
  }

  /// Lets a phone into a round as a player, or to watch where it names none.
  func join(_ request: WebRequest) throws -> WebResponse {
    guard let issued = request.object(Joining.self)?.token else {
      return try invited(request) { host, round, joining in
        try host.join(request, round, as: joining.player.flatMap { $0.isEmpty ? nil : $0 })
      }
    }
    let token = try AccessToken(issued)?.hash()
    guard let token, let answer = try host(of: .token(token))?.organise(request, by: token) else {
      return .error(
        403, "this link was used, or is none; ask for another by hyzer round invite --organiser")
    }
    return answer
  }

  /// Has the phone forget all that lets it in, and the logs as well.
  func leave(_ request: WebRequest) throws -> WebResponse {
    for token in try reception.trust.tokens(in: request).map({ try $0.hash() }) {
      guard let host = try host(of: .token(token)) else { continue }
      try host.store.giveUp(tokenHash: token)
      try host.closeStrangers()
    }
    var response = WebResponse.json("{}")
    response.add("Set-Cookie", reception.trust.cookie(of: []))
    return response
  }

  /// Finds the round to which a phone is invited; those that guess are soon refused.
  private func invited(
    _ request: WebRequest, _ body: (LiveHost, RoundRecord, Joining) throws -> WebResponse
  ) throws -> WebResponse {
    guard let joining = request.object(Joining.self), joining.secret ?? joining.code != nil else {
      return .error(400, "give {\"code\": …} or {\"secret\": …}")
    }
    let refusal = WebResponse.error(
      403,
      "no round that is being played has this code; ask for it again. After several wrong tries "
        + "codes rest for ten minutes, and only the QR code lets you in")
    let now = reception.dependencies.uptime()
    // While codes rest none is looked up, so that not even the time that it takes says which is right.
    if joining.secret == nil,
      reception.joinGuard.waitingTime(of: request.address, at: now) != nil
    {
      reception.countWrongCode()
      return refusal
    }
    let host = try joining.key.flatMap(host)
    let round = try joining.key.flatMap { try host?.round(invitingBy: $0) }
    if round == nil { reception.countWrongCode() }
    let isAdmitted = reception.joinGuard.admits(
      joining.secret == nil ? .code : .secret, isRight: round != nil, from: request.address,
      at: now)
    guard let host, let round, isAdmitted else { return refusal }
    return try body(host, round, joining)
  }
}

// How phones come into a round.
extension LiveHost {
  fileprivate func round(invitingBy key: GroupKey) throws(ScoreStoreError) -> RoundRecord? {
    switch key {
    case .code(let code): try store.invitedRound(code: code)
    case .round(let secret): try store.invitedRound(secret: secret)
    case .token, .group: nil
    }
  }

  fileprivate func join(
    _ request: WebRequest, _ round: RoundRecord, as player: String?
  ) throws -> WebResponse {
    let (dependencies, time) = (reception.dependencies, reception.dependencies.timestamp())
    if let player {
      if let reason = try reasonAgainst(player, in: round) { return .error(403, reason) }
      if round.player(named: player) == nil {
        let stamp = RoundChange.Stamp(
          id: ChangeID(dependencies.newDevice().rawValue), reportedBy: player,
          deviceName: PhoneEvents.deviceName(ofPlayer: player), at: time)
        try store.join(.player(player), round: round.id, stamp)
        try sendChanges()
      }
    }
    let token = try ownToken(request)
    let admission = try store.admit(
      tokenHash: token.hash(), device: dependencies.newDevice(), player: player, round: round.id,
      at: time)
    dependencies.note(
      "a phone joined round \(round.id), \(player == nil ? "to watch" : "as a player")")
    return try welcome(token, admission, to: round.id, request)
  }

  /// Lets a phone in as the organiser by a token that was issued for that, once: the phone gets one of its own.
  fileprivate func organise(_ request: WebRequest, by issued: TokenHash) throws -> WebResponse? {
    let (token, dependencies) = (try ownToken(request), reception.dependencies)
    let taken = try store.takeOrganiser(
      issued, with: token.hash(), device: dependencies.newDevice(), at: dependencies.timestamp())
    return try taken.map { admission, round in
      dependencies.note("a phone joined round \(round), as its organiser")
      return try welcome(token, admission, to: round, request)
    }
  }

  /// Returns the token that a phone has here already, or a new one.
  func ownToken(_ request: WebRequest) throws -> AccessToken {
    try reception.trust.tokens(in: request).first {
      try store.admission(tokenHash: $0.hash()) != nil
    } ?? AccessToken()
  }

  private func welcome(
    _ token: AccessToken, _ admission: Admission, to round: RoundID, _ request: WebRequest
  ) throws -> WebResponse {
    let role = try admission.role(in: store.round(round)) ?? .watcher
    var response = WebResponse.json(
      OrderedObject(members: [
        ("token", token.text), ("round", round.rawValue),
        ("device", admission.device.rawValue), ("player", admission.name(in: round)),
        ("role", role.rawValue),
      ]).json)
    keep(token, of: request, by: &response)
    return response
  }

  /// Has a browser ask by a token from now on, and keep those of other groups behind it.
  func keep(_ token: AccessToken, of request: WebRequest, by response: inout WebResponse) {
    let others = reception.trust.tokens(in: request).filter { $0 != token }
    response.add("Set-Cookie", reception.trust.cookie(of: [token] + others))
  }

  /// Lets a phone write as another device, as after a number was given twice.
  func renewDevice(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    let device = reception.dependencies.newDevice()
    guard try store.renewDevice(tokenHash: admission.token, device) != nil else {
      return .error(401, "nobody is signed in here; join a round by its code")
    }
    return .json(OrderedObject(members: [("device", device.rawValue)]).json)
  }

  /// Gives the organiser's phone, and a log of the group's, what lets phones into a round, another than before with
  /// `renew=1`; the phone also as a link and as a picture to scan.
  func invite(_ request: WebRequest, _ visit: Visit) throws -> WebResponse {
    let isLog = visit.admission.isMember
    guard isLog || visit.role == .organiser else {
      return .error(403, "only the round's organiser invites to it; ask \(visit.round.organiser)")
    }
    let isNew = request.query.split(separator: "&").contains("renew=1")
    let invitation = try invitation(to: visit.round.id, isNew: isNew)
    let link = reception.trust.link(by: invitation.secret, for: request)
    let picture: [(key: String, value: any JSONValue)] =
      isLog ? [] : [("link", link), ("qr", try QRCode(link).svg)]
    return .json(
      OrderedObject(
        members: [
          ("code", invitation.code.description), ("secret", invitation.secret.text),
        ] + picture
      ).json)
  }

  func invitation(to round: RoundID, isNew: Bool) throws(ScoreStoreError) -> Invitation {
    try isNew
      ? store.renewInvitation(for: round, making: Invitation.new)
      : store.invitation(for: round, making: Invitation.new)
  }

  private func reasonAgainst(_ player: String, in round: RoundRecord) throws -> String? {
    if round.player(called: player) == nil, let fault = PhoneEvents.fault(ofName: player) {
      return fault
    }
    guard round.player(named: player) == nil else { return nil }
    if round.isLocked {
      return "nobody called \"\(player)\" plays in this round; ask its organiser to add them"
    }
    if round.entrants.count >= PhoneEvents.mostEntrants {
      return "\(round.entrants.count) play in this round already; ask its organiser to add them"
    }
    // A phone of that name would see the other rounds of the person who has it.
    return try store.isKnown(player)
      ? "\"\(player)\" is known from other rounds; ask the organiser for hyzer round join" : nil
  }
}
