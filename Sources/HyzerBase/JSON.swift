package import FoundationEssentials

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
  case DecodingError.dataCorrupted:
    "not valid JSON" + (text.flatMap(JSONSyntax.fault).map { ": \($0)" } ?? "")
  default: "\(error)"
  }
}

/// Finds where the syntax of JSON breaks, which the decoder does not say.
private struct JSONSyntax {
  private struct Fault: Error {}

  private let text: [UInt8]
  private var place = 0

  /// Returns what cannot stand where; nil for a text without a fault.
  static func fault(in text: Data) -> String? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var syntax = JSONSyntax(
      text: Array(text.starts(with: mark) ? text.dropFirst(mark.count) : text))
    do throws(Fault) {
      try syntax.takeValue(depth: 0)
      syntax.skipSpace()
      if syntax.place == syntax.text.count { return nil }
    } catch {}
    let line = syntax.text.prefix(syntax.place).count { $0 == UInt8(ascii: "\n") } + 1
    let rest = String(decoding: syntax.text[syntax.place...].prefix(80), as: UTF8.self)
    let found = rest.first.map { "\"\($0)\" is not expected" } ?? "the text ends too early"
    return "\(found.printable) (line \(line))"
  }

  private init(text: [UInt8]) { self.text = text }

  private var next: UInt8? { place < text.count ? text[place] : nil }

  private mutating func skipSpace() {
    while let next, " \t\r\n".utf8.contains(next) { place += 1 }
  }

  private mutating func take(_ expected: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: expected) else { return false }
    place += 1
    return true
  }

  private mutating func takeValue(depth: Int) throws(Fault) {
    skipSpace()
    switch next {
    // As deep as the decoder goes.
    case _ where depth > 512: throw Fault()
    case UInt8(ascii: "{"):
      try takeItems(until: "}") { syntax throws(Fault) in
        try syntax.takeString()
        syntax.skipSpace()
        guard syntax.take(":") else { throw Fault() }
        try syntax.takeValue(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try takeItems(until: "]") { syntax throws(Fault) in try syntax.takeValue(depth: depth + 1) }
    case UInt8(ascii: "\""): try takeString()
    default:
      let rest = String(decoding: text[place...].prefix(400), as: UTF8.self)
      let number = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
      let word = try? /true|false|null/.prefixMatch(in: rest)?.0 ?? number.prefixMatch(in: rest)?.0
      guard let word else { throw Fault() }
      place += word.utf8.count
    }
  }

  private mutating func takeItems(
    until end: Unicode.Scalar, _ takeItem: (inout JSONSyntax) throws(Fault) -> Void
  ) throws(Fault) {
    place += 1
    skipSpace()
    if take(end) { return }
    repeat {
      skipSpace()
      try takeItem(&self)
      skipSpace()
    } while take(",")
    guard take(end) else { throw Fault() }
  }

  private mutating func takeString() throws(Fault) {
    guard take("\"") else { throw Fault() }
    while !take("\"") {
      let isEscaped = take("\\")
      guard let next, next >= 0x20, !isEscaped || "\"\\/bfnrtu".utf8.contains(next)
      else { throw Fault() }
      place += 1
      guard isEscaped, next == UInt8(ascii: "u") else { continue }
      for _ in 0..<4 {
        guard let digit = self.next, Character(Unicode.Scalar(digit)).isHexDigit else {
          throw Fault()
        }
        place += 1
      }
    }
  }
}

/// JSON of any form.
package enum JSONTree: Codable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
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
