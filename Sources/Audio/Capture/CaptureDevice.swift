/// A microphone, open for 16 kHz mono 16-bit samples.
///
/// Reading blocks: keep a device on a thread of its own, not on the cooperative pool. The device
/// is closed when the value goes away.
public struct CaptureDevice: ~Copyable {
  /// The rate of the samples in hertz; a device of another rate is converted to it.
  public static let sampleRateHz = 16_000
  /// The frames that the device is asked to deliver at a time: 20 ms.
  public static let periodFrames = 320
  /// The frames that the device is asked to hold before it loses any: 400 ms.
  public static let bufferFrames = 6400

  private var pcm: PCM

  /// Opens a device by its ALSA name, such as "default", "plughw:0" or "hw:1,0".
  ///
  /// A "hw:" name gives the bare device, which often offers no 16 kHz mono; the "plughw:" name of
  /// the same device converts. Wraps `snd_pcm_open`, `snd_pcm_hw_params` and `snd_pcm_prepare`.
  ///
  /// - Throws: ``CaptureError/unavailable(device:reason:)``, ``CaptureError/busy(device:)``,
  ///   ``CaptureError/unsupported(device:format:)`` or ``CaptureError/vanished(device:)``.
  public init(device: String = "default") throws(CaptureError) {
    try self.init(PCM(device, .capture))
  }

  init(_ pcm: consuming PCM) throws(CaptureError) {
    var pcm = pcm
    try pcm.configure(
      rateHz: UInt32(Self.sampleRateHz), periodFrames: UInt(Self.periodFrames),
      bufferFrames: UInt(Self.bufferFrames))
    self.pcm = pcm
  }

  /// The ALSA name by which the device was opened.
  public var device: String { pcm.device }

  /// The times that samples were lost because they were read too late, for 400 ms or more.
  public var overruns: Int { pcm.overruns }

  /// The times that the system was suspended while the device was open; samples were lost.
  public var suspensions: Int { pcm.suspensions }

  /// Waits for the next samples and returns them.
  ///
  /// Overruns and suspensions are recovered from and counted. ALSA's `file`
  /// plug-in over `null` (`infile`, tried with 1.2.8) does not: it delivers its file once, as fast
  /// as it is read, and digital silence without end after it. Wraps `snd_pcm_readi` and
  /// `snd_pcm_recover`.
  ///
  /// - Parameter maximumFrames: The samples to wait for, 1 through ``bufferFrames``.
  /// - Returns: `maximumFrames` samples, or fewer just before an overrun; none at all only if ALSA
  ///   itself reports an end.
  /// - Throws: ``CaptureError/vanished(device:)`` if the device is gone,
  ///   ``CaptureError/readFailed(device:reason:)`` if it fails otherwise or keeps overrunning.
  public mutating func read(
    maximumFrames: Int = CaptureDevice.periodFrames
  ) throws(CaptureError) -> [Int16] {
    // The file plug-in refuses to deliver more than its buffer at a time.
    precondition((1...Self.bufferFrames).contains(maximumFrames), "ask for 1 through 6400 frames")
    return try pcm.read(maximumFrames: maximumFrames)
  }
}

@available(*, unavailable)
extension CaptureDevice: Sendable {}
