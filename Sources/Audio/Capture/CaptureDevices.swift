internal import CALSA

/// Returns the devices that can record, in ALSA's order; none where the machine has none.
///
/// Names that stand for no device (`null` and bare rate converters) are left out. On a machine
/// without a sound card, a sound server's device is listed if it answers. Wraps
/// `snd_device_name_hint`, `snd_device_name_get_hint` and `snd_card_next`.
///
/// - Throws: ``CaptureError/listingFailed(reason:)``.
public func captureDevices() throws(CaptureError) -> [DeviceDescription] {
  try listedDevices { $0.direction != .playback }
}

/// Returns the devices that can play, in ALSA's order; as ``captureDevices()`` otherwise.
///
/// - Throws: ``CaptureError/listingFailed(reason:)``.
public func playbackDevices() throws(CaptureError) -> [DeviceDescription] {
  try listedDevices { $0.direction != .capture }
}

private func listedDevices(
  where isWanted: (DeviceDescription) -> Bool
) throws(CaptureError) -> [DeviceDescription] {
  do throws(ALSAStatus) {
    let hints = try deviceHints().filter { isWanted($0) && !namesWithoutDevice.contains($0.name) }
    var card: Int32 = -1
    try ALSAStatus.check { unsafe snd_card_next(&card) }
    guard card < 0 else { return hints }
    return hints.filter { serverNames.contains($0.name) && answers($0.name) }
  } catch {
    throw .listingFailed(reason: error.reason)
  }
}

/// Configured on every system, they convert or discard samples and record from nothing.
private let namesWithoutDevice: Set = [
  "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix",
]

/// Devices that need no card on this machine.
///
/// JACK's is not among them: to open it may start it.
private let serverNames: Set = ["default", "pulse", "pipewire"]

/// Whether a device opens for recording.
private func answers(_ name: String) -> Bool {
  do throws(CaptureError) {
    _ = try PCM(name, .capture)
    return true
  } catch {
    return false
  }
}

private func deviceHints() throws(ALSAStatus) -> [DeviceDescription] {
  var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  try ALSAStatus.check { unsafe snd_device_name_hint(-1, "pcm", &hints) }
  guard let hints = unsafe hints else { return [] }
  defer { _ = unsafe snd_device_name_free_hint(hints) }
  var devices: [DeviceDescription] = []
  var index = 0
  while let hint = unsafe hints[index] {
    index += 1
    guard let name = unsafe hintText(hint, "NAME") else { continue }
    let direction: DeviceDescription.Direction =
      switch unsafe hintText(hint, "IOID") {
      case "Input": .capture
      case "Output": .playback
      default: .both
      }
    let lines = unsafe hintText(hint, "DESC")?.split(separator: "\n") ?? []
    devices.append(
      DeviceDescription(
        name: name, description: lines.joined(separator: ", "), direction: direction))
  }
  return devices
}

private func hintText(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
  guard let text = unsafe snd_device_name_get_hint(hint, key) else { return nil }
  defer { unsafe free(text) }
  return unsafe String(cString: text)
}
