/// What validation needs to know of a recording.
public struct CorpusClip: Hashable, Sendable {
  /// The file's one true path.
  public let path: String
  /// The file's own rate in hertz.
  public let sourceRateHz: Int
  /// Length and loudness.
  public let level: ClipLevel
  /// A number that only equal samples share, but for a chance of 1 in 2⁶⁴.
  public let digest: UInt64

  /// Measures a recording's mono samples, as they are heard by the recogniser.
  ///
  /// `sampleRateHz` is the rate of `samples`, `sourceRateHz` that of the file.
  public init(path: String, sourceRateHz: Int, samples: [Int16], sampleRateHz: Int) {
    self.path = path
    self.sourceRateHz = sourceRateHz
    level = ClipLevel(samples: samples, sampleRateHz: sampleRateHz)
    // FNV-1a by samples in place of bytes (Fowler, Noll and Vo).
    digest = samples.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64(UInt16(bitPattern: $1))) &* 0x0100_0000_01B3
    }
  }
}
