internal import HyzerBase
internal import ScoreLog

/// What a phone shows that was invited to the group.
private struct Invited: Decodable {
  let secret: String
  /// Whose phone it is.
  let name: String?
}

// How phones come to a group as its players, without a round.
extension PageService {
  /// Tells who plays in the group.
  func group(_ request: WebRequest) throws -> WebResponse {
    try invitedToGroup(request) { host, group, _ in
      .json(
        OrderedObject(members: [("group", group.name), ("players", try host.knownPlayers())]).json)
    }
  }

  /// Lets a phone into the group, as a player whom the group knows, or a new one.
  func person(_ request: WebRequest) throws -> WebResponse {
    try invitedToGroup(request) { host, _, invited in
      guard let name = invited.name else {
        return .error(400, "give {\"secret\": …, \"name\": …}")
      }
      return try host.letIn(request, named: name.trimmed)
    }
  }

  /// Finds the group to which a phone is invited; its secret always enters, and wrong ones count as codes do.
  private func invitedToGroup(
    _ request: WebRequest, _ body: (LiveHost, HostedGroup, Invited) throws -> WebResponse
  ) throws -> WebResponse {
    guard let invited = request.object(Invited.self) else {
      return .error(400, "give {\"secret\": …}")
    }
    let secret = JoinSecret(invited.secret)
    let host = try secret.map { GroupKey.group($0) }.flatMap(host)
    let group = try host?.store.hostedGroup().flatMap { $0.secret == secret ? $0 : nil }
    if group == nil { reception.countWrongCode() }
    _ = reception.joinGuard.admits(
      .secret, isRight: group != nil, from: request.address, at: reception.dependencies.uptime())
    guard let host, let group else {
      return .error(
        403, "this invitation has ended, or is none; ask who keeps the host for hyzer group invite")
    }
    return try host.refusalOfRevoked(request) ?? body(host, group, invited)
  }
}

extension LiveHost {
  fileprivate func letIn(_ request: WebRequest, named name: String) throws -> WebResponse {
    if let fault = PhoneEvents.fault(ofName: name) { return .error(403, fault) }
    let (token, dependencies) = (try ownToken(request), reception.dependencies)
    if try store.admission(tokenHash: token.hash())?.isMember == true {
      return .error(403, "a log of the group is nobody's phone; come without its token")
    }
    let admission = try store.admitPerson(
      tokenHash: token.hash(), device: dependencies.newDevice(), named: name,
      at: dependencies.timestamp())
    dependencies.note("a phone joined the group")
    try sendChanges()
    return greet(admission, by: token, request)
  }

  /// Returns what a device gets that is let in without naming a round: who it is, and its token.
  func greet(
    _ admission: Admission, by token: AccessToken, _ request: WebRequest
  ) -> WebResponse {
    var response = WebResponse.json(
      OrderedObject(members: [
        ("player", admission.player), ("device", admission.device.rawValue),
      ]).json)
    keep(token, of: request, by: &response)
    return response
  }

  /// Returns an answer to a phone that was put out, which by a new token would be a new device; nil to others.
  func refusalOfRevoked(_ request: WebRequest) throws -> WebResponse? {
    for token in reception.trust.tokens(in: request)
    where try store.isRevoked(tokenHash: token.hash()) {
      return .error(403, "this device was revoked; ask who keeps the host")
    }
    return nil
  }

  /// Tells a player's phone who plays in the group.
  func players(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    .json(OrderedObject(members: [("players", try knownPlayers())]).json)
  }

  /// Returns the registered players, who played last first.
  fileprivate func knownPlayers() throws(ScoreStoreError) -> [OrderedObject] {
    try store.playersByLastRound().map {
      OrderedObject(members: [("name", $0.name), ("aliases", $0.aliases)])
    }
  }
}
