/// What kept a sound device from being listed, opened, heard or played on.
public enum CaptureError: Error, Hashable, Sendable {
  /// There is no such device, or it cannot be opened; `reason` is ALSA's own message.
  case unavailable(device: String, reason: String)
  /// Another program holds the device.
  case busy(device: String)
  /// The device went away while it was in use, as an unplugged USB microphone does.
  case vanished(device: String)
  /// The device cannot do 16-bit mono at the rate asked for; `format` names what was refused.
  case unsupported(device: String, format: String)
  /// Reading failed for good; `reason` is ALSA's own message.
  case readFailed(device: String, reason: String)
  /// Playing failed for good; `reason` is ALSA's own message.
  case writeFailed(device: String, reason: String)
  /// The devices could not be listed; `reason` is ALSA's own message.
  case listingFailed(reason: String)
}

extension CaptureError: CustomStringConvertible {
  /// One line that says what failed, on which device, and what to do.
  public var description: String {
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
