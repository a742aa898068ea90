/// Joins recordings of single words into a sentence, as if one after another had been said.
///
/// Each word is cut out of the silence around it, faded at its ends so that nothing clicks, and
/// brought to the same ``ActiveSpeechLevel``. All is 16 kHz mono.
public struct WordSplicer: Sendable {
  /// The active level of each word, in units of a sample: 22 dB below full scale.
  public static let activeLevel = 2500.0
  /// The silence before the first word, and after the last pause: a quarter of a second.
  public static let silence = 4000
  /// The root mean square of the noise that all is under, in units of a sample: 50 dB below the
  /// words.
  public static let noiseLevel = 8.0

  private static let samplesPerMillisecond = 16
  /// The fade at either end of a word: 10 ms.
  private static let fade = 160

  private var samples = [Double](repeating: 0, count: silence)

  /// A sentence without words.
  public init() {}

  /// Adds a word and a pause after it, in milliseconds, 0 or more.
  ///
  /// - Returns: Whether anything can be heard in the recording of the word; else nothing is added.
  public mutating func append(_ word: [Int16], pauseMilliseconds: Int) -> Bool {
    guard let range = SpeechTrim.range(in: word) else { return false }
    var speech = word[range].map { Float($0) }
    let fade = min(Self.fade, speech.count / 2)
    for index in 0..<fade {
      let share = Float(index) / Float(fade)
      speech[index] *= share
      speech[speech.count - 1 - index] *= share
    }
    guard let level = ActiveSpeechLevel.rms(of: speech) else { return false }
    samples += speech.map { Double($0) * (Self.activeLevel / level) }
    samples += [Double](repeating: 0, count: pauseMilliseconds * Self.samplesPerMillisecond)
    return true
  }

  /// Returns the sentence with silence around it and white noise under all of it, scaled down
  /// where it would pass 30,000.
  public func sentence(using random: inout some RandomNumberGenerator) -> [Int16] {
    // What is drawn evenly from -1 to 1 has a mean square of a third.
    let peak = Self.noiseLevel * 3.0.squareRoot()
    let silence = [Double](repeating: 0, count: Self.silence)
    return PeakLimit.samples(
      (samples + silence).map { $0 + peak * Double.random(in: -1...1, using: &random) })
  }
}
