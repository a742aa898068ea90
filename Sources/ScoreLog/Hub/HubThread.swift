internal import Foundation
internal import Synchronization

/// Keeps a log and its hub the same while something else goes on, on a thread of its own.
package final class HubThread: Sendable {
  private let bell: HubBell
  private let latest = Mutex(HubLink.Condition())
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts; nil where the system has no descriptors left.
  package init?(
    store: ScoreStore, address: String, timeout: Duration, world: HubLink.World
  ) {
    guard let bell = HubBell() else { return nil }
    self.bell = bell
    let thread = Thread { [self] in
      keep(store, address, timeout, world)
      hasEnded.signal()
    }
    thread.name = "hub"
    thread.start()
  }

  private func keep(
    _ store: ScoreStore, _ address: String, _ timeout: Duration, _ world: HubLink.World
  ) {
    repeat {
      do {
        let link = try HubLink(
          store: store, address: address, timeout: timeout, bell: bell, world: world)
        return link.run { condition in latest.withLock { $0 = condition } }
      } catch {
        latest.withLock { $0.problem = "\(error)" }
        // Whoever holds the log lets go of it again.
        guard case .busy = error else { return }
      }
    } while bell.wait(for: .seconds(1))
  }

  /// Whether log and hub are in touch now, and what is left to do.
  package var condition: HubLink.Condition { latest.withLock { $0 } }

  /// How many events the hub does not get while it is away or does not take them; nil while all is well.
  package var unsent: Int? {
    latest.withLock { latest in
      latest.isOnline && latest.problem == nil ? nil : latest.pending + latest.refused
    }
  }

  /// Ends the thread, and returns when it has ended; what was not sent is sent the next time.
  ///
  /// A thread that waits for a name server is left to itself after two seconds.
  package func stop() {
    bell.stop()
    _ = hasEnded.wait(timeout: .now() + 2)
  }
}
