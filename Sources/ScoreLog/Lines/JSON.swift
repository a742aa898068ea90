internal import Foundation

/// What is written as JSON whose keys stand in a fixed order, so that equal values are equal bytes.
package protocol JSONValue {
  /// The value as JSON, on one line.
  var json: String { get }
}

/// An object with its members in order.
package struct OrderedObject: JSONValue {
  let members: [(key: String, value: any JSONValue)]

  package init(members: [(key: String, value: any JSONValue)]) { self.members = members }

  package var json: String {
    "{" + members.map { "\($0.key.json):\($0.value.json)" }.joined(separator: ",") + "}"
  }
}

extension String: JSONValue {
  package var json: String {
    var result = "\""
    for scalar in unicodeScalars {
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
}

// A number's description reads back as exactly the same.
extension JSONValue where Self: CustomStringConvertible { package var json: String { description } }
extension Int: JSONValue {}
extension Double: JSONValue {}
extension Bool: JSONValue {}
extension Optional: JSONValue where Wrapped: JSONValue {
  package var json: String { self?.json ?? "null" }
}
extension Array: JSONValue where Element: JSONValue {
  package var json: String { "[" + map(\.json).joined(separator: ",") + "]" }
}

extension Array where Element: Decodable {
  /// Reads an array; nil where the text is none.
  package init?(json: String) {
    guard let value = try? JSONDecoder().decode([Element].self, from: Data(json.utf8)) else {
      return nil
    }
    self = value
  }
}

/// JSON that is written already.
package struct WrittenJSON: JSONValue {
  package let json: String

  package init(_ json: String) { self.json = json }
}

extension String {
  /// Returns an object of JSON without a member, and otherwise as it is written.
  func removingMember(_ key: String) -> String {
    let text = Array(utf8)
    var (depth, isText, isEscaped) = (0, false, false)
    /// Where the object begins, a member ends, and the object ends.
    var borders: [Int] = []
    for (index, byte) in text.enumerated() {
      if isText {
        if byte == UInt8(ascii: "\""), !isEscaped { isText = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { borders.append(index) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 1 { borders.append(index) }
        depth -= 1
      case UInt8(ascii: ","): if depth == 1 { borders.append(index) }
      default: break
      }
    }
    let members = zip(borders, borders.dropFirst()).map {
      String(decoding: text[($0 + 1)..<$1], as: UTF8.self)
    }
    let others = members.filter { !$0.drop(while: \.isWhitespace).hasPrefix("\"\(key)\"") }
    return others.count == members.count ? self : "{\(others.joined(separator: ","))}"
  }
}
