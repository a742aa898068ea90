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

  func token(in request: WebRequest) -> AccessToken? {
    let bearer = "Bearer "
    if request.authorization.hasPrefix(bearer) {
      return AccessToken(String(request.authorization.dropFirst(bearer.count)))
    }
    return request.cookie.split(separator: ";").lazy
      .map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix("\(Self.cookieName)=") }
      .flatMap { AccessToken(String($0.dropFirst(Self.cookieName.count + 1))) }
  }

  /// Returns the secret of an invitation to the group, which a log shows in the place of a token.
  func invitation(in request: WebRequest) -> JoinSecret? {
    guard request.authorization.hasPrefix(Self.invitation) else { return nil }
    return JoinSecret(String(request.authorization.dropFirst(Self.invitation.count)))
  }

  static let invitation = "Invitation "

  /// Returns the header that has a browser keep a token, where no script sees it, or forget it.
  func cookie(of token: String?) -> String {
    "\(Self.cookieName)=\(token ?? ""); Path=/; HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "") + "; Max-Age=\(token == nil ? 0 : Self.cookieSeconds)"
  }

  private static let cookieName = "hyzer"
  /// Browsers keep none for longer than 400 days.
  private static let cookieSeconds = 400 * 24 * 3600

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

extension WebResponse {
  /// An answer in JSON, which no cache keeps.
  static func json(_ text: String, status: Int = 200) -> WebResponse {
    WebResponse(
      status: status,
      headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: Array(text.utf8))
  }

  /// An answer that says what is wrong, in one sentence.
  static func error(_ status: Int, _ reason: String) -> WebResponse {
    .json("{\"error\":\(reason.json)}", status: status)
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
