internal import Audio
internal import Scorekeeping

/// What records clips and plays them back.
protocol RecordingStudio {
  /// Opens the microphone for one clip.
  func microphone() throws -> any AudioSource

  /// Plays 16 kHz mono samples and returns when they have been heard.
  func play(_ samples: [Int16]) throws
}

/// The studio on the machine's own sound devices.
struct ALSAStudio: RecordingStudio {
  let captureDevice: String
  let playbackDevice: String

  func microphone() throws -> any AudioSource { try DirectMicrophone(device: captureDevice) }

  func play(_ samples: [Int16]) throws {
    try Playback.play(
      samples: samples, sampleRateHz: Recording.sampleRateHz, device: playbackDevice)
  }
}

/// A microphone that is read on the caller's own thread, by one who does nothing else meanwhile.
final class DirectMicrophone: AudioSource {
  let name: String
  private var device: CaptureDevice

  init(device name: String) throws {
    self.name = name
    device = try CaptureDevice(device: name)
  }

  var overruns: Int { device.overruns }

  func next(waitingAtMost limit: Duration) throws -> [Int16]? {
    let block = try device.read()
    return block.isEmpty ? nil : block
  }
}
