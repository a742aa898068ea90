internal import CSamplerate
internal import CSndfile
private import Synchronization

/// A sound file that is open for reading.
@safe
struct SoundFile: ~Copyable {
  /// The library keeps the reason of a failed open in one global for the whole process.
  private static let opening = Mutex(())

  private let handle: OpaquePointer
  let rateHz: Int
  let channels: Int
  /// The header's number of frames, or nil if it does not say.
  let promisedFrames: Int?
  /// Whether samples are stored as 16-bit integers, so that reading them so loses nothing.
  let is16Bit: Bool
  private let isMPEG: Bool
  /// Whether the file is an Ogg stream whose last page could be looked for.
  let isSeekableOgg: Bool

  /// Opens a file to read (`sf_open`).
  init(reading path: String) throws(RecordingError) {
    var info = SF_INFO()
    var opened = unsafe silencingStandardError {
      unsafe Self.open { unsafe sf_open(path, Int32(SFM_READ), &info) }
    }
    if let first = unsafe opened.handle, Self.isMPEG(info), info.seekable != 0,
      let bytes = MP3Header.numbered(path)
    {
      _ = unsafe sf_close(first)  // For reading there is nothing to lose.
      do throws(RecognizerError) {
        let file = try MemoryFile()
        try file.append(bytes)
        info = SF_INFO()
        unsafe opened = silencingStandardError {
          unsafe Self.open { unsafe sf_open(file.path, Int32(SFM_READ), &info) }
        }
      } catch {
        throw .outOfMemory(path: path)
      }
    }
    guard let file = unsafe opened.handle else {
      let (code, reason) = unsafe (opened.code, opened.reason)
      if reason.contains("malloc") { throw .outOfMemory(path: path) }
      throw code == SF_ERR_SYSTEM
        ? .readFailed(path: path, reason: reason) : .unrecognised(path: path, reason: reason)
    }
    unsafe handle = file
    rateHz = Int(info.samplerate)
    channels = Int(info.channels)
    isMPEG = Self.isMPEG(info)
    promisedFrames = info.frames == Int64.max ? nil : Int(info.frames)
    is16Bit = Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16
    isSeekableOgg = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_OGG && info.seekable != 0
  }

  deinit {
    // For reading there is nothing to lose.
    _ = unsafe sf_close(handle)
  }

  private static func isMPEG(_ info: SF_INFO) -> Bool {
    Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG
  }

  /// Opens a file by one of the library's functions for that; gives the reason if there is none.
  static func open(
    _ body: () -> OpaquePointer?
  ) -> (handle: OpaquePointer?, code: Int32, reason: String) {
    unsafe opening.withLock { _ in
      if let handle = unsafe body() { return unsafe (handle, 0, "") }
      return unsafe (nil, sf_error(nil), lastError(of: nil))
    }
  }

  /// Reads up to `frames` frames as interleaved floats, fewer only at the end (`sf_readf_float`).
  mutating func readFloats(frames: Int) -> [Float] {
    let (handle, channels) = unsafe (handle, channels)
    let read = {
      unsafe [Float](unsafeUninitializedCapacity: frames * channels) { buffer, count in
        count = unsafe max(0, Int(sf_readf_float(handle, buffer.baseAddress, Int64(frames))))
        count *= channels
      }
    }
    return isMPEG ? silencingStandardError(read) : read()
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

  /// The last operation's error, if it left one, and whether it is the system's (`sf_error` and
  /// `sf_strerror`).
  var error: (reason: String, isOfSystem: Bool)? {
    let code = unsafe sf_error(handle)
    return unsafe code == 0 ? nil : (SoundFile.lastError(of: handle), code == SF_ERR_SYSTEM)
  }

  /// Returns the last operation's message, on one line (`sf_strerror`).
  static func lastError(of handle: OpaquePointer?) -> String {
    guard let text = unsafe sf_strerror(handle) else { return "unknown error" }
    let words = unsafe String(cString: text).split(whereSeparator: \.isWhitespace)
    var line = words.joined(separator: " ")
    while line.last == "." { line.removeLast() }
    return line
  }

  /// What the library noted while it parsed and decoded (`SFC_GET_LOG_INFO`).
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

/// The sound-file library's notes on a file, the only sign of some damage.
///
/// For WAV, AIFF, AU and W64 the library trims the frame count to what is there and reports no
/// error; what the header said is only in these notes.
struct SoundFileLog {
  let text: String

  /// The bytes of samples that the header promises and that the file has, where it has fewer.
  var shortfall: (promised: Int, found: Int)? {
    for line in text.split(separator: "\n") where line.contains("should be") {
      let fields = line.split(separator: ":", maxSplits: 1)
      let name = fields[0].split(separator: " ").joined(separator: " ")
      guard fields.count == 2, ["data", "SSND", "Data Size", "BODY", "riff"].contains(name)
      else { continue }
      let numbers = fields[1].split { !$0.isNumber }.compactMap { Int($0) }
      guard numbers.count == 2, numbers[0] > numbers[1], !Self.meansUnknown(numbers[0])
      else { continue }
      return (promised: numbers[0], found: numbers[1])
    }
    return nil
  }

  var saysTruncated: Bool {
    text.contains("seems to be truncated") || text.contains("Seems to be a truncated")
  }

  /// The decoder's first complaint, if it had one that is not only about the end of the file.
  var decoderError: String? {
    // Where FLAC is cut off, its decoder complains of what it finds last, and then of the end.
    guard !text.contains("STREAM_DECODER_END_OF_STREAM") else { return nil }
    return text.split(separator: "\n").first { $0.hasPrefix("ERROR :") }.map {
      "the decoder reports" + $0.dropFirst("ERROR :".count)
    }
  }

  /// Whether a size is one that programs writing to a pipe put down for want of the real one.
  ///
  /// The largest 32-bit sizes, signed or unsigned, some of them less a header or rounded to a
  /// block: such a file is as long as it is.
  private static func meansUnknown(_ bytes: Int) -> Bool {
    (0x7FFF_0000...0x7FFF_FFFF).contains(bytes) || (0xFFFF_0000...0xFFFF_FFFF).contains(bytes)
  }
}

// MARK: - Rates

@safe
struct Resampler: ~Copyable {
  private let handle: OpaquePointer
  private let ratio: Double
  private let path: String

  /// Wraps `src_new`; `path` is what errors name.
  init(from sourceRateHz: Int, to targetRateHz: Int, path: String) throws(RecordingError) {
    ratio = Double(targetRateHz) / Double(sourceRateHz)
    self.path = path
    guard src_is_valid_ratio(ratio) != 0 else {
      throw .resampleFailed(
        path: path, reason: "\(sourceRateHz) Hz to \(targetRateHz) Hz is beyond 1:256")
    }
    var code: Int32 = 0
    guard let state = unsafe src_new(Int32(SRC_SINC_MEDIUM_QUALITY), 1, &code) else {
      // SRC_ERR_MALLOC_FAILED is 1; the header publishes no names for the codes.
      if code == 1 { throw .outOfMemory(path: path) }
      throw .resampleFailed(path: path, reason: Self.text(code))
    }
    unsafe handle = state
  }

  deinit {
    // Always returns null.
    _ = unsafe src_delete(handle)
  }

  /// Returns what the next block of input yields; with `isLast`, also all that is still inside.
  ///
  /// Wraps `src_process`.
  mutating func process(_ input: [Float], isLast: Bool) throws(RecordingError) -> [Float] {
    var output: [Float] = []
    var used = 0
    let capacity = Int((Double(input.count) * ratio).rounded(.up)) + 256
    while true {
      var code: Int32 = 0
      var consumed = 0
      let block = unsafe [Float](unsafeUninitializedCapacity: capacity) { buffer, count in
        unsafe input.withUnsafeBufferPointer { source in
          var data = unsafe SRC_DATA()
          unsafe data.data_in = source.baseAddress.map { unsafe $0 + used }
          unsafe data.input_frames = input.count - used
          unsafe data.data_out = buffer.baseAddress
          unsafe data.output_frames = capacity
          unsafe data.end_of_input = isLast ? 1 : 0
          unsafe data.src_ratio = ratio
          code = unsafe src_process(handle, &data)
          guard code == 0 else { return }
          consumed = unsafe data.input_frames_used
          count = unsafe data.output_frames_gen
        }
      }
      guard code == 0 else { throw .resampleFailed(path: path, reason: Self.text(code)) }
      used += consumed
      output += block
      if block.isEmpty && (used == input.count || consumed == 0) { return output }
    }
  }

  private static func text(_ code: Int32) -> String {
    guard let text = unsafe src_strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
