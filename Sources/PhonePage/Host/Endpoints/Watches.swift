internal import HyzerBase
internal import ScoreLog

/// What a watch shows that waits for a phone; nothing where it begins to.
private struct WaitingWatch: Decodable {
  let secret: String?
}

private struct TypedCode: Decodable {
  let code: String
}

// How watches come in without a keyboard: by a code that they show, typed into a phone that is in.
extension PageService {
  /// Gives a watch a code to show, and once somebody has typed it lets it in.
  func watch(_ request: WebRequest) throws -> WebResponse {
    guard let waiting = request.object(WaitingWatch.self) else {
      return .error(400, "give {} or {\"secret\": …}")
    }
    let now = reception.dependencies.uptime()
    guard let shown = waiting.secret else {
      var generator = SystemRandomNumberGenerator()
      guard
        let begun = reception.pairings.begin(
          from: request.address, at: now, using: &generator)
      else {
        return .error(
          503, "too many watches wait here now; try again in ten minutes, or use a code")
      }
      return .json(
        OrderedObject(members: [("code", begun.code), ("secret", begun.secret.text)]).json,
        status: 201)
    }
    switch JoinSecret(shown).flatMap({ reception.pairings.state(of: $0, at: now) }) {
    case nil: return .error(404, "the code has ended; there is another")
    case .waiting: return .json("{}", status: 202)
    case .allowed(let phone):
      guard let answer = try host(of: .token(phone))?.letIn(request, asWho: phone) else {
        return .error(404, "the phone is no longer in; there is another code")
      }
      return answer
    }
  }
}

extension LiveHost {
  /// Lets the watch in that shows a code.
  func allowWatch(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    guard let typed = request.object(TypedCode.self) else {
      return .error(400, "give {\"code\": …}")
    }
    guard !admission.isMember else {
      return .error(403, "a log of the group is nobody's phone; a player's phone lets watches in")
    }
    let code = typed.code.filter { !$0.isWhitespace }
    let isShown = reception.pairings.allow(
      code, by: admission.token, at: reception.dependencies.uptime())
    return isShown
      ? .json("{}") : .error(404, "no watch shows this code now; look at it again")
  }

  fileprivate func letIn(_ request: WebRequest, asWho phone: TokenHash) throws -> WebResponse? {
    if let refusal = try refusalOfRevoked(request) { return refusal }
    let (token, dependencies) = (try ownToken(request), reception.dependencies)
    let admission = try store.admit(
      tokenHash: token.hash(), device: dependencies.newDevice(), asWho: phone,
      at: dependencies.timestamp())
    return admission.map { greet($0, by: token, request) }
  }
}
