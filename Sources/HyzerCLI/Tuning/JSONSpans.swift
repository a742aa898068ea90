internal import Evaluation
internal import Foundation

/// Finds where the parts of a JSON text stand, so that one can be replaced and the rest stays as it
/// was written, byte for byte.
///
/// The text has to be valid JSON; of other texts the answers mean nothing.
struct JSONSpans {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// The keys of an object with where their values stand, in order; none where it is no object.
  func members(of object: Range<Int>) -> [(key: String, value: Range<Int>)] {
    guard object.lowerBound < text.endIndex, text[object.lowerBound] == UInt8(ascii: "{") else {
      return []
    }
    return items(object).compactMap { item in
      let key = item.lowerBound..<end(ofValueAt: item.lowerBound)
      let colon = skipSpace(key.upperBound)
      let start = skipSpace(colon + 1)
      guard let name = string(key) else { return nil }
      return (name, start..<end(ofValueAt: start))
    }
  }

  /// Where the elements of a list stand, in order; none where it is no list.
  func elements(of list: Range<Int>) -> [Range<Int>] {
    guard list.lowerBound < text.endIndex, text[list.lowerBound] == UInt8(ascii: "[") else {
      return []
    }
    return items(list)
  }

  /// Where the value of the whole text stands.
  var whole: Range<Int> {
    let start = skipSpace(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    return start..<end(ofValueAt: start)
  }

  /// The text of a value as it was written.
  func source(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  private func string(_ range: Range<Int>) -> String? {
    try? JSONFile.decode([String].self, from: .init("[\(source(range))]".utf8), place: "key").first
  }

  /// What stands between the commas of an object or list.
  private func items(_ container: Range<Int>) -> [Range<Int>] {
    var items: [Range<Int>] = []
    var start = skipSpace(container.lowerBound + 1)
    let close = container.upperBound - 1
    while start < close {
      var end = start
      while end < close, text[end] != UInt8(ascii: ",") { end = self.end(ofValueAt: end) }
      items.append(start..<trimmed(start, end))
      start = skipSpace(end + 1)
    }
    return items
  }

  private func trimmed(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return end
  }

  /// Returns where a value ends; of anything else the place behind it.
  private func end(ofValueAt start: Int) -> Int {
    guard start < text.count else { return text.count }
    switch text[start] {
    case UInt8(ascii: "\""):
      var position = start + 1
      while position < text.count, text[position] != UInt8(ascii: "\"") {
        position += text[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(position + 1, text.count)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var position = start + 1
      while position < text.count {
        switch text[position] {
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return position + 1
        default: position = end(ofValueAt: position)
        }
      }
      return position
    case UInt8(ascii: ","), UInt8(ascii: ":"): return start + 1
    case let byte where isSpace(byte): return skipSpace(start)
    default:
      var position = start
      while position < text.count, !isSpace(text[position]),
        !",:]}[{\"".utf8.contains(text[position])
      { position += 1 }
      return max(position, start + 1)
    }
  }

  private func skipSpace(_ start: Int) -> Int {
    var position = start
    while position < text.count, isSpace(text[position]) { position += 1 }
    return position
  }

  private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
