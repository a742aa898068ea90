import Foundation
import ScoreLog
import Synchronization
import Testing

@testable import PhonePage

/// A host of version 1, which answers whatever it is told by naming its group.
private final class OldHost: WebService {
  weak var server: WebServer?

  func answer(_ request: WebRequest) -> WebResponse { WebResponse(status: 404) }

  func refusal(ofUpgrade request: WebRequest) -> Int? { nil }

  func opened(_ socket: WebSocketID, by request: WebRequest) {}

  func received(_ message: WebMessage, from socket: WebSocketID) {
    server?.send(.text(#"{"kind":"group","id":"g","name":"Friends"}"#), to: socket)
  }

  func drained(_ socket: WebSocketID) {}

  func closed(_ socket: WebSocketID) {}

  func woken() {}
}

/// Serves on a thread of its own until it is told to stop.
private final class OldHostThread: Sendable {
  let port = Mutex(0)
  private let isOver = Mutex(false)
  private let waker = LoopWaker()
  private let hasStarted = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  init() throws {
    Thread { [self] in
      serve()
      hasStarted.signal()
      hasEnded.signal()
    }.start()
    hasStarted.wait()
    try #require(port.withLock { $0 } > 0)
  }

  private func serve() {
    let host = OldHost()
    let settings = WebServer.Settings(
      address: "127.0.0.1", port: 0, subprotocol: LiveHost.subprotocol)
    guard let server = try? WebServer(settings, serving: host, wokenBy: waker) else { return }
    host.server = server
    port.withLock { $0 = server.port }
    hasStarted.signal()
    while !isOver.withLock({ $0 }), (try? server.serviceOnce()) != nil {}
  }

  func stop() {
    isOver.withLock { $0 = true }
    waker.wakeUp()
    hasEnded.wait()
  }
}

@Suite(.timeLimit(.minutes(10))) struct HostSessionTests {
  @Test func `asks no host of version 1 for an invitation, and says where to ask`() throws {
    let host = try OldHostThread()
    defer { host.stop() }
    let place = "http://127.0.0.1:\(host.port.withLock { $0 })"
    let hub = HubRecord(address: place, key: nil, token: "t", group: "g", groupName: "Friends")
    #expect(
      throws: HostError.refused(
        place: place, reason: "it is of an earlier version; run hyzer round invite on the host")
    ) {
      // No time passes.
      try HostSession.invitation(
        to: "r", isNew: false, of: hub, as: "me", timeout: .seconds(300), uptime: { .zero })
    }
  }
}
