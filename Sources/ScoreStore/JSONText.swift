internal import Foundation

/// Writes JSON whose keys stand in a fixed order, so that equal values are equal bytes.
enum JSONText {
  /// Returns a text in quotes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns a text in quotes, or `null`.
  static func quoted(_ text: String?) -> String { text.map { quoted($0) } ?? "null" }

  /// Returns a number that reads back as exactly the same, or `null`.
  static func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "null" }

  /// Returns an array of parts that are JSON already.
  static func array(_ parts: [String]) -> String { "[" + parts.joined(separator: ",") + "]" }

  /// Returns an object of parts that are JSON already.
  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
  }

  /// Returns an array of texts.
  static func texts(_ texts: [String]) -> String { array(texts.map { quoted($0) }) }

  /// Reads a value back; nil where the text is no such value.
  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
