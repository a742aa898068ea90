/// Where a hub is, without user and password.
package struct HubPlace: Hashable, Sendable, CustomStringConvertible {
  package let host: String
  package let port: String
  package let database: String

  package init(host: String, port: String, database: String) {
    (self.host, self.port, self.database) = (host, port, database)
  }

  package var description: String {
    "\(host.contains(":") ? "[\(host)]" : host):\(port)/\(database)"
  }
}

/// What kept the hub from being used.
///
/// The score log on this machine lacks nothing by any of these. ``description`` says each in full;
/// `reason` is the message of libpq or of the server.
package enum HubError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address, which may hold a password, is not repeated.
  case badAddress
  case unreachable(HubPlace, reason: String)
  case loginRefused(HubPlace, reason: String)
  case encryptionFailed(HubPlace, reason: String)
  case noDatabase(HubPlace)
  case notAHub(HubPlace)
  case newerSchema(HubPlace, version: Int, supported: Int)
  case denied(HubPlace, reason: String)
  case readOnly(HubPlace)
  case diskFull(HubPlace)
  case connectionLost(HubPlace, reason: String)
  /// The server is there, but cannot do it at the moment.
  case busy(HubPlace, reason: String)
  /// Another refusal, with its SQLSTATE.
  case refused(HubPlace, state: String, reason: String)
  case badAnswer(HubPlace, reason: String)
  /// The waker ended the call.
  case stopped(HubPlace)

  /// Whether the same call may succeed later without anybody doing something here.
  package var isWorthRetry: Bool {
    switch self {
    case .unreachable, .connectionLost, .busy, .diskFull, .readOnly: true
    case .badAddress, .loginRefused, .encryptionFailed, .noDatabase, .notAHub, .newerSchema,
      .denied, .refused, .badAnswer, .stopped:
      false
    }
  }

  package var description: String {
    switch self {
    case .badAddress:
      "the hub's address cannot be read; write it as postgresql://USER@HOST:PORT/DATABASE, with the password in ~/.pgpass"
    case .unreachable(let place, let reason):
      "cannot reach the hub \(place): \(reason); check the address and the network"
    case .loginRefused(let place, let reason):
      "the hub \(place) refuses the login: \(reason); check the user, and the password in ~/.pgpass"
    case .encryptionFailed(let place, let reason):
      "cannot trust the connection to the hub \(place): \(reason); check sslmode and sslrootcert in the address, and the server's certificate"
    case .noDatabase(let place):
      "the hub \(place) is not there: the server has no such database; check the address, or make it with createdb"
    case .notAHub(let place):
      "the database \(place) is no hub; make it one with hyzer hub init"
    case .newerSchema(let place, let version, let supported):
      "the hub \(place) has schema \(version), but this program knows only \(supported); install the later version that made it"
    case .denied(let place, let reason):
      "the hub \(place) does not permit it: \(reason); ask its owner for the role hyzer_writer"
    case .readOnly(let place):
      "cannot write to the hub \(place): it is read-only; connect to the server that takes writes, or ask its owner"
    case .diskFull(let place):
      "cannot write to the hub \(place): its disk is full; ask its owner to free some space"
    case .connectionLost(let place, let reason):
      "the connection to the hub \(place) was lost: \(reason); what was not acknowledged is to be sent again"
    case .busy(let place, let reason):
      "the hub \(place) cannot do it now: \(reason); try again"
    case .refused(let place, let state, let reason):
      "the hub \(place) refuses it: \(reason) (SQLSTATE \(state)); ask its owner"
    case .badAnswer(let place, let reason):
      "cannot read what the hub \(place) answers: \(reason); ask its owner whether its tables were changed"
    case .stopped(let place):
      "the call to the hub \(place) was stopped; start again to go on"
    }
  }

  /// Makes the error of a message from the server with an SQLSTATE (PostgreSQL's manual, appendix A).
  init(state: String, reason: String, place: HubPlace) {
    switch state {
    case "28P01", "28000": self = .loginRefused(place, reason: reason)
    case "3D000": self = .noDatabase(place)
    case "3F000", "42P01", "42883": self = .notAHub(place)
    case "42501": self = .denied(place, reason: reason)
    case "25006": self = .readOnly(place)
    case "53100": self = .diskFull(place)
    // Shut down, crashed, or starting.
    case "57P01", "57P02", "57P03", "57P05": self = .connectionLost(place, reason: reason)
    // A lock or a statement that took the server too long.
    case "55P03", "57014": self = .busy(place, reason: reason)
    default:
      switch state.prefix(2) {
      case "08": self = .connectionLost(place, reason: reason)
      // Transactions in each other's way; too little of something.
      case "40", "53": self = .busy(place, reason: reason)
      default: self = .refused(place, state: state, reason: reason)
      }
    }
  }
}
