/// Joins recordings of single words into a sentence, as if one after another had been said.
///
/// Each word is cut out of the silence around it, faded at its ends so that nothing clicks, and
/// brought to the same ``ActiveSpeechLevel``. All is 16 kHz mono.
package struct WordSplicer: Sendable {
  /// The active level of each word, in units of a sample: 22 dB below full scale.
  package static let activeLevel = 2500.0
  /// The root mean square of the noise that all is under, in units of a sample: 50 dB below the
  /// words.
  static let noiseLevel = 8.0
  /// The silence before the first word, and after the last pause: a quarter of a second.
  private static let silence = 4000
  /// The fade at either end of a word: 10 ms.
  private static let fade = 160

  private var samples = [Double](repeating: 0, count: silence)

  package init() {}

  /// Adds a word and a pause after it, in milliseconds, 0 or more.
  ///
  /// - Returns: Whether anything can be heard in the recording of the word; else nothing is added.
  package mutating func append(_ word: [Int16], pauseMilliseconds: Int) -> Bool {
    guard let range = SpeechTrim.range(in: word) else { return false }
    var faded = word[range].map { Float($0) }
    let fade = min(Self.fade, faded.count / 2)
    for index in 0..<fade {
      let share = Float(index) / Float(fade)
      faded[index] *= share
      faded[faded.count - 1 - index] *= share
    }
    let speech = faded.map(Double.init)
    guard let level = ActiveSpeechLevel.rms(of: speech) else { return false }
    samples += speech.map { $0 * (Self.activeLevel / level) }
    samples += [Double](
      repeating: 0, count: pauseMilliseconds * Recording.sampleRateHz / 1000)
    return true
  }

  /// Returns the sentence with silence around it and white noise under all of it, scaled down
  /// where it would pass 30,000.
  package func sentence(using random: inout some RandomNumberGenerator) -> [Int16] {
    // What is drawn evenly from -1 to 1 has a mean square of a third.
    let peak = Self.noiseLevel * 3.0.squareRoot()
    let silence = [Double](repeating: 0, count: Self.silence)
    return PeakLimit.samples(
      (samples + silence).map { $0 + peak * Double.random(in: -1...1, using: &random) })
  }
}

/// Finds where in a recording of a word somebody speaks.
enum SpeechTrim {
  /// How much is left before the first frame of speech and after the last one: 50 ms.
  private static let margin = 800
  /// A frame counts when this many times its power is no less than that of the loudest: 30 dB.
  private static let powerRange = 1000.0
  /// The root mean square of a frame that is never silence, about 61 dB below full scale.
  private static let noiseRMS = 30.0

  /// Returns the samples of 16 kHz mono from 50 ms before the first speech to 50 ms after the last;
  /// nil for digital silence and for less than 10 ms.
  ///
  /// Speech is what lies within 30 dB of the loudest frame of 10 ms, measured by its power, and no
  /// more than 61 dB below full scale, unless all lies below that. What is left over after the last
  /// full frame is taken for silence.
  static func range(in samples: [Int16]) -> Range<Int>? {
    let length = ActiveSpeechLevel.samplesPerFrame
    let energies = ActiveSpeechLevel.frameEnergies(of: samples.map(Double.init))
    guard let loudest = energies.max(), loudest > 0 else { return nil }
    let noise = noiseRMS * noiseRMS * Double(length)
    let lowest = max(loudest / powerRange, loudest < noise ? 0 : noise)
    guard let first = energies.firstIndex(where: { $0 >= lowest }),
      let last = energies.lastIndex(where: { $0 >= lowest })
    else { return nil }
    return max(0, first * length - margin)..<min(samples.count, (last + 1) * length + margin)
  }
}
