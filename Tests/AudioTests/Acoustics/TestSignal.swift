import Foundation
import Randomness

/// Half a second of silence, a second of a tone and half a second of silence again.
func speech(amplitude: Double) -> [Int16] {
  let tone = (0..<16_000).map { Int16(amplitude * sin(2 * .pi * 500 * Double($0) / 16_000)) }
  let silence = [Int16](repeating: 0, count: 8_000)
  return silence + tone + silence
}

/// White noise with samples of any size up to a peak.
func whiteNoise(_ count: Int, peak: Int16, seed: UInt64 = 1) -> [Int16] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { _ in Int16.random(in: -peak...peak, using: &random) }
}

func rms(_ samples: [Int16]) -> Double {
  (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}

func difference(_ minuend: [Int16], _ subtrahend: [Int16]) -> [Int16] {
  zip(minuend, subtrahend).map { $0 - $1 }
}
