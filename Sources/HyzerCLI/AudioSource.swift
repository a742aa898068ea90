internal import Capture
internal import Foundation
internal import Recordings
internal import Synchronization

/// A stream of 16 kHz mono samples.
protocol AudioSource {
  /// What it is, for people.
  var name: String { get }
  /// How often samples were lost because nobody took them in time.
  var overruns: Int { get }

  /// Waits for the next block; nil at the end of the stream.
  mutating func next() throws -> [Int16]?

  /// Waits so long for the next block, but no longer.
  mutating func next(waitingAtMost limit: Duration) throws -> AudioArrival
}

/// What comes of waiting for audio.
enum AudioArrival: Equatable {
  case samples([Int16])
  /// The time was up.
  case nothing
  case end
}

extension AudioSource {
  /// A source whose blocks come soon enough is simply waited for.
  mutating func next(waitingAtMost limit: Duration) throws -> AudioArrival {
    try next().map { .samples($0) } ?? .end
  }
}

/// A recording, as fast as it goes or at the pace at which it was made.
final class RecordingSource: AudioSource {
  private static let blockFrames = 320

  let name: String
  let overruns = 0
  private var reader: RecordingReader
  private let isPaced: Bool
  private let start = ContinuousClock.now
  private var delivered = 0

  init(path: String, isPaced: Bool) throws {
    reader = try RecordingReader(path: path)
    name = path
    self.isPaced = isPaced
  }

  func next() throws -> [Int16]? {
    let block = try reader.read(maximumFrames: RecordingSource.blockFrames)
    guard !block.isEmpty else { return nil }
    delivered += block.count
    if isPaced {
      let due = start + .seconds(Double(delivered) / Double(Recording.sampleRateHz))
      let wait = due - ContinuousClock.now
      if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
    }
    return block
  }
}

/// No audio at all, where there is no microphone.
struct NoSource: AudioSource {
  let name = "nothing"
  let overruns = 0

  func next() -> [Int16]? { nil }
}

/// A microphone, read on a thread of its own so that recognition never makes it overrun.
final class MicrophoneSource: AudioSource {
  let name: String
  private let queue = BlockQueue()

  init(device: String) throws {
    name = device
    let queue = queue
    Thread.detachNewThread {
      do throws(CaptureError) {
        var microphone = try CaptureDevice(device: device)
        queue.put(.opened)
        while !queue.isClosed {
          let block = try microphone.read()
          queue.put(block.isEmpty ? .end : .samples(block), overruns: microphone.overruns)
          if block.isEmpty { return }
        }
      } catch {
        queue.put(.failed(error))
      }
    }
    if case .failed(let error) = queue.take() { throw error }
  }

  deinit { queue.close() }

  var overruns: Int { queue.overruns }

  func next() throws -> [Int16]? {
    switch queue.take() {
    case .opened: []
    case .samples(let block): block
    case .failed(let error): throw error
    case .end: nil
    }
  }

  func next(waitingAtMost limit: Duration) throws -> AudioArrival {
    switch queue.take(waitingAtMost: limit) {
    case nil, .opened: .nothing
    case .samples(let block): .samples(block)
    case .failed(let error): throw error
    case .end: .end
    }
  }
}

/// Blocks on their way from the capturing thread to the one that recognises.
private final class BlockQueue: Sendable {
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
  var overruns: Int { state.withLock { $0.overruns } }

  func close() { state.withLock { $0.isClosed = true } }

  func put(_ item: Item, overruns: Int = 0) {
    state.withLock {
      $0.items.append(item)
      $0.overruns = overruns
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
