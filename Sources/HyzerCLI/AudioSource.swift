internal import Audio
internal import Foundation

/// A stream of 16 kHz mono samples.
protocol AudioSource {
  /// What it is, for people.
  var name: String { get }
  /// How often samples were lost because nobody took them in time.
  var overruns: Int { get }
  /// Whether it has no end of its own, so that one is a failure.
  var isEndless: Bool { get }

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
  var isEndless: Bool { false }

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
  /// A block that was read before its time.
  private var early: [Int16]?

  init(path: String, isPaced: Bool) throws {
    reader = try RecordingReader(path: path)
    name = path
    self.isPaced = isPaced
  }

  func next() throws -> [Int16]? {
    while true {
      switch try next(waitingAtMost: .seconds(1)) {
      case .samples(let block): return block
      case .nothing: continue
      case .end: return nil
      }
    }
  }

  func next(waitingAtMost limit: Duration) throws -> AudioArrival {
    let block = try early ?? reader.read(maximumFrames: RecordingSource.blockFrames)
    early = nil
    guard !block.isEmpty else { return .end }
    if isPaced {
      let due = start + .seconds(Double(delivered + block.count) / Double(Recording.sampleRateHz))
      let wait = due - ContinuousClock.now
      let pause = min(wait, limit)
      if pause > .zero { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
      if wait > limit {
        early = block
        return .nothing
      }
    }
    delivered += block.count
    return .samples(block)
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
  let isEndless = true
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
