internal import Foundation

/// Writes values as JSON, one a line, their keys in alphabetical order.
package enum JSONLine {
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// A JSON object by its members, to be encoded beside other values; one without a value is written as
/// null.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var members: [(key: String, value: (any Encodable)?)]

  package init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    self.members = members.map { ($0, $1) }
  }

  /// Returns the object with more members, without those that have no value.
  package func adding(_ more: KeyValuePairs<String, (any Encodable)?>) -> JSONObject {
    var object = self
    object.members += more.filter { $0.value != nil }.map { ($0.key, $0.value) }
    return object
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for (key, value) in members {
      if let value {
        try container.encode(value, forKey: MemberKey(stringValue: key))
      } else {
        try container.encodeNil(forKey: MemberKey(stringValue: key))
      }
    }
  }
}

// MARK: - JSON in an order of its own

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
