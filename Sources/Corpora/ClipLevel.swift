internal import Audio
internal import Foundation

/// How long and how loud a clip is.
///
/// Levels are in decibels relative to a full-scale square wave (dBFS).
package struct ClipLevel: Hashable, Sendable {
  /// Below this level, in dBFS, speech cannot be told from a microphone's own noise.
  private static let quietBelow = -45.0
  /// Below this level, in dBFS, nothing was said.
  private static let silentBelow = -65.0
  /// The samples at full scale from which on a clip counts as clipped; a clip that was scaled to
  /// fit touches full scale once or twice.
  private static let clippedFrom = 3
  private static let framesPerSecond = 100

  package let durationSeconds: Double
  /// The highest absolute sample in dBFS; nil for digital silence.
  package let peakDecibels: Double?
  /// The level while somebody speaks, in dBFS; nil for digital silence and for less than 10 ms.
  package let speechDecibels: Double?
  /// The number of samples at either end of the 16-bit range.
  package let fullScaleSamples: Int

  /// Measures 16 kHz mono samples.
  package init(_ samples: [Int16]) {
    durationSeconds = Double(samples.count) / Double(Recording.sampleRateHz)
    fullScaleSamples = samples.count { $0 == .max || $0 == .min }
    let peak = samples.reduce(0) { max($0, abs(Int($1))) }
    peakDecibels = Self.decibels(power: Double(peak * peak))
    speechDecibels = ActiveSpeechLevel.rms(
      of: samples, samplesPerFrame: Recording.sampleRateHz / Self.framesPerSecond
    ).flatMap { Self.decibels(power: $0 * $0) }
  }

  /// Whether the clip was recorded too loud.
  package var isClipped: Bool { fullScaleSamples >= Self.clippedFrom }
  /// Whether there is nothing to hear in the clip.
  package var isSilent: Bool { speechDecibels.map { $0 < Self.silentBelow } ?? true }
  /// Whether the clip can be heard, but hardly.
  package var isQuiet: Bool { !isSilent && speechDecibels.map { $0 < Self.quietBelow } ?? false }

  private static func decibels(power: Double) -> Double? {
    power > 0 ? 10 * log10(power / (32_768 * 32_768)) : nil
  }
}
