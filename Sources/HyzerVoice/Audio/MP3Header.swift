internal import HyzerBase

/// The header of a frame of MP3 (ISO/IEC 11172-3 and 13818-3, layer III, and MPEG 2.5).
struct MP3Header {
  private static let firstBitrates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let laterBitrates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  /// The bytes of the frame with its header, and the samples of a channel in it.
  let length, samples: Int
  /// What all frames of a file have alike: version, layer and rate.
  private let kind: [UInt8]

  /// Reads the header at a place; nil where there is none.
  init?(_ bytes: [UInt8], at place: Int) {
    guard place >= 0, place + 4 <= bytes.count, bytes[place] == 0xFF,
      bytes[place + 1] & 0xE6 == 0xE2
    else { return nil }
    let version = bytes[place + 1] >> 3 & 3
    let (bitrate, rate) = (Int(bytes[place + 2] >> 4), Int(bytes[place + 2] >> 2 & 3))
    guard version != 1, (1...14).contains(bitrate), rate < 3 else { return nil }
    let isFirst = version == 3
    let hertz = [44_100, 48_000, 32_000][rate] / (isFirst ? 1 : version == 2 ? 2 : 4)
    let bits = (isFirst ? Self.firstBitrates : Self.laterBitrates)[bitrate - 1] * 1000
    samples = isFirst ? 1152 : 576
    length = samples / 8 * bits / hertz + Int(bytes[place + 2] >> 1 & 1)
    kind = [bytes[place + 1] & 0xFE, bytes[place + 2] & 0x0C]
  }

  /// Returns the bytes of a file with the number of its frames put before them; nil where they have it
  /// already, as most encoders write it, or are no MP3.
  ///
  /// Without it, as when sox writes the file or it goes to a pipe, the library guesses the length from
  /// the first frame's size, and gets tags and variable bit rates wrong.
  static func numbered(_ path: String) -> [UInt8]? {
    // What cannot be read whole is left to the library, which says so.
    (try? OpenFile(path).read()).flatMap(numbered)
  }

  static func numbered(_ bytes: [UInt8]) -> [UInt8]? {
    // An ID3v2 tag has its size in the last four of ten bytes, seven bits in each.
    let hasTag = bytes.count > 10 && bytes.starts(with: Array("ID3".utf8))
    let start = hasTag ? 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) } : 0
    guard let first = MP3Header(bytes, at: start), !saysItsNumber(bytes[start...]) else {
      return nil
    }
    let count = first.frames(in: bytes[start...])
    // A frame without sound, of a bit rate at which there is room, without a checksum.
    var frame = Array(bytes[start..<start + 4])
    frame[1] |= 1
    frame[2] = frame[2] & 0x0C | 0x80
    guard let header = MP3Header(frame, at: 0) else { return nil }
    let isMono = frame[3] >> 6 == 3
    frame += [UInt8](
      repeating: 0, count: header.samples == 1152 ? isMono ? 17 : 32 : isMono ? 9 : 17)
    frame += Array("Xing".utf8) + [0, 0, 0, 1]
    frame += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
    frame += [UInt8](repeating: 0, count: header.length - frame.count)
    return frame + bytes[start...]
  }

  /// Whether the first frame has the number of the others in place of sound: behind 4 bytes of header
  /// and at most 34 of checksum and side information a mark, and flags of which the last says that
  /// the number follows.
  private static func saysItsNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    ["Xing", "Info"].contains { mark in
      guard let found = bytes.prefix(46).firstRange(of: Array(mark.utf8)) else { return false }
      return bytes[found.upperBound...].prefix(4).last.map { $0 & 1 == 1 } == true
    }
  }

  /// The number of frames of this kind in the bytes that begin with it.
  private func frames(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    var place = 0
    var isInFrames = true
    let all = Array(bytes)
    while place < all.count {
      if let header = MP3Header(all, at: place), header.kind == kind,
        place + header.length <= all.count,
        // Behind damage, or in a tag at the end, bytes that look like a header may be none.
        isInFrames || MP3Header(all, at: place + header.length)?.kind == kind
      {
        count += 1
        place += header.length
        isInFrames = true
      } else {
        place += 1
        isInFrames = false
      }
    }
    return count
  }
}
