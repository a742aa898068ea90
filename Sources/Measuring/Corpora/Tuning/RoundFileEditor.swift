package import DiscGolf
internal import Foundation
internal import HyzerBase

/// Writes other players into the text of a round file and leaves all else as it is, byte for byte.
package enum RoundFileEditor {
  /// Returns the text with the aliases and pronunciations of `tuned` in place of those of `players`.
  ///
  /// Only players who differ are written anew, and of these only the lists that differ.
  package static func edit(_ text: [UInt8], from players: [Player], to tuned: [Player]) -> [UInt8] {
    let spans = JSONSpans(text)
    guard let list = spans.members(of: spans.whole).last(where: { $0.key == "players" })?.value
    else { return text }
    var edited = text
    // From the last one, so that places in front of it stay right.
    for (index, element) in spans.elements(of: list).enumerated().reversed() {
      guard index < players.count, players[index] != tuned[index] else { continue }
      let new = player(spans, element, from: players[index], to: tuned[index])
      edited.replaceSubrange(element, with: new)
    }
    return edited
  }

  private static func player(
    _ spans: JSONSpans, _ element: Range<Int>, from old: Player, to new: Player
  ) -> [UInt8] {
    var changes: [(key: String, value: String)] = []
    if new.aliases != old.aliases { changes.append(("aliases", list(new.aliases))) }
    if new.pronunciations != old.pronunciations {
      changes.append(("pronunciations", list(new.pronunciations)))
    }
    var bytes = Array(spans.text[element])
    let members = spans.members(of: element)
    guard let last = members.last else {
      // A bare name.
      let lists = changes.map { ", \"\($0.key)\": \($0.value)" }.joined()
      return Array("{\"name\": ".utf8) + bytes + Array("\(lists)}".utf8)
    }
    let appended = changes.filter { change in !members.contains { $0.key == change.key } }
    bytes.insert(
      contentsOf: appended.map { ", \"\($0.key)\": \($0.value)" }.joined().utf8,
      at: last.value.upperBound - element.lowerBound)
    for member in members.reversed() {
      guard let change = changes.last(where: { $0.key == member.key }) else { continue }
      let start = member.value.lowerBound - element.lowerBound
      bytes.replaceSubrange(start..<start + member.value.count, with: change.value.utf8)
    }
    return bytes
  }

  private static func list(_ values: [String]) -> String {
    // A text can always be written.
    "[" + values.map { (try? JSONLine.encode($0)) ?? "\"\"" }.joined(separator: ", ") + "]"
  }
}

/// Finds where the parts of a JSON text stand; of a text that is not valid JSON the answers mean
/// nothing.
private struct JSONSpans {
  let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// Where the value of the whole text stands.
  var whole: Range<Int> {
    let start = skipSpace(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    return start..<end(ofValueAt: start)
  }

  /// The keys of an object with where their values stand, in order; none where it is no object.
  func members(of object: Range<Int>) -> [(key: String, value: Range<Int>)] {
    items(of: object, opening: "{").compactMap { item in
      let key = item.lowerBound..<end(ofValueAt: item.lowerBound)
      let colon = skipSpace(key.upperBound)
      let start = skipSpace(colon + 1)
      guard let name = try? JSONDecoder().decode(String.self, from: Data(text[key])) else {
        return nil
      }
      return (name, start..<end(ofValueAt: start))
    }
  }

  /// Where the elements of a list stand, in order; none where it is no list.
  func elements(of list: Range<Int>) -> [Range<Int>] { items(of: list, opening: "[") }

  /// What stands between the commas of an object or list.
  private func items(of container: Range<Int>, opening: Unicode.Scalar) -> [Range<Int>] {
    guard container.lowerBound < text.count, text[container.lowerBound] == UInt8(ascii: opening)
    else { return [] }
    var items: [Range<Int>] = []
    var start = skipSpace(container.lowerBound + 1)
    let close = container.upperBound - 1
    while start < close {
      var end = start
      while end < close, text[end] != UInt8(ascii: ",") { end = self.end(ofValueAt: end) }
      var last = end
      while last > start, isSpace(text[last - 1]) { last -= 1 }
      items.append(start..<last)
      start = skipSpace(end + 1)
    }
    return items
  }

  /// Returns where a value ends; of anything else the place behind it.
  private func end(ofValueAt start: Int) -> Int {
    guard start < text.count else { return text.count }
    var position = start + 1
    switch text[start] {
    case UInt8(ascii: "\""):
      while position < text.count, text[position] != UInt8(ascii: "\"") {
        position += text[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(position + 1, text.count)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      while position < text.count, !"}]".utf8.contains(text[position]) {
        position = end(ofValueAt: position)
      }
      return min(position + 1, text.count)
    case UInt8(ascii: ","), UInt8(ascii: ":"): return position
    case let byte where isSpace(byte): return skipSpace(start)
    default:
      while position < text.count, !isSpace(text[position]),
        !",:]}[{\"".utf8.contains(text[position])
      { position += 1 }
      return position
    }
  }

  private func skipSpace(_ start: Int) -> Int {
    text[start...].firstIndex { !isSpace($0) } ?? text.count
  }

  private func isSpace(_ byte: UInt8) -> Bool { " \t\n\r".utf8.contains(byte) }
}
