internal import DiscGolf
internal import Foundation
internal import HyzerBase
internal import ScoreLog

/// What a phone shows that was invited to a round.
private struct Joining: Decodable {
  let code: String?
  let secret: String?
  let player: String?
  /// One that was issued to the organiser.
  let token: String?
}

// How phones come into a round, and leave the host.
extension LiveHost {
  /// Tells which players a phone may join as.
  func invitation(_ request: WebRequest) throws -> WebResponse {
    try invited(request) { round, _ in
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
    if let joining = try? JSONDecoder().decode(Joining.self, from: Data(request.body)),
      let issued = joining.token
    {
      return try organise(request, by: issued)
    }
    return try invited(request) { round, joining in
      let time = dependencies.timestamp()
      let player = joining.player.flatMap { $0.isEmpty ? nil : $0 }
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
      return try welcome(token, admission, to: round.id)
    }
  }

  /// Lets a phone in as the organiser by a token that was issued for that, once: the phone gets one of its own.
  private func organise(_ request: WebRequest, by issued: String) throws -> WebResponse {
    let token = try ownToken(request)
    guard let issued = AccessToken(issued),
      let (admission, round) = try store.takeOrganiser(
        issued.hash(), with: token.hash(), device: dependencies.newDevice(),
        at: dependencies.timestamp())
    else {
      return .error(
        403, "this link was used, or is none; ask for another by hyzer round invite --organiser")
    }
    return try welcome(token, admission, to: round)
  }

  /// Returns the token that a phone has already, or a new one.
  private func ownToken(_ request: WebRequest) throws -> AccessToken {
    let known = try admission(request) == nil ? nil : trust.token(in: request)
    return known ?? AccessToken()
  }

  private func welcome(
    _ token: AccessToken, _ admission: Admission, to round: RoundID
  ) throws -> WebResponse {
    let role = try admission.role(in: store.round(round)) ?? .watcher
    var response = WebResponse.json(
      OrderedObject(members: [
        ("token", token.text), ("round", round.rawValue),
        ("device", admission.device.rawValue), ("player", admission.player),
        ("role", role.rawValue),
      ]).json)
    response.add("Set-Cookie", trust.cookie(of: token.text))
    return response
  }

  func leave(_ request: WebRequest) throws -> WebResponse {
    if let token = trust.token(in: request) {
      try store.giveUp(tokenHash: token.hash())
      try closeStrangers()
    }
    var response = WebResponse.json("{}")
    response.add("Set-Cookie", trust.cookie(of: nil))
    return response
  }

  /// Lets a phone write as another device, as after a number was given twice.
  func renewDevice(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    let device = dependencies.newDevice()
    guard try store.renewDevice(tokenHash: admission.token, device) != nil else {
      return .error(401, "nobody is signed in here; join a round by its code")
    }
    return .json(OrderedObject(members: [("device", device.rawValue)]).json)
  }

  /// Finds the round to which a phone is invited; those that guess are soon refused.
  private func invited(
    _ request: WebRequest, _ body: (RoundRecord, Joining) throws -> WebResponse
  ) throws -> WebResponse {
    guard let joining = try? JSONDecoder().decode(Joining.self, from: Data(request.body)),
      let text = joining.secret ?? joining.code
    else { return .error(400, "give {\"code\": …} or {\"secret\": …}") }
    let pass: JoinGuard.Pass = joining.secret == nil ? .code : .secret
    let round =
      switch pass {
      case .code: try JoinCode(text).flatMap { try store.invitedRound(code: $0) }
      case .secret: try JoinSecret(text).flatMap { try store.invitedRound(secret: $0) }
      }
    let isAdmitted = joinGuard.admits(
      pass, isRight: round != nil, from: request.address, at: dependencies.uptime())
    guard let round, isAdmitted else {
      return .error(
        403,
        "no round that is being played has this code; ask for it again. After several wrong tries "
          + "codes rest for ten minutes, and only the QR code lets you in")
    }
    return try body(round, joining)
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
