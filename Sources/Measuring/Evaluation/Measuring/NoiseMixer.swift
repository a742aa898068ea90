internal import Glibc
internal import HyzerVoice

/// Adds recorded noise to speech at a given signal-to-noise ratio.
struct NoiseMixer: Sendable {
  /// A stretch quieter than this share of the whole noise, 40 dB below it, is taken to be this
  /// loud, or a pause in the noise would be blown up into a hiss of rounding errors.
  private static let lowestShare = 0.01

  private let noise: [Int16]
  private let lowestRMS: Double

  /// Takes the noise that stretches are cut from, mono at the rate of the speech to come.
  init(noise: [Int16]) throws(UnusableRecording) {
    guard !noise.isEmpty else { throw .empty }
    self.noise = noise
    lowestRMS = Self.rms(of: noise) * Self.lowestShare
    guard lowestRMS > 0 else { throw .silent }
  }

  /// Returns speech with a randomly drawn stretch of the noise added.
  ///
  /// The stretch is as long as the speech; a noise shorter than that goes round. It is scaled so
  /// that ``ActiveSpeechLevel`` of the speech over the root mean square of the stretch is the
  /// ratio. Where the sum would pass 30,000, the whole is scaled down. The draw depends on the
  /// lengths and the generator only, so that generators that start alike give the same stretch
  /// at every ratio.
  ///
  /// Speech without an active level (shorter than 10 ms, or silent) comes back as it is. A stretch
  /// more than 40 dB quieter than the whole noise is scaled as if it were 40 dB quieter, so the
  /// ratio is then higher than asked, and a silent stretch adds nothing.
  ///
  /// The ratio is within -100 through 100 dB.
  func mix(
    _ speech: [Int16], snrDecibels: Double, using random: inout some RandomNumberGenerator
  ) -> [Int16] {
    precondition((-100...100).contains(snrDecibels), "the ratio is out of range")
    let stretch = stretch(length: speech.count, using: &random)
    guard let level = ActiveSpeechLevel.rms(of: speech) else { return speech }
    let gain = level / pow(10, snrDecibels / 20) / max(Self.rms(of: stretch), lowestRMS)
    return PeakLimit.samples(zip(speech, stretch).map { Double($0) + gain * Double($1) })
  }

  private func stretch(length: Int, using random: inout some RandomNumberGenerator) -> [Int16] {
    let last = length > noise.count ? noise.count - 1 : noise.count - length
    let start = Int.random(in: 0...last, using: &random)
    return (start..<start + length).map { noise[$0 % noise.count] }
  }

  private static func rms(of samples: [Int16]) -> Double {
    // Squares are at most 2³⁰, so the sum of any recording fits.
    let energy = samples.reduce(0) { $0 + Int($1) * Int($1) }
    return (Double(energy) / Double(max(samples.count, 1))).squareRoot()
  }
}

/// What is wrong with a recording of noise or of a room.
enum UnusableRecording: String, Error {
  case empty = "has no samples"
  case silent = "is digital silence"
}
