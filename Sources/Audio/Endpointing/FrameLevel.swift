/// Measures the level of 10 ms frames in the band of the vowels.
struct FrameLevel: Sendable {
  /// Samples in a frame: 10 ms at 16 kHz.
  static let samplesPerFrame = 160
  /// The level given to a frame of digital silence, and to any frame below it, in dBFS.
  static let lowest = -100.0

  /// A first-order high-pass at about 200 Hz: constant offset, wind and handling lie below.
  private static let highPassPole = 0.925
  /// Two first-order low-passes at about 1.8 kHz: crickets and birds lie above, and so do
  /// consonants, but those stand next to a vowel and within the rolls.
  private static let lowPassShare = 0.5

  private var previousInput: Double?
  private var highPassed = 0.0
  private var lowPassed = (once: 0.0, twice: 0.0)
  private var energy = 0.0
  private var count = 0

  /// Takes one sample; returns the frame's level in dBFS when the sample completes a frame.
  mutating func add(_ sample: Int16) -> Double? {
    let input = Double(sample)
    // Starting from the first sample's own value makes a constant offset silent from the start.
    highPassed = input - (previousInput ?? input) + Self.highPassPole * highPassed
    previousInput = input
    lowPassed.once += Self.lowPassShare * (highPassed - lowPassed.once)
    lowPassed.twice += Self.lowPassShare * (lowPassed.once - lowPassed.twice)
    energy += lowPassed.twice * lowPassed.twice
    count += 1
    guard count == Self.samplesPerFrame else { return nil }
    defer {
      energy = 0
      count = 0
    }
    return Self.decibels(power: energy / Double(Self.samplesPerFrame) / (32_768 * 32_768))
  }

  /// Returns 10·log10 of a power relative to full scale, at least ``lowest``.
  static func decibels(power: Double) -> Double {
    guard power > 1e-10 else { return lowest }
    return naturalLogarithm(power) * 10 / 2.302_585_092_994_046
  }

  /// Returns ln x for a positive finite x to about ten digits.
  ///
  /// The standard library has no logarithm and this module imports nothing else. Written out, it
  /// also gives the same bits on every machine.
  private static func naturalLogarithm(_ x: Double) -> Double {
    let z = (x.significand - 1) / (x.significand + 1)
    let square = z * z
    var series = 0.0
    // ln m = 2 (z + z³/3 + z⁵/5 + …) with z at most 1/3 for m in 1..<2.
    for odd in stride(from: 19, through: 1, by: -2) {
      series = series * square + 1 / Double(odd)
    }
    return 2 * z * series + Double(x.exponent) * 0.693_147_180_559_945_3
  }
}
