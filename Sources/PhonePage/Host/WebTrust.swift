internal import FoundationEssentials
internal import HyzerBase
package import ScoreLog

/// Which requests come from our own page, and not from another that a browser happens to show.
package struct WebTrust: Sendable {
  /// What is asked for, but an address in numbers, has to be one of these: in lower case, without the port.
  ///
  /// Somebody else's name may be made to lead here, and that name's page would then count as ours.
  private let names: Set<String>
  private let isSecure: Bool

  /// The page is ours at an address in numbers, at `localhost` and at some names; `isSecure` where it is
  /// served by TLS.
  package init(names: [String], isSecure: Bool) {
    self.names = Set(names.map { $0.lowercased() }).union(["localhost"])
    self.isSecure = isSecure
  }

  /// Returns why a request is refused; nil where it may go on.
  func refusal(of request: WebRequest) -> WebResponse? {
    // By TLS the certificate says which names are ours.
    guard let name = Self.name(inHost: request.host),
      isSecure || names.contains(name) || Self.isNumbers(name)
    else {
      return .error(421, "this address does not serve \"\(request.host)\"; see hyzer serve --name")
    }
    // A proxy may end TLS in front of us.
    let own = ["https://"] + (isSecure ? [] : ["http://"])
    let origin = request.origin.lowercased()
    guard origin.isEmpty || own.contains(where: { origin == $0 + request.host.lowercased() })
    else {
      return .error(403, "only the page of this host may ask that")
    }
    return nil
  }

  /// Returns what a program shows in the place of a cookie.
  func bearer(in request: WebRequest) -> String? {
    let bearer = "Bearer "
    guard request.authorization.hasPrefix(bearer) else { return nil }
    return String(request.authorization.dropFirst(bearer.count))
  }

  /// Returns the tokens that a request shows: of a browser first the one by which it asks.
  ///
  /// A token is of one group. A phone that joins a round of another group asks by a token of that one from then on.
  /// Its cookie keeps those of before behind, which count for one thing alone: when the phone comes back by an
  /// invitation, the group of that finds its own among them, and the phone is there who it was. None is looked up
  /// in another group's log, nor written there.
  func tokens(in request: WebRequest) -> [AccessToken] {
    if let bearer = bearer(in: request) { return AccessToken(bearer).map { [$0] } ?? [] }
    let cookie = request.cookie.split(separator: ";").lazy
      .map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix("\(Self.cookieName)=") }
    return cookie.map { $0.dropFirst(Self.cookieName.count + 1) }?.split(separator: ".")
      .prefix(Self.mostTokens).compactMap { AccessToken(String($0)) } ?? []
  }

  /// Returns the secret of an invitation to the group, which a log shows in the place of a token.
  func invitation(in request: WebRequest) -> JoinSecret? {
    guard request.authorization.hasPrefix(Self.invitation) else { return nil }
    return JoinSecret(String(request.authorization.dropFirst(Self.invitation.count)))
  }

  static let invitation = "Invitation "

  /// Returns the header that has a browser keep tokens, where no script sees them, or forget all.
  func cookie(of tokens: [AccessToken]) -> String {
    "\(Self.cookieName)=\(tokens.prefix(Self.mostTokens).map(\.text).joined(separator: "."))"
      + "; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
      + "; Max-Age=\(tokens.isEmpty ? 0 : Self.cookieSeconds)"
  }

  /// Chosen: nobody plays with more groups, and a request has room for them.
  private static let mostTokens = 8
  private static let cookieName = "hyzer"
  /// Browsers keep none for longer than 400 days.
  private static let cookieSeconds = 400 * 24 * 3600

  /// Returns the address by which a secret lets somebody join, at the name by which this was asked.
  func link(by secret: JoinSecret, for request: WebRequest) -> String {
    // A proxy may end TLS in front of us; the page's own address says so.
    let isHTTPS = isSecure || request.origin.lowercased().hasPrefix("https://")
    return "\(isHTTPS ? "https" : "http")://\(request.host)/join#\(secret.text)"
  }

  /// Returns the host without its port, in lower case; nil where it is none.
  private static func name(inHost host: String) -> String? {
    let host = host.lowercased()
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      return String(host[...end])
    }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), !parts[0].isEmpty else { return nil }
    return String(parts[0])
  }

  private static func isNumbers(_ name: String) -> Bool {
    if name.hasPrefix("[") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension WebRequest {
  /// Returns what the body says, an object in JSON; nil where it is none.
  package func object<Value: Decodable>(_ type: Value.Type = Value.self) -> Value? {
    try? JSONDecoder().decode(type, from: Data(body))
  }
}

extension WebResponse {
  /// An answer in JSON, which no cache keeps.
  package static func json(_ text: String, status: Int = 200) -> WebResponse {
    WebResponse(
      status: status,
      headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: Array(text.utf8))
  }

  /// An answer that says what is wrong, in one sentence.
  package static func error(_ status: Int, _ reason: String) -> WebResponse {
    .json("{\"error\":\(reason.json)}", status: status)
  }

  /// An answer that there is nothing at a path.
  package static func none(at path: String) -> WebResponse {
    .error(404, "there is no \"\(path)\"")
  }
}

/// What a phone shows with each request: 256 bits that nobody can guess.
package struct AccessToken: Hashable, Sendable {
  /// 64 hexadecimal digits.
  package let text: String

  /// Makes a new one, of the system's randomness, which nobody can foresee.
  package init() {
    text = (0..<32).map { _ in UInt8.random(in: .min ... .max).hexadecimal }.joined()
  }

  init?(_ text: String) {
    guard text.utf8.count == 64,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  /// What a log keeps of it: looking that up tells nobody by its time how much of a token is right.
  package func hash() throws -> TokenHash { TokenHash(try Digest.sha256(of: text)) }
}
