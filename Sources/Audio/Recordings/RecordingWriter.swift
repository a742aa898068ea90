internal import CSndfile

/// A recording of 16-bit mono samples that is written block by block.
///
/// Without ``close()`` what was written last may be missing from the file.
public struct RecordingWriter: ~Copyable {
  private var encoder: SoundFileEncoder
  private let sink: FileSink

  /// Creates a FLAC file, where its name ends in .flac, or else a WAV file; replaces what is there.
  ///
  /// Wraps `sf_open_virtual`.
  ///
  /// - Parameters:
  ///   - path: The file; a pipe will not do, since the header is written last.
  ///   - sampleRateHz: The rate in hertz, more than 0; for FLAC at most 655,350.
  /// - Throws: ``RecordingError/writeFailed(path:reason:)``.
  public init(path: String, sampleRateHz: Int) throws(RecordingError) {
    precondition(sampleRateHz > 0, "a sample rate is more than 0 Hz")
    let container = path.lowercased().hasSuffix(".flac") ? SF_FORMAT_FLAC : SF_FORMAT_WAV
    let sink = try FileSink(path: path)
    encoder = try SoundFileEncoder(
      into: sink, format: container | SF_FORMAT_PCM_16, sampleRateHz: sampleRateHz)
    self.sink = sink
  }

  /// Appends samples.
  ///
  /// Wraps `sf_writef_short`.
  ///
  /// - Throws: ``RecordingError/writeFailed(path:reason:)``.
  public mutating func write(_ samples: [Int16]) throws(RecordingError) {
    try encoder.write(samples)
  }

  /// Writes what is left and completes the header.
  ///
  /// Of no samples at all, FLAC makes a file without bytes and WAV one of no length.
  ///
  /// Wraps `sf_close`.
  ///
  /// - Throws: ``RecordingError/writeFailed(path:reason:)``.
  public consuming func close() throws(RecordingError) {
    try encoder.close()
    try sink.close()
  }
}
