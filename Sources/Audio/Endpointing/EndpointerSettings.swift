/// The times and levels by which an ``Endpointer`` tells speech from what surrounds it.
///
/// Times are rounded up to whole frames of 10 ms. Levels are in dBFS: decibels relative to the
/// power of a full-scale square wave, so a full-scale sine is at -3 dBFS.
public struct EndpointerSettings: Hashable, Sendable {
  /// Decibels above the noise floor at which a frame counts as speech, 3 through 40.
  public var margin: Double
  /// Decibels below ``margin`` at which speech already begun still continues, from 0 up to less
  /// than ``margin``.
  public var hysteresis: Double
  /// The unbroken run of speech that opens an utterance, at least 10 ms.
  public var minimumSpeech: Duration
  /// The unbroken run of speech that continues an utterance after a pause, at least 10 ms.
  ///
  /// Shorter than ``minimumSpeech``: inside an utterance, more speech is likelier than a click.
  public var minimumResumption: Duration
  /// The silence that ends an utterance, at least ``postRoll``.
  public var trailingSilence: Duration
  /// Audio kept before the first speech frame, zero or more; never reaches into the utterance
  /// before.
  public var preRoll: Duration
  /// Audio kept after the last speech frame, at least 10 ms.
  public var postRoll: Duration
  /// The longest range an utterance may have, rolls included, before its end is forced.
  public var maximumLength: Duration
  /// The noise floor's bounds in dBFS, within -100 through 0.
  ///
  /// The lower bound keeps digital silence from making a whisper of dither into speech; the upper
  /// bound keeps a loud talker from being learnt as noise.
  public var floorRange: ClosedRange<Double>
  /// The highest floor in dBFS that the first frames alone may set, within ``floorRange``.
  ///
  /// A stream that opens in the middle of a word would otherwise take the word for noise.
  public var initialFloorCeiling: Double
  /// How fast the floor climbs under continuous speech, in decibels a second, more than 0.
  ///
  /// Noise that starts suddenly at L decibels above the floor stays "speech" for at most
  /// (L - margin + hysteresis) / riseRate seconds, unless it is louder than the floor may become.
  public var riseRate: Double

  /// Settings for scores spoken by one talker near the microphone.
  public init(
    margin: Double = 9, hysteresis: Double = 4, minimumSpeech: Duration = .milliseconds(60),
    minimumResumption: Duration = .milliseconds(30),
    trailingSilence: Duration = .milliseconds(700), preRoll: Duration = .milliseconds(300),
    postRoll: Duration = .milliseconds(250), maximumLength: Duration = .seconds(20),
    floorRange: ClosedRange<Double> = -72 ... -20, initialFloorCeiling: Double = -40,
    riseRate: Double = 3
  ) {
    self.margin = margin
    self.hysteresis = hysteresis
    self.minimumSpeech = minimumSpeech
    self.minimumResumption = minimumResumption
    self.trailingSilence = trailingSilence
    self.preRoll = preRoll
    self.postRoll = postRoll
    self.maximumLength = maximumLength
    self.floorRange = floorRange
    self.initialFloorCeiling = initialFloorCeiling
    self.riseRate = riseRate
  }

  /// Traps with a reason if a value lies outside the range that its documentation states.
  func validate() {
    precondition((3...40).contains(margin), "margin must be 3 through 40 dB")
    precondition(hysteresis >= 0 && hysteresis < margin, "hysteresis must be 0 up to the margin")
    precondition(minimumSpeech >= .milliseconds(10), "minimumSpeech must be at least 10 ms")
    precondition(minimumResumption >= .milliseconds(10), "minimumResumption must be 10 ms or more")
    precondition(preRoll >= .zero, "preRoll must not be negative")
    precondition(postRoll >= .milliseconds(10), "postRoll must be at least 10 ms")
    precondition(trailingSilence >= postRoll, "trailingSilence must be at least postRoll")
    precondition(
      maximumLength > preRoll + minimumSpeech + postRoll,
      "maximumLength must exceed preRoll + minimumSpeech + postRoll")
    precondition(maximumLength <= .seconds(3600), "maximumLength must be at most an hour")
    precondition(trailingSilence <= .seconds(60), "trailingSilence must be at most a minute")
    precondition(
      floorRange.lowerBound >= -100 && floorRange.upperBound <= 0,
      "floorRange must lie within -100 through 0 dBFS")
    precondition(
      floorRange.contains(initialFloorCeiling), "initialFloorCeiling must lie in floorRange")
    precondition(riseRate > 0 && riseRate.isFinite, "riseRate must be more than 0 dB a second")
  }
}
