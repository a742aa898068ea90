internal import CALSA
internal import HyzerVoice

/// A negative status of an ALSA call, with what the library had to say about it.
struct ALSAStatus: Error, Hashable {
  /// The negated errno value.
  let code: Int32
  /// The code's text and, where the library complained, its complaint.
  let reason: String

  /// Wraps `snd_strerror`.
  init(code: Int32, complaint: String = "") {
    self.code = code
    let text = unsafe String(cString: snd_strerror(code))
    reason = complaint.isEmpty ? text : "\(text) (\(complaint))"
  }

  func opening(_ device: String) -> CaptureError {
    code == -EBUSY ? .busy(device: device) : .unavailable(device: device, reason: reason)
  }
}

private let complaintsAreKept: Void = calsa_keep_complaints()

/// Makes one ALSA call: a negative result is thrown, any other returned.
///
/// Every call that can fail goes through here, so no status is lost and nothing is printed; only
/// transfers go to ``ALSAStream/settle(_:)`` first.
@discardableResult
func alsa<Code: BinaryInteger>(_ call: () -> Code) throws(ALSAStatus) -> Code {
  _ = complaintsAreKept
  calsa_forget_complaint()
  let code = call()
  guard code < 0 else { return code }
  throw ALSAStatus(
    code: Int32(clamping: code), complaint: unsafe String(cString: calsa_complaint()))
}

/// An open ALSA stream of 16-bit mono samples.
@safe
struct ALSAStream: ~Copyable {
  enum Direction { case capture, playback }

  /// Recoveries in a row, without a sample between them, after which a device is given up.
  static let maximumRecoveries = 16

  let device: String
  let direction: Direction
  let handle: OpaquePointer
  /// Times that samples were lost or a gap was played because this program came too late.
  private(set) var overruns = 0
  private var recoveriesInARow = 0

  /// Opens a device by its ALSA name.
  ///
  /// `definitions` is ALSA configuration text in which to look the name up instead of the system's.
  /// Wraps `snd_pcm_open` and `snd_pcm_open_lconf`.
  init(
    _ device: String, _ direction: Direction, definitions: String? = nil
  ) throws(CaptureError) {
    let stream = direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK
    var handle: OpaquePointer?
    do throws(ALSAStatus) {
      if let definitions {
        var config: OpaquePointer?
        try alsa { unsafe snd_config_load_string(&config, definitions, definitions.utf8.count) }
        defer { _ = unsafe snd_config_delete(config) }  // The stream keeps copies.
        try alsa {
          silencingStandardError { unsafe snd_pcm_open_lconf(&handle, device, stream, 0, config) }
        }
      } else {
        try alsa { silencingStandardError { unsafe snd_pcm_open(&handle, device, stream, 0) } }
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
    var allocated: OpaquePointer?
    do throws(ALSAStatus) {
      try alsa { unsafe snd_pcm_hw_params_malloc(&allocated) }
      guard let params = unsafe allocated else { throw ALSAStatus(code: -ENOMEM) }
      defer { unsafe snd_pcm_hw_params_free(params) }
      let (access, format) = (SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_FORMAT_S16_LE)
      var (period, buffer) = (periodFrames, bufferFrames)
      try alsa { unsafe snd_pcm_hw_params_any(handle, params) }
      try alsa { unsafe snd_pcm_hw_params_set_rate_resample(handle, params, 1) }
      try alsa { unsafe snd_pcm_hw_params_set_access(handle, params, access) }
      try alsa { unsafe snd_pcm_hw_params_set_format(handle, params, format) }
      try alsa { unsafe snd_pcm_hw_params_set_channels(handle, params, 1) }
      try alsa { unsafe snd_pcm_hw_params_set_rate(handle, params, rateHz, 0) }
      try alsa { unsafe snd_pcm_hw_params_set_period_size_near(handle, params, &period, nil) }
      try alsa { unsafe snd_pcm_hw_params_set_buffer_size_near(handle, params, &buffer) }
      try alsa { unsafe snd_pcm_hw_params(handle, params) }
      try alsa { unsafe snd_pcm_prepare(handle) }
    } catch {
      throw switch error.code {
      case -EBUSY: .busy(device: device)
      case -ENODEV: .vanished(device: device)
      default: .unsupported(device: device, format: "16-bit mono at \(rateHz) Hz")
      }
    }
  }

  /// Returns the frames that a transfer moved, or nil where the stream had to be brought back and
  /// the transfer is to be made again; throws if it cannot be.
  ///
  /// Wraps `snd_pcm_recover`, which restarts a stream after an overrun (`EPIPE`) or a suspended
  /// system (`ESTRPIPE`), lets an interrupted call (`EINTR`) be made again, and hands back any
  /// other code.
  mutating func settle(_ transferred: Int) throws(CaptureError) -> Int? {
    guard transferred < 0 else {
      recoveriesInARow = 0
      return transferred
    }
    let code = Int32(clamping: transferred)
    recoveriesInARow += 1
    do throws(ALSAStatus) {
      try alsa { unsafe snd_pcm_recover(handle, code, 1) }
    } catch {
      throw [-ENODEV, -ENXIO, -ESHUTDOWN].contains(error.code)
        ? .vanished(device: device) : failure(error.reason)
    }
    if code == -EPIPE { overruns += 1 }
    guard recoveriesInARow < Self.maximumRecoveries else {
      throw failure("\(recoveriesInARow) failures in a row (\(ALSAStatus(code: code).reason))")
    }
    return nil
  }

  private func failure(_ reason: String) -> CaptureError {
    direction == .capture
      ? .readFailed(device: device, reason: reason)
      : .writeFailed(device: device, reason: reason)
  }
}

/// What kept a sound device from being listed, opened, heard or played on; `reason` is ALSA's own
/// message.
package enum CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such device, or it cannot be opened.
  case unavailable(device: String, reason: String)
  case busy(device: String)
  /// The device went away while it was in use, as an unplugged USB microphone does.
  case vanished(device: String)
  /// The device cannot do 16-bit mono at the rate asked for; `format` names what was refused.
  case unsupported(device: String, format: String)
  case readFailed(device: String, reason: String)
  case writeFailed(device: String, reason: String)
  case listingFailed(reason: String)

  package var description: String {
    switch self {
    case .unavailable(let device, let reason):
      "cannot open sound device '\(device)': \(reason); list devices with `hyzer devices`"
    case .busy(let device):
      "cannot open sound device '\(device)': another program is using it; close that program, "
        + "or list other devices with `hyzer devices`"
    case .vanished(let device):
      "sound device '\(device)' went away; plug it in again, "
        + "or list devices with `hyzer devices`"
    case .unsupported(let device, let format):
      "sound device '\(device)' does not offer \(format); "
        + "try 'default' or its 'plughw:' name from `hyzer devices`"
    case .readFailed(let device, let reason):
      "cannot record from sound device '\(device)': \(reason); "
        + "try again, or list devices with `hyzer devices`"
    case .writeFailed(let device, let reason):
      "cannot play on sound device '\(device)': \(reason); "
        + "try again, or list devices with `hyzer devices`"
    case .listingFailed(let reason):
      "cannot list sound devices: \(reason); check the ALSA configuration"
    }
  }
}
