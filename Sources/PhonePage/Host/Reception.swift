internal import Glibc
internal import HyzerBase
internal import ScoreLog

/// What all logs share that are served at one port: who is heard there, and what was counted.
///
/// Belongs to the thread of the server.
package final class Reception {
  let trust: WebTrust
  package let dependencies: LiveHost.Dependencies
  /// The file of a certificate authority that the page offers to install; nil where there is none.
  let authority: [UInt8]?
  /// The SHA-256 of what the operator shows, who alone sees the metrics; nil where nobody does.
  private let operatorsToken: String?
  /// What can be asked beside ``Route/all``, of other pages than the live one.
  let routes: [Route]
  /// Wakes the loop from other threads.
  let waker = LoopWaker()
  /// Counts wrong codes whatever group they are tried on: a code says of none which it means.
  var joinGuard: JoinGuard
  /// The watches that wait for a phone, of whatever group: their phones say of which.
  var pairings = Pairings()
  var metrics = Metrics()
  /// The pictures of rounds that were drawn last, the newest at the end.
  ///
  /// Several phones look at one just after the finish. An equal card of another group has an equal picture.
  private(set) var pictures: [(card: Scorecard, bytes: [UInt8])] = []
  /// Chosen: of so many rounds; a picture has some 100 kB.
  private static let mostPictures = 16

  package init(
    trust: WebTrust, dependencies: LiveHost.Dependencies, authority: [UInt8]? = nil,
    metricsToken: String? = nil, mostWrongCodes: Int = JoinGuard.triesInAll,
    routes: [Route] = []
  ) throws {
    joinGuard = JoinGuard(most: mostWrongCodes)
    (self.trust, self.dependencies, self.authority) = (trust, dependencies, authority)
    self.routes = routes
    operatorsToken = try metricsToken.map { try Digest.sha256(of: $0) }
  }

  /// Does something that uses a log, and counts the time.
  func timed<Value>(_ body: () throws -> Value) rethrows -> Value {
    let start = dependencies.uptime()
    defer { metrics.callTimes.add(dependencies.uptime() - start) }
    return try body()
  }

  func countWrongCode() {
    metrics.wrongCodes += 1
    dependencies.note("a wrong code was tried")
  }

  func keep(picture bytes: [UInt8], of card: Scorecard) {
    pictures = pictures.suffix(Self.mostPictures - 1) + [(card, bytes)]
  }

  /// Whether a request shows the operator's token; digests are compared, whose time tells nothing of it.
  func isOperators(_ request: WebRequest) throws -> Bool {
    guard let operatorsToken, let shown = trust.bearer(in: request) else { return false }
    return try Digest.sha256(of: shown) == operatorsToken
  }

  /// Returns what a request shows that may open a log.
  func key(of request: WebRequest) throws -> GroupKey? {
    if let secret = trust.invitation(in: request) { return .group(secret) }
    return try trust.tokens(in: request).first.map { .token(try $0.hash()) }
  }

  /// The memory that the process has; 0 where the system does not say.
  static var residentBytes: Int {
    let text = (try? InputFile.text(of: "/proc/self/statm")) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

@available(*, unavailable, message: "a reception belongs to the thread of its server")
extension Reception: Sendable {}
