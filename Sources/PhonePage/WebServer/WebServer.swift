internal import CWebSockets
internal import Glibc
internal import Synchronization

/// A server of requests and WebSockets on one port, on the thread that calls ``serviceOnce()``.
///
/// Wraps libwebsockets.
@safe package final class WebServer {
  package struct Settings: Sendable {
    /// In numbers; nil for all addresses of the machine.
    package var address: String?
    /// 0 for any that is free.
    package var port = 0
    /// Files in PEM form, for TLS.
    package var certificate: (chain: String, key: String)?
    /// The WebSocket subprotocol that clients have to ask for.
    package var subprotocol = ""
    /// In bytes; what is longer is refused.
    package var longestBody = 256 << 10
    /// Bodies that may be longer: those at a path, of so many bytes and so many at once; nil for none.
    package var uploads: (path: String, longest: Int, most: Int)?
    package var longestMessage = 64 << 10
    /// In bytes; a WebSocket whose reader leaves more unread is closed.
    package var mostUnsent = 256 << 10
    package var mostConnections = 2048
    /// So many may have no WebSocket, in all and of one address; who has been quiet for longest gives way to one
    /// more, so that who opens many shuts nobody out.
    package var mostStrangers = (inAll: 1024, ofAddress: 256)
    /// How long a WebSocket says nothing until it is asked whether it lives, and until it is closed.
    package var patience = (asking: 20, closing: 30)
    /// How long a request may take to come, in seconds.
    package var longestRequest = 30

    package init(address: String?, port: Int, subprotocol: String) {
      (self.address, self.port, self.subprotocol) = (address, port, subprotocol)
    }
  }

  package let waker: LoopWaker
  package let port: Int
  private let settings: Settings
  private let server: OpaquePointer
  private let events: Events

  /// Starts to listen; what is asked waits until the server is run.
  ///
  /// A `waker` wakes one server.
  package init(
    _ settings: Settings, serving service: any WebService, wokenBy waker: LoopWaker = LoopWaker()
  ) throws(WebServerError) {
    let events = Events(service)
    let handlers = unsafe hyzer_handlers(
      // The server, which ends in `deinit`, keeps the events.
      owner: Unmanaged.passUnretained(events).toOpaque(),
      requested: { unsafe Events.of($0).answer(WebRequest($2), $1) },
      upgrading: { unsafe Int32(Events.of($0).refusal(ofUpgrade: WebRequest($1))) },
      opened: { unsafe Events.of($0).opened($1, WebRequest($2)) },
      received: { owner, connection, bytes, count, isBinary in
        let bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        unsafe Events.of(owner).received(bytes, isBinary: isBinary != 0, connection)
      },
      drained: { unsafe Events.of($0).drained($1) },
      closed: { unsafe Events.of($0).closed($1) },
      woken: { unsafe Events.of($0).service?.woken() })
    var reason = [CChar](repeating: 0, count: 256)
    let server = unsafe Self.create(settings, handlers, &reason)
    guard let server = unsafe server else {
      throw .cannotListen(
        address: settings.address ?? "*", port: settings.port,
        reason: String(
          decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    unsafe self.server = server
    (self.settings, self.events, self.waker) = (settings, events, waker)
    port = unsafe Int(hyzer_server_port(server))
    unsafe waker.set(server) { unsafe hyzer_server_wake($0) }
  }

  private static func create(
    _ settings: Settings, _ handlers: hyzer_handlers, _ reason: inout [CChar]
  ) -> OpaquePointer? {
    // Nil goes through as a null pointer.
    func with<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
      if let text { unsafe text.withCString { unsafe body($0) } } else { body(nil) }
    }
    var made = unsafe hyzer_settings()
    unsafe made.port = Int32(settings.port)
    unsafe made.longest_body = settings.longestBody
    unsafe made.longest_upload = settings.uploads?.longest ?? 0
    unsafe made.most_uploads = UInt32(settings.uploads?.most ?? 0)
    unsafe made.longest_message = settings.longestMessage
    unsafe made.most_unsent = settings.mostUnsent
    unsafe made.most_connections = UInt32(settings.mostConnections)
    unsafe made.most_strangers = UInt32(settings.mostStrangers.inAll)
    unsafe made.most_strangers_of_address = UInt32(settings.mostStrangers.ofAddress)
    unsafe made.ping_seconds = UInt16(settings.patience.asking)
    unsafe made.hangup_seconds = UInt16(settings.patience.closing)
    unsafe made.request_seconds = UInt16(settings.longestRequest)
    return unsafe with(settings.address) { address in
      unsafe with(settings.certificate?.chain) { certificate in
        unsafe with(settings.certificate?.key) { key in
          unsafe with(settings.uploads?.path) { uploads in
            unsafe settings.subprotocol.withCString { subprotocol in
              unsafe made.address = address
              unsafe made.certificate = certificate
              unsafe made.key = key
              unsafe made.upload_path = uploads
              unsafe made.subprotocol = subprotocol
              return unsafe withUnsafePointer(to: handlers) { handlers in
                unsafe hyzer_server_create(&made, handlers, &reason, reason.count)
              }
            }
          }
        }
      }
    }
  }

  deinit {
    waker.clear()
    unsafe hyzer_server_destroy(server)
  }

  package func serviceOnce() throws(WebServerError) {
    guard unsafe hyzer_server_service(server) >= 0 else {
      throw .ended(address: settings.address ?? "*", port: port)
    }
  }

  /// Reads the files of the certificate again, for connections that come; returns false where they cannot be used, do not
  /// go together or have a key of another kind, and goes on as before.
  package func renewCertificate() -> Bool {
    guard let files = settings.certificate else { return true }
    return unsafe hyzer_server_renew_certificate(server, files.chain, files.key) == 0
  }

  /// Has ``WebService/woken()`` called after some time; takes the place of an earlier alarm.
  package func setAlarm(after time: Duration) {
    unsafe hyzer_server_set_alarm(server, Int64(max(1, time / .microseconds(1))))
  }

  /// Sends a message; returns false where the socket is closed or is being closed.
  @discardableResult
  package func send(_ message: WebMessage, to socket: WebSocketID) -> Bool {
    guard let connection = unsafe events.sockets[socket] else { return false }
    let status =
      switch message {
      case .text(let text): unsafe Self.send(Array(text.utf8), isBinary: false, connection)
      case .binary(let bytes): unsafe Self.send(bytes, isBinary: true, connection)
      }
    return status == 0
  }

  private static func send(_ bytes: [UInt8], isBinary: Bool, _ connection: OpaquePointer) -> Int32 {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe hyzer_send(connection, $0.baseAddress, $0.count, isBinary ? 1 : 0)
    }
  }

  package func unsent(of socket: WebSocketID) -> Int {
    guard let connection = unsafe events.sockets[socket] else { return 0 }
    return unsafe hyzer_unsent(connection)
  }

  /// Closes a WebSocket when what is to be sent is sent; `code` is one of RFC 6455.
  package func close(_ socket: WebSocketID, code: Int) {
    guard let connection = unsafe events.sockets[socket] else { return }
    unsafe hyzer_close(connection, UInt32(code))
  }
}

extension WebServer.Settings {
  /// Chosen: logs, threads and connections to a database have them.
  private static let filesOfOthers = 256
  /// Chosen: libwebsockets keeps a table of so many, and some systems have no limit.
  private static let mostOfAll = 65_536

  /// Takes as many connections as the process may open files, as a host of many groups does.
  ///
  /// Raises its limit to what the system allows. Wraps `setrlimit`.
  package mutating func takeAllFiles() {
    var files = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return }
    let before = files.rlim_cur
    files.rlim_cur = files.rlim_max
    // Where it fails, there are fewer connections.
    if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) != 0 {
      files.rlim_cur = before
    }
    takeFiles(Int(clamping: files.rlim_cur))
  }

  /// Takes as many connections as so many open files allow.
  mutating func takeFiles(_ count: Int) {
    mostConnections = min(max(count / 2, count - Self.filesOfOthers), Self.mostOfAll)
    mostStrangers.inAll = mostConnections / 2
  }
}

@available(*, unavailable, message: "a server belongs to the thread that runs it")
extension WebServer: Sendable {}

/// Has ``WebService/woken()`` called, or ``WebClient/service(for:)`` return, from any thread; when the server or the
/// client has ended it does nothing.
package final class LoopWaker: Sendable {
  /// The pointer is used only while the lock is held, and taken away before the loop's owner frees it.
  @safe private struct Handle: @unchecked Sendable {
    var loop: OpaquePointer?
    var wake: (OpaquePointer) -> Void = { _ in }
  }

  private let handle = Mutex(Handle())

  package init() {}

  package func wakeUp() {
    handle.withLock { handle in
      if let loop = unsafe handle.loop { unsafe handle.wake(loop) }
    }
  }

  func set(_ loop: OpaquePointer, wake: @escaping @Sendable (OpaquePointer) -> Void) {
    handle.withLock { unsafe ($0.loop, $0.wake) = (loop, wake) }
  }

  func clear() { handle.withLock { unsafe $0.loop = nil } }
}

@safe private final class Events {
  // Where the server ends last, what is open closes when the service is gone.
  weak let service: (any WebService)?
  var sockets: [WebSocketID: OpaquePointer] = unsafe [:]

  init(_ service: any WebService) { self.service = service }

  static func of(_ owner: UnsafeMutableRawPointer) -> Events {
    unsafe Unmanaged<Events>.fromOpaque(owner).takeUnretainedValue()
  }

  private func name(_ connection: OpaquePointer) -> WebSocketID {
    unsafe WebSocketID(Int(hyzer_connection_number(connection)))
  }

  func answer(_ request: WebRequest, _ connection: OpaquePointer) {
    guard let response = service?.answer(request).coded(for: request) else { return }
    unsafe hyzer_answer_begin(connection, UInt32(response.status))
    for header in response.headers {
      unsafe hyzer_answer_header(connection, header.name, header.value)
    }
    unsafe response.body.withUnsafeBufferPointer {
      unsafe hyzer_answer_end(connection, $0.baseAddress, $0.count)
    }
  }

  /// Returns 0 where a WebSocket may be opened; without a service nothing could answer.
  func refusal(ofUpgrade request: WebRequest) -> Int {
    guard let service else { return 503 }
    return service.refusal(ofUpgrade: request) ?? 0
  }

  func opened(_ connection: OpaquePointer, _ request: WebRequest) {
    let socket = unsafe name(connection)
    unsafe sockets[socket] = connection
    service?.opened(socket, by: request)
  }

  func received(_ bytes: [UInt8], isBinary: Bool, _ connection: OpaquePointer) {
    let socket = unsafe name(connection)
    service?.received(
      isBinary ? .binary(bytes) : .text(String(decoding: bytes, as: UTF8.self)), from: socket)
  }

  func drained(_ connection: OpaquePointer) { service?.drained(unsafe name(connection)) }

  func closed(_ connection: OpaquePointer) {
    let socket = unsafe name(connection)
    unsafe sockets[socket] = nil
    service?.closed(socket)
  }
}

extension WebRequest {
  /// Returns an address without what IPv6 writes before one of IPv4.
  private static func plain(_ address: String) -> String {
    let prefix = "::ffff:"
    return address.hasPrefix(prefix) ? String(address.dropFirst(prefix.count)) : address
  }

  fileprivate init(_ shown: UnsafePointer<hyzer_request>) {
    let request = unsafe shown.pointee
    unsafe self.init(
      method: String(cString: request.method), path: String(cString: request.path),
      query: String(cString: request.query), host: String(cString: request.host),
      origin: String(cString: request.origin), cookie: String(cString: request.cookie),
      authorization: String(cString: request.authorization),
      encodings: String(cString: request.encodings),
      address: Self.plain(String(cString: request.address)),
      body: Array(UnsafeBufferPointer(start: request.body, count: request.body_count)))
  }
}
