internal import Foundation

/// Lends a folder, and removes it with all that is in it.
package func withTemporaryFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("hyzer-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

/// Writes a text into a file and returns its path.
package func write(_ text: String, to path: String) throws -> String {
  try text.write(toFile: path, atomically: false, encoding: .utf8)
  return path
}

/// Reads the text of a file.
package func read(_ path: String) throws -> String {
  try String(contentsOfFile: path, encoding: .utf8)
}
