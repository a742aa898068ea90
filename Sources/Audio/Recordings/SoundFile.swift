internal import CSndfile

/// A sound file that is open for reading.
@safe
struct SoundFile: ~Copyable {
  private let handle: OpaquePointer
  let rateHz: Int
  let channels: Int
  /// The header's number of frames, or nil if it does not say.
  let promisedFrames: Int?
  /// Whether samples are stored as 16-bit integers, so that reading them so loses nothing.
  let is16Bit: Bool
  /// Whether the file is an Ogg stream whose last page could be looked for.
  let isSeekableOgg: Bool

  /// Opens a file to read.
  ///
  /// Wraps `sf_open`.
  init(reading path: String) throws(RecordingError) {
    var info = SF_INFO()
    let opened = unsafe SoundFileLibrary.open { unsafe sf_open(path, Int32(SFM_READ), &info) }
    guard let file = unsafe opened.handle else {
      let (code, reason) = unsafe (opened.code, opened.reason)
      if reason.contains("malloc") { throw .outOfMemory(path: path) }
      throw code == SF_ERR_SYSTEM
        ? .readFailed(path: path, reason: reason) : .unrecognised(path: path, reason: reason)
    }
    unsafe handle = file
    rateHz = Int(info.samplerate)
    channels = Int(info.channels)
    promisedFrames = info.frames == Int64.max ? nil : Int(info.frames)
    is16Bit = Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16
    isSeekableOgg = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_OGG && info.seekable != 0
  }

  deinit {
    // For reading there is nothing to lose.
    _ = unsafe sf_close(handle)
  }

  /// Reads up to `frames` frames as interleaved floats, fewer only at the end.
  ///
  /// Wraps `sf_readf_float`.
  mutating func readFloats(frames: Int) -> [Float] {
    unsafe [Float](unsafeUninitializedCapacity: frames * channels) { buffer, count in
      count = unsafe max(0, Int(sf_readf_float(handle, buffer.baseAddress, Int64(frames))))
      count *= channels
    }
  }

  /// Reads up to `frames` frames of a mono file as 16-bit samples, fewer only at the end.
  ///
  /// Wraps `sf_readf_short`.
  mutating func readSamples(frames: Int) -> [Int16] {
    precondition(channels == 1, "frames are single samples in a mono file only")
    return unsafe [Int16](unsafeUninitializedCapacity: frames) { buffer, count in
      count = unsafe max(0, Int(sf_readf_short(handle, buffer.baseAddress, Int64(frames))))
    }
  }

  /// Whether the last operation left an error.
  ///
  /// Wraps `sf_error`.
  var hasFailed: Bool { unsafe sf_error(handle) != 0 }

  /// The last operation's message, on one line.
  var lastError: String { unsafe SoundFileLibrary.text(of: handle) }

  /// What the library noted while it parsed and decoded.
  ///
  /// Wraps `SFC_GET_LOG_INFO`.
  var log: SoundFileLog {
    // The library's own log holds 2,048 bytes.
    var bytes = [CChar](repeating: 0, count: 2048)
    _ = unsafe bytes.withUnsafeMutableBytes {
      unsafe sf_command(handle, Int32(SFC_GET_LOG_INFO), $0.baseAddress, Int32($0.count))
    }
    let text = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return SoundFileLog(text: String(decoding: text, as: UTF8.self))
  }
}
