private import Foundation

/// One end of a connection on this machine, on which a test says what no library would: a client's, or a server's
/// by ``LoopbackListener``.
@safe
package final class LoopbackClient {
  private let descriptor: Int32
  private var unread: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// Whether the server has closed the connection, so far as anything was read.
  package private(set) var isClosed = false

  package struct Failed: Error {
    let call: String
  }

  /// Connects from an address of this machine to one of it; no call waits for longer than a minute.
  package init(
    port: Int, from source: String = "127.0.0.1", to target: String = "127.0.0.1"
  ) throws {
    descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failed(call: "socket") }
    limitWaits()
    guard unsafe Self.call(bind, descriptor, inet_addr(source), port: 0) == 0 else {
      throw Failed(call: "bind")
    }
    guard unsafe Self.call(connect, descriptor, inet_addr(target), port: port) == 0
    else {
      throw Failed(call: "connect")
    }
  }

  fileprivate init(descriptor: Int32) {
    self.descriptor = descriptor
    limitWaits()
  }

  private func limitWaits() {
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  fileprivate static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ host: in_addr_t, port: Int
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = host
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { _ = Glibc.close(descriptor) }

  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { throw Failed(call: "send") }
      rest = rest.dropFirst(sent)
    }
  }

  /// Waits for more; returns false where the server has closed the connection, or nothing comes.
  private func receive() -> Bool {
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    if count == 0 || count < 0 && errno == ECONNRESET { isClosed = true }
    guard count > 0 else { return false }
    unread += buffer.prefix(count)
    return true
  }

  /// Returns what comes until the server closes the connection, or nothing comes for a minute.
  package func rest() -> [UInt8] {
    while receive() {}
    defer { unread = [] }
    return unread
  }

  package func bytes(_ count: Int) throws -> [UInt8] {
    while unread.count < count { guard receive() else { throw Failed(call: "recv") } }
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }

  /// Says that nothing more comes, and goes on reading.
  package func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Asks, and returns the status, the headers in lower case, and the body.
  package func ask(_ request: String) throws -> (
    status: Int, headers: [String: String], body: String
  ) {
    try send(request)
    return try answer(hasBody: !request.hasPrefix("HEAD"))
  }

  package func answer(hasBody: Bool = true) throws -> (
    status: Int, headers: [String: String], body: String
  ) {
    let end = Data("\r\n\r\n".utf8)
    var head: Range<Int>?
    while true {
      head = Data(unread).range(of: end)
      if head != nil { break }
      guard receive() else { throw Failed(call: "recv") }
    }
    let text = String(decoding: try bytes(head?.upperBound ?? 0), as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let count = hasBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    return (status, headers, String(decoding: try bytes(count), as: UTF8.self))
  }

  /// Opens a WebSocket, and returns the status of the answer: 101 where it is open.
  package func upgrade(
    _ path: String, subprotocol: String, headers: [String] = []
  ) throws -> Int {
    let lines =
      [
        "GET \(path) HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol: \(subprotocol)",
      ] + headers
    return try ask(lines.joined(separator: "\r\n") + "\r\n\r\n").status
  }

  /// Sends a frame: 1 is text, 2 binary, 8 the end, 9 a ping, and 0 goes on with the one before.
  ///
  /// Clients have to mask it, servers may not.
  package func frame(
    _ kind: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true
  ) throws {
    var bytes = [(isFinal ? 0x80 : 0) | kind]
    let masked: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(masked | UInt8(payload.count))
    case ..<65536: bytes += [masked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(masked | 127)
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    }
    let mask: [UInt8] = isMasked ? [1, 2, 3, 4] : []
    bytes += mask + Self.apply(mask, to: payload)
    try send(bytes)
  }

  private static func apply(_ mask: [UInt8], to payload: [UInt8]) -> [UInt8] {
    mask.isEmpty ? payload : payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
  }

  package func frame(text: String) throws { try frame(1, Array(text.utf8)) }

  /// Waits for a frame, and returns its kind and payload.
  package func frame() throws -> (kind: UInt8, payload: [UInt8]) {
    let head = try bytes(2)
    var count = Int(head[1] & 127)
    if count >= 126 {
      count = try bytes(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    let mask = head[1] & 0x80 == 0 ? [] : try bytes(4)
    return (head[0] & 15, Self.apply(mask, to: try bytes(count)))
  }

  /// Waits for the head of a request, and returns it.
  package func request() throws -> String {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try bytes(1) }
    return String(decoding: head, as: UTF8.self)
  }

  /// Answers the upgrade that comes as a server of WebSockets on a port does, which is asked the same.
  package func upgrade(like port: Int) throws {
    let answer = try LoopbackClient(port: port).ask(try request())
    guard let key = answer.headers["sec-websocket-accept"] else { throw Failed(call: "upgrade") }
    try send(
      "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: \(key)\r\n\r\n")
  }
}

/// A port of this machine on which a test plays the server.
@safe
package final class LoopbackListener: Sendable {
  private let descriptor: Int32
  package let port: Int

  /// Where it is not `isOpen`, the port is taken, and connections are refused; one that is `lent` is given to nobody
  /// else, and a server that asks for it by its number may come and go there.
  package init(isOpen: Bool = true, lent: Bool = false) throws {
    let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw LoopbackClient.Failed(call: "socket") }
    var isLent = Int32(lent ? 1 : 0)
    guard
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_REUSEADDR, &isLent, socklen_t(MemoryLayout<Int32>.size)) == 0
    else { throw LoopbackClient.Failed(call: "setsockopt") }
    guard
      unsafe LoopbackClient.call(bind, descriptor, UInt32(0x7F00_0001).bigEndian, port: 0) == 0
    else { throw LoopbackClient.Failed(call: "bind") }
    guard !isOpen || listen(descriptor, 16) == 0 else {
      throw LoopbackClient.Failed(call: "listen")
    }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    guard status == 0 else { throw LoopbackClient.Failed(call: "getsockname") }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Waits for a connection.
  package func accept() throws -> LoopbackClient {
    let accepted = Glibc.accept(descriptor, nil, nil)
    guard accepted >= 0 else { throw LoopbackClient.Failed(call: "accept") }
    return LoopbackClient(descriptor: accepted)
  }

  /// Whether this machine has an address of IPv6 of its own.
  package static var hasIPv6: Bool {
    FileManager.default.contents(atPath: "/proc/net/if_inet6")
      .map { String(decoding: $0, as: UTF8.self).contains("00000000000000000000000000000001 ") }
      ?? false
  }
}
