internal import CWebSockets

/// A WebSocket to a server, on the thread that calls ``service(for:)``; it has one at a time.
///
/// Wraps libwebsockets. No proxy is used, whatever the environment says.
@safe package final class WebClient {
  package struct Target: Hashable, Sendable {
    /// A name, or an address in numbers, of IPv6 without brackets; at most 100 bytes.
    package var host: String
    package var port: Int
    /// Begins with a slash; at most 1024 bytes.
    package var path: String
    /// The WebSocket subprotocol to ask for; "" for none, at most 1024 bytes.
    package var subprotocol: String
    /// What the header `Authorization` says; "" for none, at most 1024 bytes.
    ///
    /// Only a server for which `security` vouches gets it.
    package var authorization: String
    package var security: Security

    package enum Security: Hashable, Sendable {
      case plain
      /// TLS; the system's authorities vouch for the certificate, which has to be the host's.
      case authorities
      /// TLS; any certificate counts whose public key, as a SubjectPublicKeyInfo in DER, has this SHA-256 (32 bytes).
      /// Names, authorities and dates do not count.
      case key(sha256: [UInt8])
    }

    package init(
      host: String, port: Int, path: String, subprotocol: String, authorization: String = "",
      security: Security
    ) {
      (self.host, self.port, self.path) = (host, port, path)
      (self.subprotocol, self.authorization) = (subprotocol, authorization)
      self.security = security
    }
  }

  package enum Event: Hashable, Sendable {
    case opened
    /// A whole message.
    case received(WebMessage)
    /// All that was sent has gone.
    case drained
    /// The server opens no WebSocket; `status` is its answer's in HTTP. Comes in place of `closed`.
    case refused(status: Int)
    /// The connection has ended, or none came about: at most once for each ``connect(to:timeout:)``.
    ///
    /// `code` is that of RFC 6455 by which one side closed it, else 0; `reason` is in words, without the end of a
    /// sentence.
    case closed(code: Int, reason: String)
  }

  package struct Settings: Sendable {
    /// In bytes; a longer message of the server ends the connection.
    package var longestMessage = 1 << 20
    /// In bytes; where more waits to be sent, the connection is ended.
    package var mostUnsent = 4 << 20
    /// In seconds: how long the server says nothing until it is asked whether it lives, and until the connection is
    /// ended.
    package var patience = (asking: 20, closing: 30)

    package init() {}
  }

  package let waker: LoopWaker
  private let client: OpaquePointer
  private let events: ClientEvents

  /// Makes a client that is not connected.
  ///
  /// A `waker` wakes one client, and no server beside it.
  package init(_ settings: Settings = Settings(), wokenBy waker: LoopWaker = LoopWaker())
    throws(WebClientError)
  {
    let events = ClientEvents()
    let handlers = unsafe hyzer_client_handlers(
      // The client, which ends in `deinit`, keeps the events.
      owner: Unmanaged.passUnretained(events).toOpaque(),
      opened: { unsafe ClientEvents.of($0).add(.opened) },
      received: { owner, bytes, count, isBinary in
        let bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        return unsafe ClientEvents.of(owner).received(bytes, isBinary: isBinary != 0)
      },
      drained: { unsafe ClientEvents.of($0).add(.drained) },
      closed: { owner, code, status, reason in
        let reason = unsafe String(cString: reason)
        unsafe ClientEvents.of(owner).add(
          status == 0 ? .closed(code: Int(code), reason: reason) : .refused(status: Int(status)))
      })
    var made = hyzer_client_settings(
      longest_message: settings.longestMessage, most_unsent: settings.mostUnsent,
      ping_seconds: UInt16(settings.patience.asking),
      hangup_seconds: UInt16(settings.patience.closing))
    var reason = [CChar](repeating: 0, count: 256)
    let client = unsafe withUnsafePointer(to: handlers) {
      unsafe hyzer_client_create(&made, $0, &reason, reason.count)
    }
    guard let client = unsafe client else {
      throw .cannotBegin(
        reason: String(
          decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    unsafe self.client = client
    (self.events, self.waker) = (events, waker)
    unsafe waker.set(client) { unsafe hyzer_client_wake($0) }
  }

  deinit {
    waker.clear()
    unsafe hyzer_client_destroy(client)
  }

  /// Begins a connection; an earlier one ends without an event.
  ///
  /// It waits for the system to look up the host's name, which may take seconds where the network is bad. After
  /// that, what is not open within the `timeout` is closed with words for it.
  package func connect(to target: Target, timeout: Duration) {
    // What happened to the earlier one is no longer of interest.
    events.all = []
    let (security, digest): (hyzer_security, [UInt8]) =
      switch target.security {
      case .plain: (HYZER_PLAIN, [])
      case .authorities: (HYZER_AUTHORITIES, [])
      case .key(let sha256): (HYZER_KEY, sha256)
      }
    unsafe target.host.withCString { host in
      unsafe target.path.withCString { path in
        unsafe target.subprotocol.withCString { subprotocol in
          unsafe target.authorization.withCString { authorization in
            unsafe digest.withUnsafeBufferPointer { digest in
              var made = unsafe hyzer_target(
                host: host, port: Int32(clamping: target.port), path: path,
                subprotocol: subprotocol, authorization: authorization, security: security,
                key_digest: digest.baseAddress, key_digest_count: digest.count)
              unsafe hyzer_client_connect(client, &made, Self.microseconds(timeout))
            }
          }
        }
      }
    }
  }

  /// Ends the connection at once, without an event; what waits to be sent is not sent.
  package func disconnect() {
    events.all = []
    unsafe hyzer_client_disconnect(client)
  }

  /// Sends a message; returns false where no WebSocket is open, or too much waits.
  @discardableResult
  package func send(_ message: WebMessage) -> Bool {
    switch message {
    case .text(let text): send(Array(text.utf8), isBinary: false)
    case .binary(let bytes): send(bytes, isBinary: true)
    }
  }

  private func send(_ bytes: [UInt8], isBinary: Bool) -> Bool {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe hyzer_client_send(client, $0.baseAddress, $0.count, isBinary ? 1 : 0) == 0
    }
  }

  /// In bytes of messages.
  package var unsent: Int { unsafe hyzer_client_unsent(client) }

  /// Waits until something happens or ``LoopWaker/wakeUp()`` is called, from now on or since the last wait, but no
  /// longer than for a time; returns what happened, in order.
  package func service(for time: Duration) -> [Event] {
    unsafe hyzer_client_service(client, Self.microseconds(time))
    defer { events.all = [] }
    return events.all
  }

  /// At most a day's.
  private static func microseconds(_ time: Duration) -> Int64 {
    Int64(min(max(time, .zero), .seconds(86_400)) / .microseconds(1))
  }
}

@available(*, unavailable, message: "a client belongs to the thread that runs it")
extension WebClient: Sendable {}

package enum WebClientError: Error, Hashable, Sendable, CustomStringConvertible {
  case cannotBegin(reason: String)

  package var description: String {
    switch self {
    case .cannotBegin(let reason):
      "cannot make a connection to a server: \(reason); check memory and the limit of open files"
    }
  }
}

@safe private final class ClientEvents {
  var all: [WebClient.Event] = []

  static func of(_ owner: UnsafeMutableRawPointer) -> ClientEvents {
    unsafe Unmanaged<ClientEvents>.fromOpaque(owner).takeUnretainedValue()
  }

  func add(_ event: WebClient.Event) { all.append(event) }

  /// Returns the code by which the connection ends, or 0.
  func received(_ bytes: [UInt8], isBinary: Bool) -> UInt32 {
    if isBinary {
      add(.received(.binary(bytes)))
    } else if let text = String(validating: bytes, as: UTF8.self) {
      add(.received(.text(text)))
    } else {
      return 1007
    }
    return 0
  }
}
