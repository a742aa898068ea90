internal import Audio
internal import Foundation
internal import Synchronization

/// Blocks on their way from the capturing thread to the one that recognises.
final class BlockQueue: Sendable {
  enum Item: Sendable {
    case opened
    case samples([Int16])
    case failed(CaptureError)
    case end
  }

  private struct State {
    var items: [Item] = []
    var overruns = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)

  var isClosed: Bool { state.withLock { $0.isClosed } }
  /// How often samples were lost, as it was told last.
  var overruns: Int { state.withLock { $0.overruns } }

  func close() { state.withLock { $0.isClosed = true } }

  /// Adds an item; `overruns` is how often samples were lost so far, where that is known.
  func put(_ item: Item, overruns: Int? = nil) {
    state.withLock {
      $0.items.append(item)
      if let overruns { $0.overruns = overruns }
    }
    available.signal()
  }

  func take() -> Item {
    available.wait()
    return state.withLock { $0.items.removeFirst() }
  }

  /// Returns the next item, or nil where none comes in time.
  func take(waitingAtMost limit: Duration) -> Item? {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    guard available.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else {
      return nil
    }
    return state.withLock { $0.items.removeFirst() }
  }
}
