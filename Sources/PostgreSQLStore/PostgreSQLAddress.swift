internal import CPQ
internal import FoundationEssentials
package import ScoreLog

/// Where a database of PostgreSQL is, and as whom to log in there.
package struct PostgreSQLAddress: Hashable, Sendable {
  /// Without passwords, to be shown to people.
  package let shown: String
  /// What libpq connects by, of which later ones count more.
  let keywords: [(String, String)]
  let password: String?
  private let options: [String: String]
  private let text: String

  package static func == (one: Self, other: Self) -> Bool { one.text == other.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether a text is such an address, and no file's.
  package static func isOne(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  /// Reads a URL, `postgresql://USER@HOST:PORT/DATABASE`; what is missing libpq takes from the environment, service
  /// files and `~/.pgpass`.
  ///
  /// A server has to show a certificate with its name, unless it can only be on this machine, or the address or the
  /// environment says otherwise.
  ///
  /// - Throws: ``ScoreStoreError/cannotOpen(path:reason:)``, which does not repeat what may hold a password.
  package init(
    _ text: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ScoreStoreError) {
    guard Self.isOne(text), !text.utf8.contains(0), let options = Self.options(of: text) else {
      throw .cannotOpen(
        path: "postgresql://…",
        reason: "the address cannot be read; write it as "
          + "postgresql://USER@HOST:PORT/DATABASE, with the password in ~/.pgpass")
    }
    self.text = text
    self.options = options
    password = options["password"]
    let host = options["host"] ?? options["hostaddr"] ?? ""
    let port = options["port"].map { ":\($0)" } ?? ""
    let database = options["dbname"] ?? ""
    shown =
      host.hasPrefix("/")
      ? "postgresql:///\(database)?host=\(host)" : "postgresql://\(host)\(port)/\(database)"
    var keywords = [("connect_timeout", "10"), ("client_encoding", "UTF8")]
    keywords.append(("fallback_application_name", "hyzer"))
    if !Self.isHere(options, environment), environment["PGSSLMODE"] == nil {
      keywords.append(("sslmode", "verify-full"))
      // libpq's own default.
      let own = environment["HOME"].map { $0 + "/.postgresql/root.crt" }
      let hasOwn = own.map(FileManager.default.isReadableFile) ?? false
      if !hasOwn, environment["PGSSLROOTCERT", default: ""].isEmpty {
        keywords.append(("sslrootcert", Self.authorities))
      }
    }
    keywords.append(("dbname", text))
    self.keywords = keywords
  }

  /// Whether libpq can connect to nothing but this machine.
  private static func isHere(_ options: [String: String], _ environment: [String: String]) -> Bool {
    // Where a service leads its file says.
    guard options["service"] == nil, environment["PGSERVICE"] == nil else { return false }
    // Both count: an address is connected to in the place of the host of the same position.
    let places = [
      options["host"] ?? environment["PGHOST"], options["hostaddr"] ?? environment["PGHOSTADDR"],
    ]
    // Without a name it is a socket here.
    let names: [Substring] = places.compactMap(\.self).flatMap { $0.split(separator: ",") }
    return names.allSatisfy { name in
      if name.hasPrefix("/") || name.hasPrefix("@") { return true }
      if name == "localhost" || name == "::1" { return true }
      return name.wholeMatch(of: /127(\.[0-9]{1,3}){3}/) != nil
    }
  }

  /// What libpq's programs connect by, in a text that others may read.
  var withoutPassword: String {
    let own = Dictionary(keywords.dropLast(), uniquingKeysWith: { $1 })
    return own.merging(options.filter { !Self.secrets.contains($0.key) }) { $1 }.map { key, value in
      let escaped = value.replacing(/[\\']/) { "\\\($0.output)" }
      return "\(key)='\(escaped)'"
    }.sorted().joined(separator: " ")
  }

  private static let secrets = [
    "password", "sslpassword", "scram_client_key", "scram_server_key", "oauth_client_secret",
  ]
  /// Whom Debian trusts.
  private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

  /// What an address says, by keyword; nil where libpq makes no sense of it.
  private static func options(of address: String) -> [String: String]? {
    var reason: UnsafeMutablePointer<CChar>?
    let first = unsafe PQconninfoParse(address, &reason)
    unsafe PQfreemem(reason)
    defer { unsafe PQconninfoFree(first) }
    guard var option = unsafe first else { return nil }
    var options: [String: String] = [:]
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        unsafe options[PostgreSQLStore.text(keyword)] = PostgreSQLStore.text(value)
      }
      unsafe option += 1
    }
    return options
  }
}
