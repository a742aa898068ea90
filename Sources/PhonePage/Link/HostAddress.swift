internal import FoundationEssentials
internal import HyzerBase
package import ScoreLog

/// Where a group's host is, as people pass it on: `https://scores.example:8443`, and in an invitation behind it
/// `/join#group.`, the secret, and the key by which the host is known.
package struct HostAddress: Hashable, Sendable, CustomStringConvertible {
  package let isSecure: Bool
  package let host: String
  package let port: Int
  /// The SHA-256 of the host's public key, in 64 hexadecimal digits; nil where authorities vouch for it.
  package let key: String?
  /// What lets a device in as a member of the group; nil where this is no invitation.
  package let secret: JoinSecret?

  /// Reads an address or an invitation; nil where it is none.
  package init?(_ text: String) {
    guard let url = URLComponents(string: text.trimmed),
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host, !host.isEmpty, url.query == nil, url.user == nil,
      ["", "/", "/join"].contains(url.path), (1...65535).contains(url.port ?? 1)
    else { return nil }
    isSecure = scheme == "https"
    self.host = host.trimming("[]").lowercased()
    port = url.port ?? (isSecure ? 443 : 80)
    guard let fragment = url.fragment else {
      (secret, key) = (nil, nil)
      return
    }
    let parts = fragment.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0] == "group",
      let secret = JoinSecret(String(parts[1]))
    else { return nil }
    self.secret = secret
    key = parts.count == 3 ? String(parts[2]).lowercased() : nil
    guard key == nil || isSecure && bytes(of: key) != nil else { return nil }
  }

  /// Returns the invitation to a group whose host is at an address.
  package static func invitation(to group: HostedGroup, at address: String, key: String?) -> String
  {
    "\(address)/join#group.\(group.secret.text)" + (key.map { ".\($0)" } ?? "")
  }

  /// Whether it is on this machine, so that nobody in a network sees what goes there.
  package var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// The address without what lets anybody in.
  package var description: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(isSecure ? "https" : "http")://\(name):\(port)"
  }

  /// Where a WebSocket is opened, by a token or an invitation; `key` is that by which the host is known.
  func target(authorization: String, key: String?) -> WebClient.Target {
    let security: WebClient.Target.Security =
      isSecure ? bytes(of: key).map { .key(sha256: $0) } ?? .authorities : .plain
    return WebClient.Target(
      host: host, port: port, path: "/live", subprotocol: LiveHost.subprotocol,
      authorization: authorization, security: security)
  }

  private func bytes(of key: String?) -> [UInt8]? {
    guard let key, key.utf8.count == 64 else { return nil }
    let digits = Array(key)
    let bytes = stride(from: 0, to: 64, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return bytes.count == 32 ? bytes : nil
  }
}
