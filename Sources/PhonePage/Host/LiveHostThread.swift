internal import Dispatch
internal import HyzerBase
package import ScoreLog
internal import Synchronization

/// Serves the live page while something else goes on, on a thread of its own.
package final class LiveHostThread: Sendable {
  private struct State {
    /// What is to be served, until the thread has taken it: it lets go of it before it ends.
    var logs: Logs?
    /// The port, or why there is none; nil until one of them is known.
    var start: Result<Int, any Error>?
    var isStopped = false
    var waker: LoopWaker?
    var problem: String?
    /// What waits to hear whether the certificate was read again.
    var renewal: (@Sendable (Bool) -> Void)?
  }

  private let state = Mutex(State())
  private let hasStarted = DispatchSemaphore(value: 0)
  private let thread = Mutex<StartedThread?>(nil)

  /// What is served.
  package enum Logs: Sendable {
    case one(ScoreStore)
    case groups(any GroupStores)
  }

  /// Starts, and returns once it listens.
  ///
  /// `authority` is the certificate that the page offers to install, in PEM form. Who shows the `metricsToken` sees
  /// the metrics. `routes` are of other pages. `makeTalks` makes what hears phones, and calls `wakeUp` when that has something to say; nil where
  /// nothing can be heard.
  ///
  /// - Throws: ``WebServerError`` or ``ScoreStoreError``.
  package init(
    serving logs: Logs, settings: WebServer.Settings, trust: WebTrust,
    dependencies: LiveHost.Dependencies, authority: [UInt8]? = nil, metricsToken: String? = nil,
    routes: [Route] = [],
    makeTalks: (@Sendable (_ wakeUp: @escaping @Sendable () -> Void) -> TalkDesk)? = nil
  ) throws {
    state.withLock { $0.logs = logs }
    let thread = startThread("page") { [self] in
      do {
        guard let logs = state.withLock({ $0.logs.take() }) else { return }
        func reception(_ most: Int = JoinGuard.triesInAll) throws -> Reception {
          try Reception(
            trust: trust, dependencies: dependencies, authority: authority,
            metricsToken: metricsToken, mostWrongCodes: most, routes: routes)
        }
        var settings = settings
        let service: any PageService
        switch logs {
        case .one(let store): service = try LiveHost(store: store, reception: reception())
        case .groups(let stores):
          service = GroupHosts(stores, reception: try reception(JoinGuard.triesOfManyGroups))
          settings.takeAllFiles()
        }
        let server = try WebServer(settings, serving: service, wokenBy: service.reception.waker)
        serve(service, server, makeTalks)
      } catch {
        state.withLock { $0.start = .failure(error) }
        hasStarted.signal()
      }
    }
    self.thread.withLock { $0 = thread }
    hasStarted.wait()
    _ = try state.withLock { $0.start }?.get()
  }

  private func serve(
    _ service: any PageService, _ server: WebServer,
    _ makeTalks: ((_ wakeUp: @escaping @Sendable () -> Void) -> TalkDesk)?
  ) {
    let waker = server.waker
    state.withLock { ($0.start, $0.waker) = (.success(server.port), waker) }
    let talks = makeTalks? { waker.wakeUp() }
    defer { talks?.stop() }
    hasStarted.signal()
    do {
      try service.run(server, talks: talks) {
        let (renewal, isStopped) = state.withLock { state in
          defer { state.renewal = nil }
          return (state.renewal, state.isStopped)
        }
        renewal?(server.renewCertificate())
        return isStopped
      }
    } catch {
      state.withLock { $0.problem = "\(error)" }
    }
  }

  package var port: Int { state.withLock { (try? $0.start?.get()) ?? 0 } }

  /// Why it does not serve any more; nil while it does.
  package var problem: String? { state.withLock { $0.problem } }

  /// Reads the files of the certificate again; `done` gets whether new connections have it.
  package func renewCertificate(_ done: @escaping @Sendable (Bool) -> Void) {
    let waker = state.withLock { state in
      state.renewal = done
      return state.waker
    }
    waker?.wakeUp()
  }

  /// Closes all connections, lets go of the logs and ends the thread; what phones have not sent they send to the next
  /// host.
  package func stop() {
    let waker = state.withLock { state in
      state.isStopped = true
      return state.waker
    }
    waker?.wakeUp()
    thread.withLock { $0 }?.waitForEnd(atMost: .seconds(2))
  }
}
