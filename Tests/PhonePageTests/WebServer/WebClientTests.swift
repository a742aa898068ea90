import Foundation
import HyzerBase
import LoopbackClients
import PhonePage
import ScoreLog
import Synchronization
import TestSupport
import Testing

extension WebClient {
  /// Waits for one event after the other; the suite's time limit ends what would wait for ever.
  fileprivate func events(_ count: Int) -> [Event] {
    var all: [Event] = []
    while all.count < count { all += service(for: .seconds(60)) }
    return all
  }

  /// Connects and waits for what comes of it.
  fileprivate func attempt(
    _ target: Target, timeout: Duration = .seconds(60)
  ) -> Event? {
    connect(to: target, timeout: timeout)
    return events(1).last
  }

  fileprivate func echo(_ text: String) -> Bool {
    guard send(.text(text)) else { return false }
    return Set(events(2)) == [.drained, .received(.text(text))]
  }
}

private func target(
  _ port: Int, path: String = "/live", authorization: String = "",
  security: WebClient.Target.Security = .plain
) -> WebClient.Target {
  WebClient.Target(
    host: "127.0.0.1", port: port, path: path, subprotocol: "echo.1",
    authorization: authorization, security: security)
}

/// A server of one connection, that does what a test says, on a thread of its own.
private final class Scripted: Sendable {
  private let outcome = Mutex<(any Error)?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)
  let port: Int

  init(_ script: @escaping @Sendable (LoopbackClient) throws -> Void) throws {
    let listener = try LoopbackListener()
    port = listener.port
    Thread { [self] in
      do { try script(listener.accept()) } catch { outcome.withLock { $0 = error } }
      hasEnded.signal()
    }.start()
  }

  func wait() throws {
    hasEnded.wait()
    try outcome.withLock { if let error = $0 { throw error } }
  }
}

@Suite(.timeLimit(.minutes(10))) final class `A web client` {
  private let served: Served
  private let client: WebClient

  init() throws {
    served = try Served()
    client = try WebClient()
  }

  deinit { served.stop() }

  @Test func `messages of either kind go and come whole, and it says when all have gone`() {
    #expect(client.attempt(target(served.port)) == .opened)
    let long = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
    for message in [WebMessage.text("hello, wörld"), .text(""), .binary([]), .binary(long)] {
      #expect(client.send(message))
      #expect(Set(client.events(2)) == [.drained, .received(message)])
    }
    #expect(client.unsent == 0)
    for number in 0..<100 { client.send(.text("\(number)")) }
    #expect(client.unsent == 190)
    let messages = client.events(101).filter { $0 != .drained }
    #expect(messages == (0..<100).map { .received(.text("\($0)")) })
  }

  @Test func `the request says what the target says, and nothing of a proxy`() async throws {
    let scripted = try Scripted { server in
      let lines = Set(try server.request().components(separatedBy: "\r\n"))
      let expected: Set = [
        "GET /live?a=b HTTP/1.1", "Authorization: Bearer abc", "Sec-WebSocket-Protocol: echo.1",
        "Sec-WebSocket-Version: 13", "Upgrade: websocket",
      ]
      #expect(lines.isSuperset(of: expected), "\(lines)")
      #expect(lines.contains { $0.hasPrefix("Host: 127.0.0.1:") })
      try server.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    }
    let asked = target(scripted.port, path: "/live?a=b", authorization: "Bearer abc")
    #expect(client.attempt(asked) == .refused(status: 404))
    try scripted.wait()
    // In a process of its own, since the environment is.
    await #expect(processExitsWith: .success) {
      for name in ["http_proxy", "https_proxy", "socks_proxy"] {
        unsafe setenv(name, "127.0.0.1:1", 1)
      }
      let served = try Served()
      defer { served.stop() }
      let client = try WebClient()
      #expect(client.attempt(target(served.port)) == .opened)
    }
  }

  @Test func `it connects any number of times, whatever ended the time before`() throws {
    for round in 0..<30 {
      #expect(client.attempt(target(served.port)) == .opened)
      #expect(client.echo("\(round)"))
      switch round % 4 {
      case 0: client.disconnect()
      case 1:
        client.send(.text("bye"))
        #expect(
          client.events(2)
            == [.drained, .closed(code: 1001, reason: "127.0.0.1:\(served.port) closed it")])
      case 2:
        #expect(client.attempt(target(served.port, path: "/refused")) == .refused(status: 401))
      // The next takes the place of the one that is open.
      default: break
      }
      #expect(client.service(for: .zero).isEmpty)
    }
    client.disconnect()
    try served.wait(for: "closed", count: 30)
  }

  @Test func `without a connection it sends nothing, and a wait has its end`() {
    #expect(!client.send(.text("x")))
    #expect(client.service(for: .zero).isEmpty)
    #expect(client.service(for: .milliseconds(1)).isEmpty)
    client.disconnect()
    #expect(client.service(for: .zero).isEmpty)
  }

  @Test(
    "a refusal has its status, also where it leads elsewhere",
    arguments: [401, 403, 404, 503, 200, 301, 302, 307])
  func refusals(status: Int) throws {
    #expect(
      client.attempt(target(served.port, path: "/refused/\(status)")) == .refused(status: status))
    let elsewhere = served.port
    let scripted = try Scripted { server in
      _ = try server.request()
      try server.send(
        "HTTP/1.1 \(status) X\r\nLocation: http://127.0.0.1:\(elsewhere)/moved\r\nContent-Length: 0\r\n\r\n"
      )
    }
    #expect(client.attempt(target(scripted.port)) == .refused(status: status))
    try scripted.wait()
    #expect(served.count("opened /moved ") == 0)
  }

  @Test func `where no connection comes about, it says why`() throws {
    let closed = try LoopbackListener(isOpen: false)
    #expect(
      client.attempt(target(closed.port))
        == .closed(
          code: 0,
          reason:
            "cannot connect to 127.0.0.1:\(closed.port): nothing listens there, or the network does not lead there"
        ))
    var unknown = target(80)
    unknown.host = "no..name"
    guard case .closed(0, let reason) = client.attempt(unknown) else { throw Unexpected() }
    #expect(reason.hasPrefix("no address is known for \"no..name\": "))
    let silent = try LoopbackListener()
    #expect(
      client.attempt(target(silent.port), timeout: .milliseconds(100))
        == .closed(
          code: 0, reason: "127.0.0.1:\(silent.port) did not answer within 0.1 seconds"))
    // Each says it once.
    #expect(client.service(for: .zero).isEmpty)
  }

  @Test(
    "a server that ends the connection, or says no HTTP, opens nothing",
    arguments: [
      "", "hello\r\n\r\n", "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n",
      "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n",
      "HTTP/1.1 99999999999 X\r\n\r\n", "HTTP/1.1 \r\n\r\n",
      "HTTP/1.1 200 X\r\n" + String(repeating: "A: b\r\n", count: 1000) + "\r\n",
    ])
  func noServer(answer: String) throws {
    for isRead in [true, false] {
      let scripted = try Scripted { server in
        if isRead { _ = try server.request() }
        try? server.send(answer)
      }
      let event = client.attempt(target(scripted.port))
      guard case .closed(0, let reason) = event else { throw Unexpected() }
      #expect(reason.contains("127.0.0.1:\(scripted.port)"))
      try scripted.wait()
    }
  }

  @Test(
    "what would not be one line of a request is not asked",
    arguments: [
      target(80, path: "/a\r\nB: c"), target(80, path: "a"), target(80, path: "/a b"),
      target(80, authorization: "a\nB: c"), target(0), target(70_000),
      target(80, path: "/" + String(repeating: "a", count: 1100)),
      WebClient.Target(host: "+/tmp/x", port: 1, path: "/", subprotocol: "", security: .plain),
      WebClient.Target(host: "", port: 1, path: "/", subprotocol: "", security: .plain),
      WebClient.Target(host: "a\nb", port: 1, path: "/", subprotocol: "", security: .plain),
    ])
  func badTarget(asked: WebClient.Target) throws {
    guard case .closed(0, _) = client.attempt(asked) else { throw Unexpected() }
  }

  @Test func `a message that comes in pieces is put together, with pings between`() throws {
    let port = served.port
    let scripted = try Scripted { server in
      try server.upgrade(like: port)
      let text = Array("a long wörd".utf8)
      // The second piece begins within a letter.
      try server.frame(1, Array(text[..<8]), isFinal: false, isMasked: false)
      try server.frame(9, [7], isMasked: false)
      try server.frame(0, [], isFinal: false, isMasked: false)
      try server.frame(0, Array(text[8...]), isMasked: false)
      #expect(try server.frame() == (10, [7]))
      try server.frame(8, [0x0F, 0xA0] + Array("enough\u{1B}".utf8), isMasked: false)
      #expect(try server.frame() == (8, [0x0F, 0xA0] + Array("enough\u{1B}".utf8)))
    }
    client.connect(to: target(scripted.port), timeout: .seconds(60))
    #expect(
      client.events(3)
        == [.opened, .received(.text("a long wörd")), .closed(code: 4000, reason: "enough ")])
    try scripted.wait()
  }

  @Test(
    "what is no text in UTF-8 ends the connection",
    arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x41, 0xC0, 0x80]] as [[UInt8]])
  func badText(bytes: [UInt8]) throws {
    let port = served.port
    let scripted = try Scripted { server in
      try server.upgrade(like: port)
      try server.frame(1, bytes, isMasked: false)
      #expect(try server.frame() == (8, [3, 0xEF]))
    }
    client.connect(to: target(scripted.port), timeout: .seconds(60))
    #expect(
      client.events(2)
        == [
          .opened, .closed(code: 1007, reason: "a text of 127.0.0.1:\(scripted.port) is no UTF-8"),
        ])
    _ = client.service(for: .milliseconds(1))
    try serve(until: scripted)
  }

  /// Goes on with a connection that is over for the client until the other side has seen it.
  private func serve(until scripted: Scripted) throws {
    let waker = client.waker
    let result = Mutex<Result<Void, any Error>?>(nil)
    Thread {
      let made = Result { try scripted.wait() }
      result.withLock { $0 = made }
      waker.wakeUp()
    }.start()
    while result.withLock({ $0 == nil }) { #expect(client.service(for: .seconds(60)).isEmpty) }
    try result.withLock { try $0?.get() }
  }

  @Test func `a message that is too long ends the connection, in one piece or in many`() throws {
    var settings = WebClient.Settings()
    settings.longestMessage = 1000
    let client = try WebClient(settings)
    #expect(client.attempt(target(served.port)) == .opened)
    #expect(client.echo(String(repeating: "x", count: 1000)))
    client.send(.binary(Array(repeating: 0, count: 1001)))
    let reason = "a message of 127.0.0.1:\(served.port) is too long"
    #expect(client.events(2) == [.drained, .closed(code: 1009, reason: reason)])
    let port = served.port
    let scripted = try Scripted { server in
      try server.upgrade(like: port)
      try server.frame(2, Array(repeating: 0, count: 600), isFinal: false, isMasked: false)
      try server.frame(0, Array(repeating: 0, count: 600), isFinal: false, isMasked: false)
    }
    client.connect(to: target(scripted.port), timeout: .seconds(60))
    #expect(
      client.events(2)
        == [
          .opened,
          .closed(code: 1009, reason: "a message of 127.0.0.1:\(scripted.port) is too long"),
        ]
    )
    try scripted.wait()
  }

  @Test func `it keeps no more to send than it may, and ends`() throws {
    var settings = WebClient.Settings()
    settings.mostUnsent = 10_000
    let client = try WebClient(settings)
    #expect(client.attempt(target(served.port)) == .opened)
    let block = WebMessage.binary(Array(repeating: 0, count: 4000))
    #expect(client.send(block))
    #expect(client.send(block))
    #expect(client.unsent == 8000)
    #expect(!client.send(block))
    #expect(!client.send(block))
    #expect(client.unsent == 0)
    #expect(
      client.events(1)
        == [
          .closed(code: 0, reason: "127.0.0.1:\(served.port) takes what is sent too slowly")
        ])
  }

  @Test func `a server that vanished without a word is asked, and given up`() throws {
    var settings = WebClient.Settings()
    settings.patience = (asking: 1, closing: 2)
    let client = try WebClient(settings)
    let port = served.port
    let scripted = try Scripted { server in
      try server.upgrade(like: port)
      // The first is answered.
      let (kind, payload) = try server.frame()
      #expect(kind == 9)
      try server.frame(10, payload, isMasked: false)
      #expect(try server.frame().kind == 9)
      #expect(server.rest().isEmpty && server.isClosed)
    }
    client.connect(to: target(scripted.port), timeout: .seconds(60))
    #expect(
      client.events(2)
        == [
          .opened,
          .closed(code: 0, reason: "the connection to 127.0.0.1:\(scripted.port) was lost"),
        ]
    )
    try scripted.wait()
  }

  @Test func `another thread wakes it, before or while it waits`() throws {
    client.waker.wakeUp()
    #expect(client.service(for: .seconds(600)).isEmpty)
    #expect(client.attempt(target(served.port)) == .opened)
    let waker = client.waker
    for _ in 0..<20 {
      Thread { waker.wakeUp() }.start()
      #expect(client.service(for: .seconds(600)).isEmpty)
    }
    #expect(client.echo("still here"))
  }

  @Test func `it ends with its connection open, half open, or with much to send`() throws {
    let silent = try LoopbackListener()
    let waker = LoopWaker()
    for round in 0..<5 {
      let client = try WebClient(wokenBy: waker)
      #expect(client.attempt(target(served.port)) == .opened)
      if round % 2 == 0 { client.send(.binary(Array(repeating: 0, count: 60_000))) }
    }
    try served.wait(for: "closed", count: 5)
    try WebClient(wokenBy: waker).connect(to: target(silent.port), timeout: .seconds(60))
    // Nobody is there to be woken.
    waker.wakeUp()
    let refused = try WebClient()
    refused.connect(to: target(0), timeout: .seconds(60))
  }

  @Test(.enabled(if: LoopbackListener.hasIPv6, "there is no IPv6"))
  func `an address of IPv6 needs no brackets`() throws {
    var settings = Served.settings
    settings.address = "::1"
    let served = try Served(settings)
    defer { served.stop() }
    var asked = target(served.port)
    asked.host = "::1"
    #expect(client.attempt(asked) == .opened)
    #expect(throws: LoopbackClient.Failed.self) { try LoopbackClient(port: served.port) }
    #expect(client.echo("hello"))
  }
}

private struct Unexpected: Error {}

extension `A web server with a certificate` {
  /// Here, so that no other server with TLS is in the process meanwhile.
  @Suite(.timeLimit(.minutes(10))) struct `A web client with TLS` {
    private let secret = "Bearer secret"

    /// Runs a body with a server that has a certificate for a name, and the SHA-256 of its key.
    private static func withServer(
      for name: String = "127.0.0.1", address: String = "127.0.0.1",
      _ body: (Served, Certificates) throws -> Void
    ) throws {
      let folder = try Tool.Directory()
      let certificates = Certificates(folder: folder.url.path)
      var generator = SeededGenerator(seed: 1)
      // OpenSSL looks at the clock.
      _ = try certificates.issue(
        for: [HostName(name)], owner: "test", at: Int(Date().timeIntervalSince1970),
        using: &generator)
      var settings = Served.settings
      settings.address = address
      settings.certificate = (certificates.serverFile, certificates.serverKeyFile)
      let served = try Served(settings)
      defer { served.stop() }
      try body(served, certificates)
    }

    @Test func `a server that has the key is trusted, whatever its certificate says`() throws {
      // The certificate is for another host.
      try Self.withServer(for: "10.1.2.3") { served, certificates in
        let digest = try Certificates.keySHA256(ofFile: certificates.serverFile)
        let client = try WebClient()
        let asked = target(
          served.port, authorization: secret, security: .key(sha256: digest))
        for round in 1...5 {
          #expect(client.attempt(asked) == .opened)
          #expect(client.echo("\(round)"))
          let long = WebMessage.binary((0..<60_000).map { UInt8(truncatingIfNeeded: $0) })
          client.send(long)
          #expect(Set(client.events(2)) == [.drained, .received(long)])
          #expect(served.count("asked with \(secret)") == round)
        }
        #expect(
          client.attempt(
            target(served.port, path: "/refused/403", security: .key(sha256: digest)))
            == .refused(status: 403))
      }
    }

    @Test func `a server with another key, or another digest, never sees the token`() throws {
      try Self.withServer { served, certificates in
        let digest = try Certificates.keySHA256(ofFile: certificates.serverFile)
        let authority = try Certificates.keySHA256(ofFile: certificates.authorityFile)
        let client = try WebClient()
        let others = [authority, [], Array(digest.dropLast()), Array(repeating: 0, count: 32)]
        for other in others {
          #expect(
            client.attempt(
              target(served.port, authorization: secret, security: .key(sha256: other)))
              == .closed(
                code: 0,
                reason: "the key of 127.0.0.1:\(served.port) is not the one that it should have"))
        }
        // The server has dealt with those before it answers this.
        #expect(
          client.attempt(target(served.port, security: .key(sha256: digest))) == .opened)
        #expect(served.count("asked with \(secret)") == 0)
        #expect(served.count("asked with ") == 1)
      }
    }

    @Test func `a certificate that no authority of the system made is refused, with the reason`()
      throws
    {
      try Self.withServer { served, _ in
        let client = try WebClient()
        #expect(
          client.attempt(target(served.port, authorization: secret, security: .authorities))
            == .closed(
              code: 0,
              reason:
                "the certificate of 127.0.0.1:\(served.port) is not to be trusted: unable to get local issuer certificate"
            ))
        #expect(served.count("asked with \(secret)") == 0)
      }
    }

    @Test func `an authority of the system vouches for a certificate, but only of the host`()
      async
    {
      // In processes of their own: what the system trusts is in the environment.
      await #expect(processExitsWith: .success) {
        try Self.withServer { served, certificates in
          unsafe setenv("SSL_CERT_FILE", certificates.authorityFile, 1)
          let client = try WebClient()
          let asked = target(
            served.port, authorization: "Bearer secret", security: .authorities)
          #expect(client.attempt(asked) == .opened)
          #expect(client.echo("hello"))
          #expect(served.count("asked with Bearer secret") == 1)
          // The same certificate, by a name for which it does not stand.
          var named = asked
          named.host = "localhost"
          #expect(
            client.attempt(named)
              == .closed(
                code: 0,
                reason:
                  "the certificate of localhost:\(served.port) is not to be trusted: hostname mismatch"
              ))
          #expect(served.count("asked with Bearer secret") == 1)
        }
      }
      await #expect(processExitsWith: .success) {
        try Self.withServer(for: "localhost") { served, certificates in
          unsafe setenv("SSL_CERT_FILE", certificates.authorityFile, 1)
          let client = try WebClient()
          var named = target(served.port, security: .authorities)
          named.host = "localhost"
          #expect(client.attempt(named) == .opened)
          #expect(
            client.attempt(target(served.port, security: .authorities))
              == .closed(
                code: 0,
                reason:
                  "the certificate of 127.0.0.1:\(served.port) is not to be trusted: IP address mismatch"
              ))
        }
      }
    }

    @Test(.enabled(if: LoopbackListener.hasIPv6, "there is no IPv6"))
    func `an address of IPv6 has its certificate too`() async {
      await #expect(processExitsWith: .success) {
        try Self.withServer(for: "::1", address: "::1") { served, certificates in
          unsafe setenv("SSL_CERT_FILE", certificates.authorityFile, 1)
          var named = target(served.port, security: .authorities)
          named.host = "::1"
          let client = try WebClient()
          #expect(client.attempt(named) == .opened)
        }
      }
    }

    @Test func `where one side has TLS and the other has none, nothing opens`() throws {
      let plain = try Served()
      defer { plain.stop() }
      let client = try WebClient()
      #expect(
        client.attempt(target(plain.port, authorization: secret, security: .authorities))
          == .closed(code: 0, reason: "127.0.0.1:\(plain.port) does not agree on TLS"))
      #expect(plain.count("asked with \(secret)") == 0)
      try Self.withServer { served, _ in
        guard case .closed(0, _) = client.attempt(target(served.port)) else { throw Unexpected() }
      }
      let silent = try LoopbackListener()
      #expect(
        client.attempt(
          target(silent.port, security: .authorities), timeout: .milliseconds(100))
          == .closed(
            code: 0, reason: "127.0.0.1:\(silent.port) did not answer within 0.1 seconds"))
    }

    @Test func `the digest of a key is the one that OpenSSL computes`() throws {
      let folder = try Tool.Directory()
      let certificates = Certificates(folder: folder.url.path)
      var generator = SeededGenerator(seed: 1)
      _ = try certificates.issue(
        for: [HostName("127.0.0.1")], owner: "test", at: 1_000_000_000, using: &generator)
      let outcome = try Tool.run(
        "/bin/sh",
        [
          "-c",
          "openssl x509 -in server.crt -noout -pubkey | openssl pkey -pubin -outform der | sha256sum",
        ], in: folder)
      let digest = try Certificates.keySHA256(ofFile: certificates.serverFile)
      #expect(outcome.output.hasPrefix(digest.map { $0.hexadecimal }.joined()))
      let both = try [certificates.serverFile, certificates.authorityFile].flatMap {
        try Data(contentsOf: URL(filePath: $0))
      }
      #expect(try Certificates.keySHA256(ofPEM: both) == digest)
      #expect(try Certificates.keySHA256(ofPEM: Array("nothing".utf8)) == nil)
      #expect(throws: CertificateError.unreadable(path: certificates.serverKeyFile)) {
        try Certificates.keySHA256(ofFile: certificates.serverKeyFile)
      }
    }
  }
}
