internal import Glibc

/// Measures the level of 10 ms frames in the band of the vowels.
struct FrameLevel: Sendable {
  static let samplesPerFrame = Recording.sampleRateHz / 100
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
    let power = energy / Double(Self.samplesPerFrame) / (32_768 * 32_768)
    return max(10 * log10(power), Self.lowest)
  }
}

/// Follows the level of the background: falls fast, rises slowly, at a set rate inside an utterance.
struct NoiseFloor: Hashable, Sendable {
  /// The floor's bounds in dBFS.
  ///
  /// The lower bound keeps digital silence from making a whisper of dither into speech; the upper
  /// bound keeps a loud talker from being learnt as noise.
  static let range = -72.0 ... -20
  /// The highest floor in dBFS that the first frames alone may set.
  ///
  /// A stream that opens in the middle of a word would otherwise take the word for noise.
  static let initialCeiling = -40.0
  /// How fast the floor climbs under continuous speech, in decibels a second.
  ///
  /// Noise that starts suddenly at L decibels above the floor stays "speech" for at most
  /// (L - margin + hysteresis) / riseRate seconds, unless it is louder than the floor may become.
  static let riseRate = 3.0

  /// Frames that set the first estimate: 100 ms.
  private static let initialFrames = 10
  /// The share of a fall that is followed in a frame: a time constant of 0.2 s.
  ///
  /// Any faster, and the floor sits in the gaps of noise that flutters.
  private static let fall = 0.05
  /// The share of a rise that is followed in a frame between utterances: a time constant of 0.5 s.
  private static let rise = 0.02

  private var initialSum = 0.0
  private var initialCount = 0

  /// The estimate in dBFS, or nil until the first frames have been seen.
  private(set) var level: Double?

  /// Takes a frame's level in dBFS and whether it may belong to speech, pauses within included.
  ///
  /// Until there is an estimate the frame only goes into the first one.
  mutating func update(level frame: Double, maySpeak: Bool) {
    guard let current = level else {
      initialSum += frame
      initialCount += 1
      if initialCount == Self.initialFrames {
        let mean = initialSum / Double(initialCount)
        level = min(max(mean, Self.range.lowerBound), Self.initialCeiling)
      }
      return
    }
    let next =
      if frame < current {
        current + Self.fall * (frame - current)
      } else if maySpeak {
        min(current + Self.riseRate / 100, frame)
      } else {
        current + Self.rise * (frame - current)
      }
    level = min(max(next, Self.range.lowerBound), Self.range.upperBound)
  }
}

/// How loud the input is, for a meter.
///
/// Levels are in dBFS as the endpointer measures them: between about 200 Hz and 1.8 kHz, relative to
/// the power of a full-scale square wave.
package struct InputLevel: Hashable, Sendable {
  /// The level of the last 10 ms; -100 for digital silence.
  package let decibels: Double
  /// The level of the background, or nil during the first 100 ms.
  package let floorDecibels: Double?

  /// Where the level stands on a meter, from 0 for a quiet room at -70 to 1 for speech that is about to
  /// clip at -10.
  package var meter: Double { min(max((decibels + 70) / 60, 0), 1) }
}
