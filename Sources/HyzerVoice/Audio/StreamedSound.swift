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

extension Recording {
  /// The longest sound that ``init(wave:)`` takes, in seconds.
  package static let longestWaveSeconds = 30

  /// Takes a WAV file of one channel in 16 bits, whose header is the shortest there is, as pages write it.
  ///
  /// - Throws: ``RecordingError/unrecognised(path:reason:)`` for another file, or a longer one.
  package init(wave bytes: [UInt8]) throws(RecordingError) {
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count > 44, bytes.starts(with: "RIFF".utf8),
      bytes[8..<16].elementsEqual("WAVEfmt ".utf8),
      number(20, 2) == 1, number(22, 2) == 1, number(34, 2) == 16,
      StreamedSound.ratesHz.contains(number(24, 4))
    else {
      throw .unrecognised(path: "the sound", reason: "it is no WAV file of one channel in 16 bits")
    }
    let data = Array(bytes[44...].prefix((bytes.count - 44) / 2 * 2))
    guard data.count <= 2 * number(24, 4) * Recording.longestWaveSeconds else {
      throw .unrecognised(
        path: "the sound", reason: "it is longer than \(Recording.longestWaveSeconds) s")
    }
    var stream = try StreamedSound(rateHz: number(24, 4))
    samples = try stream.samples(data, isLast: true)
  }
}

extension Int16 {
  /// Makes a sample of one whose full scale is 1, rounded and limited.
  init(fullScale sample: Float) {
    self = Int16(Swift.min(Swift.max((sample * 32_768).rounded(), -32_768), 32_767))
  }
}
