/// Measures how loud speech is while somebody speaks, pauses left out.
///
/// The root mean square over those 10 ms frames whose power is less than 20 dB below that of the
/// loudest frame: a plain relative of the active speech level of ITU-T P.56. The mean over a whole
/// recording would depend on how much silence surrounds the words.
public enum ActiveSpeechLevel {
  /// Samples in a frame: 10 ms at 16 kHz.
  public static let samplesPerFrame = 160

  /// A frame counts when this many times its power is more than that of the loudest frame: 20 dB.
  private static let powerRange = 100.0

  /// Returns the level of mono samples, in units of a sample, more than 0.
  ///
  /// What is left over after the last full frame is not looked at.
  ///
  /// - Parameters:
  ///   - samples: The samples.
  ///   - samplesPerFrame: How many make 10 ms, at least one; at 16 kHz if not given.
  /// - Returns: The root mean square of the active frames, or nil where there is no full frame or
  ///   all full frames are digital silence.
  public static func rms(of samples: [Int16], samplesPerFrame: Int = samplesPerFrame) -> Double? {
    rms(frames: samples.count / samplesPerFrame, of: samplesPerFrame) { Double(samples[$0]) }
  }

  /// Returns the level of 16 kHz samples not yet rounded to 16 bits, likewise.
  public static func rms(of samples: [Float]) -> Double? {
    rms(frames: samples.count / samplesPerFrame, of: samplesPerFrame) { Double(samples[$0]) }
  }

  private static func rms(
    frames: Int, of samplesPerFrame: Int, sample: (Int) -> Double
  ) -> Double? {
    let energies = (0..<frames).map { frame in
      let start = frame * samplesPerFrame
      return (start..<start + samplesPerFrame).reduce(0) { sum, index in
        sum + sample(index) * sample(index)
      }
    }
    guard let loudest = energies.max(), loudest > 0 else { return nil }
    let active = energies.filter { $0 * powerRange > loudest }
    return (active.reduce(0, +) / Double(active.count * samplesPerFrame)).squareRoot()
  }
}
