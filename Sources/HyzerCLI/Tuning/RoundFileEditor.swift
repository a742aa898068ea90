internal import Golf

/// Writes other players into the text of a round file and leaves all else as it is.
enum RoundFileEditor {
  /// Returns the text with the aliases and pronunciations of `tuned` in place of those of `round`.
  ///
  /// Only players who differ are written anew, and of these only the lists that differ.
  static func edit(_ text: [UInt8], from round: Roster, to tuned: Roster) -> [UInt8] {
    let spans = JSONSpans(text)
    guard let list = spans.members(of: spans.whole).last(where: { $0.key == "players" })?.value
    else { return text }
    let elements = spans.elements(of: list)
    var edited = text
    // From the last one, so that places in front of it stay right.
    for (index, element) in elements.enumerated().reversed() {
      guard index < round.players.count, round.players[index] != tuned.players[index] else {
        continue
      }
      let new = player(
        spans, element, from: round.players[index], to: tuned.players[index])
      edited.replaceSubrange(element, with: new.utf8)
    }
    return edited
  }

  private static func player(
    _ spans: JSONSpans, _ element: Range<Int>, from old: Player, to new: Player
  ) -> String {
    var changes: [(key: String, value: String)] = []
    if new.aliases != old.aliases { changes.append(("aliases", list(new.aliases))) }
    if new.pronunciations != old.pronunciations {
      changes.append(("pronunciations", list(new.pronunciations)))
    }
    let source = spans.source(element)
    let members = spans.members(of: element)
    guard let last = members.last else {
      // A bare name.
      return
        "{\"name\": \(source), \(changes.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }
    var bytes = Array(source.utf8)
    let appended = changes.filter { change in !members.contains { $0.key == change.key } }
    let end = last.value.upperBound - element.lowerBound
    bytes.insert(
      contentsOf: appended.map { ", \"\($0.key)\": \($0.value)" }.joined().utf8, at: end)
    for member in members.reversed() {
      guard let change = changes.last(where: { $0.key == member.key }) else { continue }
      let range = member.value.lowerBound - element.lowerBound
      bytes.replaceSubrange(range..<range + member.value.count, with: change.value.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func list(_ values: [String]) -> String {
    "[" + values.map(quoted).joined(separator: ", ") + "]"
  }

  /// Writes a text as JSON: quotation marks, backslashes and control characters are escaped.
  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20:
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
