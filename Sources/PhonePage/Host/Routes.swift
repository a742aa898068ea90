package import ScoreLog

/// A row of the table of all that can be asked by HTTP.
package struct Route: Sendable {
  /// Which phones may ask, and what answers them.
  package enum Access: Sendable {
    case anybody(@Sendable (any PageService, WebRequest) throws -> WebResponse)
    /// Phones whose token is let in.
    case admitted(@Sendable (LiveHost) -> (WebRequest, Admission) throws -> WebResponse)
    /// Those among them that are a registered player's.
    case persons(@Sendable (LiveHost) -> (WebRequest, Admission) throws -> WebResponse)
    /// Phones whose token may see the round that the path names third.
    case visitors(@Sendable (LiveHost) -> (WebRequest, Visit) throws -> WebResponse)
  }

  let method: String
  /// The parts of the path, of which "*" is any.
  private let path: [Substring]
  let access: Access

  package init(_ method: String, _ path: String, _ access: Access) {
    (self.method, self.path, self.access) = (method, path.split(separator: "/"), access)
  }

  static let all = [
    Route("GET", "/", .anybody { $0.page($1) }),
    Route("GET", "/join", .anybody { $0.page($1) }),
    Route("GET", "/watch", .anybody { $0.page($1) }),
    Route("GET", "/sw.js", .anybody { $0.file($1) }),
    Route("GET", "/manifest.webmanifest", .anybody { $0.file($1) }),
    Route("GET", "/icon.svg", .anybody { $0.file($1) }),
    Route("GET", "/a/*/*", .anybody { $0.versionedFile($1) }),
    Route("GET", "/ca.crt", .anybody { $0.authorityFile($1) }),
    Route("GET", "/healthz", .anybody { $0.health($1) }),
    Route("GET", "/metrics", .anybody { try $0.metrics($1) }),
    Route("POST", "/api/invitation", .anybody { try $0.invitation($1) }),
    Route("POST", "/api/join", .anybody { try $0.join($1) }),
    Route("POST", "/api/leave", .anybody { try $0.leave($1) }),
    Route("POST", "/api/group", .anybody { try $0.group($1) }),
    Route("POST", "/api/person", .anybody { try $0.person($1) }),
    Route("POST", "/api/watch", .anybody { try $0.watch($1) }),
    Route("POST", "/api/watch/allow", .admitted(LiveHost.allowWatch)),
    Route("POST", "/api/device", .admitted(LiveHost.renewDevice)),
    Route("GET", "/api/rounds", .admitted(LiveHost.rounds)),
    Route("POST", "/api/rounds", .persons(LiveHost.beginRound)),
    Route("GET", "/api/courses", .admitted(LiveHost.courses)),
    Route("POST", "/api/courses", .persons(LiveHost.writeCourse)),
    Route("POST", "/api/courses/delete", .persons(LiveHost.deleteCourse)),
    Route("GET", "/api/players", .persons(LiveHost.players)),
    Route("GET", "/api/season", .admitted(LiveHost.season)),
    Route("GET", "/api/rounds/*/leaderboard", .visitors(LiveHost.leaderboard)),
    Route("GET", "/api/rounds/*/events", .visitors(LiveHost.lines)),
    Route("POST", "/api/rounds/*/events", .visitors(LiveHost.receiveLines)),
    Route("POST", "/api/rounds/*/invitation", .visitors(LiveHost.invite)),
    Route("GET", "/api/rounds/*/card.png", .visitors(LiveHost.picture)),
  ]

  func leads(to parts: [Substring]) -> Bool {
    path.count == parts.count && zip(path, parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

/// A phone in a round that its token may see.
package struct Visit {
  let admission: Admission
  let round: RoundRecord
  let role: Role
}

// MARK: - What a phone may do

extension LiveHost {
  /// Returns whom a request's token admits; nil where it admits nobody.
  func admission(_ request: WebRequest) throws -> Admission? {
    guard let token = reception.trust.tokens(in: request).first else { return nil }
    return try store.admission(tokenHash: token.hash())
  }

  /// What opens a WebSocket.
  struct Entry {
    /// Nil for the group's invitation, which the other is then.
    let token: TokenHash?
    let invitation: JoinSecret?
  }

  /// Returns what lets a request open a WebSocket: a token, or the invitation to the group; nil where nothing does.
  func entry(of request: WebRequest) throws -> Entry? {
    guard let invitation = reception.trust.invitation(in: request) else {
      return try admission(request).map { Entry(token: $0.token, invitation: nil) }
    }
    // Nobody guesses 128 bits.
    return try store.hostedGroup()?.secret == invitation
      ? Entry(token: nil, invitation: invitation) : nil
  }

  /// Returns a round for a phone, with what it may do there; nil where it may not see it.
  func visit(_ id: RoundID, by admission: Admission) throws(ScoreStoreError) -> Visit? {
    let round: RoundRecord
    do {
      round = try store.round(id)
    } catch .refused(.unknownRound) {
      return nil
    }
    return admission.role(in: round).map { Visit(admission: admission, round: round, role: $0) }
  }
}

// MARK: - What is asked

extension PageService {
  package func refusal(ofUpgrade request: WebRequest) -> Int? {
    if let refused = reception.trust.refusal(of: request) { return refused.status }
    guard request.path == "/live" else { return 404 }
    do {
      return try reception.timed {
        guard let host = try host(of: request), try host.entry(of: request) != nil else {
          return 401
        }
        return host.isFull ? 503 : nil
      }
    } catch {
      return 503
    }
  }

  package func answer(_ request: WebRequest) -> WebResponse {
    var response: WebResponse
    do {
      response = try reception.timed {
        try reception.trust.refusal(of: request) ?? routed(request)
      }
    } catch let error as ScoreStoreError {
      // What a rule forbids is forbidden; what the file does not let through may do so later, and where that is, is
      // for nobody to read who may be a stranger.
      response =
        if case .refused = error {
          .error(403, "\(error)")
        } else {
          .error(503, "the host cannot read or write its log now; try again later")
        }
    } catch {
      response = .error(500, "the host failed to answer; ask who keeps it")
    }
    for (name, value) in protections { response.add(name, value) }
    reception.metrics.count(status: response.status)
    return response
  }

  private func routed(_ request: WebRequest) throws -> WebResponse {
    let parts = request.path.split(separator: "/")
    let method = request.method == "HEAD" ? "GET" : request.method
    let routes = (Route.all + reception.routes).filter { $0.leads(to: parts) }
    guard let route = routes.first(where: { $0.method == method }) else {
      return method == "GET" || routes.isEmpty
        ? .none(at: request.path)
        : .error(405, "\"\(request.path)\" cannot be asked by \(request.method)")
    }
    if case .anybody(let answer) = route.access { return try answer(self, request) }
    guard let host = try host(of: request), let admission = try host.admission(request) else {
      return .error(401, "nobody is signed in here; join a round by its code")
    }
    // What others wrote meanwhile is to be in the answer.
    try host.sendAllChanges()
    switch route.access {
    case .anybody(let answer): return try answer(self, request)
    case .admitted(let answer): return try answer(host)(request, admission)
    case .persons(let answer):
      guard admission.isPerson else {
        return .error(
          403, "only a player of the group may do that; open its invitation, and say who you are")
      }
      return try answer(host)(request, admission)
    case .visitors(let answer):
      guard let visit = try host.visit(RoundID(String(parts[2])), by: admission) else {
        return .error(404, "there is no such round here, or it is not yours")
      }
      return try answer(host)(request, visit)
    }
  }

  /// Returns the host of the log that what a request shows may open; nil where it shows nothing.
  private func host(of request: WebRequest) throws -> LiveHost? {
    try reception.key(of: request).flatMap(host)
  }
}

private let protections: KeyValuePairs = [
  "Content-Security-Policy":
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    + "frame-ancestors 'none'; form-action 'self'",
  "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "microphone=(self), camera=(), geolocation=(self)",
  "Cross-Origin-Opener-Policy": "same-origin",
]
