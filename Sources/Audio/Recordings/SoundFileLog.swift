/// The sound-file library's notes on a file, from which alone some damage can be told.
///
/// For WAV, AIFF, AU and W64 the library trims the frame count to what is there and reports no
/// error; what the header said is only in these notes.
struct SoundFileLog {
  let text: String

  /// The bytes of samples that the header promises and that the file has, where it has fewer.
  var shortfall: (promised: Int, found: Int)? {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 1)
      guard fields.count == 2,
        ["data", "SSND", "Data Size", "BODY", "riff"].contains(Self.trim(fields[0]))
      else { continue }
      let numbers = fields[1].split { !$0.isNumber }.compactMap { Int($0) }
      guard numbers.count == 2, fields[1].contains("should be"), numbers[0] > numbers[1],
        !Self.meansUnknown(numbers[0])
      else { continue }
      return (promised: numbers[0], found: numbers[1])
    }
    return nil
  }

  /// Whether the library itself says that the file is truncated.
  var saysTruncated: Bool {
    text.contains("seems to be truncated") || text.contains("Seems to be a truncated")
  }

  /// The decoder's first complaint, if it had one.
  var decoderError: String? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ERROR :") }) else {
      return nil
    }
    return "the decoder reports" + line.dropFirst("ERROR :".count)
  }

  /// Whether a size is one that programs writing to a pipe put down for want of the real one.
  ///
  /// The largest 32-bit sizes, signed or unsigned, some of them less a header or rounded to a
  /// block: such a file is as long as it is.
  private static func meansUnknown(_ bytes: Int) -> Bool {
    (0x7FFF_0000...0x7FFF_FFFF).contains(bytes) || (0xFFFF_0000...0xFFFF_FFFF).contains(bytes)
  }

  private static func trim(_ field: Substring) -> Substring {
    guard let first = field.firstIndex(where: { $0 != " " }),
      let last = field.lastIndex(where: { $0 != " " })
    else { return "" }
    return field[first...last]
  }
}
