/// What kept a log from its group's host.
///
/// The log on this machine lacks nothing by any of these. ``description`` says each in full.
package enum HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address, which may hold a secret, is not repeated.
  case badAddress
  case unreachable(place: String, reason: String)
  /// The token or the invitation lets nobody in there.
  case notAdmitted(place: String)
  /// Something else answers there, by a status of HTTP.
  case noHost(place: String, status: Int)
  case lost(place: String, reason: String)
  /// The host says why it does not let the device follow.
  case refused(place: String, reason: String)

  /// Whether the same may succeed later without anybody doing something here.
  package var isWorthRetry: Bool {
    switch self {
    case .unreachable, .lost: true
    case .noHost(_, let status): status == 503
    case .badAddress, .notAdmitted, .refused: false
    }
  }

  package var description: String {
    switch self {
    case .badAddress:
      "the host's address cannot be read; give the invitation that hyzer group invite shows there, as https://HOST:PORT/join#group…"
    case .unreachable(let place, let reason):
      "cannot reach the host \(place): \(reason); check the address and the network"
    case .notAdmitted(let place):
      "the host \(place) does not let this device in; ask there for hyzer group invite, and join again"
    case .noHost(let place, let status):
      "\(place) answers as no host of hyzer does (HTTP \(status)); check the address, and that hyzer serve runs there"
    case .lost(let place, let reason):
      "the connection to the host \(place) was lost: \(reason); what was not acknowledged is to be sent again"
    case .refused(let place, let reason): "the host \(place) refuses it: \(reason)"
    }
  }
}
