internal import HyzerVoice

/// Joins words out of recordings into a sentence, as if one after another had been said.
///
/// Each word is cut out of the silence around it, faded at its ends so that nothing clicks, and
/// brought to the same ``ActiveSpeechLevel``. The pause after it is the quietest that its recording
/// has. All is 16 kHz mono.
package struct WordSplicer: Sendable {
  /// The active level of each word, in units of a sample: 22 dB below full scale.
  package static let activeLevel = 2500.0
  /// The root mean square of the noise that all is under, in units of a sample: 50 dB below the
  /// words.
  static let noiseLevel = 8.0
  /// The silence before the first word, and after the last pause: a quarter of a second.
  private static let silence = 4000
  /// The fade at either end of a word, in which a neighbour's sound goes: 20 ms.
  private static let fade = 320

  private var samples: [Double] = []
  /// What pauses after the last word consist of.
  private var background = Background.none

  package init() {}

  /// Adds a word and a pause after it, in milliseconds, 0 or more.
  ///
  /// The word is in some samples of a recording, or in all of it.
  ///
  /// - Returns: Whether anything can be heard in the recording of the word; else nothing is added.
  package mutating func append(
    _ recording: [Int16], in place: Range<Int>? = nil, pauseMilliseconds: Int
  ) -> Bool {
    let word = place.map { Array(recording[$0.clamped(to: recording.indices)]) } ?? recording
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
    background = Background(of: recording, wordLevel: level, gain: Self.activeLevel / level)
    if samples.isEmpty { samples = background.samples(Self.silence) }
    samples += speech.map { $0 * (Self.activeLevel / level) }
    samples += background.samples(pauseMilliseconds * Recording.sampleRateHz / 1000)
    return true
  }

  /// Returns the sentence with silence around it and white noise under all of it, scaled down
  /// where it would pass 30,000.
  package func sentence(using random: inout some RandomNumberGenerator) -> [Int16] {
    // What is drawn evenly from -1 to 1 has a mean square of a third.
    let peak = Self.noiseLevel * 3.0.squareRoot()
    let silence = background.samples(Self.silence)
    return PeakLimit.samples(
      ((samples.isEmpty ? silence : samples) + silence).map {
        $0 + peak * Double.random(in: -1...1, using: &random)
      })
  }
}

/// The quietest stretch of a recording, which goes on as long as a pause does.
private struct Background {
  static let none = Background(stretch: [])

  /// How long a stretch is: 200 ms.
  private static let frames = 20
  /// A stretch counts as silence when its power is this many times less than the word's: 12 dB.
  private static let powerRange = 16.0

  private let stretch: [Double]

  private init(stretch: [Double]) { self.stretch = stretch }

  /// Takes the stretch whose loudest frame is quietest, amplified as the word is; none where
  /// somebody speaks all the time.
  init(of recording: [Int16], wordLevel: Double, gain: Double) {
    let samples = recording.map(Double.init)
    let length = ActiveSpeechLevel.samplesPerFrame
    let energies = ActiveSpeechLevel.frameEnergies(of: samples)
    let starts = energies.indices.dropLast(Self.frames - 1)
    let loudest = starts.map { energies[$0..<$0 + Self.frames].max() ?? 0 }
    guard let least = loudest.min(), let start = loudest.firstIndex(of: least),
      least * Self.powerRange < wordLevel * wordLevel * Double(length)
    else {
      self = .none
      return
    }
    stretch = samples[start * length..<(start + Self.frames) * length].map { $0 * gain }
  }

  /// Returns so many samples: the stretch forward, then backward, and so on, so that nothing clicks.
  func samples(_ count: Int) -> [Double] {
    guard !stretch.isEmpty else { return [Double](repeating: 0, count: count) }
    return (0..<count).map { index in
      let place = index % (2 * stretch.count)
      return stretch[min(place, 2 * stretch.count - 1 - place)]
    }
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

  /// How many frames at either end show whether a word goes on beyond it: 20 ms.
  private static let edge = 2
  /// A word is cut off where this many times the power of an end is no less than the loudest frame's: 6 dB.
  private static let cutRange = 4.0

  /// Returns whether the recording of a word begins or ends in the middle of it: nearly at its loudest.
  static func isCutOff(_ samples: [Int16]) -> Bool {
    let energies = ActiveSpeechLevel.frameEnergies(of: samples.map(Double.init))
    guard let loudest = energies.max(), loudest > 0 else { return false }
    return (energies.prefix(edge) + energies.suffix(edge)).contains { $0 * cutRange >= loudest }
  }
}
