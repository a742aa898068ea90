internal import Audio
internal import Foundation

/// How long and how loud a clip is.
///
/// Levels are in decibels relative to a full-scale square wave (dBFS).
public struct ClipLevel: Hashable, Sendable {
  /// The level below which speech is too quiet to be told from a microphone's own noise, in dBFS.
  public static let quietBelow = -45.0
  /// The level below which nothing was said, in dBFS.
  public static let silentBelow = -65.0
  /// The samples at full scale from which on a clip counts as clipped; a clip that was scaled to
  /// fit touches full scale once or twice.
  public static let clippedFrom = 3

  private static let framesPerSecond = 100

  /// The length in seconds.
  public let durationSeconds: Double
  /// The highest absolute sample in dBFS; nil for digital silence.
  public let peakDecibels: Double?
  /// The level while somebody speaks, in dBFS; nil for digital silence and for less than 10 ms.
  public let speechDecibels: Double?
  /// The number of samples at either end of the 16-bit range.
  public let fullScaleSamples: Int

  /// Measures mono samples at a rate in hertz, 100 or more.
  public init(samples: [Int16], sampleRateHz: Int) {
    let frame = sampleRateHz / Self.framesPerSecond
    precondition(frame > 0, "a frame of 10 ms needs a sample")
    durationSeconds = Double(samples.count) / Double(sampleRateHz)
    fullScaleSamples = samples.count { $0 == .max || $0 == .min }
    let peak = samples.reduce(0) { max($0, abs(Int($1))) }
    peakDecibels = Self.decibels(power: Double(peak * peak))
    speechDecibels = ActiveSpeechLevel.rms(of: samples, samplesPerFrame: frame)
      .flatMap { Self.decibels(power: $0 * $0) }
  }

  /// Whether the clip was recorded too loud.
  public var isClipped: Bool { fullScaleSamples >= Self.clippedFrom }
  /// Whether there is nothing to hear in the clip.
  public var isSilent: Bool { speechDecibels.map { $0 < Self.silentBelow } ?? true }
  /// Whether the clip can be heard, but hardly.
  public var isQuiet: Bool { !isSilent && speechDecibels.map { $0 < Self.quietBelow } ?? false }

  private static func decibels(power: Double) -> Double? {
    power > 0 ? 10 * log10(power / (32_768 * 32_768)) : nil
  }
}
