/// Sound that comes bit by bit, as a browser sends it: 16-bit little-endian mono samples of some rate.
package struct StreamedSound: ~Copyable {
  /// The rates in hertz that are taken.
  package static let ratesHz = 8_000...96_000
  private static let name = "the sound of a talk"

  private var resampler: Resampler?

  /// Starts a stream.
  ///
  /// - Precondition: the rate is one of ``ratesHz``.
  /// - Throws: ``RecordingError``, where memory runs out for instance.
  package init(rateHz: Int) throws(RecordingError) {
    precondition(Self.ratesHz.contains(rateHz), "\(rateHz) Hz was to be refused")
    resampler =
      rateHz == Recording.sampleRateHz
      ? nil : try Resampler(from: rateHz, to: Recording.sampleRateHz, path: Self.name)
  }

  /// Returns what the next bytes yield at ``Recording/sampleRateHz``; with `isLast`, also all that is
  /// still inside.
  ///
  /// - Precondition: the bytes are whole samples.
  /// - Throws: ``RecordingError``.
  package mutating func samples(
    _ bytes: [UInt8], isLast: Bool = false
  ) throws(RecordingError) -> [Int16] {
    let samples = Recording(littleEndian: bytes).samples
    guard resampler != nil else { return samples }
    let scaled = samples.map { Float($0) / 32_768 }
    return try resampler?.process(scaled, isLast: isLast).map(Int16.init(fullScale:)) ?? []
  }
}

extension Recording {
  /// Takes samples as 16-bit little-endian bytes, two for each.
  package init(littleEndian bytes: [UInt8]) {
    precondition(bytes.count.isMultiple(of: 2), "half a sample was to be refused")
    samples = stride(from: 0, to: bytes.count, by: 2).map { place in
      Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
    }
  }
}

extension Int16 {
  /// Makes a sample of one whose full scale is 1, rounded and limited.
  init(fullScale sample: Float) {
    self = Int16(Swift.min(Swift.max((sample * 32_768).rounded(), -32_768), 32_767))
  }
}
