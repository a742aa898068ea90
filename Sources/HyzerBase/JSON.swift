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

  private let members: [(String, (any Encodable)?)]

  package init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members }

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
