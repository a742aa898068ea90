internal import CALSA

/// A negative status of an ALSA call, with what the library had to say about it.
struct ALSAStatus: Error, Hashable {
  /// The negated errno value.
  let code: Int32
  /// The code's text and, where the library complained, its complaint.
  let reason: String

  private static let complaintsAreKept: Void = calsa_keep_complaints()

  /// Makes one ALSA call: a negative result is thrown, any other returned.
  ///
  /// Every call that can fail goes through here, so no status is lost and nothing is printed;
  /// only transfers go to ``PCM/recover(code:)`` first.
  @discardableResult
  static func check<Code: BinaryInteger>(_ call: () -> Code) throws(ALSAStatus) -> Code {
    _ = complaintsAreKept
    calsa_forget_complaint()
    let code = call()
    guard code < 0 else { return code }
    throw ALSAStatus(
      code: Int32(clamping: code), complaint: unsafe String(cString: calsa_complaint()))
  }

  /// Wraps `snd_strerror`.
  init(code: Int32, complaint: String = "") {
    self.code = code
    let text = unsafe String(cString: snd_strerror(code))
    reason = complaint.isEmpty ? text : "\(text) (\(complaint))"
  }

  /// The error for a device that could not be opened.
  func opening(_ device: String) -> CaptureError {
    code == -EBUSY ? .busy(device: device) : .unavailable(device: device, reason: reason)
  }

  /// The error for a device that was refused a format.
  func configuring(_ device: String, _ format: String) -> CaptureError {
    switch code {
    case -EBUSY: .busy(device: device)
    case -ENODEV: .vanished(device: device)
    default: .unsupported(device: device, format: format)
    }
  }

  /// Whether the device itself is gone.
  var meansVanished: Bool { [-ENODEV, -ENXIO, -ESHUTDOWN].contains(code) }
}
