/// A whole recording as 16 kHz mono samples, and what it was made from.
public struct Recording: Hashable, Sendable {
  /// The rate of ``samples`` in hertz.
  public static let sampleRateHz = 16_000

  /// The samples, mono at ``sampleRateHz``, full scale at -32,768 and 32,767.
  public let samples: [Int16]
  /// The file's own rate in hertz.
  public let sourceRateHz: Int
  /// The file's own number of channels, 1 or more.
  public let sourceChannels: Int
  /// The number of frames decoded from the file, at its own rate.
  public let sourceFrames: Int

  /// The length of ``samples`` in seconds.
  public var durationSeconds: Double { Double(samples.count) / Double(Self.sampleRateHz) }

  /// Reads a recording of any rate, number of channels and format that the sound-file library
  /// decodes.
  ///
  /// Channels are averaged, the rate is converted by a band-limited filter, and the result is
  /// rounded and clamped; 16-bit mono at 16 kHz comes back bit for bit. Samples of a
  /// floating-point file that are not numbers read as silence. Beside the result, only a few
  /// hundred kilobytes are held, however long the file. Blocks for as long as reading takes.
  ///
  /// - Parameters:
  ///   - path: The file; a named pipe or `/dev/stdin` serves too, for formats that need no seeking.
  ///   - progress: Called now and then with the share read so far, 0 through 1; never called for
  ///     a file that does not tell its length.
  /// - Returns: The whole recording; never a part of one.
  /// - Throws: Any ``RecordingError`` except ``RecordingError/writeFailed(path:reason:)`` and
  ///   ``RecordingError/compressionFailed(reason:)``.
  public static func read(
    path: String, progress: (Double) -> Void = { _ in }
  ) throws(RecordingError) -> Recording {
    var reader = try RecordingReader(path: path)
    var samples: [Int16] = []
    samples.reserveCapacity(reader.expectedSamples)
    while true {
      let block = try reader.read(maximumFrames: sampleRateHz)
      guard !block.isEmpty else { break }
      samples += block
      if let share = reader.progress { progress(share) }
    }
    return Recording(
      samples: samples, sourceRateHz: reader.sourceRateHz,
      sourceChannels: reader.sourceChannels, sourceFrames: reader.sourceFramesRead)
  }

  /// Writes 16-bit mono samples as a FLAC file, where its name ends in .flac, or else as a WAV
  /// file, replacing what is there.
  ///
  /// Made of ``RecordingWriter``.
  ///
  /// - Throws: ``RecordingError/writeFailed(path:reason:)``.
  public static func write(
    samples: [Int16], sampleRateHz: Int, path: String
  ) throws(RecordingError) {
    var writer = try RecordingWriter(path: path, sampleRateHz: sampleRateHz)
    try writer.write(samples)
    try writer.close()
  }

  /// Converts mono samples from one rate to another, in hertz, both more than 0.
  ///
  /// The result has as many samples as fit the same duration. Wraps `src_process`.
  ///
  /// - Throws: ``RecordingError/resampleFailed(path:reason:)`` if the rates differ more than
  ///   256-fold, ``RecordingError/outOfMemory(path:)``.
  public static func resample(
    samples: [Int16], from sourceRateHz: Int, to targetRateHz: Int
  ) throws(RecordingError) -> [Int16] {
    precondition(sourceRateHz > 0 && targetRateHz > 0, "a sample rate is more than 0 Hz")
    guard sourceRateHz != targetRateHz, !samples.isEmpty else { return samples }
    var resampler = try Resampler(from: sourceRateHz, to: targetRateHz, path: nil)
    var result: [Int16] = []
    var start = 0
    while start < samples.count {
      let end = min(start + 4096, samples.count)
      let block = samples[start..<end].map { Float($0) / PCM16.scale }
      result += PCM16.samples(try resampler.process(block, isLast: end == samples.count))
      start = end
    }
    return result
  }
}
