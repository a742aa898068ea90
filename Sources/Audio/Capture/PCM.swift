internal import CALSA

/// An open ALSA stream of 16-bit mono samples.
@safe
struct PCM: ~Copyable {
  enum Direction {
    case capture
    case playback
  }

  /// Recoveries in a row, without a sample between them, after which a device is given up.
  static let maximumRecoveries = 16

  let device: String
  let direction: Direction
  /// Times that samples were lost or a gap was played because this program came too late.
  private(set) var overruns = 0
  /// Times that the system was suspended during the stream.
  private(set) var suspensions = 0
  private var recoveriesInARow = 0
  private let handle: OpaquePointer

  /// Opens a device by name.
  ///
  /// Wraps `snd_pcm_open`.
  ///
  /// - Parameters:
  ///   - device: An ALSA PCM name.
  ///   - direction: Whether to record or to play.
  ///   - definitions: ALSA configuration text in which to look the name up instead of the
  ///     system's; wraps `snd_pcm_open_lconf`.
  /// - Throws: ``CaptureError/unavailable(device:reason:)`` or ``CaptureError/busy(device:)``.
  init(
    _ device: String, _ direction: Direction, definitions: String? = nil
  ) throws(CaptureError) {
    let stream = direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK
    var handle: OpaquePointer?
    do throws(ALSAStatus) {
      if let definitions {
        var config: OpaquePointer?
        try ALSAStatus.check {
          unsafe snd_config_load_string(&config, definitions, definitions.utf8.count)
        }
        defer { _ = unsafe snd_config_delete(config) }  // The stream keeps copies.
        try ALSAStatus.check { unsafe snd_pcm_open_lconf(&handle, device, stream, 0, config) }
      } else {
        try ALSAStatus.check { unsafe snd_pcm_open(&handle, device, stream, 0) }
      }
    } catch {
      throw error.opening(device)
    }
    guard let handle = unsafe handle else {
      throw .unavailable(device: device, reason: "it opened without a handle")
    }
    unsafe self.init(taking: handle, device, direction)
  }

  /// Takes over an open stream, which is closed with this value.
  init(taking handle: OpaquePointer, _ device: String, _ direction: Direction) {
    unsafe self.handle = handle
    self.device = device
    self.direction = direction
  }

  deinit {
    // A device that has vanished reports that once more here.
    _ = unsafe snd_pcm_close(handle)
  }

  /// Sets 16-bit little-endian mono at a rate, and buffers of about the given frames.
  ///
  /// Wraps `snd_pcm_hw_params` and `snd_pcm_prepare`.
  mutating func configure(
    rateHz: UInt32, periodFrames: UInt, bufferFrames: UInt
  ) throws(CaptureError) {
    let format = "16-bit mono at \(rateHz) Hz"
    var allocated: OpaquePointer?
    do throws(ALSAStatus) {
      try ALSAStatus.check { unsafe snd_pcm_hw_params_malloc(&allocated) }
      guard let params = unsafe allocated else { throw ALSAStatus(code: -ENOMEM) }
      defer { unsafe snd_pcm_hw_params_free(params) }
      var period = periodFrames
      var buffer = bufferFrames
      try ALSAStatus.check { unsafe snd_pcm_hw_params_any(handle, params) }
      try ALSAStatus.check { unsafe snd_pcm_hw_params_set_rate_resample(handle, params, 1) }
      try ALSAStatus.check {
        unsafe snd_pcm_hw_params_set_access(handle, params, SND_PCM_ACCESS_RW_INTERLEAVED)
      }
      try ALSAStatus.check {
        unsafe snd_pcm_hw_params_set_format(handle, params, SND_PCM_FORMAT_S16_LE)
      }
      try ALSAStatus.check { unsafe snd_pcm_hw_params_set_channels(handle, params, 1) }
      try ALSAStatus.check { unsafe snd_pcm_hw_params_set_rate(handle, params, rateHz, 0) }
      try ALSAStatus.check {
        unsafe snd_pcm_hw_params_set_period_size_near(handle, params, &period, nil)
      }
      try ALSAStatus.check {
        unsafe snd_pcm_hw_params_set_buffer_size_near(handle, params, &buffer)
      }
      try ALSAStatus.check { unsafe snd_pcm_hw_params(handle, params) }
      try ALSAStatus.check { unsafe snd_pcm_prepare(handle) }
    } catch {
      throw error.configuring(device, format)
    }
  }

  /// Waits for samples: up to `maximumFrames`, none only where ALSA reports an end.
  ///
  /// Wraps `snd_pcm_readi`.
  mutating func read(maximumFrames: Int) throws(CaptureError) -> [Int16] {
    while true {
      // Zeroed, since the file plug-in claims to have filled what lies beyond its file's end.
      var samples = [Int16](repeating: 0, count: maximumFrames)
      let transferred = unsafe samples.withUnsafeMutableBufferPointer {
        unsafe snd_pcm_readi(handle, $0.baseAddress, UInt($0.count))
      }
      if transferred >= 0 {
        recoveriesInARow = 0
        samples.removeLast(maximumFrames - transferred)
        return samples
      }
      try recover(code: Int32(clamping: transferred))
    }
  }

  /// Plays samples, waiting for room.
  ///
  /// Wraps `snd_pcm_writei`.
  mutating func write(_ samples: [Int16]) throws(CaptureError) {
    var start = 0
    while start < samples.count {
      let transferred = unsafe samples[start...].withUnsafeBufferPointer {
        unsafe snd_pcm_writei(handle, $0.baseAddress, UInt($0.count))
      }
      if transferred >= 0 {
        recoveriesInARow = 0
        start += transferred
      } else {
        try recover(code: Int32(clamping: transferred))
      }
    }
  }

  /// Waits until all that was written has been heard.
  ///
  /// Wraps `snd_pcm_drain`.
  mutating func drain() throws(CaptureError) {
    let code = unsafe snd_pcm_drain(handle)
    if code < 0 { try recover(code: code) }
  }

  /// Brings the stream back after a failed transfer, or throws if it cannot be.
  ///
  /// Wraps `snd_pcm_recover`, which restarts a stream after an overrun (`EPIPE`) or a suspended
  /// system (`ESTRPIPE`), lets an interrupted call (`EINTR`) be made again, and hands back any
  /// other code.
  mutating func recover(code: Int32) throws(CaptureError) {
    recoveriesInARow += 1
    do throws(ALSAStatus) {
      try ALSAStatus.check { unsafe snd_pcm_recover(handle, code, 1) }
    } catch {
      throw error.meansVanished ? .vanished(device: device) : failure(error.reason)
    }
    if code == -EPIPE { overruns += 1 }
    if code == -ESTRPIPE { suspensions += 1 }
    guard recoveriesInARow < Self.maximumRecoveries else {
      throw failure("\(recoveriesInARow) failures in a row (\(ALSAStatus(code: code).reason))")
    }
  }

  private func failure(_ reason: String) -> CaptureError {
    direction == .capture
      ? .readFailed(device: device, reason: reason)
      : .writeFailed(device: device, reason: reason)
  }
}
