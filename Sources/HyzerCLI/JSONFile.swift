internal import Foundation

/// Reads JSON with errors that say where it is wrong.
enum JSONFile {
  /// Tells a missing file and a directory apart from what cannot be read.
  static func requireFile(_ path: String) throws(Failure) {
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw Failure(.inputMissing, "\"\(path)\": no such file; check the path")
    }
    if isDirectory.boolValue {
      throw Failure(.badData, "\"\(path)\": is a directory; name a file in it")
    }
  }

  /// Returns the bytes of a file.
  static func contents(of path: String) throws(Failure) -> Data {
    try requireFile(path)
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure(.inputOutput, "\"\(path)\": cannot be read: \(error.localizedDescription)")
    }
  }

  /// Decodes a value; `place` is the file, and the line where it has several.
  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data, place: String)
    throws(Failure) -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw Failure(.badData, "\(place): \(describe(error, in: data))")
    } catch {
      throw Failure(.badData, "\(place): \(Failure(error).message)")
    }
  }

  private static func describe(_ error: DecodingError, in data: Data) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      return "\"\(key.stringValue)\" is missing\(path(context))"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return "expected \(name(of: type))\(path(context))"
    case .dataCorrupted(let context):
      guard context.codingPath.isEmpty else { return context.debugDescription + path(context) }
      return "not valid JSON: \(syntaxError(in: data) ?? context.debugDescription)"
    @unknown default: return "not what is expected: \(error)"
    }
  }

  /// Asks the other JSON reader, which tells where the syntax breaks.
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
