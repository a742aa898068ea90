internal import Audio
internal import Foundation
internal import Randomness

/// A soft, low noise that covers what is quieter still.
///
/// Between words a recording may be all but silent: noise gates, lossy compression and quiet rooms
/// do that. Normalised, such a nothing has a spectrum as marked as a word's. A steady floor below
/// the speech makes every recording's pauses alike. The spectrum falls by 6 dB an octave above
/// 30 Hz, as that of distant wind and traffic does, so that it hides few consonants.
public struct MaskingNoise: Hashable, Sendable {
  /// How far below the speech it lies, in decibels.
  public let decibelsBelowSpeech: Double

  /// The pole of a first-order low-pass at 30 Hz, for 16 kHz.
  private static let pole = 0.98829

  /// Makes a noise that many decibels below the speech.
  public init(decibelsBelowSpeech: Double) { self.decibelsBelowSpeech = decibelsBelowSpeech }

  /// Returns 16 kHz mono samples with the noise added; scaled down where the sum would clip.
  ///
  /// The noise is the same for the same samples. Samples without an ``ActiveSpeechLevel`` come back
  /// as they are.
  public func added(to samples: [Int16]) -> [Int16] {
    guard let level = ActiveSpeechLevel.rms(of: samples) else { return samples }
    var random = SeededGenerator(seed: 1)
    var state = 0.0
    let noise = samples.map { _ in
      state = MaskingNoise.pole * state + Double.random(in: -1...1, using: &random)
      return state
    }
    let power = noise.reduce(0) { $0 + $1 * $1 } / Double(noise.count)
    let gain =
      level / pow(10, decibelsBelowSpeech / 20) / max(power, .leastNormalMagnitude).squareRoot()
    return PeakLimit.samples(zip(samples, noise).map { Double($0) + gain * $1 })
  }
}
