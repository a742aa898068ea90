internal import CSndfile

/// An encoder of mono samples into one of the sound-file library's formats.
@safe
struct SoundFileEncoder: ~Copyable {
  private let handle: OpaquePointer
  /// Retained for the library, which has its address.
  private let cursor: Unmanaged<SinkCursor>

  /// Starts a file in an empty sink.
  ///
  /// Wraps `sf_open_virtual`.
  ///
  /// - Parameters:
  ///   - sink: Where the bytes go.
  ///   - format: The library's number for the container and the coding.
  ///   - sampleRateHz: The rate in hertz.
  /// - Throws: The sink's own error, as do all functions of the encoder.
  init(
    into sink: some ByteSink, format: Int, sampleRateHz: Int
  ) throws(RecordingError) {
    guard let rate = Int32(exactly: sampleRateHz) else {
      throw sink.failure("\(sampleRateHz) Hz is not a rate a file can hold")
    }
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = 1
    info.format = Int32(format)
    let cursor = SinkCursor(sink)
    let reference = unsafe Unmanaged.passRetained(cursor)
    let opened = unsafe SoundFileLibrary.open {
      var functions = SinkCursor.functions
      return unsafe sf_open_virtual(&functions, Int32(SFM_WRITE), &info, reference.toOpaque())
    }
    guard let file = unsafe opened.handle else {
      unsafe reference.release()
      try cursor.check()
      throw sink.failure(unsafe opened.reason)
    }
    unsafe handle = file
    unsafe self.cursor = reference
  }

  deinit {
    // Given up: whoever cares for the result has called close().
    _ = unsafe sf_close(handle)
    unsafe cursor.release()
  }

  /// Sets how small the result is to be, 0 through 1, before the first samples.
  ///
  /// Wraps `SFC_SET_COMPRESSION_LEVEL`.
  mutating func setCompressionLevel(_ level: Double) throws(RecordingError) {
    var level = level
    let status = unsafe sf_command(
      handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
    guard status == SF_TRUE else {
      throw unsafe cursor.takeUnretainedValue().sink.failure(
        "the library refuses compression level \(level)")
    }
  }

  /// Encodes samples.
  ///
  /// Wraps `sf_writef_short`.
  mutating func write(_ samples: [Int16]) throws(RecordingError) {
    let written = unsafe samples.withUnsafeBufferPointer {
      unsafe sf_writef_short(handle, $0.baseAddress, Int64($0.count))
    }
    let cursor = unsafe self.cursor.takeUnretainedValue()
    try cursor.check()
    guard written == samples.count else {
      throw cursor.sink.failure(unsafe SoundFileLibrary.text(of: handle))
    }
  }

  /// Writes what is left, and the header once more.
  ///
  /// Wraps `sf_close`.
  consuming func close() throws(RecordingError) {
    let status = unsafe sf_close(handle)
    let cursor = unsafe self.cursor.takeRetainedValue()
    discard self
    try cursor.check()
    guard status == 0 else {
      throw cursor.sink.failure(unsafe String(cString: sf_error_number(status)))
    }
  }
}
