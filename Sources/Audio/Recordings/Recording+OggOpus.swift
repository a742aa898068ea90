internal import CSndfile

extension Recording {
  /// The library maps level 0 to 256 kbit/s for a channel and level 1 to 6 kbit/s; this is
  /// 24 kbit/s, at which Opus carries the whole band of 16 kHz speech.
  private static let clipCompressionLevel = 1 - (24_000.0 - 6_000) / 250_000

  /// Returns a 16 kHz mono clip as an Ogg Opus file (RFC 7845) for a web page.
  ///
  /// About 3 KB for a second of speech. The same samples give the same bytes. Wraps
  /// `sf_open_virtual` and `sf_writef_short`.
  ///
  /// - Parameter samples: 16 kHz mono samples, one or more.
  /// - Returns: The bytes of the file.
  /// - Throws: ``RecordingError/compressionFailed(reason:)``.
  public static func oggOpus(samples: [Int16]) throws(RecordingError) -> [UInt8] {
    let sink = MemorySink()
    // Of none the library makes a file that no decoder accepts.
    guard !samples.isEmpty else { throw sink.failure("there are none") }
    var encoder = try SoundFileEncoder(
      into: sink, format: SF_FORMAT_OGG | SF_FORMAT_OPUS, sampleRateHz: sampleRateHz)
    try encoder.setCompressionLevel(clipCompressionLevel)
    try encoder.write(samples)
    try encoder.close()
    guard let clip = OggPages.renumbered(sink.bytes) else {
      throw sink.failure("the library's Ogg stream is not made of whole pages")
    }
    return clip
  }
}
