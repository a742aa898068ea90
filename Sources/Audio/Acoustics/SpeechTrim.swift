/// Finds where in a recording of a word somebody speaks.
public enum SpeechTrim {
  /// How much is left before the first frame of speech and after the last one: 50 ms at 16 kHz.
  static let margin = 800

  /// A frame counts when this many times its power is no less than that of the loudest: 30 dB.
  private static let powerRange = 1000.0
  /// The root mean square of a frame that is never silence, about 61 dB below full scale.
  private static let noiseRMS = 30.0

  /// Returns the samples of 16 kHz mono from 50 ms before the first speech to 50 ms after the last.
  ///
  /// Speech is what lies within 30 dB of the loudest frame of 10 ms, measured by its power, and no
  /// more than 61 dB below full scale, unless all lies below that. What is left over after the last
  /// full frame is taken for silence.
  ///
  /// - Returns: A range of indices, not empty; nil for digital silence and for less than 10 ms.
  public static func range(in samples: [Int16]) -> Range<Int>? {
    let length = ActiveSpeechLevel.samplesPerFrame
    let energies = (0..<samples.count / length).map { frame in
      samples[frame * length..<(frame + 1) * length].reduce(0) { $0 + Double($1) * Double($1) }
    }
    guard let loudest = energies.max(), loudest > 0 else { return nil }
    let noise = noiseRMS * noiseRMS * Double(length)
    let lowest = max(loudest / powerRange, loudest < noise ? 0 : noise)
    guard let first = energies.firstIndex(where: { $0 >= lowest }),
      let last = energies.lastIndex(where: { $0 >= lowest })
    else { return nil }
    return max(0, first * length - margin)..<min(samples.count, (last + 1) * length + margin)
  }
}
