internal import Dispatch
internal import Glibc
internal import HyzerBase
internal import HyzerVoice
internal import Synchronization

/// A stream of 16 kHz mono samples.
package protocol AudioSource {
  /// What it is, for people.
  var name: String { get }
  /// How often samples were lost because nobody read them in time.
  var overruns: Int { get }
  /// Whether it has no end of its own, so that one is a failure.
  var isEndless: Bool { get }

  /// Waits so long for the next block, but no longer; nil at the end of the stream, and an empty block
  /// where none came in time.
  mutating func next(waitingAtMost limit: Duration) throws -> [Int16]?
}

extension AudioSource {
  package var isEndless: Bool { false }
}

/// What stands for audio where nothing can be heard: silence without an end, or an end at once.
package struct Silence: AudioSource {
  package let name = "nothing"
  package let overruns = 0
  private let lasts: Bool

  package init(isEndless: Bool) { lasts = isEndless }

  package func next(waitingAtMost limit: Duration) -> [Int16]? {
    guard lasts else { return nil }
    sleep(for: limit)
    return []
  }
}

/// A recording, as fast as it goes or at the pace at which it was made.
package final class RecordingSource: AudioSource {
  private static let blockFrames = 320

  package let name: String
  package let overruns = 0
  private var reader: RecordingReader
  private let isPaced: Bool
  private let start = ContinuousClock.now
  private var delivered = 0
  /// A block that was read before its time.
  private var early: [Int16]?

  package init(path: String, isPaced: Bool) throws {
    reader = try RecordingReader(path: path)
    name = path
    self.isPaced = isPaced
  }

  package func next(waitingAtMost limit: Duration) throws -> [Int16]? {
    let block = try early ?? reader.read(maximumFrames: RecordingSource.blockFrames)
    early = nil
    guard !block.isEmpty else { return nil }
    if isPaced {
      let due = start + .seconds(Double(delivered + block.count) / Double(Recording.sampleRateHz))
      let wait = due - ContinuousClock.now
      let pause = min(wait, limit)
      sleep(for: pause)
      if wait > limit {
        early = block
        return []
      }
    }
    delivered += block.count
    return block
  }
}

/// A microphone, read on a thread of its own so that recognition never makes it overrun.
package final class MicrophoneSource: AudioSource {
  package let name: String
  package let isEndless = true
  private let queue = BlockQueue()

  /// Opens a device by its ALSA name.
  ///
  /// - Throws: ``CaptureError``.
  package init(device: String) throws {
    name = device
    let queue = queue
    startThread("microphone") {
      do throws(CaptureError) {
        var microphone = try CaptureDevice(device: device)
        queue.append(.success([]))
        while !queue.isClosed {
          let block = try microphone.read()
          queue.append(.success(block.isEmpty ? nil : block), overruns: microphone.overruns)
          if block.isEmpty { return }
        }
      } catch {
        queue.append(.failure(error))
      }
    }
    // The first item says whether it could be opened.
    _ = try queue.popFirst(waitingAtMost: nil)?.get()
  }

  deinit { queue.close() }

  package var overruns: Int { queue.overruns }

  package func next(waitingAtMost limit: Duration) throws -> [Int16]? {
    guard let item = queue.popFirst(waitingAtMost: limit) else { return [] }
    return try item.get()
  }
}

/// Blocks on their way from the capturing thread to the one that recognises.
final class BlockQueue: Sendable {
  /// A block of samples, or nil for the end.
  typealias Item = Result<[Int16]?, CaptureError>

  private struct State {
    var items: [Item] = []
    var overruns = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)

  var isClosed: Bool { state.withLock { $0.isClosed } }
  /// How often samples were lost, as far as is known.
  var overruns: Int { state.withLock { $0.overruns } }

  func close() { state.withLock { $0.isClosed = true } }

  /// Adds an item; `overruns` is how often samples were lost so far, where that is known.
  func append(_ item: Item, overruns: Int? = nil) {
    state.withLock {
      $0.items.append(item)
      if let overruns { $0.overruns = overruns }
    }
    available.signal()
  }

  /// Returns the next item, or nil where none comes in time; waits without a limit where that is nil.
  func popFirst(waitingAtMost limit: Duration?) -> Item? {
    let deadline: DispatchTime =
      limit.map { .now() + .nanoseconds(Int($0 / .nanoseconds(1))) } ?? .distantFuture
    guard available.wait(timeout: deadline) == .success else { return nil }
    return state.withLock { $0.items.removeFirst() }
  }
}
