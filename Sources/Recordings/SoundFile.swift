internal import CSndfile
private import Synchronization

/// An open sound file.
@safe
struct SoundFile: ~Copyable {
  private let handle: OpaquePointer
  let path: String
  let rateHz: Int
  let channels: Int
  /// The header's number of frames, or nil if it does not say.
  let promisedFrames: Int?
  /// Whether samples are stored as 16-bit integers, so that reading them so loses nothing.
  let is16Bit: Bool
  /// Whether the file is an Ogg stream whose last page could be looked for.
  let isSeekableOgg: Bool

  /// The library keeps the reason of a failed open in one global for the whole process.
  private static let opening = Mutex(())

  /// Opens a file to read.
  ///
  /// Wraps `sf_open`.
  init(reading path: String) throws(RecordingError) {
    var info = SF_INFO()
    let opened = unsafe Self.open(path, Int32(SFM_READ), &info)
    guard let file = unsafe opened.handle else {
      let (code, reason) = unsafe (opened.code, opened.reason)
      if reason.contains("malloc") { throw .outOfMemory(path: path) }
      throw code == SF_ERR_SYSTEM
        ? .readFailed(path: path, reason: reason) : .unrecognised(path: path, reason: reason)
    }
    unsafe handle = file
    self.path = path
    rateHz = Int(info.samplerate)
    channels = Int(info.channels)
    promisedFrames = info.frames == Int64.max ? nil : Int(info.frames)
    is16Bit = Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16
    isSeekableOgg = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_OGG && info.seekable != 0
  }

  /// Creates a 16-bit mono WAV file, or empties the one there.
  ///
  /// Wraps `sf_open`.
  init(writingWAV path: String, sampleRateHz: Int) throws(RecordingError) {
    guard let rate = Int32(exactly: sampleRateHz) else {
      throw .writeFailed(path: path, reason: "\(sampleRateHz) Hz is not a rate WAV can hold")
    }
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = 1
    info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    let opened = unsafe Self.open(path, Int32(SFM_WRITE), &info)
    guard let file = unsafe opened.handle else {
      throw .writeFailed(path: path, reason: unsafe opened.reason)
    }
    unsafe handle = file
    self.path = path
    rateHz = sampleRateHz
    channels = 1
    promisedFrames = nil
    is16Bit = true
    isSeekableOgg = false
  }

  deinit {
    // What was written has been synced and checked; for reading there is nothing to lose.
    _ = unsafe sf_close(handle)
  }

  private static func open(
    _ path: String, _ mode: Int32, _ info: inout SF_INFO
  ) -> (handle: OpaquePointer?, code: Int32, reason: String) {
    unsafe opening.withLock { _ in
      if let handle = unsafe sf_open(path, mode, &info) { return unsafe (handle, 0, "") }
      return unsafe (nil, sf_error(nil), text(of: nil))
    }
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

  /// Writes mono samples.
  ///
  /// Wraps `sf_writef_short`.
  mutating func write(_ samples: [Int16]) throws(RecordingError) {
    let written = unsafe samples.withUnsafeBufferPointer {
      unsafe sf_writef_short(handle, $0.baseAddress, Int64($0.count))
    }
    guard written == samples.count else { throw .writeFailed(path: path, reason: lastError) }
  }

  /// Brings the header and all samples to the disk.
  ///
  /// Wraps `sf_write_sync`.
  mutating func close() throws(RecordingError) {
    unsafe sf_write_sync(handle)
    guard unsafe sf_error(handle) == 0 else { throw .writeFailed(path: path, reason: lastError) }
  }

  /// Whether the last operation left an error.
  ///
  /// Wraps `sf_error`.
  var hasFailed: Bool { unsafe sf_error(handle) != 0 }

  /// The last operation's message, on one line.
  ///
  /// Wraps `sf_strerror`.
  var lastError: String { unsafe Self.text(of: handle) }

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

  private static func text(of handle: OpaquePointer?) -> String {
    guard let text = unsafe sf_strerror(handle) else { return "unknown error" }
    let words = unsafe String(cString: text).split(whereSeparator: \.isWhitespace)
    var line = words.joined(separator: " ")
    while line.last == "." { line.removeLast() }
    return line
  }
}
