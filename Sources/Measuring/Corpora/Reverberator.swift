internal import Glibc
internal import HyzerVoice

/// Makes speech sound as it would in the room whose impulse response is given.
///
/// Overlap-add convolution (Stockham, 1966).
struct Reverberator: Sendable {
  /// The most samples that a result is longer than the speech: 1 s.
  private static let longestTail = Recording.sampleRateHz
  /// Transforms are at least this long, or short responses would cost many small ones.
  private static let shortestTransform = 4096

  private let taps: Int
  private let delay: Int
  private let transform: FourierTransform
  /// The response's spectrum, the direct path's tap scaled to 1 or -1, over the transform's length.
  private let spectrum: (real: [Double], imaginary: [Double])

  /// Takes an impulse response, mono at the rate of the speech to come.
  ///
  /// Its largest tap, the first of them if there are several, is the direct path. Its level does
  /// not matter.
  init(impulseResponse: [Int16]) throws(UnusableRecording) {
    guard !impulseResponse.isEmpty else { throw .empty }
    var (delay, largest) = (0, 0)
    for (index, tap) in impulseResponse.enumerated() where abs(Int(tap)) > largest {
      (delay, largest) = (index, abs(Int(tap)))
    }
    guard largest > 0 else { throw .silent }
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
  func apply(to samples: [Int16]) -> [Int16] {
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
private struct FourierTransform: Sendable {
  let length: Int
  /// The powers of the first root of unity, up to half a turn.
  private let cosines, sines: [Double]

  init(length: Int) {
    self.length = length
    let angles = (0..<length / 2).map { -2 * .pi * Double($0) / Double(length) }
    cosines = angles.map { cos($0) }
    sines = angles.map { sin($0) }
  }

  /// Replaces real and imaginary parts by their spectrum, unscaled: the halves of even and of odd
  /// places are transformed and put together.
  func apply(_ real: inout [Double], _ imaginary: inout [Double]) {
    let half = real.count / 2
    guard half > 0 else { return }
    func every2nd(_ values: [Double], from start: Int) -> [Double] {
      stride(from: start, to: values.count, by: 2).map { values[$0] }
    }
    var (evenReal, evenImaginary) = (every2nd(real, from: 0), every2nd(imaginary, from: 0))
    var (oddReal, oddImaginary) = (every2nd(real, from: 1), every2nd(imaginary, from: 1))
    apply(&evenReal, &evenImaginary)
    apply(&oddReal, &oddImaginary)
    let turn = length / real.count
    for root in 0..<half {
      let (cosine, sine) = (cosines[root * turn], sines[root * turn])
      let re = oddReal[root] * cosine - oddImaginary[root] * sine
      let im = oddReal[root] * sine + oddImaginary[root] * cosine
      (real[root], imaginary[root]) = (evenReal[root] + re, evenImaginary[root] + im)
      (real[root + half], imaginary[root + half]) = (evenReal[root] - re, evenImaginary[root] - im)
    }
  }
}
