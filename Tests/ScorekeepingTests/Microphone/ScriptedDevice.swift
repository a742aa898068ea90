import CALSA
import Glibc

@testable import Scorekeeping

/// A sound device that does what a script says, made by ALSA's own plug-in interface.
///
/// To ALSA it is a device like any other: the code under test makes its real calls, and ALSA's
/// real state machine takes the faults in.
@safe
final class ScriptedDevice {
  enum Step: Sendable {
    /// Accept or deliver this many frames; delivered ones count up from where the last ended.
    case frames(Int)
    /// The device's position is an error: what a driver reports for an overrun (`EPIPE`).
    case positionFails(Int32)
    /// The transfer itself is an error.
    case transferFails(Int32)
  }

  private var steps: [Step]
  private var next: Int16 = 0
  private(set) var played: [Int16] = []
  private(set) var preparations = 0

  private let plug = UnsafeMutablePointer<snd_pcm_ioplug_t>.allocate(capacity: 1)
  private let callbacks = UnsafeMutablePointer<snd_pcm_ioplug_callback_t>.allocate(capacity: 1)
  private let descriptors = UnsafeMutablePointer<Int32>.allocate(capacity: 2)

  init(_ steps: [Step]) {
    self.steps = steps
  }

  deinit {
    unsafe plug.deallocate()
    unsafe callbacks.deallocate()
    unsafe close(descriptors[0])
    unsafe close(descriptors[1])
    unsafe descriptors.deallocate()
  }

  /// Opens the device, which must outlive the stream.
  func open(
    _ direction: ALSAStream.Direction, rateHz: UInt32 = 16_000
  ) throws(ALSAStatus) -> ALSAStream {
    unsafe plug.initialize(to: snd_pcm_ioplug_t())
    unsafe callbacks.initialize(to: snd_pcm_ioplug_callback_t())
    unsafe callbacks.pointee.start = { _ in 0 }
    unsafe callbacks.pointee.stop = { _ in 0 }
    unsafe callbacks.pointee.pointer = { unsafe device($0).position() }
    unsafe callbacks.pointee.transfer = { unsafe device($0).transfer($1, $2, $3) }
    unsafe callbacks.pointee.prepare = { plug in
      unsafe device(plug).preparations += 1
      return 0
    }
    // One end of a pair of sockets that is always ready for both directions.
    unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, descriptors)
    unsafe _ = write(descriptors[1], "x", 1)
    unsafe plug.pointee.version = 1 << 16 | 2  // SND_PCM_IOPLUG_VERSION
    unsafe plug.pointee.callback = UnsafePointer(callbacks)
    unsafe plug.pointee.private_data = Unmanaged.passUnretained(self).toOpaque()
    unsafe plug.pointee.poll_fd = descriptors[0]
    unsafe plug.pointee.poll_events = UInt32(direction == .capture ? POLLIN : POLLOUT)
    let stream = direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK
    try alsa { unsafe snd_pcm_ioplug_create(plug, "scripted", stream, 0) }
    try offer(SND_PCM_IOPLUG_HW_ACCESS, [SND_PCM_ACCESS_RW_INTERLEAVED.rawValue])
    try offer(SND_PCM_IOPLUG_HW_FORMAT, [UInt32(SND_PCM_FORMAT_S16_LE.rawValue)])
    try offer(SND_PCM_IOPLUG_HW_CHANNELS, [1])
    try offer(SND_PCM_IOPLUG_HW_RATE, [rateHz])
    try offer(SND_PCM_IOPLUG_HW_PERIOD_BYTES, [640])
    try offer(SND_PCM_IOPLUG_HW_BUFFER_BYTES, [12_800])
    guard let handle = unsafe plug.pointee.pcm else { throw ALSAStatus(code: -ENOMEM) }
    return unsafe ALSAStream(taking: handle, "scripted", direction)
  }

  private func offer(_ parameter: some BinaryInteger, _ values: [UInt32]) throws(ALSAStatus) {
    try alsa {
      unsafe snd_pcm_ioplug_set_param_list(
        plug, Int32(parameter), UInt32(values.count), values)
    }
  }

  /// A recording device is one period ahead of the reader, a playing one has played it all.
  private func position() -> Int {
    if case .positionFails(let code)? = steps.first {
      steps.removeFirst()
      return Int(code)
    }
    let ahead: UInt = unsafe plug.pointee.stream == SND_PCM_STREAM_CAPTURE ? 320 : 0
    return unsafe Int((plug.pointee.appl_ptr + ahead) % plug.pointee.buffer_size)
  }

  private func transfer(
    _ areas: UnsafePointer<snd_pcm_channel_area_t>?, _ offset: UInt, _ size: UInt
  ) -> Int {
    guard let area = unsafe areas?.pointee, let base = unsafe area.addr else { return -Int(EINVAL) }
    let samples =
      unsafe (base + Int(area.first) / 8).assumingMemoryBound(to: Int16.self)
      + Int(offset)
    switch steps.first {
    case .transferFails(let code):
      steps.removeFirst()
      return Int(code)
    case .frames(let count):
      let taken = min(count, Int(size))
      if taken == count { steps.removeFirst() } else { steps[0] = .frames(count - taken) }
      for index in 0..<taken {
        if unsafe plug.pointee.stream == SND_PCM_STREAM_CAPTURE {
          unsafe samples[index] = next
          next &+= 1
        } else {
          unsafe played.append(samples[index])
        }
      }
      return taken
    case .positionFails, nil:
      return -Int(ENODEV)
    }
  }
}

private func device(_ plug: UnsafeMutablePointer<snd_pcm_ioplug_t>?) -> ScriptedDevice {
  guard let data = unsafe plug?.pointee.private_data else {
    preconditionFailure("ALSA calls back with the plug-in it was given")
  }
  return unsafe Unmanaged<ScriptedDevice>.fromOpaque(data).takeUnretainedValue()
}
