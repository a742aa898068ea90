internal import CALSA
internal import HyzerVoice

/// A microphone, open for 16 kHz mono 16-bit samples.
///
/// Reading blocks: keep a device on a thread of its own, not on the cooperative pool. The device
/// is closed when the value goes away.
package struct CaptureDevice: ~Copyable {
  /// The frames that the device is asked to deliver at a time: 20 ms.
  package static let periodFrames = 320
  /// The frames that the device is asked to hold before it loses any: 400 ms.
  package static let bufferFrames = 6400

  private var pcm: ALSAStream

  /// Opens a device by its ALSA name, such as "default", "plughw:0" or "hw:1,0".
  ///
  /// A device of another format is converted, except that a "hw:" name gives the bare device, which
  /// often offers no 16 kHz mono.
  package init(device: String = "default") throws(CaptureError) {
    try self.init(ALSAStream(device, .capture))
  }

  init(_ pcm: consuming ALSAStream) throws(CaptureError) {
    try pcm.configure(
      rateHz: UInt32(Recording.sampleRateHz), periodFrames: UInt(Self.periodFrames),
      bufferFrames: UInt(Self.bufferFrames))
    self.pcm = pcm
  }

  /// The times that samples were lost because they were read too late, for 400 ms or more.
  package var overruns: Int { pcm.overruns }

  /// Waits for the next samples and returns them.
  ///
  /// Overruns are recovered from and counted, suspensions of the system recovered from. ALSA's
  /// `file` plug-in over `null` (`infile`, tried with 1.2.8) delivers its file once, as fast as it is
  /// read, and digital silence without end after it. Wraps `snd_pcm_readi`.
  ///
  /// - Parameter maximumFrames: The samples to wait for, 1 through ``bufferFrames``.
  /// - Returns: `maximumFrames` samples, or fewer just before an overrun; none at all only if ALSA
  ///   itself reports an end.
  /// - Throws: ``CaptureError/vanished(device:)`` if the device is gone,
  ///   ``CaptureError/readFailed(device:reason:)`` if it fails otherwise or keeps overrunning.
  package mutating func read(
    maximumFrames: Int = CaptureDevice.periodFrames
  ) throws(CaptureError) -> [Int16] {
    // The file plug-in refuses to deliver more than its buffer at a time.
    precondition((1...Self.bufferFrames).contains(maximumFrames), "ask for 1 through 6400 frames")
    // Zeroed, since the file plug-in claims to have filled what lies beyond its file's end.
    var samples = [Int16](repeating: 0, count: maximumFrames)
    while true {
      let transferred = unsafe samples.withUnsafeMutableBufferPointer {
        unsafe snd_pcm_readi(pcm.handle, $0.baseAddress, UInt($0.count))
      }
      if let count = try pcm.settle(transferred) { return Array(samples.prefix(count)) }
    }
  }
}

@available(*, unavailable)
extension CaptureDevice: Sendable {}

package enum Playback {
  /// Plays 16-bit mono samples and returns when they have been heard.
  ///
  /// A gap that arises because the system was busy is skipped over. No samples play nothing, but the
  /// device is opened all the same. Wraps `snd_pcm_writei` and `snd_pcm_drain`.
  package static func play(
    samples: [Int16], sampleRateHz: Int, device: String = "default"
  ) throws(CaptureError) {
    try play(samples, sampleRateHz: sampleRateHz, on: ALSAStream(device, .playback))
  }

  static func play(
    _ samples: [Int16], sampleRateHz: Int, on pcm: consuming ALSAStream
  ) throws(CaptureError) {
    precondition(sampleRateHz > 0, "a sample rate is more than 0 Hz")
    let rate = UInt32(clamping: sampleRateHz)
    try pcm.configure(
      rateHz: rate, periodFrames: UInt(max(1, rate / 50)), bufferFrames: UInt(max(4, rate / 5 * 2)))
    var rest = samples[...]
    while !rest.isEmpty {
      let transferred = unsafe rest.withUnsafeBufferPointer {
        unsafe snd_pcm_writei(pcm.handle, $0.baseAddress, UInt($0.count))
      }
      rest = rest.dropFirst(try pcm.settle(transferred) ?? 0)
    }
    _ = try pcm.settle(Int(unsafe snd_pcm_drain(pcm.handle)))
  }
}

/// A sound device as ALSA's configuration describes it.
package struct SoundDevice: Hashable, Sendable {
  package let name: String
  /// What the device is, for people, on one line; empty if the configuration does not say.
  package let description: String
}

/// Returns the devices that can record, in ALSA's order; none where the machine has none.
///
/// Names that stand for no device (`null` and bare rate converters) are left out. On a machine
/// without a sound card, a sound server's device is listed if it answers. Wraps
/// `snd_device_name_hint`, `snd_device_name_get_hint` and `snd_card_next`.
package func captureDevices() throws(CaptureError) -> [SoundDevice] {
  // Configured on every system, they convert or discard samples and record from nothing.
  let namesWithoutDevice: Set = [
    "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix",
  ]
  // They need no card on this machine. JACK's is not among them: to open it may start it.
  let servers: Set = ["default", "pulse", "pipewire"]
  do throws(ALSAStatus) {
    let devices = try listedDevices().filter { !namesWithoutDevice.contains($0.name) }
    var card: Int32 = -1
    try alsa { unsafe snd_card_next(&card) }
    guard card < 0 else { return devices }
    return devices.filter { servers.contains($0.name) && canOpen($0.name) }
  } catch {
    throw .listingFailed(reason: error.reason)
  }
}

private func canOpen(_ name: String) -> Bool {
  if (try? ALSAStream(name, .capture)) != nil { true } else { false }
}

private func listedDevices() throws(ALSAStatus) -> [SoundDevice] {
  var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  try alsa { unsafe snd_device_name_hint(-1, "pcm", &hints) }
  guard let hints = unsafe hints else { return [] }
  defer { _ = unsafe snd_device_name_free_hint(hints) }
  var devices: [SoundDevice] = []
  var index = 0
  while let hint = unsafe hints[index] {
    index += 1
    guard let name = unsafe hintText(hint, "NAME"), unsafe hintText(hint, "IOID") != "Output"
    else { continue }
    let lines = unsafe hintText(hint, "DESC")?.split(separator: "\n") ?? []
    devices.append(SoundDevice(name: name, description: lines.joined(separator: ", ")))
  }
  return devices
}

private func hintText(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
  guard let text = unsafe snd_device_name_get_hint(hint, key) else { return nil }
  defer { unsafe free(text) }
  return unsafe String(cString: text)
}
