internal import CSndfile
internal import Glibc
internal import HyzerBase

extension Recording {
  /// The library maps level 0 to 256 kbit/s for a channel and level 1 to 6 kbit/s; this is
  /// 24 kbit/s, at which Opus carries the whole band of 16 kHz speech.
  private static let clipCompressionLevel = 1 - (24_000.0 - 6_000) / 250_000

  /// Writes 16-bit mono samples as a FLAC file, where its name ends in .flac, or else as a WAV
  /// file, replacing what is there.
  ///
  /// Of no samples at all, FLAC makes a file without bytes and WAV one of no length. Wraps `fopen`,
  /// `fwrite` and `fclose`.
  package static func write(
    samples: [Int16], sampleRateHz: Int, path: String
  ) throws(RecordingError) {
    let container = path.lowercased().hasSuffix(".flac") ? SF_FORMAT_FLAC : SF_FORMAT_WAV
    let bytes = try encoded(
      samples, sampleRateHz: sampleRateHz, format: container | SF_FORMAT_PCM_16
    ) { .writeFailed(path: path, reason: $0) }
    let systemError = { (number: Int32) -> RecordingError in
      .writeFailed(path: path, reason: "\(SystemFault(number))")
    }
    guard let file = unsafe fopen(path, "we") else { throw systemError(errno) }
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    let failure = written == bytes.count ? nil : errno
    // What was written may also fail late, when the file is closed.
    guard unsafe fclose(file) == 0, failure == nil else { throw systemError(failure ?? errno) }
  }

  /// Returns a 16 kHz mono clip as an Ogg Opus file (RFC 7845) for a web page: about 3 KB for a
  /// second of speech.
  ///
  /// The stream's serial number, which the library draws, differs from call to call.
  package static func oggOpus(samples: [Int16]) throws(RecordingError) -> [UInt8] {
    // Of none the library makes a file that no decoder accepts.
    guard !samples.isEmpty else { throw .compressionFailed(reason: "there are none") }
    return try encoded(
      samples, sampleRateHz: sampleRateHz, format: SF_FORMAT_OGG | SF_FORMAT_OPUS,
      compressionLevel: clipCompressionLevel
    ) { .compressionFailed(reason: $0) }
  }

  /// Returns mono samples in one of the library's formats.
  ///
  /// Wraps `sf_open_virtual`, `sf_writef_short` and `sf_close`.
  private static func encoded(
    _ samples: [Int16], sampleRateHz: Int, format: Int, compressionLevel: Double? = nil,
    failure: (String) -> RecordingError
  ) throws(RecordingError) -> [UInt8] {
    precondition(sampleRateHz > 0, "a sample rate is more than 0 Hz")
    guard let rate = Int32(exactly: sampleRateHz) else {
      throw failure("\(sampleRateHz) Hz is not a rate a file can hold")
    }
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = 1
    info.format = Int32(format)
    let output = EncodedBytes()
    defer { withExtendedLifetime(output) {} }  // The library has its address.
    let opened = unsafe SoundFile.open {
      var functions = EncodedBytes.functions
      return unsafe sf_open_virtual(
        &functions, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(output).toOpaque())
    }
    guard let handle = unsafe opened.handle else { throw failure(unsafe opened.reason) }
    var reason: String?
    if var level = compressionLevel,
      unsafe sf_command(handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, 8) != SF_TRUE
    {
      reason = "the library refuses compression level \(level)"
    } else if unsafe sf_writef_short(handle, samples, Int64(samples.count)) != samples.count {
      reason = unsafe SoundFile.lastError(of: handle)
    }
    let status = unsafe sf_close(handle)
    if status != 0, reason == nil { reason = unsafe String(cString: sf_error_number(status)) }
    if let reason { throw failure(reason) }
    return output.bytes
  }
}

/// The bytes of a file that the sound-file library writes, and where it writes next.
private final class EncodedBytes {
  private(set) var bytes: [UInt8] = []
  private var position = 0

  /// The functions by which the library writes; they take the address of the bytes' owner.
  static var functions: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe Int64(EncodedBytes.at($0)?.bytes.count ?? -1) },
      seek: { unsafe Int64(EncodedBytes.at($2)?.seek(Int($0), from: $1) ?? -1) },
      read: nil,
      write: {
        unsafe EncodedBytes.at($2)?.write(UnsafeRawBufferPointer(start: $0, count: Int($1))) ?? 0
      },
      tell: { unsafe Int64(EncodedBytes.at($0)?.position ?? -1) })
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> EncodedBytes? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<EncodedBytes>.fromOpaque(context).takeUnretainedValue()
  }

  private func seek(_ offset: Int, from origin: Int32) -> Int {
    let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : bytes.count
    guard (0...bytes.count).contains(base + offset) else { return -1 }
    position = base + offset
    return position
  }

  private func write(_ more: UnsafeRawBufferPointer) -> Int64 {
    let end = position + more.count
    unsafe bytes.replaceSubrange(position..<min(end, bytes.count), with: more)
    position = end
    return Int64(more.count)
  }
}
