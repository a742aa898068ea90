internal import CCrypto
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
      throw FileFailure(.badData, "\(place): \(describe(error, in: data))")
    } catch {
      throw FileFailure(.badData, "\(place): \(error)")
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

/// Writes values as JSON, one a line, their keys in alphabetical order.
package enum JSONLine {
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
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

  static func filledLines(in data: Data) -> [Line] {
    lines(in: data).filter { !$0.data.allSatisfy { " \t\r".utf8.contains($0) } }
  }

  private static func lines(in data: Data) -> [Line] {
    var parts = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts.enumerated().map { Line(number: $0 + 1, data: Data($1)) }
  }
}

/// Digests (FIPS 180-4) in hexadecimal, which distinguish files and names.
package enum Digest {
  /// The cryptography library refused to compute one.
  package struct Failed: Error, CustomStringConvertible {
    package var description: String {
      "cannot compute a digest; check the installation of OpenSSL"
    }
  }

  package static func sha1(of text: String) throws(Failed) -> String {
    unsafe try hex(Data(text.utf8), EVP_sha1())
  }

  package static func sha256(of text: String) throws(Failed) -> String {
    try sha256(of: Data(text.utf8))
  }

  static func sha256(of bytes: Data) throws(Failed) -> String {
    unsafe try hex(bytes, EVP_sha256())
  }

  /// Reads the whole file.
  ///
  /// - Throws: ``FileFailure`` where the file cannot be read.
  package static func sha256(ofFile path: String) throws -> String {
    try sha256(of: JSONFile.contents(of: path))
  }

  /// Wraps `EVP_Digest`.
  private static func hex(_ bytes: Data, _ algorithm: OpaquePointer?) throws(Failed) -> String {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe EVP_Digest(bytes.baseAddress, bytes.count, &digest, &count, algorithm, nil)
    }
    guard status == 1 else { throw Failed() }
    return digest.prefix(Int(count)).map { String(format: "%02x", $0) }.joined()
  }
}
