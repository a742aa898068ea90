internal import Foundation
internal import Hub
internal import ScoreStore
internal import Synchronization

/// Keeps a log and its hub the same while something else goes on, on a thread and with a connection to
/// the log of its own.
package final class HubThread: Sendable {
  private let bell: HubBell
  private let latest = Mutex(HubLink.Condition())
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts; nil where the system has no descriptors left.
  package init?(
    log path: String, busyTimeout: Duration, address: String, timeout: Duration,
    world: HubLink.World
  ) {
    guard let bell = HubBell() else { return nil }
    self.bell = bell
    let thread = Thread { [self] in
      do {
        let store = try ScoreStore(path: path, busyTimeout: busyTimeout)
        let link = try HubLink(
          store: store, address: address, timeout: timeout, bell: bell, world: world)
        link.run { condition in latest.withLock { $0 = condition } }
      } catch {
        latest.withLock { $0.problem = "\(error)" }
      }
      hasEnded.signal()
    }
    thread.name = "hub"
    thread.start()
  }

  package var condition: HubLink.Condition { latest.withLock { $0 } }

  /// How many events wait for the hub while it is away; nil while it is in touch.
  package var unsent: Int? { latest.withLock { $0.isOnline ? nil : $0.pending } }

  /// Ends the thread, and returns when it has ended; what was not sent is sent the next time.
  package func stop() {
    bell.stop()
    hasEnded.wait()
  }
}
