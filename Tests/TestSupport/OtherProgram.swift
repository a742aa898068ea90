internal import CSQLite
package import Foundation
internal import Glibc

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
  var words = try String(contentsOf: note, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    .map { String($0) }
  words[3] = "\(number ?? 0)"
  // When it was last changed is known only then, and whoever was held up in between writes it again.
  var (changedAt, writtenAt) = (Int.max, 0)
  while changedAt - writtenAt > 10_000_000 {
    writtenAt = changedAt == .max ? 0 : changedAt
    words[4] = "\(writtenAt)"
    try Data(words.joined(separator: " ").utf8).write(to: note)
    var status = stat()
    guard unsafe stat(note.path, &status) == 0 else {
      throw OtherProgram.Failed(message: "no \(note.path)")
    }
    changedAt = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
  }
}

/// Puts a state of a score log back in place as `cp -a` does: into the same files, a second after it was read.
package func putBack(_ state: [String: Data], ofLog path: String) throws {
  for (suffix, bytes) in state {
    var bytes = bytes
    if suffix == ".device" {
      var words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .map { String($0) }
      words[4] = "\((Int(words[4]) ?? 0) - 1_000_000_000)"
      bytes = Data(words.joined(separator: " ").utf8)
    }
    try bytes.write(to: URL(fileURLWithPath: path + suffix))
  }
}
