/// Makes speech sound as it would in the room whose impulse response is given.
///
/// Overlap-add convolution (Stockham, 1966) by FFTW's transforms. One value may be used from
/// several threads at once.
public struct Reverberator: Sendable {
  /// The most samples that a result is longer than the speech: 1 s at 16 kHz.
  public static let longestTail = 16_000

  /// Transforms are at least this long, or short responses would cost many small ones.
  private static let shortestTransform = 4096

  private let taps: Int
  /// The index of the direct path's tap.
  private let delay: Int
  /// The response's spectrum, the direct path's tap scaled to 1 or -1, over the length of the
  /// transform.
  private let spectrum: [Float]
  private let transform: FourierTransform

  /// Takes an impulse response, mono at the rate of the speech to come.
  ///
  /// Its largest tap, the first of them if there are several, is the direct path. Its level does
  /// not matter.
  ///
  /// - Throws: ``ReverberationError``.
  public init(impulseResponse: [Int16]) throws(ReverberationError) {
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
    transform = try FourierTransform(length: length)
    var response = transform.makeSamples()
    let scale = 1 / (Float(largest) * Float(length))
    for (index, tap) in impulseResponse.enumerated() { response[index] = Float(tap) * scale }
    var spectrum = transform.makeSpectrum()
    transform.transform(&response, into: &spectrum)
    self.spectrum = (0..<spectrum.count).map { spectrum[$0] }
  }

  /// Returns speech with the room's reverberation.
  ///
  /// The direct path has no delay, so words stay where they are. The result is longer than the
  /// speech by what the response has after its direct path, at most ``longestTail``. Its
  /// ``ActiveSpeechLevel`` is that of the speech; where speech has none (shorter than 10 ms), the
  /// direct path keeps its level. Where the result would pass 30,000, the whole is scaled down.
  ///
  /// - Parameter samples: 16 kHz mono speech.
  /// - Returns: Samples at the same rate, from the start of the speech on; none for none.
  public func apply(to samples: [Int16]) -> [Int16] {
    guard !samples.isEmpty else { return [] }
    let convolved = convolve(samples)
    var gain = 1.0
    if let wanted = ActiveSpeechLevel.rms(of: samples),
      let found = ActiveSpeechLevel.rms(of: convolved)
    {
      gain = wanted / found
    }
    return PeakLimit.samples(convolved.map { gain * Double($0) })
  }

  private func convolve(_ samples: [Int16]) -> [Float] {
    let tail = min(taps - 1 - delay, Self.longestTail)
    var result = [Float](repeating: 0, count: samples.count + tail)
    var block = transform.makeSamples()
    var product = transform.makeSpectrum()
    let step = transform.length - taps + 1
    for start in stride(from: 0, to: samples.count, by: step) {
      let end = min(start + step, samples.count)
      for index in 0..<block.count {
        block[index] = start + index < end ? Float(samples[start + index]) : 0
      }
      transform.transform(&block, into: &product)
      multiply(&product)
      transform.invert(&product, into: &block)
      // Each block's own tail reaches into the next ones; what precedes the direct path in the
      // response reaches back, and what falls outside of the result is dropped.
      let first = start - delay
      let last = min(first + (end - start) + taps - 1, result.count)
      for place in max(first, 0)..<max(last, 0) { result[place] += block[place - first] }
    }
    return result
  }

  /// Multiplies a spectrum by the response's, one complex number after another.
  private func multiply(_ product: inout TransformBuffer) {
    for index in stride(from: 0, to: product.count, by: 2) {
      let (real, imaginary) = (product[index], product[index + 1])
      product[index] = real * spectrum[index] - imaginary * spectrum[index + 1]
      product[index + 1] = real * spectrum[index + 1] + imaginary * spectrum[index]
    }
  }
}
