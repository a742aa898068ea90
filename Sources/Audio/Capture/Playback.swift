/// Plays sounds on a device.
public enum Playback {
  /// Plays 16-bit mono samples and returns when they have been heard.
  ///
  /// Wraps `snd_pcm_writei` and `snd_pcm_drain`. A gap that arises because the system was busy is
  /// skipped over.
  ///
  /// - Parameters:
  ///   - samples: The samples; none play nothing, but the device is opened all the same.
  ///   - sampleRateHz: Their rate in hertz, more than 0.
  ///   - device: An ALSA name, such as "default" or "plughw:0".
  /// - Throws: Any ``CaptureError`` except ``CaptureError/readFailed(device:reason:)`` and
  ///   ``CaptureError/listingFailed(reason:)``.
  public static func play(
    samples: [Int16], sampleRateHz: Int, device: String = "default"
  ) throws(CaptureError) {
    try play(samples, sampleRateHz: sampleRateHz, on: PCM(device, .playback))
  }

  static func play(
    _ samples: [Int16], sampleRateHz: Int, on pcm: consuming PCM
  ) throws(CaptureError) {
    precondition(sampleRateHz > 0, "a sample rate is more than 0 Hz")
    var pcm = pcm
    let rate = UInt32(clamping: sampleRateHz)
    try pcm.configure(
      rateHz: rate, periodFrames: UInt(max(1, rate / 50)), bufferFrames: UInt(max(4, rate / 5 * 2)))
    try pcm.write(samples)
    try pcm.drain()
  }
}
