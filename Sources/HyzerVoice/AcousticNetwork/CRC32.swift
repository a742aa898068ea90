/// The checksum of zlib and of IEEE 802.3: CRC-32, bits reflected, polynomial 0xEDB88320.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { remainder, _ in
      remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xEDB8_8320
    }
  }

  /// Returns the checksum of some bytes.
  static func checksum(_ bytes: RawSpan) -> UInt32 {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe table.withUnsafeBufferPointer { table in
        var remainder = ~UInt32(0)
        for index in bytes.indices {
          unsafe remainder = table[Int((remainder ^ UInt32(bytes[index])) & 0xFF)] ^ remainder >> 8
        }
        return ~remainder
      }
    }
  }
}
