/// Measures how loud speech is while somebody speaks, pauses left out.
///
/// The root mean square over those 10 ms frames whose power is less than 20 dB below that of the
/// loudest frame: a plain relative of the active speech level of ITU-T P.56. The mean over a whole
/// recording would depend on how much silence surrounds the words.
package enum ActiveSpeechLevel {
  package static let samplesPerFrame = FrameLevel.samplesPerFrame

  /// A frame counts when this many times its power is more than that of the loudest frame: 20 dB.
  private static let powerRange = 100.0

  /// Returns the level in units of a sample, more than 0, or nil where there is no full frame or all
  /// full frames are digital silence.
  ///
  /// What is left over after the last full frame is not looked at.
  package static func rms(
    of samples: [Int16], samplesPerFrame: Int = samplesPerFrame
  ) -> Double? {
    rms(of: samples.map(Double.init), samplesPerFrame: samplesPerFrame)
  }

  /// Returns the level of samples not yet rounded to 16 bits, likewise.
  package static func rms(
    of samples: [Double], samplesPerFrame: Int = samplesPerFrame
  ) -> Double? {
    let energies = frameEnergies(of: samples, samplesPerFrame: samplesPerFrame)
    guard let loudest = energies.max(), loudest > 0 else { return nil }
    let active = energies.filter { $0 * powerRange > loudest }
    return (active.reduce(0, +) / Double(active.count * samplesPerFrame)).squareRoot()
  }

  package static func frameEnergies(
    of samples: [Double], samplesPerFrame: Int = samplesPerFrame
  ) -> [Double] {
    stride(from: samplesPerFrame, through: samples.count, by: samplesPerFrame).map { end in
      samples[end - samplesPerFrame..<end].reduce(0) { $0 + $1 * $1 }
    }
  }
}

/// Brings sums of sounds back to 16 bits without clipping.
package enum PeakLimit {
  /// The magnitude that no sample of a result passes.
  package static let peak = 30_000.0

  /// Returns the samples rounded to the nearest, all of them scaled down alike where the largest
  /// would pass ``peak``.
  package static func samples(_ values: [Double]) -> [Int16] {
    let largest = values.reduce(0) { max($0, abs($1)) }
    let scale = largest > peak ? peak / largest : 1
    return values.map { Int16(($0 * scale).rounded()) }
  }
}
