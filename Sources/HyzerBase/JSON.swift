package import Foundation

/// Reads JSON with errors that say where it is wrong.
package enum JSONFile {
  /// Reads the value in a file.
  package static func read<Value: Decodable>(_ type: Value.Type, from path: String)
    throws(FileFailure) -> Value
  {
    try decode(type, from: InputFile.contents(of: path), place: "\"\(path)\"")
  }

  /// Decodes a value; `place` is the file, and the line where it has several.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data, place: String)
    throws(FileFailure) -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw FileFailure(.badData, "\(place): \(decodingFault(error, in: data))")
    }
  }
}

/// Writes values as JSON, one a line, their keys in alphabetical order.
package enum JSONLine {
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// A JSON object by its members, written in alphabetical order; one without a value is null.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var members: [(String, (any Encodable)?)]

  package init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members }

  /// Returns the object with more members, without those that have no value.
  package func adding(_ more: KeyValuePairs<String, (any Encodable)?>) -> JSONObject {
    var object = self
    object.members += more.filter { $0.value != nil }.map { ($0.key, $0.value) }
    return object
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for (name, value) in members {
      let key = MemberKey(stringValue: name)
      if let value {
        try container.encode(value, forKey: key)
      } else {
        try container.encodeNil(forKey: key)
      }
    }
  }
}

// MARK: - What is wrong with JSON

/// Returns in one line what kept a value from being decoded, and where: `expected a list at players`.
///
/// With the text that was decoded, an error of syntax has its line. What is no `DecodingError` speaks
/// for itself.
package func decodingFault(_ error: any Error, in text: Data? = nil) -> String {
  switch error {
  case DecodingError.keyNotFound(let key, let context):
    "\"\(key.stringValue)\" is missing\(place(context))"
  case DecodingError.typeMismatch(let type, let context),
    DecodingError.valueNotFound(let type, let context):
    "expected \(name(of: type))\(place(context))"
  case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
    "\"\(path(context))\": \(context.debugDescription)"
  case DecodingError.dataCorrupted(let context):
    "not valid JSON" + (text.map { ": \(syntaxError(in: $0) ?? context.debugDescription)" } ?? "")
  default: "\(error)"
  }
}

/// Asks the other JSON reader, which says where the syntax breaks.
private func syntaxError(in text: Data) -> String? {
  do {
    _ = try JSONSerialization.jsonObject(with: text)
    return nil
  } catch {
    let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
    guard let reason, let match = reason.firstMatch(of: /character (\d+)/),
      let offset = Int(match.1)
    else { return reason }
    let line = text.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    return "\(reason) (line \(line))"
  }
}

private func name(of type: any Any.Type) -> String {
  switch type {
  case is Int.Type: "a whole number"
  case is Double.Type: "a number"
  case is Bool.Type: "true or false"
  case is String.Type: "a string"
  default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
  }
}

private func path(_ context: DecodingError.Context) -> String {
  let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
  return String(keys.joined().drop { $0 == "." })
}

private func place(_ context: DecodingError.Context) -> String {
  context.codingPath.isEmpty ? "" : " at \(path(context))"
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

extension String {
  /// Returns an object of JSON without a member, and otherwise as it is written.
  package func removingMember(_ key: String) -> String {
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
