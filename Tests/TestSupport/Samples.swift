internal import Foundation
internal import HyzerBase

/// Samples of a sine on all of some channels, interleaved.
package func sine(
  _ hertz: Double, amplitude: Double, rateHz: Int, channels: Int = 1, seconds: Double = 1
) -> [Float] {
  (0..<Int(Double(rateHz) * seconds)).flatMap { frame in
    [Float](
      repeating: Float(amplitude * sin(2 * .pi * hertz * Double(frame) / Double(rateHz))),
      count: channels)
  }
}

/// The amplitude of one frequency within 16 kHz samples, full scale at 1, ends left out.
package func amplitude(of hertz: Double, in samples: [Int16]) -> Double {
  let inner = samples.dropFirst(1600).dropLast(1600)
  var (real, imaginary) = (0.0, 0.0)
  for (index, sample) in zip(inner.indices, inner) {
    let angle = 2 * .pi * hertz * Double(index) / 16_000
    real += Double(sample) / 32_768 * cos(angle)
    imaginary += Double(sample) / 32_768 * sin(angle)
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(inner.count)
}

/// Half a second of silence, a second of a tone and half a second of silence again.
package func speech(amplitude: Double) -> [Int16] {
  let tone = (0..<16_000).map { Int16(amplitude * sin(2 * .pi * 500 * Double($0) / 16_000)) }
  let silence = [Int16](repeating: 0, count: 8_000)
  return silence + tone + silence
}

/// White noise with samples of any size up to a peak.
package func whiteNoise(_ count: Int, peak: Int16, seed: UInt64 = 1) -> [Int16] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { _ in Int16.random(in: -peak...peak, using: &random) }
}

package func rms(_ samples: [Int16]) -> Double {
  (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}
