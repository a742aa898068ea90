internal import CSQLite
internal import Foundation

/// Another program's connection to the same file, which knows nothing of the score log.
@safe
package final class OtherProgram {
  private let pointer: OpaquePointer

  /// What SQLite said of statements that failed.
  package struct Failed: Error {
    package let message: String
  }

  package init(_ path: String) throws {
    var opened: OpaquePointer?
    let status = unsafe sqlite3_open(path, &opened)
    guard let pointer = unsafe opened, status == SQLITE_OK else {
      throw Failed(message: "not opened")
    }
    unsafe self.pointer = pointer
  }

  deinit { _ = unsafe sqlite3_close(pointer) }

  /// Runs statements; nil where they succeed, or else SQLite's message.
  package func refusal(_ script: String) -> String? {
    let status = unsafe sqlite3_exec(pointer, script, nil, nil, nil)
    return status == SQLITE_OK ? nil : unsafe String(cString: sqlite3_errmsg(pointer))
  }

  package func run(_ script: String) throws {
    if let message = refusal(script) { throw Failed(message: message) }
  }

  package func text(_ query: String) throws -> String? {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(pointer, query, -1, &statement, nil) == SQLITE_OK else {
      throw Failed(message: unsafe String(cString: sqlite3_errmsg(pointer)))
    }
    defer { _ = unsafe sqlite3_finalize(statement) }
    guard unsafe sqlite3_step(statement) == SQLITE_ROW,
      let text = unsafe sqlite3_column_text(statement, 0)
    else { return nil }
    return unsafe String(cString: text)
  }
}

/// Lets the note beside a score log's file be of that file, as where a whole disk is restored.
public func renewDeviceNote(ofLog path: String) throws {
  let note = URL(fileURLWithPath: path + ".device")
  let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
  let words = try String(contentsOf: note, encoding: .utf8).split(whereSeparator: \.isWhitespace)
  let text = (words.prefix(3).map { String($0) } + ["\(number ?? 0)"]).joined(separator: " ")
  try Data(text.utf8).write(to: note)
}
