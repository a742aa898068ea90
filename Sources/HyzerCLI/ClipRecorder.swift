internal import Audio
internal import Foundation
internal import Scorekeeping
internal import Synchronization

/// Records one clip.
enum ClipRecorder {
  /// A clip as it was recorded.
  struct Clip: Equatable {
    /// The samples; empty where nothing was said.
    var samples: [Int16]
    /// How often samples were lost.
    var overruns: Int
  }

  /// A longer clip has been forgotten.
  static let longestSeconds = 30
  /// So much silence before the first word means that nobody speaks.
  static let longestSilenceSeconds = 8

  /// Who reads a sentence from a screen pauses for longer than who knows a score.
  private static let settings = EndpointerSettings(
    trailingSilence: .milliseconds(1200), maximumLength: .seconds(longestSeconds))

  /// Records until the speaker has been silent for a while, and cuts the silence off.
  static func untilSilence(_ source: any AudioSource) throws -> Clip {
    var source = source
    var endpointer = Endpointer(settings: settings)
    var samples: [Int16] = []
    func utterance(_ events: [Endpointer.Event]) -> Range<Int>? {
      for case .ended(let range, _) in events { return range.clamped(to: samples.indices) }
      return nil
    }
    while let block = try source.next() {
      samples += block
      if let range = utterance(endpointer.feed(block)) {
        return Clip(samples: Array(samples[range]), overruns: source.overruns)
      }
      guard
        endpointer.isInUtterance
          || samples.count < longestSilenceSeconds * Recording.sampleRateHz
      else { return Clip(samples: [], overruns: source.overruns) }
    }
    let range = utterance(endpointer.finish()) ?? 0..<0
    return Clip(samples: Array(samples[range]), overruns: source.overruns)
  }

  /// Records until the next line of input, or for as long as a clip may be; either way the line is
  /// waited for.
  static func untilLine(_ source: any AudioSource, _ lines: TypedLines) throws -> Clip {
    let line = PendingLine()
    Thread.detachNewThread {
      do throws(Failure) {
        _ = try lines.next()
        line.arrive(nil)
      } catch {
        line.arrive(error)
      }
    }
    var source = source
    var samples: [Int16] = []
    while !line.hasArrived, samples.count < longestSeconds * Recording.sampleRateHz,
      let block = try source.next()
    {
      samples += block
    }
    try line.wait()
    return Clip(samples: samples, overruns: source.overruns)
  }
}

/// A line that another thread waits for.
private final class PendingLine: Sendable {
  private struct State {
    var hasArrived = false
    var failure: Failure?
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  var hasArrived: Bool { state.withLock { $0.hasArrived } }

  func arrive(_ failure: Failure?) {
    state.withLock { $0 = State(hasArrived: true, failure: failure) }
    arrival.signal()
  }

  /// Returns when the line is there, and throws where it could not be read.
  func wait() throws(Failure) {
    arrival.wait()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
