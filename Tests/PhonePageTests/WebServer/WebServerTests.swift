import Foundation
import LoopbackClients
import Synchronization
import Testing

@testable import PhonePage

/// Answers with what was asked, and sends back what it gets; `/refused` opens no WebSocket, nor does `/refused/404`.
final class Echo: WebService {
  weak var server: WebServer?
  private let note: (String) -> Void
  private var sockets: Set<WebSocketID> = []

  init(note: @escaping (String) -> Void) { self.note = note }

  func answer(_ request: WebRequest) -> WebResponse {
    if request.path.hasPrefix("/large") {
      var response = WebResponse(body: Array(repeating: UInt8(ascii: "x"), count: 300_000))
      response.isCompressible = request.path == "/large/file"
      return response
    }
    var response = WebResponse(
      status: request.method == "PUT" ? 405 : 200, headers: ["X-Method": request.method],
      body: Array("\(request.path)?\(request.query) \(request.body.count)".utf8))
    response.add("X-Said", "\(request.host)|\(request.origin)|\(request.cookie)|\(request.address)")
    return response
  }

  func refusal(ofUpgrade request: WebRequest) -> Int? {
    note("asked with \(request.authorization)")
    guard request.path.hasPrefix("/refused") else { return nil }
    return Int(request.path.dropFirst("/refused/".count)) ?? 401
  }

  func opened(_ socket: WebSocketID, by request: WebRequest) {
    sockets.insert(socket)
    note("opened \(request.path) \(request.cookie)")
  }

  func received(_ message: WebMessage, from socket: WebSocketID) {
    switch message {
    case .text("flood"):
      for _ in 0..<200 {
        server?.send(.binary(Array(repeating: 0, count: 16_384)), to: socket)
      }
    case .text("bye"): server?.close(socket, code: 1001)
    case .text, .binary: server?.send(message, to: socket)
    }
  }

  func drained(_ socket: WebSocketID) {}

  func closed(_ socket: WebSocketID) {
    sockets.remove(socket)
    note("closed")
  }

  func woken() {
    note("woken")
    for socket in sockets { server?.send(.text("news"), to: socket) }
  }
}

final class Served: Sendable {
  private struct State {
    var port = 0
    var waker: LoopWaker?
    var isOver = false
    var notes: [String] = []
  }

  private let state = Mutex(State())
  private let hasStarted = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let hasNote = DispatchSemaphore(value: 0)

  static var settings: WebServer.Settings {
    var settings = WebServer.Settings(address: "127.0.0.1", port: 0, subprotocol: "echo.1")
    settings.longestBody = 1000
    settings.longestMessage = 70_000
    // The clients are in this process as well.
    settings.mostConnections = 8192
    return settings
  }

  init(_ settings: WebServer.Settings = Served.settings) throws {
    Thread { [self] in
      serve(settings)
      hasStarted.signal()
      hasEnded.signal()
    }.start()
    hasStarted.wait()
    try #require(port > 0)
  }

  private func serve(_ settings: WebServer.Settings) {
    let echo = Echo { [self] text in
      state.withLock { $0.notes.append(text) }
      hasNote.signal()
    }
    guard let server = try? WebServer(settings, serving: echo) else { return }
    echo.server = server
    state.withLock { ($0.port, $0.waker) = (server.port, server.waker) }
    hasStarted.signal()
    while !state.withLock(\.isOver), (try? server.serviceOnce()) != nil {}
  }

  var port: Int { state.withLock { $0.port } }
  func client() throws -> LoopbackClient { try LoopbackClient(port: port) }

  func socket(_ path: String = "/") throws -> LoopbackClient {
    let client = try client()
    try #require(try client.upgrade(path, subprotocol: "echo.1") == 101, "\(path)")
    return client
  }

  func wakeUp() { state.withLock { $0.waker }?.wakeUp() }

  func count(_ note: String) -> Int {
    state.withLock { state in state.notes.count { $0 == note } }
  }

  func wait(for note: String, count: Int = 1) throws {
    while self.count(note) < count {
      try #require(hasNote.wait(timeout: .now() + 20) == .success, "\(note) did not happen")
    }
  }

  func stop() {
    state.withLock { $0.isOver = true }
    wakeUp()
    hasEnded.wait()
  }
}

private final class Notes { var count = 0 }

@Suite(.timeLimit(.minutes(10))) final class `A web server` {
  private let served: Served

  init() throws { served = try Served() }

  deinit { served.stop() }

  @Test func `requests on one connection are answered one after the other`() throws {
    let client = try served.client()
    let first = try client.ask(
      "GET /a/b?c=d HTTP/1.1\r\nHost: h:1\r\nOrigin: http://h:1\r\nCookie: k=v\r\n\r\n")
    #expect(first.status == 200)
    #expect(first.body == "/a/b?c=d 0")
    #expect(first.headers["x-said"] == "h:1|http://h:1|k=v|127.0.0.1")
    let second = try client.ask(
      "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello")
    #expect(second.body == "/p? 5")
    #expect(second.headers["x-method"] == "POST")
    let empty = try client.ask("POST /e HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
    #expect(empty.body == "/e? 0")
    let head = try client.ask("HEAD /h HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(head.headers["content-length"] == "\("/h? 0".count)")
    #expect(try client.ask("GET /after HTTP/1.1\r\nHost: h\r\n\r\n").body == "/after? 0")
  }

  @Test
  func `a client that sends more than the body before its answer is closed, and others go on`()
    throws
  {
    let clients = try (0..<8).map { _ in try served.client() }
    for client in clients {
      try client.send("POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello, and more")
    }
    for client in clients { #expect(throws: (any Error).self) { try client.answer() } }
    #expect(try served.client().ask("GET /after HTTP/1.1\r\nHost: h\r\n\r\n").body == "/after? 0")
  }

  @Test func `who opens many connections shuts nobody out, from one address or from many`() throws {
    var settings = Served.settings
    settings.mostConnections = 64
    settings.mostStrangers = (inAll: 24, ofAddress: 8)
    let served = try Served(settings)
    defer { served.stop() }
    func ask(_ client: LoopbackClient) throws {
      #expect(try client.ask("GET /a HTTP/1.1\r\nHost: h\r\n\r\n").body == "/a? 0")
    }
    let known = try served.socket()
    let quiet = try LoopbackClient(port: served.port, from: "127.0.0.2")
    try ask(quiet)
    let idle = try (0..<300).map { _ in try served.client() }
    try ask(served.client())
    // The first has made room, and nobody of another address.
    #expect(idle[0].rest().isEmpty && idle[0].isClosed)
    try ask(quiet)
    let others = try (0..<300).map { number in
      try LoopbackClient(port: served.port, from: "127.0.1.\(1 + number % 5)")
    }
    try ask(LoopbackClient(port: served.port, from: "127.0.0.3"))
    #expect(others[0].rest().isEmpty && others[0].isClosed)
    try ask(quiet)
    // Who has a WebSocket is nobody's match.
    try known.frame(text: "there")
    #expect(try known.frame().payload == Array("there".utf8))
    _ = try served.socket()
  }

  @Test func `connections that end make room for as many again`() throws {
    var settings = Served.settings
    settings.mostStrangers = (inAll: 4, ofAddress: 4)
    let served = try Served(settings)
    defer { served.stop() }
    let first = try served.client()
    for _ in 0..<50 {
      try #require(served.client().ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
    }
    let sockets = try (0..<20).map { _ in try served.socket() }
    for socket in sockets {
      try socket.frame(text: "x")
      #expect(try socket.frame().payload == Array("x".utf8))
    }
    _ = first
  }

  @Test(
    "a long answer comes whole, and a file in few bytes where the client decodes them",
    arguments: [
      ("/large/file", "gzip, deflate, br", "deflate"), ("/large/file", "gzip", nil),
      ("/large", "deflate", nil),
    ])
  func coding(path: String, encodings: String, coding: String?) throws {
    let answer = try served.client().ask(
      "GET \(path) HTTP/1.1\r\nHost: h\r\nAccept-Encoding: \(encodings)\r\n\r\n")
    #expect(answer.headers["content-encoding"] == coding)
    #expect(
      coding == nil
        ? answer.body == String(repeating: "x", count: 300_000)
        : Int(answer.headers["content-length"] ?? "") ?? .max < 1000)
  }

  @Test func `a body that is too long is refused, said or not`() throws {
    let said = try served.client().ask(
      "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n")
    #expect(said.status == 413)
    let client = try served.client()
    try client.send("POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n")
    #expect(String(decoding: client.rest(), as: UTF8.self).contains(" 413 "))
    #expect(try served.client().ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
  }

  @Test func `a body may be longer where uploads are taken, as many at once as are allowed`() throws
  {
    var settings = Served.settings
    settings.uploads = (path: "/photo", longest: 5000, most: 1)
    let served = try Served(settings)
    defer { served.stop() }
    func post(_ path: String, _ count: Int) throws -> Int? {
      try served.client().ask(
        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(count)\r\n\r\n"
          + String(repeating: "x", count: count)
      ).status
    }
    #expect(try post("/photo", 5000) == 200)
    #expect(try post("/photo", 5001) == 413)
    #expect(try post("/other", 5000) == 413)
    let slow = try served.client()
    try slow.send("POST /photo HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\nx")
    // What was sent has been read once another request was answered after it.
    while try post("/photo", 5000) != 503 {}
    #expect(try post("/photo", 1000) == 200)
    #expect(try slow.ask(String(repeating: "x", count: 4999)).status == 200)
    #expect(try post("/photo", 5000) == 200)
  }

  @Test func `a WebSocket gets back what it sends, however it is cut`() throws {
    let client = try served.client()
    #expect(try client.upgrade("/live", subprotocol: "echo.1", headers: ["Cookie: k=v"]) == 101)
    try served.wait(for: "opened /live k=v")
    try client.frame(text: "hello")
    #expect(try client.frame() == (1, Array("hello".utf8)))
    let long = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
    try client.frame(2, Array(long[..<10]), isFinal: false)
    try client.frame(9, [7])
    try client.frame(0, Array(long[10..<20_000]), isFinal: false)
    try client.frame(0, Array(long[20_000...]))
    let frames = [try client.frame(), try client.frame()]
    #expect(frames.contains { $0 == (10, [7]) })
    #expect(frames.contains { $0 == (2, long) })
  }

  @Test func `a WebSocket is opened only where the service allows it`() throws {
    #expect(try served.client().upgrade("/refused", subprotocol: "echo.1") == 401)
    #expect(try served.client().ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
  }

  @Test func `a message that is too long ends its WebSocket by 1009, and no other`() throws {
    let (one, other) = (try served.socket(), try served.socket())
    try? one.frame(2, Array(repeating: 0, count: 80_000))
    #expect(try one.frame() == (8, [3, 0xF1]))
    try other.frame(text: "still here")
    #expect(try other.frame().payload == Array("still here".utf8))
  }

  @Test func `the service closes a WebSocket by a code`() throws {
    let client = try served.socket()
    try client.frame(text: "bye")
    #expect(try client.frame() == (8, [3, 0xE9]))
    try served.wait(for: "closed")
  }

  @Test func `a client that does not read is closed`() throws {
    let client = try served.socket()
    try client.frame(text: "flood")
    try served.wait(for: "closed")
    #expect(client.rest().count < 200 * 16_384)
  }

  @Test
  func
    `a thousand WebSockets are open at once, another thread wakes them, and their end is noticed`()
    throws
  {
    var clients: [LoopbackClient] = []
    for number in 0..<1000 {
      clients.append(try served.socket("/\(number)"))
    }
    // Nothing woke it.
    #expect(served.count("woken") == 0)
    served.wakeUp()
    for client in clients { #expect(try client.frame().payload == Array("news".utf8)) }
    clients = []
    try served.wait(for: "closed", count: 1000)
  }

  @Test(
    "what is no request, or half of one, harms nobody",
    arguments: [
      "", "\r\n\r\n", "GET", "GET / HTTP/1.1\r\n", "\u{16}\u{3}\u{1}\u{0}", "GET  \r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET /../../etc/passwd HTTP/1.1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\nx",
      "GET / HTTP/9.9\r\n" + String(repeating: "A: b\r\n", count: 5000) + "\r\n",
    ])
  func badRequest(text: String) throws {
    let client = try served.client()
    try? client.send(text)
    #expect(try served.client().ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
  }

  @Test func `a WebSocket that vanished without a word is closed`() throws {
    var settings = Served.settings
    settings.patience = (asking: 1, closing: 2)
    let served = try Served(settings)
    defer { served.stop() }
    let (silent, live) = (try served.socket(), try served.socket())
    defer { withExtendedLifetime(silent) {} }
    // The one that answers stays; the other reads nothing, as if its machine were gone.
    while true {
      let (kind, payload) = try live.frame()
      guard kind == 9 else { break }
      try live.frame(10, payload)
      if served.count("closed") == 1 { break }
    }
    try served.wait(for: "closed")
    try live.frame(text: "here")
    while true {
      let (kind, payload) = try live.frame()
      if kind == 9 { continue }
      #expect(payload == Array("here".utf8))
      break
    }
  }

  @Test(
    "a request that does not come to its end ends",
    arguments: [
      "GET / HTTP/1.1\r\nHost:", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx", "",
    ])
  func halfRequest(text: String) throws {
    var settings = Served.settings
    settings.longestRequest = 1
    let served = try Served(settings)
    defer { served.stop() }
    let client = try served.client()
    try client.send(text)
    #expect(client.rest().isEmpty)
    #expect(client.isClosed)
  }

  @Test func `a body that comes byte by byte has no longer than another`() throws {
    var settings = Served.settings
    settings.longestRequest = 1
    settings.longestBody = 1 << 20
    let served = try Served(settings)
    defer { served.stop() }
    let client = try served.client()
    try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n")
    // What others ask meanwhile takes its time.
    while (try? client.send("x")) != nil {
      #expect(try served.client().ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
    }
  }

  @Test func `a body in chunks, and another protocol, are refused at once`() throws {
    let chunked = try served.client().ask(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
    #expect(chunked.status == 411)
    let other = try served.client().ask(
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
        + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n")
    #expect(other.status == 501)
  }

  @Test func `a server may end after what it served, with sockets open`() throws {
    var client: LoopbackClient?
    do {
      let opens = Notes()
      var echo: Echo? = Echo { _ in opens.count += 1 }
      let server = try WebServer(
        .init(address: "127.0.0.1", port: 0, subprotocol: "echo.1"), serving: #require(echo))
      let opened = try LoopbackClient(port: server.port)
      client = opened
      try opened.send(
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
          + "Sec-WebSocket-Protocol: echo.1\r\n\r\n")
      while opens.count == 0 { try server.serviceOnce() }
      echo = nil
    }
    let end = try #require(client)
    _ = end.rest()
    #expect(end.isClosed)
  }

  @Test(arguments: [
    (256, 128), (1024, 768), (20_000, 19_744), (65_792, 65_536), (.max, 65_536),
  ])
  func `takes as many connections as the process may open files, and leaves some`(
    files: Int, connections: Int
  ) {
    var settings = Served.settings
    settings.takeFiles(files)
    #expect(settings.mostConnections == connections)
    #expect(settings.mostStrangers.inAll == connections / 2)
  }

  @Test func `raises the limit of files to what the system allows`() {
    var settings = Served.settings
    settings.takeAllFiles()
    var files = rlimit()
    #expect(unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0)
    #expect(files.rlim_cur == files.rlim_max)
  }

  @Test func `it listens on the address that it was given, and on no other`() throws {
    _ = try LoopbackClient(port: served.port)
    // All of 127.0.0.0/8 is this machine.
    #expect(throws: LoopbackClient.Failed.self) {
      try LoopbackClient(port: served.port, to: "127.0.0.2")
    }
  }

  @Test func `where it cannot listen, it says where and why`() throws {
    let echo = Echo { _ in }
    let taken = WebServer.Settings(address: "127.0.0.1", port: served.port, subprotocol: "x")
    let error = #expect(throws: WebServerError.self) { try WebServer(taken, serving: echo) }
    let text = try "\(#require(error))"
    #expect(text.contains("127.0.0.1:\(served.port): another program listens there"), "\(text)")
    var noFile = WebServer.Settings(address: "127.0.0.1", port: 0, subprotocol: "x")
    noFile.certificate = ("/nowhere.pem", "/nowhere.key")
    #expect(throws: WebServerError.self) { try WebServer(noFile, serving: echo) }
  }
}
