internal import Glibc
internal import Synchronization

/// Wakes the thread that waits for a hub, from any other.
package final class HubWaker: Sendable {
  private struct State {
    var isAwake = false
    var isStopped = false
  }

  /// Becomes readable with each waking.
  let descriptor: Int32
  private let writer: Int32
  private let state = Mutex(State())

  /// Makes a waker; nil where the system has no descriptors left.
  ///
  /// Wraps `pipe`.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    (descriptor, writer) = (ends[0], ends[1])
    for end in ends {
      let isSet = fcntl(end, F_SETFL, O_NONBLOCK) == 0 && fcntl(end, F_SETFD, FD_CLOEXEC) == 0
      guard isSet else { return nil }
    }
  }

  deinit {
    // What is closed holds nothing that could be lost.
    _ = close(descriptor)
    _ = close(writer)
  }

  /// Ends the present or the next wait for news; other calls go on.
  package func wakeUp() { wake { $0.isAwake = true } }

  /// Ends the present call and all that follow with ``HubError/stopped(_:)``.
  package func stop() { wake { $0.isStopped = true } }

  private func wake(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
    // Fails only where it is full, and so readable.
    _ = unsafe write(writer, [0], 1)
  }

  /// Whether calls end at once from now on.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Waits until it is woken, or so much time is over; returns false once it is stopped.
  package func wait(for time: Duration) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(max(0, min(time / .milliseconds(1), 60_000)).rounded(.up))
    // An interrupted wait is a short one.
    _ = unsafe poll(&waiting, 1, milliseconds)
    _ = receiveWakeUp()
    drain()
    return !isStopped
  }

  /// Returns whether it was woken since it was last asked.
  func receiveWakeUp() -> Bool {
    state.withLock { state in
      defer { state.isAwake = false }
      return state.isAwake
    }
  }

  /// Makes the descriptor unreadable until it is woken again.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
