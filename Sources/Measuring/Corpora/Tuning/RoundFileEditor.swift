package import DiscGolf
internal import FoundationEssentials
internal import HyzerBase

/// Writes other players into the text of a round file and leaves all else as it is, byte for byte.
package enum RoundFileEditor {
  /// Returns the text with the aliases and pronunciations of `tuned` in place of those of `players`.
  ///
  /// Only players who differ are written anew, and of these only the lists that differ.
  package static func edit(_ text: [UInt8], from players: [Player], to tuned: [Player]) -> [UInt8] {
    let spans = JSONSpans(text: text)
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

  /// Where the value of the whole text stands.
  var whole: Range<Int> {
    trimmed((text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)..<text.count)
  }

  /// The keys of an object with where their values stand, in order; none where it is no object.
  func members(of object: Range<Int>) -> [(key: String, value: Range<Int>)] {
    items(of: object, opening: "{").compactMap { item in
      let parts = split(item, at: ":")
      let name = try? JSONDecoder().decode(String.self, from: Data(text[parts[0]]))
      return name.map { ($0, parts[parts.count - 1]) }
    }
  }

  /// Where the elements of a list stand, in order; none where it is no list.
  func elements(of list: Range<Int>) -> [Range<Int>] { items(of: list, opening: "[") }

  private func items(of container: Range<Int>, opening: Unicode.Scalar) -> [Range<Int>] {
    guard container.count > 1, text[container.lowerBound] == UInt8(ascii: opening) else {
      return []
    }
    return split(container.dropFirst().dropLast(), at: ",").filter { !$0.isEmpty }
  }

  /// The stretches between separators that stand in no text, object or list.
  private func split(_ range: Range<Int>, at separator: Unicode.Scalar) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, depth, isText, isEscaped) = (range.lowerBound, 0, false, false)
    for index in range {
      let byte = text[index]
      if isText {
        isText = byte != UInt8(ascii: "\"") || isEscaped
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: separator), depth == 0 {
        parts.append(trimmed(start..<index))
        start = index + 1
      } else {
        isText = byte == UInt8(ascii: "\"")
        depth += "{[".utf8.contains(byte) ? 1 : "}]".utf8.contains(byte) ? -1 : 0
      }
    }
    return parts + [trimmed(start..<range.upperBound)]
  }

  /// A stretch without the spaces at its ends.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    func isFilled(_ index: Int) -> Bool { !" \t\n\r".utf8.contains(text[index]) }
    let start = range.first(where: isFilled) ?? range.upperBound
    return start..<(range.last(where: isFilled).map { $0 + 1 } ?? start)
  }
}
