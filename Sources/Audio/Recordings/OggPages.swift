/// Gives an Ogg stream a fixed serial number.
///
/// The sound-file library takes the number from the clock, so that the same samples would give
/// other bytes each time.
enum OggPages {
  private static let headerCount = 27
  private static let serialNumber: [UInt8] = [1, 0, 0, 0]

  /// Returns the stream with the number in each of its pages, and checksums that go with it, or
  /// nil if it is not made of whole pages (RFC 3533, section 6).
  static func renumbered(_ stream: [UInt8]) -> [UInt8]? {
    var stream = stream
    var start = 0
    while start < stream.count {
      let body = start + headerCount
      guard body <= stream.count, stream[start..<start + 4].elementsEqual("OggS".utf8) else {
        return nil
      }
      let table = body + Int(stream[body - 1])
      guard table <= stream.count else { return nil }
      let end = stream[body..<table].reduce(table) { $0 + Int($1) }
      guard end <= stream.count else { return nil }
      stream.replaceSubrange(start + 14..<start + 18, with: serialNumber)
      stream.replaceSubrange(start + 22..<start + 26, with: [0, 0, 0, 0])
      let sum = checksum(stream[start..<end])
      for place in 0..<4 {
        stream[start + 22 + place] = UInt8(truncatingIfNeeded: sum >> (8 * place))
      }
      start = end
    }
    return stream
  }

  /// The CRC of polynomial 0x04C11DB7, starting at 0, most significant bits first.
  private static func checksum(_ page: ArraySlice<UInt8>) -> UInt32 {
    page.reduce(0) { sum, byte in sum << 8 ^ remainders[Int(sum >> 24) ^ Int(byte)] }
  }

  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
    }
  }
}
