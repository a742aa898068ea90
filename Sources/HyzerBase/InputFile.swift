package import Foundation

/// Why a file cannot be used, in one line that says what to do.
package struct FileFailure: Error, Hashable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// What is in the file is wrong.
    case badData
    /// There is no such file.
    case missing
    /// Reading or writing failed.
    case inputOutput
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// Reads JSON with errors that say where it is wrong.
package enum JSONFile {
  /// Checks that there is a file, and not a directory, at a path.
  package static func requireFile(_ path: String) throws(FileFailure) {
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw FileFailure(.missing, "\"\(path)\": no such file; check the path")
    }
    if isDirectory.boolValue {
      throw FileFailure(.badData, "\"\(path)\": is a directory; name a file in it")
    }
  }

  /// Returns the bytes of a file.
  package static func contents(of path: String) throws(FileFailure) -> Data {
    try requireFile(path)
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileFailure(.inputOutput, "\"\(path)\": cannot be read: \(error.localizedDescription)")
    }
  }

  /// Reads the value in a file.
  package static func read<Value: Decodable>(_ type: Value.Type, from path: String)
    throws(FileFailure) -> Value
  {
    try decode(type, from: contents(of: path), place: "\"\(path)\"")
  }

  /// Decodes a value; `place` is the file, and the line where it has several.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data, place: String)
    throws(FileFailure) -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw FileFailure(.badData, "\(place): \(error.reason(in: data))")
    } catch {
      throw FileFailure(.badData, "\(place): \(error)")
    }
  }
}

extension DecodingError {
  /// What is wrong in `data`, and at which key: one line, the same in every room.
  package func reason(in data: Data) -> String {
    switch self {
    case .keyNotFound(let key, let context):
      return "\"\(key.stringValue)\" is missing\(Self.path(context))"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return "expected \(Self.name(of: type))\(Self.path(context))"
    case .dataCorrupted(let context):
      guard context.codingPath.isEmpty else {
        return context.debugDescription + Self.path(context)
      }
      return "not valid JSON: \(Self.syntaxError(in: data) ?? context.debugDescription)"
    @unknown default: return "not what is expected: \(self)"
    }
  }

  /// Asks the other JSON reader, which says where the syntax breaks.
  private static func syntaxError(in data: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
      return nil
    } catch {
      let text = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      guard let text, let match = text.firstMatch(of: /character (\d+)/),
        let offset = Int(match.1)
      else { return text }
      let line = data.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
      return "\(text) (line \(line))"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is String.Type: "a string"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    guard !context.codingPath.isEmpty else { return "" }
    let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    return " at " + keys.joined().drop { $0 == "." }
  }
}

/// Reads the lines of a file.
package enum LineReader {
  /// A line without its newline, and its number from 1.
  package struct Line: Sendable {
    package let number: Int
    package let data: Data
  }

  package static func lines(of path: String) throws(FileFailure) -> [Line] {
    lines(in: try JSONFile.contents(of: path))
  }

  /// Returns the lines that hold anything but spaces.
  package static func filledLines(of path: String) throws(FileFailure) -> [Line] {
    filledLines(in: try JSONFile.contents(of: path))
  }

  package static func filledLines(in data: Data) -> [Line] {
    lines(in: data).filter { !$0.data.allSatisfy { " \t\r".utf8.contains($0) } }
  }

  private static func lines(in data: Data) -> [Line] {
    var parts = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts.enumerated().map { Line(number: $0 + 1, data: Data($1)) }
  }
}
