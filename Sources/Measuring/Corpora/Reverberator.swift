internal import Foundation
internal import HyzerVoice

/// Makes speech sound as it would in the room whose impulse response is given.
///
/// Overlap-add convolution (Stockham, 1966).
package struct Reverberator: Sendable {
  /// The most samples that a result is longer than the speech: 1 s.
  private static let longestTail = Recording.sampleRateHz
  /// Transforms are at least this long, or short responses would cost many small ones.
  private static let shortestTransform = 4096

  private let taps: Int
  /// The index of the direct path's tap.
  private let delay: Int
  private let transform: FourierTransform
  /// The response's spectrum, the direct path's tap scaled to 1 or -1, over the transform's length.
  private let spectrum: (real: [Double], imaginary: [Double])

  /// Takes an impulse response, mono at the rate of the speech to come.
  ///
  /// Its largest tap, the first of them if there are several, is the direct path. Its level does
  /// not matter.
  package init(impulseResponse: [Int16]) throws(ReverberationError) {
    guard !impulseResponse.isEmpty else { throw .emptyResponse }
    var (delay, largest) = (0, 0)
    for (index, tap) in impulseResponse.enumerated() where abs(Int(tap)) > largest {
      (delay, largest) = (index, abs(Int(tap)))
    }
    guard largest > 0 else { throw .silentResponse }
    taps = impulseResponse.count
    self.delay = delay
    // Twice the response, up to the next power of two: half of each transform is new speech.
    var length = Self.shortestTransform
    while length < 2 * taps { length *= 2 }
    transform = FourierTransform(length: length)
    let scale = 1 / (Double(largest) * Double(length))
    let padding = [Double](repeating: 0, count: length - taps)
    var real = impulseResponse.map { Double($0) * scale } + padding
    var imaginary = [Double](repeating: 0, count: length)
    transform.apply(&real, &imaginary)
    spectrum = (real, imaginary)
  }

  /// Returns speech with the room's reverberation.
  ///
  /// The direct path has no delay, so words stay where they are. The result is longer than the
  /// speech by what the response has after its direct path, at most a second. Its
  /// ``ActiveSpeechLevel`` is that of the speech; where speech has none (shorter than 10 ms), the
  /// direct path keeps its level. Where the result would pass 30,000, the whole is scaled down.
  package func apply(to samples: [Int16]) -> [Int16] {
    guard !samples.isEmpty else { return [] }
    let convolved = convolve(samples)
    let wanted = ActiveSpeechLevel.rms(of: samples)
    let found = ActiveSpeechLevel.rms(of: convolved)
    let gain = wanted.flatMap { wanted in found.map { wanted / $0 } } ?? 1
    return PeakLimit.samples(convolved.map { gain * $0 })
  }

  private func convolve(_ samples: [Int16]) -> [Double] {
    let tail = min(taps - 1 - delay, Self.longestTail)
    var result = [Double](repeating: 0, count: samples.count + tail)
    let step = transform.length - taps + 1
    func block(at start: Int) -> [Double] {
      let speech = samples.dropFirst(start).prefix(step).map(Double.init)
      return speech + [Double](repeating: 0, count: transform.length - speech.count)
    }
    // Each block's own tail reaches into the next ones; what precedes the direct path in the
    // response reaches back, and what falls outside of the result is dropped.
    func add(_ block: [Double], at start: Int) {
      let first = start - delay
      let end = min(first + transform.length, result.count)
      for place in stride(from: max(first, 0), to: end, by: 1) {
        result[place] += block[place - first]
      }
    }
    // The response is real, so that two blocks stay apart as the parts of one complex signal.
    for start in stride(from: 0, to: samples.count, by: 2 * step) {
      var (real, imaginary) = (block(at: start), block(at: start + step))
      transform.apply(&real, &imaginary)
      for index in real.indices {
        let (re, im) = (real[index], imaginary[index])
        real[index] = re * spectrum.real[index] - im * spectrum.imaginary[index]
        imaginary[index] = re * spectrum.imaginary[index] + im * spectrum.real[index]
      }
      transform.apply(&imaginary, &real)  // With the parts exchanged, the inverse.
      add(real, at: start)
      add(imaginary, at: start + step)
    }
    return result
  }
}

/// The discrete Fourier transform of a power of two of complex numbers (Cooley and Tukey, 1965).
struct FourierTransform: Sendable {
  let length: Int
  /// The powers of the first root of unity, up to half a turn.
  private let cosines, sines: [Double]

  init(length: Int) {
    precondition(length.nonzeroBitCount == 1, "the length is a power of two")
    self.length = length
    let angles = (0..<length / 2).map { -2 * .pi * Double($0) / Double(length) }
    cosines = angles.map { cos($0) }
    sines = angles.map { sin($0) }
  }

  /// Replaces real and imaginary parts by their spectrum, unscaled.
  func apply(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == length && imaginary.count == length, "parts of this length")
    var reversed = 0
    for index in 0..<length {
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
      // Counts up with the bits in reverse order.
      var bit = length / 2
      while bit > 0, reversed & bit != 0 {
        reversed ^= bit
        bit /= 2
      }
      reversed |= bit
    }
    var half = 1
    while half < length {
      let turn = length / (2 * half)
      for start in stride(from: 0, to: length, by: 2 * half) {
        for root in 0..<half {
          let (upper, lower) = (start + root, start + root + half)
          let (cosine, sine) = (cosines[root * turn], sines[root * turn])
          let re = real[lower] * cosine - imaginary[lower] * sine
          let im = real[lower] * sine + imaginary[lower] * cosine
          (real[lower], imaginary[lower]) = (real[upper] - re, imaginary[upper] - im)
          (real[upper], imaginary[upper]) = (real[upper] + re, imaginary[upper] + im)
        }
      }
      half *= 2
    }
  }
}

package enum ReverberationError: Error, Hashable, Sendable, CustomStringConvertible {
  case emptyResponse, silentResponse

  package var description: String {
    let fault = self == .emptyResponse ? "has no samples" : "is digital silence"
    return "cannot add reverberation: the impulse response \(fault); use another recording"
  }
}
