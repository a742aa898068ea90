internal import Foundation
internal import ScoreLog
internal import Synchronization

/// Serves the live page while something else goes on, on a thread and with a connection to the log of its
/// own.
package final class LiveHostThread: Sendable {
  /// What a host is made of.
  package struct Plan: Sendable {
    let log: String
    let busyTimeout: Duration
    let settings: WebServer.Settings
    let trust: WebTrust
    let world: LiveHost.World
    let makeTalks: (@Sendable (_ ring: @escaping @Sendable () -> Void) -> TalkDesk)?
    let authority: [UInt8]?

    /// Makes a plan.
    ///
    /// `authority` is the certificate that the page offers to install, in PEM form. `makeTalks` makes what
    /// hears phones, and calls `ring` when that has something to say; nil where nothing can be heard.
    package init(
      log: String, busyTimeout: Duration, settings: WebServer.Settings, trust: WebTrust,
      world: LiveHost.World, authority: [UInt8]? = nil,
      makeTalks: (@Sendable (_ ring: @escaping @Sendable () -> Void) -> TalkDesk)? = nil
    ) {
      (self.log, self.busyTimeout, self.settings) = (log, busyTimeout, settings)
      (self.trust, self.world, self.authority) = (trust, world, authority)
      self.makeTalks = makeTalks
    }
  }

  private struct State {
    var start: Result<Int, any Error>?
    var isStopped = false
    var bell: WebBell?
    var problem: String?
  }

  private let state = Mutex(State())
  private let hasStarted = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts, and returns once it listens.
  ///
  /// - Throws: ``WebServerError`` or ``ScoreStoreError``.
  package init(_ plan: Plan) throws {
    let thread = Thread { [self] in
      serve(plan)
      hasEnded.signal()
    }
    thread.name = "page"
    thread.start()
    hasStarted.wait()
    _ = try state.withLock { $0.start }?.get()
  }

  private func serve(_ plan: Plan) {
    var hasBegun = false
    do {
      let host = try LiveHost(
        store: ScoreStore(path: plan.log, busyTimeout: plan.busyTimeout), trust: plan.trust,
        world: plan.world, authority: plan.authority,
        isOver: { [self] in state.withLock { $0.isStopped } })
      let server = try WebServer(plan.settings, serving: host)
      state.withLock { state in
        state.start = .success(server.port)
        state.bell = server.bell
      }
      let bell = server.bell
      let talks = plan.makeTalks? { bell.ring() }
      defer { talks?.stop() }
      hasBegun = true
      hasStarted.signal()
      try host.run(server, talks: talks)
    } catch {
      state.withLock { state in
        if hasBegun { state.problem = "\(error)" } else { state.start = .failure(error) }
      }
      if !hasBegun { hasStarted.signal() }
    }
  }

  package var port: Int {
    state.withLock { state in
      guard case .success(let port) = state.start else { return 0 }
      return port
    }
  }

  /// Why it does not serve any more; nil while it does.
  package var problem: String? { state.withLock { $0.problem } }

  /// Closes all connections and ends the thread; what phones have not sent they send to the next host.
  package func stop() {
    let bell = state.withLock { state in
      state.isStopped = true
      return state.bell
    }
    bell?.ring()
    _ = hasEnded.wait(timeout: .now() + 2)
  }
}
