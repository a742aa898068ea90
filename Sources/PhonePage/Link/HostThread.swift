internal import HyzerBase
package import ScoreLog
internal import Synchronization

/// Keeps a log and its group's host the same while something else goes on, on a thread of its own.
package final class HostThread: Sendable {
  private let waker = LoopWaker()
  private let isStopped = Mutex(false)
  private let latest = Mutex(HostLink.Condition())
  private let thread = Mutex<StartedThread?>(nil)

  /// Starts.
  package init(
    store: ScoreStore, hub: HubRecord, timeout: Duration, surroundings: HostSession.Surroundings
  ) {
    let thread = startThread("host") { [self] in keep(store, hub, timeout, surroundings) }
    self.thread.withLock { $0 = thread }
  }

  private func keep(
    _ store: ScoreStore, _ hub: HubRecord, _ timeout: Duration,
    _ surroundings: HostSession.Surroundings
  ) {
    let isStopped = { self.isStopped.withLock { $0 } }
    while !isStopped() {
      do {
        let session = try HostSession(
          store: store, hub: hub, timeout: timeout, surroundings: surroundings, wokenBy: waker)
        do {
          return try session.run(until: isStopped) { condition in
            latest.withLock { $0 = condition }
          }
        } catch {
          // What the log holds is sent when it can be read again.
          latest.withLock { $0.problem = "\(error)" }
          session.wait(for: .seconds(1))
        }
      } catch {
        latest.withLock { $0.problem = "\(error)" }
        // Whoever holds the log lets go of it again.
        guard case ScoreStoreError.busy = error else { return }
      }
    }
  }

  /// Whether log and host are in touch now, and what is left to do.
  package var condition: HostLink.Condition { latest.withLock { $0 } }

  /// How many events the host does not get while it is away or does not take them; nil while all is well.
  package var unsent: Int? {
    latest.withLock { latest in
      latest.isOnline && latest.problem == nil ? nil : latest.pending + latest.refused
    }
  }

  /// Ends the thread, and returns when it has ended; what was not sent is sent the next time.
  ///
  /// A thread that waits for a name server is left to itself after two seconds.
  package func stop() {
    isStopped.withLock { $0 = true }
    waker.wakeUp()
    thread.withLock { $0 }?.waitForEnd(atMost: .seconds(2))
  }
}
