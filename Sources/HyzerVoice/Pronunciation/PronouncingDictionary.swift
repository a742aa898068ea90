internal import Glibc

/// A dictionary in the CMU format, kept as text and searched when it is asked.
///
/// Reading all 134,000 words takes longer than finding the hundred that a round needs, so only the
/// runs of lines that share their first two bytes are indexed.
struct PronouncingDictionary: Sendable {
  private let text: [UInt8]
  /// Where the runs of lines are, by their first two bytes.
  ///
  /// The file is sorted but for apostrophes and full stops, so that some prefixes have more than
  /// one run.
  private let runs: [UInt16: [Range<Int>]]

  init(text: some Sequence<UInt8>) {
    let bytes = Array(text)
    self.text = bytes
    var runs: [UInt16: [Range<Int>]] = [:]
    var runStart = 0
    var runPrefix: UInt16?
    var lineStart = 0
    while lineStart < bytes.count {
      let prefix = Self.prefix(of: bytes[lineStart...])
      if prefix != runPrefix {
        if let runPrefix { runs[runPrefix, default: []].append(runStart..<lineStart) }
        (runStart, runPrefix) = (lineStart, prefix)
      }
      lineStart = Self.lineEnd(in: bytes, from: lineStart) + 1
    }
    if let runPrefix { runs[runPrefix, default: []].append(runStart..<bytes.count) }
    self.runs = runs
  }

  /// Returns every pronunciation of a lower-case word, in the order of the file.
  func pronunciations(of word: String) -> [Pronunciation] {
    let letters = Array(word.utf8)
    guard !letters.isEmpty else { return [] }
    // A word of one letter stands before a space or before the number of a variant.
    let keys =
      letters.count > 1
      ? [letters] : [letters + [UInt8(ascii: " ")], letters + [UInt8(ascii: "(")]]
    var found: [Pronunciation] = []
    for run in keys.flatMap({ runs[Self.prefix(of: $0[...])] ?? [] }) {
      var lineStart = run.lowerBound
      while lineStart < run.upperBound {
        let end = Self.lineEnd(in: text, from: lineStart)
        let after = lineStart + letters.count
        if after < end, text[after] == UInt8(ascii: " ") || text[after] == UInt8(ascii: "("),
          text[lineStart..<after].elementsEqual(letters)
        {
          let phones = text[after..<end].drop { $0 != UInt8(ascii: " ") }
          if let read = try? Pronunciation(parsing: String(decoding: phones, as: UTF8.self)) {
            found.append(read)
          }
        }
        lineStart = end + 1
      }
    }
    return found
  }

  private static func prefix(of line: ArraySlice<UInt8>) -> UInt16 {
    line.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  /// Returns where the line at `start` ends: its line break, or the end.
  ///
  /// Wraps `memchr`.
  private static func lineEnd(in text: [UInt8], from start: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let hit = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      else { return bytes.count }
      return unsafe UnsafeRawPointer(hit) - base
    }
  }
}
